//! Move picker: yields the moves of a node one by one, likely refutations first. They are generated in stages, so that a node
//! with an early cut-off does not pay for the rest.
//!
//! The move lists of all nodes on the path are in one vector, each node's after its parent's.

use saffron_rules::{Cell, CellSet, Move, Position, Role};

use super::checks::checking_cells;
use super::history::{History, HistoryContext, PieceTo};
use super::parameters::SearchParameters;
use crate::see;

/// Move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove {
    pub(crate) mv: Move,
    pub(crate) score: i32,
}

/// Stage of a move picker, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    /// The move from the transposition table.
    TableMove,
    /// The captures and queen promotions are generated next.
    TacticalStart,
    /// Captures and queen promotions that lose little or nothing by static exchange evaluation.
    GoodTactical,
    /// Quiet moves are generated next.
    QuietStart,
    /// Quiet moves.
    Quiet,
    /// The other captures and queen promotions.
    BadTactical,
    /// No move is left.
    Done,
}

/// Inputs of the move ordering other than the histories.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OrderingContext {
    /// Quiet moves that refuted a sibling.
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) context: HistoryContext,
    /// Bonus for a piece that leaves an attack by a lower-valued one, in units of the histories.
    escape_bonus: i32,
    /// Penalty for a piece that enters an attack by a lower-valued one.
    threat_penalty: i32,
    /// Bonus for a check that loses no more than a pawn.
    check_bonus: i32,
    /// Exchange loss allowed for a good capture, in 1024ths of its ordering score.
    good_capture_margin: i32,
}

impl OrderingContext {
    pub(crate) fn new(
        killers: [Option<Move>; 2],
        context: HistoryContext,
        parameters: &SearchParameters,
    ) -> OrderingContext {
        let SearchParameters { escape_bonus, threat_penalty, check_bonus, good_capture_margin, .. } = *parameters;
        OrderingContext { killers, context, escape_bonus, threat_penalty, check_bonus, good_capture_margin }
    }
}

const KILLER_SCORE: i32 = 60_000;
const UNDERPROMOTION_SCORE: i32 = -60_000;

/// Iterator over the moves of one node.
pub(crate) struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    ordering: OrderingContext,
    /// Minimum exchange value of a good capture.
    threshold: i32,
    with_quiets: bool,
    with_bad: bool,
    /// Bounds of this node's part of the vector: bad captures at `start..bad_end`, moves still to be yielded at `next..`.
    start: usize,
    bad_end: usize,
    next: usize,
}

impl MovePicker {
    /// Creates a picker for all legal moves. `table_move` must be legal.
    pub(crate) fn all(list: &[ScoredMove], table_move: Option<Move>, ordering: OrderingContext) -> MovePicker {
        let start = list.len();
        let stage = if table_move.is_some() { Stage::TableMove } else { Stage::TacticalStart };
        MovePicker {
            stage,
            table_move,
            ordering,
            threshold: 0,
            with_quiets: true,
            with_bad: true,
            start,
            bad_end: start,
            next: start,
        }
    }

    /// Creates a picker for captures and queen promotions with an exchange value of at least `threshold`, and for the table's
    /// move in any case.
    pub(crate) fn tactical(list: &[ScoredMove], table_move: Option<Move>, threshold: i32) -> MovePicker {
        let ordering = OrderingContext::default();
        MovePicker { threshold, with_quiets: false, with_bad: false, ..MovePicker::all(list, table_move, ordering) }
    }

    /// Returns the stage of the last move yielded.
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    /// Skips the remaining quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.with_quiets = false;
    }

    /// Removes this node's moves from the vector. Must be called when the node is done.
    pub(crate) fn release(&self, list: &mut Vec<ScoredMove>) {
        list.truncate(self.start);
    }

    /// Returns the next move, or `None` at the end.
    pub(crate) fn next(&mut self, position: &Position, list: &mut Vec<ScoredMove>, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::TacticalStart;
                    return self.table_move;
                }
                Stage::TacticalStart => {
                    generate_tactical(position, list, history);
                    self.stage = Stage::GoodTactical;
                }
                Stage::GoodTactical => {
                    if let Some(mv) = self.next_tactical(position, list) {
                        return Some(mv);
                    }
                    self.stage = Stage::QuietStart;
                }
                Stage::QuietStart => {
                    if self.with_quiets {
                        generate_quiet(position, list, history, &self.ordering);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if self.with_quiets
                        && let Some(scored) = self.take_best(list)
                    {
                        return Some(scored.mv);
                    }
                    self.next = self.start;
                    list.truncate(self.bad_end);
                    self.stage = Stage::BadTactical;
                }
                Stage::BadTactical => match self.take_best(list) {
                    Some(scored) => return Some(scored.mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Returns the next good capture. Bad captures are put aside, or dropped if only good ones are requested.
    fn next_tactical(&mut self, position: &Position, list: &mut [ScoredMove]) -> Option<Move> {
        while let Some(scored) = self.take_best(list) {
            let margin = scored.score * self.ordering.good_capture_margin / 1024;
            if see::at_least(position, scored.mv, self.threshold - margin) {
                return Some(scored.mv);
            }
            if self.with_bad {
                list.swap(self.bad_end, self.next - 1);
                self.bad_end += 1;
            }
        }
        None
    }

    /// Takes the remaining move with the best score, without the table's move.
    fn take_best(&mut self, list: &mut [ScoredMove]) -> Option<ScoredMove> {
        loop {
            let rest = list.get_mut(self.next..)?;
            // Two passes, because the first one then has no branches.
            let max = rest.iter().map(|scored| scored.score).max()?;
            let best = rest.iter().position(|scored| scored.score == max)?;
            let scored = rest[best];
            rest.swap(0, best);
            self.next += 1;
            if Some(scored.mv) != self.table_move {
                return Some(scored);
            }
        }
    }
}

/// Returns whether a legal move is a capture or a promotion to a queen. All others are quiet.
pub(crate) fn is_tactical(position: &Position, mv: Move) -> bool {
    position.by_color(!position.turn()).contains(mv.to)
        || mv.promotion == Some(Role::Queen)
        || (position.en_passant_cells().contains(mv.to) && position.is_en_passant(mv))
}

/// Returns the index of a move in the histories.
pub(crate) fn piece_to(position: &Position, mv: Move) -> PieceTo {
    PieceTo::new(position.turn(), position.role_at(mv.from).unwrap_or(Role::Pawn), mv)
}

/// Generates captures and queen promotions with their scores.
fn generate_tactical(position: &Position, list: &mut Vec<ScoredMove>, history: &History) {
    let enemies = position.by_color(!position.turn());
    let mask = enemies | position.en_passant_cells() | position.variant().promotion_cells(position.turn());
    position.generate(mask, |moves| {
        let color = position.turn();
        for mv in moves {
            if is_tactical(position, mv) {
                let captured = position.captured(mv);
                let key = PieceTo::new(color, moves.role, mv);
                let mut score =
                    captured.map_or(0, |role| 8 * see::value(role) + history.capture_history(key, role) / 4);
                score += mv.promotion.map_or(0, |role| if role == Role::Queen { 8_000 } else { UNDERPROMOTION_SCORE });
                list.push(ScoredMove { mv, score });
            }
        }
        false
    });
}

/// Returns, by role, the cells that lower-valued pieces of the opponent attack.
fn cells_attacked_by_lower_valued_pieces(position: &Position) -> [CellSet; 6] {
    let them = !position.turn();
    let (variant, occupied) = (position.variant(), position.occupied());
    let reach = |role, of: &dyn Fn(Cell) -> CellSet| {
        position.pieces(them, role).iter().fold(CellSet::EMPTY, |reach, cell| reach | of(cell))
    };
    let pawns = reach(Role::Pawn, &|cell| variant.pawn_attacks(them, cell));
    let minor = pawns
        | reach(Role::Knight, &|cell| variant.knight_attacks(cell))
        | reach(Role::Bishop, &|cell| variant.bishop_attacks(cell, occupied));
    let rooks = minor | reach(Role::Rook, &|cell| variant.rook_attacks(cell, occupied));
    let mut by_role = [CellSet::EMPTY; 6];
    for (role, cells) in [(Role::Knight, pawns), (Role::Bishop, pawns), (Role::Rook, minor), (Role::Queen, rooks)] {
        by_role[role.index()] = cells;
    }
    by_role
}

/// Generates quiet moves with their scores.
fn generate_quiet(position: &Position, list: &mut Vec<ScoredMove>, history: &History, ordering: &OrderingContext) {
    let color = position.turn();
    let empty: CellSet = position.variant().board().cells() - position.occupied();
    let attacked = cells_attacked_by_lower_valued_pieces(position);
    let checks = checking_cells(position);
    let histories = history.quiet_histories(color, &ordering.context);
    position.generate(empty, |moves| {
        let (attacked, checking) = (attacked[moves.role.index()], checks[moves.role.index()]);
        for mv in moves {
            if is_tactical(position, mv) {
                continue;
            }
            let score = if ordering.killers.contains(&Some(mv)) {
                KILLER_SCORE
            } else if mv.promotion.is_some() {
                UNDERPROMOTION_SCORE
            } else {
                let mut score = histories.score(PieceTo::new(color, moves.role, mv), mv);
                if attacked.contains(mv.from) {
                    score += ordering.escape_bonus;
                }
                if attacked.contains(mv.to) {
                    score -= ordering.threat_penalty;
                }
                if checking.contains(mv.to) && see::at_least(position, mv, -see::value(Role::Pawn)) {
                    score += ordering.check_bonus;
                }
                score
            };
            list.push(ScoredMove { mv, score });
        }
        false
    });
}

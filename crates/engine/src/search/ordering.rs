//! Move ordering: hands out a node's moves one by one, likely refutations first, and generates them in stages, so that a
//! node that is cut off early never pays for the rest.
//!
//! The lists of all nodes on the path lie in one vector, each node's after its parent's.

use saffron_rules::{Cell, CellSet, Move, Position, Role};

use super::SearchParameters;
use super::history::{Context, History, PieceTo};
use crate::see;

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) mv: Move,
    pub(crate) score: i32,
}

/// Where a picker stands. Stages follow each other in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    /// The move from the table.
    Table,
    /// Captures and queen promotions are still to be generated.
    TacticalStart,
    /// Captures that lose little or nothing.
    GoodTactical,
    /// Quiet moves are still to be generated.
    QuietStart,
    /// Quiet moves.
    Quiet,
    /// Captures that lose material.
    BadTactical,
    /// Nothing is left.
    Done,
}

/// What the order of the moves rests on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hints {
    /// Killers: quiet moves that refuted a sibling.
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) context: Context,
    /// What a move is worth that leads a man out of the reach of a lesser one, in units of the histories.
    escape: i32,
    /// What a move costs that leads a man into it.
    exposure: i32,
    /// What a check is worth that loses no more than a pawn.
    check: i32,
    /// What a capture may lose by the exchange and count as good all the same, in 1024ths of its own score in the order.
    daring: i32,
}

impl Hints {
    pub(crate) fn new(killers: [Option<Move>; 2], context: Context, parameters: &SearchParameters) -> Hints {
        let SearchParameters { escape, exposure, check_order: check, daring, .. } = *parameters;
        Hints { killers, context, escape, exposure, check, daring }
    }
}

const KILLER_SCORE: i32 = 60_000;
const UNDERPROMOTION_SCORE: i32 = -60_000;

/// Hands out the moves of one node.
pub(crate) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    hints: Hints,
    /// Exchange value that a capture needs to count as good.
    threshold: i32,
    with_quiets: bool,
    with_losing: bool,
    /// This node's part of the vector: losing captures at `start..bad`, moves still to hand out at `next..`.
    start: usize,
    bad: usize,
    next: usize,
}

impl Picker {
    /// For all legal moves. `table_move` must be legal.
    pub(crate) fn all(list: &[Scored], table_move: Option<Move>, hints: Hints) -> Picker {
        let start = list.len();
        let stage = if table_move.is_some() { Stage::Table } else { Stage::TacticalStart };
        Picker {
            stage,
            table_move,
            hints,
            threshold: 0,
            with_quiets: true,
            with_losing: true,
            start,
            bad: start,
            next: start,
        }
    }

    /// For captures and queen promotions that bring at least `threshold` in exchange, and the table's move whatever it is.
    pub(crate) fn tactical(list: &[Scored], table_move: Option<Move>, threshold: i32) -> Picker {
        let hints = Hints::default();
        Picker { threshold, with_quiets: false, with_losing: false, ..Picker::all(list, table_move, hints) }
    }

    /// The stage of the move handed out last.
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    /// Hands out no more quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.with_quiets = false;
    }

    /// Takes this node's moves out of the vector again.
    pub(crate) fn close(&self, list: &mut Vec<Scored>) {
        list.truncate(self.start);
    }

    /// The next move.
    pub(crate) fn next(&mut self, position: &Position, list: &mut Vec<Scored>, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
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
                        generate_quiet(position, list, history, &self.hints);
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
                    list.truncate(self.bad);
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

    /// The next good capture; losing ones are put aside, or dropped when only good ones were asked for.
    fn next_tactical(&mut self, position: &Position, list: &mut [Scored]) -> Option<Move> {
        while let Some(scored) = self.take_best(list) {
            let daring = scored.score * self.hints.daring / 1024;
            if see::at_least(position, scored.mv, self.threshold - daring) {
                return Some(scored.mv);
            }
            if self.with_losing {
                list.swap(self.bad, self.next - 1);
                self.bad += 1;
            }
        }
        None
    }

    /// The best-scored move that is left, the table's excepted.
    fn take_best(&mut self, list: &mut [Scored]) -> Option<Scored> {
        loop {
            let rest = list.get_mut(self.next..)?;
            // Two ways through the list, because the first one so has no branches.
            let most = rest.iter().map(|scored| scored.score).max()?;
            let best = rest.iter().position(|scored| scored.score == most)?;
            let scored = rest[best];
            rest.swap(0, best);
            self.next += 1;
            if Some(scored.mv) != self.table_move {
                return Some(scored);
            }
        }
    }
}

/// Whether a legal move is a capture or a promotion to a queen; all others are quiet.
pub(crate) fn is_tactical(position: &Position, mv: Move) -> bool {
    position.by_color(!position.turn()).contains(mv.to)
        || mv.promotion == Some(Role::Queen)
        || (position.en_passant_cells().contains(mv.to) && position.is_en_passant(mv))
}

/// The name that the histories know a move by.
pub(crate) fn key(position: &Position, mv: Move) -> PieceTo {
    PieceTo::new(position.turn(), position.role_at(mv.from).unwrap_or(Role::Pawn), mv)
}

fn generate_tactical(position: &Position, list: &mut Vec<Scored>, history: &History) {
    let enemies = position.by_color(!position.turn());
    let mask = enemies | position.en_passant_cells() | position.variant().promotion_cells(position.turn());
    position.generate(mask, |moves| {
        let color = position.turn();
        for mv in moves {
            if is_tactical(position, mv) {
                let captured = position.captured(mv);
                let key = PieceTo::new(color, moves.role, mv);
                let mut score = captured.map_or(0, |role| 8 * see::value(role) + history.of_capture(key, role) / 4);
                score += mv.promotion.map_or(0, |role| if role == Role::Queen { 8_000 } else { UNDERPROMOTION_SCORE });
                list.push(Scored { mv, score });
            }
        }
        false
    });
}

/// By role, the cells where the opponent's lesser men attack a man.
fn reached_by_lesser_men(position: &Position) -> [CellSet; 6] {
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

/// By role, the cells from which a man of the side to move attacks the other king.
fn checking_cells(position: &Position) -> [CellSet; 6] {
    let us = position.turn();
    let (variant, occupied, king) = (position.variant(), position.occupied(), position.king(!us));
    let (slant, straight) = (variant.bishop_attacks(king, occupied), variant.rook_attacks(king, occupied));
    let mut by_role = [CellSet::EMPTY; 6];
    for (role, cells) in [
        (Role::Pawn, variant.pawn_attackers(us, king)),
        (Role::Knight, variant.knight_attacks(king)),
        (Role::Bishop, slant),
        (Role::Rook, straight),
        (Role::Queen, slant | straight),
    ] {
        by_role[role.index()] = cells;
    }
    by_role
}

fn generate_quiet(position: &Position, list: &mut Vec<Scored>, history: &History, hints: &Hints) {
    let color = position.turn();
    let empty: CellSet = position.variant().board().cells() - position.occupied();
    let reached = reached_by_lesser_men(position);
    let checks = checking_cells(position);
    let known = history.of_quiets(color, &hints.context);
    position.generate(empty, |moves| {
        let (lesser, checking) = (reached[moves.role.index()], checks[moves.role.index()]);
        for mv in moves {
            if is_tactical(position, mv) {
                continue;
            }
            let score = if hints.killers.contains(&Some(mv)) {
                KILLER_SCORE
            } else if mv.promotion.is_some() {
                UNDERPROMOTION_SCORE
            } else {
                let mut score = known.of(PieceTo::new(color, moves.role, mv), mv);
                if lesser.contains(mv.from) {
                    score += hints.escape;
                }
                if lesser.contains(mv.to) {
                    score -= hints.exposure;
                }
                if checking.contains(mv.to) && see::at_least(position, mv, -see::value(Role::Pawn)) {
                    score += hints.check;
                }
                score
            };
            list.push(Scored { mv, score });
        }
        false
    });
}

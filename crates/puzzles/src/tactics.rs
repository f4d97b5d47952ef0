//! Tactical themes of a puzzle, found by the rules.
//!
//! The definitions follow the words of chess teachers, in the form that programs of puzzles use: each looks at the solver's moves
//! and the replies between them.

use saffron_rules::{Cell, CellSet, Color, Move, Outcome, Position, Reason, Role};

use crate::puzzle::{Puzzle, SolverTurn, is_mate};
use crate::themes::{Theme, Themes};

/// Values of the pieces in pawns, by role; a king is worth more than all.
const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 99];

/// Material in pawns, less than what was given, from which a line counts as a sacrifice.
const SACRIFICE: i32 = 2;

/// Steps from its promotion at which a pawn is advanced.
const ADVANCED_STEPS: usize = 2;

/// Number of pieces, with both kings, up to which a position is an endgame if it has pieces other than pawns.
const ENDGAME_PIECES: usize = 10;

/// Move number below which a position with most of its pieces is an opening.
const OPENING_MOVES: u32 = 12;

/// Finds the themes of a puzzle, except for [`Theme::Zugzwang`], which takes a search.
pub fn find(puzzle: &Puzzle) -> Themes {
    let turns = puzzle.solver_turns();
    let mut themes = Themes::default();
    themes.insert(Theme::length(turns.len()));
    if puzzle.ends_in_mate() {
        themes.insert(Theme::Mate);
        themes.insert(Theme::mate_in(turns.len()));
    }
    if is_winning_stalemate(puzzle.end().outcome(), puzzle.solver()) {
        themes.insert(Theme::Stalemate);
    }
    themes.insert(phase(&puzzle.question()));
    if let Some(theme) = endgame(&puzzle.question()) {
        themes.insert(theme);
    }
    let line = Line { puzzle, turns: &turns };
    for index in 0..turns.len() {
        line.themes_of(index, &mut themes);
    }
    if line.is_sacrifice() {
        themes.insert(Theme::Sacrifice);
    }
    themes
}

fn is_winning_stalemate(outcome: Option<Outcome>, solver: Color) -> bool {
    outcome.is_some_and(|outcome| outcome.reason() == Reason::Stalemate && outcome.quarters(solver) > 2)
}

/// Returns the phase of the game, by the pieces.
fn phase(position: &Position) -> Theme {
    let pieces = position.occupied().len();
    if endgame(position).is_some()
        || (position.occupied() - position.by_role(Role::Pawn)).len() <= ENDGAME_PIECES / 2 + 1
    {
        return Theme::Endgame;
    }
    let at_start = position.variant().start().occupied().len();
    if position.fullmove_number() < OPENING_MOVES && 10 * pieces >= 8 * at_start {
        Theme::Opening
    } else {
        Theme::Middlegame
    }
}

/// Returns the endgame by its material, if it has a name of its own.
fn endgame(position: &Position) -> Option<Theme> {
    let has = |role| !position.by_role(role).is_empty();
    match [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(has) {
        [false, false, false, false] => Some(Theme::PawnEndgame),
        [true, false, false, false] => Some(Theme::KnightEndgame),
        [false, true, false, false] => Some(Theme::BishopEndgame),
        [false, false, true, false] => Some(Theme::RookEndgame),
        [false, false, false, true] => Some(Theme::QueenEndgame),
        [false, false, true, true] => Some(Theme::QueenRookEndgame),
        _ => None,
    }
}

/// Value of a piece in pawns.
fn value(role: Role) -> i32 {
    VALUES[role.index()]
}

/// Material of a side in pawns, without its king.
fn material(position: &Position, color: Color) -> i32 {
    Role::ALL
        .into_iter()
        .filter(|&role| role != Role::King)
        .map(|role| value(role) * position.pieces(color, role).len() as i32)
        .sum()
}

/// Pieces of a side that attack a cell.
fn attackers(position: &Position, cell: Cell, by: Color) -> CellSet {
    position.attackers_to(cell, position.occupied()) & position.by_color(by)
}

/// Returns whether a piece can be captured with profit: by a piece worth less, or without being defended.
fn is_hanging(position: &Position, cell: Cell) -> bool {
    let Some(piece) = position.piece_at(cell) else { return false };
    let enemies = attackers(position, cell, !piece.color);
    let is_defended = !attackers(position, cell, piece.color).is_empty();
    enemies.into_iter().any(|enemy| {
        let role = position.role_at(enemy).unwrap_or(Role::King);
        if is_defended { role != Role::King && value(role) < value(piece.role) } else { true }
    })
}

/// Line of a puzzle, as its solver's turns.
struct Line<'a> {
    puzzle: &'a Puzzle,
    turns: &'a [SolverTurn],
}

impl Line<'_> {
    /// Adds the themes of one of the solver's moves.
    fn themes_of(&self, index: usize, themes: &mut Themes) {
        let SolverTurn { position, mv, .. } = self.turns[index];
        let mut after = position;
        after.play_unchecked(mv);
        let captured = position.captured(mv);
        if position.is_en_passant(mv) {
            themes.insert(Theme::EnPassant);
        }
        if position.is_castling(mv) {
            themes.insert(Theme::Castling);
        }
        if let Some(role) = mv.promotion {
            themes.insert(Theme::Promotion);
            if role != Role::Queen {
                themes.insert(Theme::UnderPromotion);
            }
        } else if is_advanced_pawn(&after, mv.to) {
            themes.insert(Theme::AdvancedPawn);
        }
        if after.checkers().len() > 1 {
            themes.insert(Theme::DoubleCheck);
        }
        let is_quiet = captured.is_none() && mv.promotion.is_none() && !after.in_check() && !position.in_check();
        if is_quiet && !position.is_castling(mv) {
            themes.insert(Theme::QuietMove);
        }
        if is_fork(&after, mv.to) {
            themes.insert(Theme::Fork);
        }
        if self.is_pin(index) {
            themes.insert(Theme::Pin);
        }
        if self.is_discovered(index, &after) {
            themes.insert(Theme::DiscoveredAttack);
        }
        if captured.is_some() {
            if index == 0 && self.captures_hanging_piece(&position, mv) {
                themes.insert(Theme::HangingPiece);
            }
            if self.is_skewer(index) {
                themes.insert(Theme::Skewer);
            }
            if self.is_trapped(index) {
                themes.insert(Theme::TrappedPiece);
            }
        }
        if self.is_deflection(index) {
            themes.insert(Theme::Deflection);
        }
    }

    /// Returns the position before the opponent's reply that precedes this turn, and the reply.
    fn reply(&self, index: usize) -> Option<(Position, Move)> {
        let earlier = index.checked_sub(1).map(|index| self.turns[index])?;
        let mut before = earlier.position;
        before.play_unchecked(earlier.mv);
        Some((before, *self.puzzle.moves.get(earlier.ply + 1)?))
    }

    /// Returns whether the first move captures a piece, not a pawn, that nothing defends and that has not just captured.
    fn captures_hanging_piece(&self, position: &Position, mv: Move) -> bool {
        let introduced = self.puzzle.introduction() == 1 && {
            let first = self.puzzle.moves[0];
            first.to == mv.to && self.puzzle.start.captured(first).is_some()
        };
        let role = position.role_at(mv.to);
        !introduced
            && !position.in_check()
            && role.is_some_and(|role| role != Role::Pawn)
            && attackers(position, mv.to, !position.turn()).is_empty()
    }

    /// Returns whether the move profits from a piece that is pinned to its king: it captures or attacks that piece, or goes where
    /// the piece could capture if it were free.
    fn is_pin(&self, index: usize) -> bool {
        let SolverTurn { position, mv, .. } = self.turns[index];
        let mut after = position;
        after.play_unchecked(mv);
        // In the position after the move the opponent is to move, so the pins are those of its pieces.
        after.pinned().into_iter().any(|pinned| {
            let Some(piece) = after.piece_at(pinned) else { return false };
            let occupied = after.occupied();
            let would_capture = after.variant().attacks(piece, pinned, occupied).contains(mv.to)
                && !after.legal_moves().iter().any(|reply| reply.from == pinned && reply.to == mv.to);
            let is_new_attack = self.turns.get(index + 1).is_some_and(|next| next.mv.to == pinned)
                && piece.role != Role::Pawn
                && is_hanging(&after, pinned);
            would_capture || is_new_attack
        })
    }

    /// Returns whether the solver captures a piece from behind a more valuable one that had to leave the line.
    fn is_skewer(&self, index: usize) -> bool {
        let SolverTurn { position, mv, .. } = self.turns[index];
        let Some((before, reply)) = self.reply(index) else { return false };
        let (Some(moved), Some(captured)) = (before.role_at(reply.from), position.captured(mv)) else { return false };
        let is_slider = matches!(position.role_at(mv.from), Some(Role::Queen | Role::Rook | Role::Bishop));
        is_slider
            && position.variant().between(mv.from, mv.to).contains(reply.from)
            && reply.to != mv.to
            && value(moved) > value(captured)
            && captured != Role::Pawn
    }

    /// Returns whether the move, or the capture after it, uses a line that a piece of the solver has left.
    fn is_discovered(&self, index: usize, after: &Position) -> bool {
        let SolverTurn { position, mv, .. } = self.turns[index];
        let checkers = after.checkers();
        if !checkers.is_empty() && !checkers.contains(mv.to) && !position.is_castling(mv) {
            return true;
        }
        let Some(earlier) = index.checked_sub(1).map(|index| self.turns[index]) else { return false };
        let Some(captured) = position.captured(mv) else { return false };
        captured != Role::Pawn
            && earlier.mv.to != mv.from
            && position.variant().between(mv.from, mv.to).contains(earlier.mv.from)
            && earlier.position.role_at(mv.from).is_some()
    }

    /// Returns whether the captured piece was attacked before the reply and could not save itself by a move.
    fn is_trapped(&self, index: usize) -> bool {
        let SolverTurn { mv, .. } = self.turns[index];
        let Some((before, _)) = self.reply(index) else { return false };
        let Some(piece) = before.piece_at(mv.to).filter(|piece| piece.color == before.turn()) else { return false };
        if matches!(piece.role, Role::Pawn | Role::King) || before.in_check() || !is_hanging(&before, mv.to) {
            return false;
        }
        if before.pinned().contains(mv.to) {
            return false;
        }
        before.legal_moves().into_iter().filter(|escape| escape.from == mv.to).all(|escape| {
            let gained = before.captured(escape).map_or(0, value);
            let mut next = before;
            next.play_unchecked(escape);
            gained < value(piece.role) && is_hanging(&next, escape.to)
        })
    }

    /// Returns whether the reply moved away the piece that defended the cell of this move.
    fn is_deflection(&self, index: usize) -> bool {
        let SolverTurn { position, mv, .. } = self.turns[index];
        let Some((before, reply)) = self.reply(index) else { return false };
        let mut after = position;
        after.play_unchecked(mv);
        let is_worth =
            position.captured(mv).is_some_and(|role| role != Role::Pawn) || mv.promotion.is_some() || is_mate(&after);
        let opponent = before.turn();
        let had_defended = attackers(&before, mv.to, opponent).contains(reply.from);
        let still_defends = attackers(&position, mv.to, opponent).contains(reply.to);
        // The piece was forced: it took the piece that had just moved, or answered a check.
        let was_forced = reply.to == self.turns[index - 1].mv.to || before.in_check();
        let was_king = before.role_at(reply.from) == Some(Role::King);
        is_worth && was_forced && had_defended && !still_defends && !was_king && reply.to != mv.to
    }

    /// Returns whether the solver has less material at some point of the line than before it.
    fn is_sacrifice(&self) -> bool {
        let solver = self.puzzle.solver();
        let balance = |position: &Position| material(position, solver) - material(position, !solver);
        let Some(first) = self.turns.first() else { return false };
        let promotes = self.turns.iter().any(|turn| turn.mv.promotion.is_some());
        let before = balance(&first.position);
        !promotes && self.turns.iter().skip(1).any(|turn| before - balance(&turn.position) >= SACRIFICE)
    }
}

/// Returns whether the piece on a cell, which has just moved, attacks two targets: the king, pieces worth more than itself, and
/// undefended pieces. It must not be lost itself.
fn is_fork(after: &Position, cell: Cell) -> bool {
    let Some(piece) = after.piece_at(cell) else { return false };
    if piece.role == Role::King || (is_hanging(after, cell) && !after.in_check()) {
        return false;
    }
    let attacked = after.variant().attacks(piece, cell, after.occupied()) & after.by_color(!piece.color);
    let targets = attacked.into_iter().filter(|&target| {
        let role = after.role_at(target).unwrap_or(Role::Pawn);
        role == Role::King
            || (role != Role::Pawn
                && (value(role) > value(piece.role) || attackers(after, target, !piece.color).is_empty()))
    });
    targets.count() > 1
}

/// Returns whether a pawn is at most two steps from a cell of its promotion.
fn is_advanced_pawn(position: &Position, cell: Cell) -> bool {
    let Some(piece) = position.piece_at(cell).filter(|piece| piece.role == Role::Pawn) else { return false };
    let pawns = position.variant().pawns();
    let goal = position.variant().promotion_cells(piece.color);
    let mut reached = CellSet::from(cell);
    for _ in 0..ADVANCED_STEPS {
        reached = reached.into_iter().fold(CellSet::EMPTY, |next, cell| next | pawns.front(piece.color, cell));
        if reached.intersects(goal) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::read_line;

    /// Lines of puzzles, and the tactics that they show; all others of [`TACTICS`] they do not.
    const CASES: [(&str, &[Theme]); 6] = [
        // A knight attacks king and queen.
        (
            "hexofen 1/qkb/1npnr/r3p1n/7pp/5NQp3/pp9/3P6p/2PRPPP4/2P1NB1P2P/P1N2K3P1 b - - 1 14 h9h8 f6d7 f10h9 d7e10",
            &[Theme::Fork],
        ),
        // A rook checks the king on its file, and takes the rook behind it.
        ("hexofen 1/3/5/3kp2/8R/8p2/10p/4P6/r4P2P2/bK9/10P b - - 2 48 a3f3 k7f11 f8g9 f11f3", &[Theme::Skewer]),
        // The only winning moves of a pawn ending are the double step and the approach of the king.
        ("glinski 1/3/K4/7/1p7/11/11/7k3/11/11/11 b - - 0 1 c7c5 d9c7 h4f5", &[Theme::QuietMove]),
        ("shafran 5/6/7/8/4Q4/9/8/7/3K2/k4 w - - 0 1 e6c2", &[Theme::Mate, Theme::MateIn1]),
        // A pawn is taken on its way, and the pawn that took it forks.
        (
            "hexofen k/1bb/nq2r/1n5/pp2pp1pp/4p1np3/10p/1P2P6/1B1B2P1P1P/4NQ1P1P1/P1N1BK1R3 b - - 2 20 c7c5 b4c6 d9c6 b3e9",
            &[Theme::Fork, Theme::Pin, Theme::EnPassant],
        ),
        (
            "hexofen 1/1k1/5/6n/4p2pB/7p3/3PpP5/2pR3P3/1p2P1PB3/5r5/2K6bP w - - 0 37 d4c4 f2d2 c1b1 d2c2",
            &[Theme::Fork, Theme::DoubleCheck, Theme::Mate, Theme::MateIn2],
        ),
    ];

    /// Themes of which each case says whether it has them.
    const TACTICS: [Theme; 12] = [
        Theme::Fork,
        Theme::Pin,
        Theme::Skewer,
        Theme::DoubleCheck,
        Theme::Deflection,
        Theme::TrappedPiece,
        Theme::EnPassant,
        Theme::Castling,
        Theme::QuietMove,
        Theme::Mate,
        Theme::MateIn1,
        Theme::MateIn2,
    ];

    #[test]
    fn tactics_are_found_and_none_that_are_not_there() {
        for (line, tactics) in CASES {
            let puzzle = read_line(line, None).unwrap();
            let found: Vec<Theme> = find(&puzzle).iter().filter(|theme| TACTICS.contains(theme)).collect();
            assert_eq!(found, tactics, "{line}");
        }
    }
}

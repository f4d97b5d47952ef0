//! Oversight: moves that a player does not see. Weaker players overlook more.
//!
//! Every move has a difficulty. People look first at captures, at checks and at the piece that has just moved; they overlook
//! quiet moves, long ones, moves backwards, captures of pieces that seem to be defended, and on hexagonal boards moves along
//! the diagonals, which run between cells that do not touch.

use saffron_rules::{Cell, Color, Move, Position, Role};

use crate::random::RandomKey;
use crate::see;

/// Decides which moves a player overlooks in one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Oversight {
    /// Probability that a move of difficulty 1 is overlooked, 0 to 1.
    probability: f64,
    key: RandomKey,
}

/// Factor of the difficulty of a player's own moves, which are easier to see than the opponent's.
const OWN_MOVE_FACTOR: f64 = 0.5;

impl Oversight {
    pub(super) fn new(probability: f64, key: RandomKey) -> Oversight {
        Oversight { probability, key }
    }

    /// Returns whether the player overlooks this move of its own.
    pub(super) fn overlooks_own(&self, position: &Position, mv: Move) -> bool {
        self.overlooks(mv, OWN_MOVE_FACTOR * difficulty(position, mv, None))
    }

    /// Returns whether the player overlooks this reply of the opponent in `position`. `arrived` is the target of the player's move.
    ///
    /// The key is that of the position before the player's move, so that a threat is overlooked after all of the player's moves or
    /// after none.
    pub(super) fn overlooks_reply(&self, position: &Position, reply: Move, arrived: Cell) -> bool {
        self.overlooks(reply, difficulty(position, reply, Some(arrived)))
    }

    fn overlooks(&self, mv: Move, difficulty: f64) -> bool {
        let chance = 1.0 - (1.0 - self.probability).powf(difficulty);
        self.key.fold_in(u64::from(mv.to_bits())).uniform() < chance
    }
}

/// Returns the difficulty of seeing a legal move: about 1 for a short quiet one.
pub(super) fn difficulty(position: &Position, mv: Move, arrived: Option<Cell>) -> f64 {
    let Some(role) = position.role_at(mv.from) else { return 1.0 };
    let captured = position.captured(mv);
    // People first look at whether the piece that has just moved can be captured.
    if captured.is_some() && arrived == Some(mv.to) {
        return 0.15;
    }
    let mut difficulty = match captured {
        Some(Role::Queen) => 0.25,
        Some(Role::Rook) => 0.35,
        Some(Role::Bishop | Role::Knight) => 0.45,
        Some(_) => 0.6,
        None => 1.0,
    };
    if mv.promotion.is_some() {
        difficulty *= 0.5;
    }
    // Captures of pieces that seem to be defended, because they are sacrifices or the defender is pinned.
    if captured.is_some() && !see::at_least(position, mv, 0) {
        difficulty *= 2.0;
    }
    // The rule is easily forgotten.
    if position.is_en_passant(mv) {
        difficulty *= 1.8;
    }
    difficulty * path_factor(position, mv, role) * check_factor(position, mv)
}

/// Returns the factor for the path of a move: long moves, diagonal ones, leaps and moves backwards are harder to see.
fn path_factor(position: &Position, mv: Move, role: Role) -> f64 {
    let board = position.variant().board();
    let mut factor = match role {
        Role::Pawn => 0.8,
        Role::Knight => 1.15,
        _ => 1.0,
    };
    let slides = matches!(role, Role::Bishop | Role::Rook | Role::Queen);
    if slides {
        factor *= 1.0 + 0.1 * f64::from(board.distance(mv.from, mv.to).saturating_sub(2));
    }
    if slides && board.diagonals(mv.from).contains(mv.to) {
        factor *= 1.25;
    }
    let upwards = board.center(mv.from).y - board.center(mv.to).y;
    let forwards = if position.turn() == Color::White { upwards } else { -upwards };
    if forwards < -0.75 {
        factor *= 1.4;
    }
    factor
}

/// Returns the factor for checks: direct checks are easier to see, discovered ones harder.
fn check_factor(position: &Position, mv: Move) -> f64 {
    let mut next = *position;
    next.play_unchecked(mv);
    match next.checkers() {
        checkers if checkers.is_empty() => 1.0,
        checkers if checkers.contains(mv.to) => 0.6,
        _ => 1.3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    /// Black's king far away; White's queen and rooks about a black rook.
    fn position(fen: &str) -> Position {
        Position::from_fen(Variant::by_id("glinski").unwrap(), fen).unwrap()
    }

    #[test]
    fn captures_are_easier_to_see_than_quiet_moves() {
        let p = position("1/3/5/7/k8/11/1r7K1/11/3Q7/5R5/1R9 w - - 0 1");
        let captures: Vec<Move> = p.legal_moves().into_iter().filter(|&mv| p.captured(mv).is_some()).collect();
        let quiet: Vec<Move> = p.legal_moves().into_iter().filter(|&mv| p.captured(mv).is_none()).collect();
        assert!(!captures.is_empty() && quiet.len() > 20, "{captures:?}");
        let worst = captures.iter().map(|&mv| difficulty(&p, mv, None)).fold(0.0, f64::max);
        let mean = quiet.iter().map(|&mv| difficulty(&p, mv, None)).sum::<f64>() / quiet.len() as f64;
        assert!(worst < mean, "{worst} {mean}");
        for &mv in &captures {
            assert!(difficulty(&p, mv, Some(mv.to)) < difficulty(&p, mv, None));
        }
    }

    #[test]
    fn far_and_backward_moves_are_harder() {
        let start = Variant::by_id("shafran").unwrap().start();
        let p = start.play(start.parse_uci("e2e5").unwrap()).unwrap();
        let p = p.play(p.parse_uci("e9e6").unwrap()).unwrap();
        let sliding: Vec<Move> =
            p.legal_moves().into_iter().filter(|mv| p.role_at(mv.from) == Some(Role::Queen)).collect();
        let board = p.variant().board();
        let near = sliding.iter().min_by_key(|mv| board.distance(mv.from, mv.to)).unwrap();
        let far = sliding.iter().max_by_key(|mv| board.distance(mv.from, mv.to)).unwrap();
        assert!(
            board.distance(far.from, far.to) > 2
                && path_factor(&p, *far, Role::Queen) > path_factor(&p, *near, Role::Queen)
        );
        let pawn = p.parse_uci("d2d3").unwrap();
        assert!(difficulty(&p, pawn, None) < difficulty(&p, *far, None));
        // The same move backwards.
        let forth = p.legal_moves().into_iter().find(|mv| p.role_at(mv.from) == Some(Role::Knight)).unwrap();
        let moved = p.play(forth).unwrap();
        let answered = moved.play(moved.legal_moves()[0]).unwrap();
        let back = answered.legal_moves().into_iter().find(|mv| (mv.from, mv.to) == (forth.to, forth.from)).unwrap();
        assert!(path_factor(&answered, back, Role::Knight) > path_factor(&p, forth, Role::Knight));
    }

    #[test]
    fn weaker_players_overlook_more() {
        let p = Variant::by_id("mccooey").unwrap().start();
        let overlooked = |oversight: f64| {
            (0..200)
                .flat_map(|seed| {
                    let oversight = Oversight::new(oversight, RandomKey::from_seed(seed));
                    let moves = p.legal_moves().into_iter();
                    moves.filter(|&mv| oversight.overlooks_reply(&p, mv, mv.from)).collect::<Vec<_>>()
                })
                .count()
        };
        let counts = [0.0, 0.02, 0.1, 0.4].map(overlooked);
        assert_eq!(counts[0], 0);
        assert!(counts.windows(2).all(|pair| pair[0] < pair[1]), "{counts:?}");
    }

    #[test]
    fn the_same_move_is_always_overlooked_or_never() {
        let p = Variant::by_id("shafran").unwrap().start();
        let oversight = Oversight::new(0.5, RandomKey::from_seed(3));
        for mv in p.legal_moves() {
            assert_eq!(oversight.overlooks_own(&p, mv), oversight.overlooks_own(&p, mv));
            // A move that is overlooked as an own one is overlooked as a reply, too; not the other way round.
            assert!(!oversight.overlooks_own(&p, mv) || oversight.overlooks_reply(&p, mv, mv.from));
        }
    }
}

//! What is overlooked: moves that are hard to see for people, missed the more often the weaker the player.
//!
//! Every move has a difficulty. People look first at captures, at checks and at the man that has just moved; they miss quiet
//! moves, long ones, moves backwards, men that take although it looks as if they were taken back, and here, on hexagonal
//! boards, moves along the diagonals, which run between cells that do not touch.

use saffron_rules::{Cell, Color, Move, Position, Role};

use crate::random::RandomKey;
use crate::see;

/// Overlooks moves: the eyes of a player in one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// How likely a move of difficulty 1 is overlooked, 0 to 1.
    oversight: f64,
    fate: RandomKey,
}

/// How much easier than the opponent's are one's own moves, which one is looking for.
const OWN_EASE: f64 = 0.5;

impl Sight {
    pub(super) fn new(oversight: f64, fate: RandomKey) -> Sight {
        Sight { oversight, fate }
    }

    /// Whether the player does not see this move of its own.
    pub(super) fn misses_own(&self, position: &Position, mv: Move) -> bool {
        self.misses(mv, OWN_EASE * difficulty(position, mv, None))
    }

    /// Whether the player does not see that it can be answered so. `arrived` is where its own man has gone.
    ///
    /// What is decided here belongs to the position on the board, not to the one after its own move: a threat that is not
    /// seen is seen behind none of its moves, instead of behind some of them only.
    pub(super) fn misses_reply(&self, position: &Position, reply: Move, arrived: Cell) -> bool {
        self.misses(reply, difficulty(position, reply, Some(arrived)))
    }

    fn misses(&self, mv: Move, difficulty: f64) -> bool {
        let chance = 1.0 - (1.0 - self.oversight).powf(difficulty);
        self.fate.about(u64::from(mv.to_bits())).fraction() < chance
    }
}

/// How hard a legal move is to see: about 1 for a short quiet one.
pub(super) fn difficulty(position: &Position, mv: Move, arrived: Option<Cell>) -> f64 {
    let Some(role) = position.role_at(mv.from) else { return 1.0 };
    let taken = position.captured(mv);
    // A man that has just moved is looked at: whether it can be taken is the first question.
    if taken.is_some() && arrived == Some(mv.to) {
        return 0.15;
    }
    let mut difficulty = match taken {
        // The bigger the prize, the more it draws the eye.
        Some(Role::Queen) => 0.25,
        Some(Role::Rook) => 0.35,
        Some(Role::Bishop | Role::Knight) => 0.45,
        Some(_) => 0.6,
        None => 1.0,
    };
    if mv.promotion.is_some() {
        difficulty *= 0.5;
    }
    // To take a man that seems to be defended does not come to mind, be it a sacrifice or the defender pinned.
    if taken.is_some() && !see::at_least(position, mv, 0) {
        difficulty *= 2.0;
    }
    // The rule that one forgets.
    if position.is_en_passant(mv) {
        difficulty *= 1.8;
    }
    difficulty * of_way(position, mv, role) * of_check(position, mv)
}

/// Long ways, diagonal ones, leaps and steps back are seen less easily.
fn of_way(position: &Position, mv: Move, role: Role) -> f64 {
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

/// Checks are looked for; a check from behind the man that moves is not.
fn of_check(position: &Position, mv: Move) -> f64 {
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
    fn what_people_look_at_is_easier_to_see() {
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
        assert!(board.distance(far.from, far.to) > 2 && of_way(&p, *far, Role::Queen) > of_way(&p, *near, Role::Queen));
        let pawn = p.parse_uci("d2d3").unwrap();
        assert!(difficulty(&p, pawn, None) < difficulty(&p, *far, None));
        // The same way back.
        let forth = p.legal_moves().into_iter().find(|mv| p.role_at(mv.from) == Some(Role::Knight)).unwrap();
        let moved = p.play(forth).unwrap();
        let answered = moved.play(moved.legal_moves()[0]).unwrap();
        let back = answered.legal_moves().into_iter().find(|mv| (mv.from, mv.to) == (forth.to, forth.from)).unwrap();
        assert!(of_way(&answered, back, Role::Knight) > of_way(&p, forth, Role::Knight));
    }

    #[test]
    fn more_is_overlooked_the_weaker_the_player() {
        let p = Variant::by_id("mccooey").unwrap().start();
        let missed = |oversight: f64| {
            (0..200)
                .flat_map(|seed| {
                    let sight = Sight::new(oversight, RandomKey::of_game(seed));
                    let moves = p.legal_moves().into_iter();
                    moves.filter(|&mv| sight.misses_reply(&p, mv, mv.from)).collect::<Vec<_>>()
                })
                .count()
        };
        let counts = [0.0, 0.02, 0.1, 0.4].map(missed);
        assert_eq!(counts[0], 0);
        assert!(counts.windows(2).all(|pair| pair[0] < pair[1]), "{counts:?}");
    }

    #[test]
    fn a_move_is_seen_or_not_however_often_one_looks() {
        let p = Variant::by_id("shafran").unwrap().start();
        let sight = Sight::new(0.5, RandomKey::of_game(3));
        for mv in p.legal_moves() {
            assert_eq!(sight.misses_own(&p, mv), sight.misses_own(&p, mv));
            // What is missed of one's own is missed of the opponent's, too, but not the other way round.
            assert!(!sight.misses_own(&p, mv) || sight.misses_reply(&p, mv, mv.from));
        }
    }
}

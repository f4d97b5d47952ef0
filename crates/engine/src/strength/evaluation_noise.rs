//! Evaluation noise: the error in a player's evaluation of a move.
//!
//! The error has three parts. A preference for certain pieces on certain cells lasts for the whole game, so that the player's
//! moves are consistent. A part that depends on the position and the move grows with the number of attacked pieces, since people
//! err in complicated positions. And a capture that wins material, or an even capture of a piece, is overrated, since weak
//! players are sure of those.

use saffron_rules::{Color, Move, Position, Role};

use crate::random::RandomKey;
use crate::see;

/// Evaluation errors of a player in one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct EvaluationNoise {
    /// Standard deviation of the error of a move in a position of average sharpness, in centipawns.
    deviation: f64,
    game: RandomKey,
    position: RandomKey,
}

/// Weight of the part that lasts for the whole game.
const PREFERENCE: f64 = 0.4;

/// Amount by which a good capture is overrated, in standard deviations.
const GOOD_CAPTURE_BONUS: f64 = 2.0;

impl EvaluationNoise {
    /// Creates the noise from the standard deviation in centipawns and the keys of the game and of the position in it.
    pub(super) fn new(deviation: f64, game: RandomKey, position: RandomKey) -> EvaluationNoise {
        EvaluationNoise { deviation, game, position }
    }

    /// Returns the error of a legal move in centipawns, positive if the move is overrated.
    pub(super) fn error(&self, position: &Position, mv: Move) -> f64 {
        if self.deviation == 0.0 {
            return 0.0;
        }
        let mut next = *position;
        next.play_unchecked(mv);
        let momentary = self.position.fold_in(u64::from(mv.to_bits())).normal() * sharpness(&next);
        let bonus = if is_good_capture(position, mv) { GOOD_CAPTURE_BONUS } else { 0.0 };
        self.deviation * (momentary + PREFERENCE * self.preference(position, mv) + bonus)
    }

    /// Returns the player's preference for the piece on its target over the piece on its origin. A round trip adds up to 0.
    fn preference(&self, position: &Position, mv: Move) -> f64 {
        let Some(role) = position.role_at(mv.from) else { return 0.0 };
        let side = self.game.fold_in(1000 + role.index() as u64).fold_in(position.turn().index() as u64);
        side.fold_in(mv.to.index() as u64).normal() - side.fold_in(mv.from.index() as u64).normal()
    }
}

/// Returns whether a move is a capture of a pawn with an exchange value of a pawn, or of another piece with one of at least 0.
fn is_good_capture(position: &Position, mv: Move) -> bool {
    let least = match position.captured(mv) {
        None => return false,
        Some(Role::Pawn) => see::value(Role::Pawn),
        Some(_) => 0,
    };
    see::at_least(position, mv, least)
}

/// Returns the sharpness of a position: 0.5 if no piece is attacked, about 1 in the middlegame, at most 2.
pub(super) fn sharpness(position: &Position) -> f64 {
    let attacked = Color::ALL.into_iter().flat_map(|color| {
        let enemies = position.by_color(!color);
        let pieces = position.by_color(color) - position.by_role(Role::King);
        pieces.into_iter().filter(move |&cell| (position.attackers_to(cell, position.occupied())).intersects(enemies))
    });
    let tension = attacked.count() + 2 * usize::from(position.in_check());
    (0.5 + 0.12 * tension as f64).min(2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    fn noise(deviation: f64, seed: u64) -> EvaluationNoise {
        let game = RandomKey::from_seed(seed);
        EvaluationNoise::new(deviation, game, game.fold_in(17))
    }

    fn spread(position: &Position, deviation: f64) -> f64 {
        let moves = position.legal_moves();
        let errors = (0..100).flat_map(|seed| moves.iter().map(move |&mv| noise(deviation, seed).error(position, mv)));
        (errors.map(|error| error * error).sum::<f64>() / (100 * moves.len()) as f64).sqrt()
    }

    #[test]
    fn errors_are_repeatable_and_scale_with_the_deviation() {
        let start = Variant::by_id("shafran").unwrap().start();
        let mv = start.legal_moves()[3];
        assert_eq!(noise(100.0, 5).error(&start, mv), noise(100.0, 5).error(&start, mv));
        assert_ne!(noise(100.0, 5).error(&start, mv), noise(100.0, 6).error(&start, mv));
        assert_eq!(spread(&start, 0.0), 0.0);
        assert!(spread(&start, 200.0) > 1.9 * spread(&start, 100.0));
    }

    #[test]
    fn errors_are_larger_in_sharp_positions() {
        let variant = Variant::by_id("glinski").unwrap();
        let quiet = variant.start();
        let mut sharp = quiet;
        for text in ["e4e6", "e7e6"] {
            if let Ok(mv) = sharp.parse_uci(text) {
                sharp.play_unchecked(mv);
            }
        }
        let fen = "b/qbk/n1b1n/r5r/ppp1ppppp/4p6/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1";
        let sharp = Position::from_fen(variant, fen).unwrap_or(sharp);
        assert!(sharpness(&quiet) < sharpness(&sharp), "{} {}", sharpness(&quiet), sharpness(&sharp));
    }

    #[test]
    fn preferences_of_a_round_trip_add_up_to_zero() {
        let start = Variant::by_id("shafran").unwrap().start();
        let forth = start.legal_moves().into_iter().find(|mv| start.role_at(mv.from) == Some(Role::Knight)).unwrap();
        let moved = start.play(forth).unwrap();
        let answered = moved.play(moved.legal_moves()[0]).unwrap();
        let back = answered.legal_moves().into_iter().find(|mv| (mv.from, mv.to) == (forth.to, forth.from)).unwrap();
        let noise = noise(100.0, 9);
        assert!((noise.preference(&start, forth) + noise.preference(&answered, back)).abs() < 1e-9);
        assert_ne!(noise.preference(&start, forth), 0.0);
    }
}

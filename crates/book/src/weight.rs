//! Weights of book moves: their relative frequency.
//!
//! The score that the move's value predicts is the prior and counts as [`PRIOR_GAMES`] games; the games played are added to it. So
//! few games count little: the standard error of the score of 100 fast games is four or five percent, or some 30 centipawns, and
//! one of several moves always looks best by chance.

use crate::book::Entry;

/// Number of games that the value counts as.
const PRIOR_GAMES: f64 = 400.0;

/// Loss of expected points at which a move is 2.7 times rarer; about 8 centipawns in an even position.
const LOSS_SCALE: f64 = 0.012;

/// Maximum loss of expected points of a move that is played; about 24 centipawns in an even position.
const MAX_LOSS: f64 = 0.035;

/// Converts a value in centipawns to an expected score, 0 to 1, by the usual logistic curve.
fn expected_by_value(value: i16) -> f64 {
    1.0 / (1.0 + 10f64.powf(-f64::from(value) / 400.0))
}

/// Expected score of a move, 0 to 1, from its value and its games.
fn expected_score(entry: &Entry) -> f64 {
    let points = f64::from(entry.quarters) / 4.0;
    (PRIOR_GAMES * expected_by_value(entry.value) + points) / (PRIOR_GAMES + f64::from(entry.games))
}

/// Sets the weights of all moves of a position from their values and games.
pub(crate) fn set_weights(entries: &mut [Entry]) {
    let best = entries.iter().map(expected_score).fold(0.0, f64::max);
    for entry in entries {
        let loss = best - expected_score(entry);
        entry.weight =
            if loss > MAX_LOSS { 0 } else { (255.0 * (-loss / LOSS_SCALE).exp()).round().clamp(1.0, 255.0) as u8 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(moves: &[(i16, u16, u16)]) -> Vec<u8> {
        let entry = |&(value, games, quarters)| Entry { bits: 0, value, games, quarters, weight: 0 };
        let mut entries: Vec<Entry> = moves.iter().map(entry).collect();
        set_weights(&mut entries);
        entries.iter().map(|entry| entry.weight).collect()
    }

    #[test]
    fn worse_moves_are_rarer_and_bad_ones_are_not_played() {
        assert_eq!(weights(&[(20, 0, 0), (20, 0, 0)]), [255, 255]);
        let [best, second, third, bad] = weights(&[(20, 0, 0), (12, 0, 0), (0, 0, 0), (-10, 0, 0)])[..] else { return };
        assert_eq!((best, bad), (255, 0));
        assert!((80..120).contains(&second) && (10..40).contains(&third), "{second} {third}");
    }

    #[test]
    fn few_games_count_little() {
        // Equal values; the second move has won nothing in 2 games, and then nothing in 200.
        let few = weights(&[(0, 2, 4), (0, 2, 0)])[1];
        assert!((190..230).contains(&few), "{few}");
        assert_eq!(weights(&[(0, 200, 400), (0, 200, 0)]), [255, 0]);
        // A move that is a bit worse by its value but has done better is preferred.
        assert!(matches!(weights(&[(10, 300, 500), (0, 300, 700)])[..], [first, 255] if first < 100));
    }

    #[test]
    fn lost_positions_have_a_move() {
        assert_eq!(weights(&[(-32_000, 0, 0), (-32_000, 10, 0)]), [255, 255]);
    }
}

//! Scores of positions.
//!
//! Inside the engine a score is a plain `i32` in centipawns from the side to move's point of view; 100 is
//! about a pawn in the endgame. A forced mate in `n` plies is `MATE - n`, so that a nearer mate is worth more.
//! Outside it is a [`Score`].

use std::fmt;

/// Score of a mate on the board.
pub(crate) const MATE: i32 = 32_000;

/// Maximum ply of a search, counted from the root.
pub(crate) const MAX_PLY: usize = 128;

/// Maximum number of plies to a mate, counted from the root: those of a search plus those of the endgame tables, whose distances
/// are below 512.
const MAX_MATE_PLIES: usize = MAX_PLY + 512;

/// Scores at or above this (at or below its negative) are forced mates.
pub(crate) const MATE_BOUND: i32 = MATE - MAX_MATE_PLIES as i32;

/// Bound above every score.
pub(crate) const INFINITE: i32 = MATE + 1;

/// Marker for "no score": above every score and outside every window.
pub(crate) const NONE: i32 = MATE + 2;

/// Score of a draw.
pub(crate) const DRAW: i32 = 0;

/// Bound of the evaluation in either direction, well away from mate scores.
pub(crate) const EVAL_LIMIT: i32 = 20_000;

/// Score in centipawns at which the side ahead expects three points in four.
///
/// The usual logistic curve takes `x` centipawns to an expectation of `1 / (1 + 10^(-x / 400))`; it reaches 0.75 at
/// `400 * log10(3) = 191`. A stalemate worth 3/4 of a point has this score: better than every advantage with a lower expectation,
/// worse than every advantage with a higher one, and far below a mate.
pub(crate) const THREE_QUARTERS: i32 = 191;

/// Score of a stalemate that gives the opponent `quarters` quarter points, from the point of view of the stalemated side.
///
/// Two quarter points are a draw. Four are as good as a mate.
pub(crate) fn stalemated(quarters: u8, ply: usize) -> i32 {
    match quarters {
        0 => MATE - ply as i32,
        1 => THREE_QUARTERS,
        2 => DRAW,
        3 => -THREE_QUARTERS,
        _ => mated(ply),
    }
}

/// Score of being mated `ply` plies from the root.
pub(crate) fn mated(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Returns whether a score is a forced mate, for either side.
pub(crate) fn is_mate(value: i32) -> bool {
    value.abs() >= MATE_BOUND
}

/// Number of plies from the node at `ply` to the end of a forced mate; `None` for other scores.
pub(crate) fn plies_to_mate(value: i32, ply: usize) -> Option<usize> {
    is_mate(value).then(|| (MATE - value.abs()) as usize).map(|plies| plies.saturating_sub(ply))
}

/// Converts a score relative to the root to one relative to the node at `ply`, as the transposition table stores it.
pub(crate) fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        v if v >= MATE_BOUND => v + ply as i32,
        v if v <= -MATE_BOUND => v - ply as i32,
        v => v,
    }
}

/// Converts a score from the transposition table to one relative to the root: the inverse of [`to_table`].
pub(crate) fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        v if v >= MATE_BOUND => v - ply as i32,
        v if v <= -MATE_BOUND => v + ply as i32,
        v => v,
    }
}

/// Score from the point of view of the side to move at the root.
///
/// ```
/// use saffron_engine::Score;
/// assert_eq!(Score::Cp(-35).to_string(), "cp -35");
/// assert_eq!(Score::Mate(3).to_string(), "mate 3");
/// assert!(Score::Mate(3) > Score::Mate(5) && Score::Mate(5) > Score::Cp(900));
/// assert!(Score::Cp(-900) > Score::Mate(-5) && Score::Mate(-5) > Score::Mate(-3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Score {
    /// Centipawns of the search, within plus and minus 20,000. People and other programs see them
    /// [normalized](crate::WinRate::normalized).
    Cp(i32),
    /// A forced mate in this many moves of the winner: positive if the side to move mates, negative if it gets mated, 0 if it
    /// is already mated.
    Mate(i32),
}

impl Score {
    /// Score in centipawns of a stalemate that is worth three quarters of a point: at this score the side ahead expects three
    /// points in four.
    pub const THREE_QUARTERS: i32 = THREE_QUARTERS;

    /// Converts the engine's internal number.
    pub(crate) fn from_value(value: i32) -> Score {
        if value >= MATE_BOUND {
            Score::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_BOUND {
            Score::Mate(-((MATE + value) / 2))
        } else {
            Score::Cp(value)
        }
    }

    /// Returns the score one ply earlier, from the point of view of the side that made the move: a mate takes one ply more.
    pub(crate) fn before_move(self) -> Score {
        match self {
            Score::Cp(value) => Score::Cp(-value),
            // Mated in n moves of the winner, who has just made one more.
            Score::Mate(moves) if moves <= 0 => Score::Mate(1 - moves),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }

    /// Converts to centipawns, with mates far outside the range of other scores. The numbers are ordered as the scores are.
    pub fn to_centipawns(self) -> i32 {
        match self {
            Score::Cp(value) => value,
            Score::Mate(moves) if moves > 0 => MATE - (2 * moves - 1),
            Score::Mate(moves) => -MATE - 2 * moves,
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> std::cmp::Ordering {
        self.to_centipawns().cmp(&other.to_centipawns())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(value) => write!(f, "cp {value}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_winner() {
        assert_eq!(Score::from_value(MATE - 1), Score::Mate(1));
        assert_eq!(Score::from_value(MATE - 3), Score::Mate(2));
        assert_eq!(Score::from_value(mated(0)), Score::Mate(0));
        assert_eq!(Score::from_value(mated(2)), Score::Mate(-1));
        assert_eq!(Score::from_value(mated(4)), Score::Mate(-2));
        assert_eq!(Score::from_value(150), Score::Cp(150));
    }

    #[test]
    fn a_score_before_the_move_has_the_other_sign_and_mates_one_ply_later() {
        for value in [MATE - 1, MATE - 2, MATE - 7, 35, 0, -200, mated(0), mated(2), mated(9)] {
            // One ply earlier every mate is one ply farther away.
            let before = if is_mate(value) { -value + value.signum() } else { -value };
            assert_eq!(Score::from_value(value).before_move(), Score::from_value(before), "{value}");
        }
    }

    #[test]
    fn centipawns_invert_from_value() {
        for value in [MATE - 1, MATE - 3, MATE - 99, 0, 17, -400, mated(0), mated(2), mated(10)] {
            assert_eq!(Score::from_value(value).to_centipawns(), value);
        }
    }

    #[test]
    fn the_table_stores_mates_from_the_node() {
        let from_ply_5 = MATE - 8; // mate three plies after the node at ply 5
        let stored = to_table(from_ply_5, 5);
        assert_eq!(stored, MATE - 3);
        assert_eq!(from_table(stored, 2), MATE - 5);
        assert_eq!(from_table(to_table(mated(9), 4), 4), mated(9));
        assert_eq!(to_table(120, 9), 120);
    }

    #[test]
    fn three_quarters_is_where_the_logistic_curve_says() {
        let expectation = 1.0 / (1.0 + 10f64.powf(-f64::from(THREE_QUARTERS) / 400.0));
        assert!((expectation - 0.75).abs() < 0.001);
        assert_eq!(stalemated(3, 4), -THREE_QUARTERS);
        assert_eq!(stalemated(2, 4), DRAW);
        assert!(is_mate(stalemated(4, 4)));
    }
}

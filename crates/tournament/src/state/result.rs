//! Results of games.

use std::fmt;
use std::str::FromStr;

use crate::points::Points;

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameResult {
    /// Points of White.
    pub white: Points,
    /// Points of Black.
    pub black: Points,
    /// False if a player did not appear.
    pub is_played: bool,
}

/// Texts of all results, with the quarters of both sides and whether they were played.
const RESULTS: [(&str, i32, i32, bool); 11] = [
    ("1-0", 4, 0, true),
    ("0-1", 0, 4, true),
    ("1/2-1/2", 2, 2, true),
    // Stalemate, where it is more than a draw.
    ("3/4-1/4", 3, 1, true),
    ("1/4-3/4", 1, 3, true),
    // Decisions of the arbiter.
    ("0-0", 0, 0, true),
    ("1/2-0", 2, 0, true),
    ("0-1/2", 0, 2, true),
    // Forfeits: White appeared, Black appeared, neither did.
    ("+/-", 4, 0, false),
    ("-/+", 0, 4, false),
    ("-/-", 0, 0, false),
];

impl GameResult {
    /// Win of White without a game.
    pub const WHITE_FORFEIT: Self = Self { white: Points::ONE, black: Points::ZERO, is_played: false };
    /// Win of Black without a game.
    pub const BLACK_FORFEIT: Self = Self { white: Points::ZERO, black: Points::ONE, is_played: false };

    /// All results.
    pub fn all() -> impl Iterator<Item = Self> {
        RESULTS.into_iter().map(|(_, white, black, is_played)| Self {
            white: Points::from_quarters(white),
            black: Points::from_quarters(black),
            is_played,
        })
    }

    /// Returns whether it is one of a stalemate that is more than a draw.
    #[must_use]
    pub fn has_quarters(self) -> bool {
        (self.white.quarters() | self.black.quarters()) % 2 != 0
    }

    /// Result with the sides exchanged.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { white: self.black, black: self.white, is_played: self.is_played }
    }

    /// Result with these points; `None` if there is no such result.
    #[must_use]
    pub fn from_points(white: Points, black: Points, is_played: bool) -> Option<Self> {
        let result = Self { white, black, is_played };
        Self::all().find(|each| *each == result)
    }
}

/// Writes `1-0`, `1/2-1/2`, `3/4-1/4`, `+/-` and the like.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = (self.white.quarters(), self.black.quarters(), self.is_played);
        let text = RESULTS.iter().find(|(_, white, black, is_played)| (*white, *black, *is_played) == key);
        f.pad(text.map_or("?", |(text, ..)| text))
    }
}

/// Text that is not a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a result: 1-0, 0-1, 1/2-1/2, 3/4-1/4, 1/4-3/4, 0-0, 1/2-0, 0-1/2, +/-, -/+ or -/-")]
pub struct ResultError(String);

impl FromStr for GameResult {
    type Err = ResultError;

    fn from_str(text: &str) -> Result<Self, ResultError> {
        let at = RESULTS.iter().position(|(each, ..)| *each == text);
        at.and_then(|at| Self::all().nth(at)).ok_or_else(|| ResultError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_are_written() {
        for result in GameResult::all() {
            assert_eq!(result.to_string().parse(), Ok(result));
            assert_eq!(GameResult::from_points(result.white, result.black, result.is_played), Some(result));
        }
        assert!("1".parse::<GameResult>().is_err());
        assert_eq!("+/-".parse(), Ok(GameResult::WHITE_FORFEIT));
        assert_eq!("3/4-1/4".parse().map(GameResult::has_quarters), Ok(true));
    }
}

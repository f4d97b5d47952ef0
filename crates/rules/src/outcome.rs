//! How a game ends, and what that is worth.

use core::fmt;

use crate::piece::Color;
use crate::position::Position;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// No legal moves can lead to another end than a draw.
    DeadPosition,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// 75 moves by each side without a capture or a pawn move.
    SeventyFiveMoves,
    /// Claimed: the same position for the third time.
    ThreefoldRepetition,
    /// Claimed: 50 moves by each side without a capture or a pawn move.
    FiftyMoves,
    /// A side gave up.
    Resignation,
    /// The sides agreed on a draw.
    Agreement,
}

impl Reason {
    /// A short name for files and protocols, such as `checkmate` or `seventyfive`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead",
            Self::FivefoldRepetition => "fivefold",
            Self::SeventyFiveMoves => "seventyfive",
            Self::ThreefoldRepetition => "threefold",
            Self::FiftyMoves => "fifty",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
        }
    }
}

/// The end of a game: why, and the score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    reason: Reason,
    white_quarters: u8,
}

impl Outcome {
    /// A win of one side.
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Self::scored(winner, 4, reason)
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Self { reason, white_quarters: 2 }
    }

    /// A score in quarter points for one side, at most 4; the other side has the rest of 4.
    pub const fn scored(side: Color, quarters: u8, reason: Reason) -> Self {
        let white_quarters = match side {
            Color::White => quarters,
            Color::Black => 4 - quarters,
        };
        Self { reason, white_quarters }
    }

    /// Why the game is over.
    pub const fn reason(self) -> Reason {
        self.reason
    }

    /// What a side gets, in quarter points: 4 for a win, 2 for a draw.
    pub const fn quarters(self, side: Color) -> u8 {
        match side {
            Color::White => self.white_quarters,
            Color::Black => 4 - self.white_quarters,
        }
    }

    /// The side that got more than half.
    pub const fn winner(self) -> Option<Color> {
        match self.white_quarters {
            3.. => Some(Color::White),
            2 => None,
            _ => Some(Color::Black),
        }
    }

    /// The result as a game record writes it: `1-0`, `3/4-1/4`, `1/2-1/2`, `1/4-3/4` or `0-1`.
    pub const fn result(self) -> &'static str {
        match self.white_quarters {
            0 => "0-1",
            1 => "1/4-3/4",
            2 => "1/2-1/2",
            3 => "3/4-1/4",
            _ => "1-0",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.result(), self.reason.id())
    }
}

impl Position {
    /// The end of the game that the position alone tells: mate, stalemate, or nothing left to
    /// win with. Repetition and move counts belong to a [`Game`](crate::Game).
    ///
    /// ```
    /// use saffron_rules::{Position, Variant};
    ///
    /// // Stalemate is worth three quarters to the side that gives it in Gliński's game.
    /// let glinski = Variant::by_id("glinski").unwrap();
    /// let fen = "k/3/5/5Q1/2K6/11/11/11/11/11/11 b - - 0 1";
    /// let position = Position::from_fen(glinski, fen)?;
    /// assert_eq!(position.outcome().unwrap().result(), "3/4-1/4");
    /// # Ok::<(), saffron_rules::FenError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if self.has_insufficient_material() {
            return Some(Outcome::draw(Reason::DeadPosition));
        }
        if self.has_legal_move() {
            return None;
        }
        let winner = !self.turn();
        Some(if self.in_check() {
            Outcome::win(winner, Reason::Checkmate)
        } else {
            Outcome::scored(winner, self.variant().stalemate_quarters(), Reason::Stalemate)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_share_one_point() {
        let results = ["0-1", "1/4-3/4", "1/2-1/2", "3/4-1/4", "1-0"];
        let winners = [Some(Color::Black), Some(Color::Black), None, Some(Color::White), Some(Color::White)];
        for (white, (result, winner)) in (0..=4).zip(results.into_iter().zip(winners)) {
            let outcome = Outcome::scored(Color::White, white, Reason::Stalemate);
            assert_eq!(outcome, Outcome::scored(Color::Black, 4 - white, Reason::Stalemate));
            assert_eq!(Color::ALL.map(|side| outcome.quarters(side)), [white, 4 - white]);
            assert_eq!((outcome.result(), outcome.winner(), outcome.reason()), (result, winner, Reason::Stalemate));
            assert_eq!(outcome.to_string(), format!("{result} stalemate"));
        }
        assert_eq!(Outcome::win(Color::Black, Reason::Resignation).to_string(), "0-1 resignation");
        assert_eq!(Outcome::draw(Reason::Agreement).to_string(), "1/2-1/2 agreement");
    }
}

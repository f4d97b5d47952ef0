//! Ends of games, and their scores.

use core::fmt;

use crate::piece::Color;
use crate::position::Position;

/// Reason for the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReasonName"))]
#[non_exhaustive]
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
    /// A side resigned: a loss, or a draw if the other side has too little to win with.
    Resignation,
    /// The sides agreed on a draw.
    Agreement,
    /// A side's time ran out: a loss, or a draw if the other side has too little to win with.
    TimeForfeit,
    /// A side left the game: a loss, or a draw if the other side wants no more or has too little to win with.
    Abandonment,
    /// The game was called off before it counted: there is no score.
    Abort,
    /// A side lost by the rules of the event: it did not appear, or broke the rules. A draw if the other side has too little to
    /// win with.
    Forfeit,
    /// An arbiter, or a rule of the event, set the score.
    Adjudication,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 14] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::DeadPosition,
        Self::FivefoldRepetition,
        Self::SeventyFiveMoves,
        Self::ThreefoldRepetition,
        Self::FiftyMoves,
        Self::Resignation,
        Self::Agreement,
        Self::TimeForfeit,
        Self::Abandonment,
        Self::Abort,
        Self::Forfeit,
        Self::Adjudication,
    ];

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
            Self::TimeForfeit => "time",
            Self::Abandonment => "abandonment",
            Self::Abort => "abort",
            Self::Forfeit => "forfeit",
            Self::Adjudication => "adjudication",
        }
    }

    /// The reason with this [`id`](Self::id).
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.id() == id)
    }

    /// Returns whether a game can have this score, in quarter points of White, for this reason. An aborted game has none.
    pub const fn allows(self, white_quarters: u8) -> bool {
        match self {
            Self::Checkmate => matches!(white_quarters, 0 | 4),
            Self::DeadPosition
            | Self::FivefoldRepetition
            | Self::SeventyFiveMoves
            | Self::ThreefoldRepetition
            | Self::FiftyMoves
            | Self::Agreement => white_quarters == 2,
            // A side that wins without mate gets what it could still score, which may be what a stalemate is worth.
            Self::Stalemate
            | Self::Resignation
            | Self::TimeForfeit
            | Self::Abandonment
            | Self::Forfeit
            | Self::Adjudication => white_quarters <= 4,
            Self::Abort => false,
        }
    }

    /// Returns whether the rules end a game for this reason by themselves, without a claim or a declaration.
    pub const fn is_automatic(self) -> bool {
        matches!(
            self,
            Self::Checkmate | Self::Stalemate | Self::DeadPosition | Self::FivefoldRepetition | Self::SeventyFiveMoves
        )
    }

    /// Returns whether a side can lose a game for this reason without being mated: the other side gets the most that it can still
    /// score ([`Position::concession`]).
    pub const fn is_concession(self) -> bool {
        matches!(self, Self::Resignation | Self::TimeForfeit | Self::Abandonment | Self::Forfeit | Self::Adjudication)
    }

    /// Value of the PGN tag `Termination` (PGN standard, section 9.8.1).
    pub const fn termination(self) -> &'static str {
        match self {
            Self::TimeForfeit => "time forfeit",
            Self::Abandonment | Self::Abort => "abandoned",
            Self::Forfeit => "rules infraction",
            Self::Adjudication => "adjudication",
            _ => "normal",
        }
    }
}

/// Error of an outcome that cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{white_quarters} quarter points for White are no score of a game that ended by {}", .reason.id())]
pub struct OutcomeError {
    /// The reason that was given.
    pub reason: Reason,
    /// White's score in quarter points.
    pub white_quarters: u8,
}

/// The end of a game: why, and the score. The score is one that the reason [allows](Reason::allows).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Unchecked"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "OutcomeData"))]
pub struct Outcome {
    reason: Reason,
    /// 0 to 4; `None` if the game was aborted.
    white_quarters: Option<u8>,
}

/// An outcome as it was written, by whomever.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Unchecked {
    reason: Reason,
    white_quarters: Option<u8>,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Outcome {
    type Error = OutcomeError;

    fn try_from(Unchecked { reason, white_quarters }: Unchecked) -> Result<Self, OutcomeError> {
        match (reason, white_quarters) {
            (Reason::Abort, None) => Ok(Self::ABORTED),
            (_, Some(white_quarters)) => Self::new(reason, white_quarters),
            (_, None) => Err(OutcomeError { reason, white_quarters: 0 }),
        }
    }
}

impl Outcome {
    /// A game that was called off: without a score.
    pub const ABORTED: Self = Self { reason: Reason::Abort, white_quarters: None };

    /// A score for White in quarter points; Black has the rest of 4.
    ///
    /// # Errors
    /// [`OutcomeError`] where the reason does not [allow](Reason::allows) the score.
    pub const fn new(reason: Reason, white_quarters: u8) -> Result<Self, OutcomeError> {
        if reason.allows(white_quarters) {
            Ok(Self { reason, white_quarters: Some(white_quarters) })
        } else {
            Err(OutcomeError { reason, white_quarters })
        }
    }

    /// A win of one side.
    ///
    /// # Panics
    /// When the reason does not [allow](Reason::allows) a win.
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Self::scored(winner, 4, reason)
    }

    /// A draw.
    ///
    /// # Panics
    /// When the reason does not [allow](Reason::allows) a draw.
    pub const fn draw(reason: Reason) -> Self {
        Self::scored(Color::White, 2, reason)
    }

    /// A score in quarter points for one side; the other side has the rest of 4.
    ///
    /// # Panics
    /// When the score is above 4 or the reason does not [allow](Reason::allows) it. [`Outcome::new`] returns an error
    /// instead.
    pub const fn scored(side: Color, quarters: u8, reason: Reason) -> Self {
        assert!(quarters <= 4, "a score is 0 to 4 quarter points");
        let white_quarters = match side {
            Color::White => quarters,
            Color::Black => 4 - quarters,
        };
        match Self::new(reason, white_quarters) {
            Ok(outcome) => outcome,
            Err(_) => panic!("the reason does not allow this score"),
        }
    }

    /// Why the game is over.
    pub const fn reason(self) -> Reason {
        self.reason
    }

    /// Score of a side in quarter points: 4 for a win, 2 for a draw, 0 for an aborted game.
    pub const fn quarters(self, side: Color) -> u8 {
        match (self.white_quarters, side) {
            (Some(quarters), Color::White) => quarters,
            (Some(quarters), Color::Black) => 4 - quarters,
            (None, _) => 0,
        }
    }

    /// The side that got more than half.
    pub const fn winner(self) -> Option<Color> {
        match self.white_quarters {
            Some(3..) => Some(Color::White),
            Some(2) | None => None,
            Some(_) => Some(Color::Black),
        }
    }

    /// Value of the PGN tag `Termination`: the reason's [`termination`](Reason::termination), or `resignation` if a
    /// resignation did not lose the whole point, since that would be read as an agreement or a stalemate.
    pub const fn termination(self) -> &'static str {
        match (self.reason, self.white_quarters) {
            (Reason::Resignation, Some(1..=3)) => "resignation",
            (reason, _) => reason.termination(),
        }
    }

    /// The result as a game record writes it: `1-0`, `3/4-1/4`, `1/2-1/2`, `1/4-3/4` or `0-1`; `*` for an aborted game.
    pub const fn result(self) -> &'static str {
        match self.white_quarters {
            None => "*",
            Some(0) => "0-1",
            Some(1) => "1/4-3/4",
            Some(2) => "1/2-1/2",
            Some(3) => "3/4-1/4",
            Some(_) => "1-0",
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
    use alloc::format;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn a_reason_has_its_scores_and_no_others() {
        let scores = |reason: Reason| -> Vec<u8> { (0..=255).filter(|&score| reason.allows(score)).collect() };
        assert_eq!(scores(Reason::Checkmate), [0, 4]);
        assert_eq!(scores(Reason::Agreement), [2]);
        assert_eq!(scores(Reason::Stalemate), [0, 1, 2, 3, 4]);
        for reason in Reason::ALL.into_iter().filter(|reason| reason.is_concession()) {
            assert_eq!(scores(reason), [0, 1, 2, 3, 4]);
        }
        assert_eq!(scores(Reason::Abort), [0_u8; 0]);
        for reason in Reason::ALL {
            assert_eq!(Reason::from_id(reason.id()), Some(reason));
            for score in 0..=255 {
                let outcome = Outcome::new(reason, score);
                assert_eq!(outcome.is_ok(), reason.allows(score), "{reason:?} {score}");
                assert!(outcome.is_ok_and(|outcome| outcome.quarters(Color::Black) == 4 - score) || outcome.is_err());
            }
        }
        assert_eq!(
            Outcome::new(Reason::Checkmate, 2).unwrap_err().to_string(),
            "2 quarter points for White are no score of a game that ended by checkmate"
        );
        assert_eq!((Outcome::ABORTED.result(), Outcome::ABORTED.winner()), ("*", None));
        assert_eq!(Color::ALL.map(|side| Outcome::ABORTED.quarters(side)), [0, 0]);
    }

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

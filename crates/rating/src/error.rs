//! Errors of rating a game.

use thiserror::Error;

/// Error of rating a game or a rating period.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum RatingError {
    /// A score is not one of 0 to 4 quarter points.
    #[error("a score is 0 to 4 quarter points, not {0}")]
    Score(u8),
    /// A field of a rating is not a number, or beyond the limits of [`Rating::check`](crate::Rating::check).
    #[error("not a rating: value {value}, deviation {deviation}, volatility {volatility}")]
    Rating {
        /// The value.
        value: f64,
        /// The deviation.
        deviation: f64,
        /// The volatility.
        volatility: f64,
    },
    /// The system constant is not within 0.1 and 2.
    #[error("the system constant is 0.1 to 2, not {0}")]
    Tau(f64),
}

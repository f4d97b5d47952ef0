//! Ratings of players: Glicko-2 with the parameters of lichess, for scores in quarter points.
//!
//! ```
//! use saffron_rating::{Rating, rate};
//!
//! // Two new players. White is stalemated in a game of Gliński's variant: 1/4 for White, 3/4 for Black.
//! let (white, black) = rate(Rating::provisional(), Rating::provisional(), 1, 0.0, 0.0)?;
//! assert_eq!(white.value.round(), 1379.0);
//! assert_eq!(black.value.round(), 1621.0);
//! assert!(black.is_provisional());
//!
//! // Without games for a year the value stays and the deviation grows.
//! let later = black.after_idle(365.0);
//! assert_eq!(later.value, black.value);
//! assert!(later.deviation > black.deviation);
//! # Ok::<(), saffron_rating::RatingError>(())
//! ```
//!
//! # The method
//!
//! The formulas, with their names and the numbers of their steps, are those of Mark E. Glickman, "Example of the
//! Glicko-2 system" (2022), <http://www.glicko.net/glicko/glicko2.pdf>. Every quantity here is on the scale of the
//! original Glicko system, in points: a difference of 400 points means odds of 10 to 1, as with Elo. [`rate_period`] is
//! the paper's algorithm for one whole rating period with any number of games; it applies no bounds.
//!
//! [`rate`] applies it to a single game, like lila, the server of lichess:
//!
//! 1. The ratings of both players are clamped to the [bounds].
//! 2. Each player's deviation grows with the time since the player's last game, measured in rating periods:
//!    [`Rating::after_idle`]. This is step 6 of the paper, with the volatility before the game.
//! 3. The game is rated as a separate rating period in which no more time passes. The update of each side uses the
//!    other side's rating before the game.
//! 4. The value changes by at most [`bounds::CHANGE`], and the new ratings are clamped to the bounds.
//!
//! So the new volatility does not affect the change of the value by the same game; it determines how fast the deviation
//! grows afterwards.
//!
//! Two features of lila are left out: the advantage of the first move, which is measured for chess only, and the factors by
//! which lila scales rating gains to keep the averages of its pools constant.
//!
//! # State kept by the caller
//!
//! A player has one [`Rating`] for each variant and speed, and the time of its last rated game, which gives the idle days
//! before the next one. Store a rating as it was right after that game: compute the growth over time when it is needed, and
//! never write it back without updating that time.
//!
//! # Alternatives
//!
//! The crate `skillratings` 0.29.2 implements Glicko-2, but its outcomes are win, draw and loss only, and a game always
//! takes one whole rating period, so it can express neither quarter points nor fractions of a period. It also limits
//! deviations to 350 points.
//!
//! # Tests
//!
//! The paper's example is a test. `tests/data/` has vectors that `tests/data/vectors.py` computes independently with
//! 50 digits, and property tests cover the rest.

pub mod bounds;
mod error;
mod game;
mod period;
mod rating;

pub use crate::error::RatingError;
pub use crate::game::rate;
pub use crate::period::{PeriodGame, TAU, rate_period};
pub use crate::rating::{PERIODS_PER_DAY, PROVISIONAL_DEVIATION, Rating, expected_score};

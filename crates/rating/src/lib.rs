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
//! // Nobody plays for a year: the values stay, the deviations grow.
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
//! original Glicko system, in points: 400 points of difference are odds of 10 to 1, as with Elo. [`rate_period`] is
//! the paper's algorithm for one whole rating period with any number of games; it knows no bounds.
//!
//! [`rate`] applies it to a single game in the way of lila, the server of lichess:
//!
//! 1. The ratings of both players are held within the [bounds].
//! 2. Both deviations grow by the time since the player's last game, a fraction of a rating period:
//!    [`Rating::after_idle`]. This is step 6 of the paper, with the volatility before the game.
//! 3. The game is rated as a rating period of its own, in which no more time passes. Each side's update uses the
//!    rating of the other before the game.
//! 4. The value changes by at most [`bounds::CHANGE`], and the new ratings are held within the bounds.
//!
//! So the new volatility does not enter the change of the value by the same game; it sets how fast the deviation grows
//! afterwards.
//!
//! Two things of lila are left out: the advantage of the first move, which is measured for chess only, and the
//! factors that lila multiplies gains with to hold the averages of its pools.
//!
//! # What the caller keeps
//!
//! A player has one [`Rating`] for each variant and speed, and the time of its last rated game, from which the idle
//! days of the next one follow. A rating is kept as it was right after that game: the growth by time is computed when
//! it is needed, and never written back without moving that time.
//!
//! # Why no library
//!
//! The crate `skillratings` 0.29.2 has Glicko-2, but its outcomes are win, draw and loss only, and a game always
//! takes one whole rating period, so neither quarter points nor fractions of a period can be expressed. Its
//! deviations also end at 350 points.
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

//! What the fields of a rating are held within.

use core::ops::RangeInclusive;

/// The value, in points.
pub const VALUE: RangeInclusive<f64> = 400.0..=4000.0;

/// The deviation, in points. A player never counts as known better than the lower end, so that ratings keep moving.
pub const DEVIATION: RangeInclusive<f64> = 45.0..=500.0;

/// The volatility. In practice only the upper end is reached; the lower one, which lila does not have, keeps it from
/// shrinking for ever.
pub const VOLATILITY: RangeInclusive<f64> = 0.0001..=0.1;

/// The most points that one game can change a value by.
pub const CHANGE: f64 = 700.0;

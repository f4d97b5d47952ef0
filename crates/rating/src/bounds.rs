//! Bounds of the fields of a rating.

use core::ops::RangeInclusive;

/// Bounds of the value, in points.
pub const VALUE: RangeInclusive<f64> = 400.0..=4000.0;

/// Bounds of the deviation, in points. The lower bound keeps ratings moving.
pub const DEVIATION: RangeInclusive<f64> = 45.0..=500.0;

/// Bounds of the volatility. In practice only the upper one is reached; the lower one, which lila does not have, keeps the
/// volatility from shrinking for ever.
pub const VOLATILITY: RangeInclusive<f64> = 0.0001..=0.1;

/// Maximum change of a value by one game, in points.
pub const CHANGE: f64 = 700.0;

//! Points in quarters.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Points of a tournament in quarters of a point: a win is 4 quarters, Gliński's stalemate 3 and 1. Sums saturate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Points(i32);

/// Bound of what [`Points::from_str`] reads, in points.
const MAX_READ: i32 = 1000;

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);
    /// Half a point.
    pub const HALF: Self = Self(2);
    /// One point.
    pub const ONE: Self = Self(4);

    /// Points of a number of quarters.
    #[must_use]
    pub const fn from_quarters(quarters: i32) -> Self {
        Self(quarters)
    }

    /// These points some times.
    #[must_use]
    pub(crate) fn times(self, count: usize) -> Self {
        Self(self.0.saturating_mul(i32::try_from(count).unwrap_or(i32::MAX)))
    }

    /// Number of quarters.
    #[must_use]
    pub const fn quarters(self) -> i32 {
        self.0
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Points {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

/// Writes points with one decimal, or with two if they are not halves: `4.5`, `2.75`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let decimals = ["0", "25", "5", "75"][self.0.unsigned_abs() as usize % 4];
        f.pad(&format!("{sign}{}.{decimals}", self.0.unsigned_abs() / 4))
    }
}

/// Text that is not a number of quarter points.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a number of points in quarters, such as 4.5 or 2.75")]
pub struct PointsError(String);

/// Reads points written with up to two decimals: `4`, `4.5`, `2.75`, `-1.0`.
impl FromStr for Points {
    type Err = PointsError;

    fn from_str(text: &str) -> Result<Self, PointsError> {
        let error = || PointsError(text.to_owned());
        let number = text.strip_prefix('-').unwrap_or(text);
        let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || whole.is_empty() && decimals.is_empty() {
            return Err(error());
        }
        let quarters = match decimals.trim_end_matches('0') {
            "" => 0,
            "25" => 1,
            "5" => 2,
            "75" => 3,
            _ => return Err(error()),
        };
        let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| error())? };
        if whole > MAX_READ {
            return Err(error());
        }
        let points = Self(whole * 4 + quarters);
        Ok(if number.len() == text.len() { points } else { -points })
    }
}

/// Points of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultPoints {
    /// Win, also by forfeit, and bye with the points of a win.
    pub win: Points,
    /// Draw, and bye with the points of a draw.
    pub draw: Points,
    /// Loss of a played game.
    pub loss: Points,
    /// Loss by forfeit, absence, and bye without points.
    pub absence: Points,
    /// Pairing-allocated bye.
    pub allocated_bye: Points,
    /// Unknown result, such as that of an adjourned game.
    pub unknown: Points,
}

impl Default for ResultPoints {
    fn default() -> Self {
        let (zero, half, one) = (Points::ZERO, Points::HALF, Points::ONE);
        Self { win: one, draw: half, loss: zero, absence: zero, allocated_bye: one, unknown: half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_they_are_written() {
        for quarters in -30..200 {
            let points = Points::from_quarters(quarters);
            assert_eq!(points.to_string().parse(), Ok(points));
        }
        assert_eq!(Points::from_quarters(11).to_string(), "2.75");
        assert_eq!(Points::from_quarters(18).to_string(), "4.5");
        assert_eq!(Points::from_quarters(-4).to_string(), "-1.0");
        for (text, quarters) in [("4", 16), ("0.50", 2), (".5", 2), ("4.", 16), ("12.25", 49)] {
            assert_eq!(text.parse(), Ok(Points::from_quarters(quarters)), "{text}");
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", ".", "-", "1.3", "1,5", "x", "1.1.", "+1", "1001", "99999999999999999999", "4.5 "] {
            assert!(text.parse::<Points>().is_err(), "{text:?}");
        }
    }
}

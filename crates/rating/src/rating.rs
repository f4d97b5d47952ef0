//! Ratings: value, deviation and volatility of a player.

use core::f64::consts::PI;

use crate::bounds;
use crate::error::RatingError;

/// Points per unit on the scale of the Glicko-2 formulas: 400 / ln 10, rounded as in the paper.
const SCALE: f64 = 173.7178;

/// Value at which that scale is zero, and at which players start.
const CENTRE: f64 = 1500.0;

/// Rating periods per day, chosen so that a deviation of 60 points grows to 110 in a year at a volatility of 0.06.
pub const PERIODS_PER_DAY: f64 = 0.21436;

/// Minimum deviation of a provisional rating, in points.
pub const PROVISIONAL_DEVIATION: f64 = 110.0;

/// Glicko-2 rating of a player.
///
/// The functions of this crate return ratings within the [bounds], except [`rate_period`](crate::rate_period).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Estimate of the strength, in points.
    pub value: f64,
    /// Standard error of the value, in points: the strength is within two deviations of the value with a probability of 95 %.
    pub deviation: f64,
    /// Standard deviation of the change of the strength in one rating period, in units of 173.7178 points. It is high for a
    /// player with erratic results.
    pub volatility: f64,
}

impl Rating {
    /// Returns the rating of a player without games: 1500, deviation 500, volatility 0.09.
    pub const fn provisional() -> Self {
        Self { value: CENTRE, deviation: *bounds::DEVIATION.end(), volatility: 0.09 }
    }

    /// Returns whether the rating is provisional: its deviation is [`PROVISIONAL_DEVIATION`] or more.
    ///
    /// Deviations grow with time, so call this on a rating [after idle time](Self::after_idle).
    pub fn is_provisional(self) -> bool {
        self.deviation >= PROVISIONAL_DEVIATION
    }

    /// Returns the rating after a time without games: the deviation grows with the rating periods passed
    /// ([`PERIODS_PER_DAY`]), up to its [bound](bounds::DEVIATION).
    ///
    /// `days` may be fractional. Values below 0, as after a clock was set back, count as 0.
    #[must_use]
    pub fn after_idle(self, days: f64) -> Self {
        let deviation = self.deviation_after(days.max(0.0) * PERIODS_PER_DAY);
        Self { deviation: deviation.clamp(*bounds::DEVIATION.start(), *bounds::DEVIATION.end()), ..self }
    }

    /// Returns the rating with each field clamped to the [bounds].
    #[must_use]
    pub fn bounded(self) -> Self {
        Self {
            value: self.value.clamp(*bounds::VALUE.start(), *bounds::VALUE.end()),
            deviation: self.deviation.clamp(*bounds::DEVIATION.start(), *bounds::DEVIATION.end()),
            volatility: self.volatility.clamp(*bounds::VOLATILITY.start(), *bounds::VOLATILITY.end()),
        }
    }

    /// Validates the rating: a value of -10 000 to 10 000, a deviation of 1 to 1000, and a volatility of 0.0001 to 1. These
    /// limits are wider than the [bounds]; numbers outside them cannot be a rating.
    ///
    /// # Errors
    ///
    /// [`RatingError::Rating`] for a field outside its limits or not a number.
    pub fn check(self) -> Result<Self, RatingError> {
        let sound = (-10_000.0..=10_000.0).contains(&self.value)
            && (1.0..=1000.0).contains(&self.deviation)
            && (0.0001..=1.0).contains(&self.volatility);
        let Self { value, deviation, volatility } = self;
        if sound { Ok(self) } else { Err(RatingError::Rating { value, deviation, volatility }) }
    }

    /// Step 6 of the paper: the deviation after some rating periods without games, in points.
    pub(crate) fn deviation_after(self, periods: f64) -> f64 {
        self.deviation.hypot(self.volatility * SCALE * periods.sqrt())
    }

    /// Step 2 of the paper: μ, the value on the scale of the formulas.
    pub(crate) fn mu(self) -> f64 {
        (self.value - CENTRE) / SCALE
    }

    /// Step 2 of the paper: φ, the deviation on the scale of the formulas.
    pub(crate) fn phi(self) -> f64 {
        self.deviation / SCALE
    }

    /// Step 8 of the paper: a rating from μ, φ and σ.
    pub(crate) fn from_glicko2(mu: f64, phi: f64, sigma: f64) -> Self {
        Self { value: mu * SCALE + CENTRE, deviation: phi * SCALE, volatility: sigma }
    }
}

/// The paper's g(φ): weight of a result against an opponent with this deviation, from 0 to 1.
pub(crate) fn g(phi: f64) -> f64 {
    (1.0 + 3.0 * (phi / PI).powi(2)).sqrt().recip()
}

/// Returns the expected score of White, from 0 to 1; Black's is the rest.
///
/// This forecast of a game uses the combined deviations of both players, as in the paper on the original system (Glickman,
/// "The Glicko system"), while the update of a rating uses the opponent's only. The ratings are used as given: call
/// [`Rating::after_idle`] first to bring them up to date.
pub fn expected_score(white: Rating, black: Rating) -> f64 {
    let exponent = g(white.phi().hypot(black.phi())) * (white.mu() - black.mu());
    (1.0 + (-exponent).exp()).recip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_takes_a_typical_deviation_from_60_to_110() {
        let settled = Rating { value: 1500.0, deviation: 60.0, volatility: 0.06 };
        assert!((settled.after_idle(365.0).deviation - 110.0).abs() < 0.05);
        assert!(!settled.after_idle(364.0).is_provisional());
        assert!(settled.after_idle(366.0).is_provisional());
    }

    #[test]
    fn idle_time_is_bounded() {
        let rating = Rating { value: 1500.0, deviation: 60.0, volatility: 0.06 };
        for days in [0.0, -1.0, f64::NEG_INFINITY, f64::NAN] {
            assert_eq!(rating.after_idle(days), rating, "{days}");
        }
        for days in [1e9, f64::MAX, f64::INFINITY] {
            assert_eq!(rating.after_idle(days).deviation, 500.0, "{days}");
        }
    }

    #[test]
    fn provisional_starts_at_110() {
        assert!(Rating::provisional().is_provisional());
        assert!(Rating { deviation: 110.0, ..Rating::provisional() }.is_provisional());
        assert!(!Rating { deviation: 109.999, ..Rating::provisional() }.is_provisional());
    }

    #[test]
    fn invalid_ratings_are_refused() {
        let rating = Rating::provisional();
        assert_eq!(rating.check(), Ok(rating));
        for wrong in [
            Rating { value: f64::NAN, ..rating },
            Rating { value: f64::INFINITY, ..rating },
            Rating { value: -10_000.5, ..rating },
            Rating { deviation: f64::NAN, ..rating },
            Rating { deviation: 0.0, ..rating },
            Rating { deviation: 1000.5, ..rating },
            Rating { volatility: f64::NAN, ..rating },
            Rating { volatility: 0.0, ..rating },
            Rating { volatility: 1.5, ..rating },
        ] {
            assert!(matches!(wrong.check(), Err(RatingError::Rating { .. })), "{wrong:?}");
        }
    }

    #[test]
    fn the_expected_score_is_that_of_the_paper_on_glicko() {
        // Its example: 1400 with deviation 80 against 1500 with deviation 150, expected score 0.376.
        let player = Rating { value: 1400.0, deviation: 80.0, volatility: 0.06 };
        let opponent = Rating { value: 1500.0, deviation: 150.0, volatility: 0.06 };
        assert!((expected_score(player, opponent) - 0.376).abs() < 0.0005);
        assert!((expected_score(opponent, player) - 0.624).abs() < 0.0005);
        assert_eq!(expected_score(player, player), 0.5);
    }
}

//! What is known about the strength of a player.

use core::f64::consts::PI;

use crate::bounds;
use crate::error::RatingError;

/// Points of a value on the scale of the Glicko-2 formulas for one unit, 400 / ln 10 as the paper rounds it.
const SCALE: f64 = 173.7178;

/// The value at which that scale has its zero, and at which players start.
const CENTRE: f64 = 1500.0;

/// Rating periods in a day. With it a deviation of 60 points grows to 110 in a year, at a volatility of 0.06.
pub const PERIODS_PER_DAY: f64 = 0.21436;

/// From this deviation up, in points, a rating is provisional.
pub const PROVISIONAL_DEVIATION: f64 = 110.0;

/// What is known about the strength of a player.
///
/// The functions of this crate return ratings within the [bounds], save [`rate_period`](crate::rate_period).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The estimate of the strength, in points.
    pub value: f64,
    /// The standard error of the value, in points: the strength is within two deviations of it with 95 %.
    pub deviation: f64,
    /// How erratic the results are: the strength changes by this standard deviation in one rating period, in units of
    /// 173.7178 points.
    pub volatility: f64,
}

impl Rating {
    /// The rating of a player without games: 1500, deviation 500, volatility 0.09.
    pub const fn provisional() -> Self {
        Self { value: CENTRE, deviation: *bounds::DEVIATION.end(), volatility: 0.09 }
    }

    /// Whether the rating is provisional: its deviation is [`PROVISIONAL_DEVIATION`] or more.
    ///
    /// A deviation grows with time, so ask this of a rating [after idle time](Self::after_idle).
    pub fn is_provisional(self) -> bool {
        self.deviation >= PROVISIONAL_DEVIATION
    }

    /// The rating after a time without games: the deviation grows by [`PERIODS_PER_DAY`], up to its
    /// [bound](bounds::DEVIATION).
    ///
    /// `days` may be any fraction. Below 0, as when a clock was set back, it counts as 0.
    #[must_use]
    pub fn after_idle(self, days: f64) -> Self {
        let deviation = self.deviation_after(days.max(0.0) * PERIODS_PER_DAY);
        Self { deviation: deviation.clamp(*bounds::DEVIATION.start(), *bounds::DEVIATION.end()), ..self }
    }

    /// The rating with each field held within the [bounds].
    #[must_use]
    pub fn bounded(self) -> Self {
        Self {
            value: self.value.clamp(*bounds::VALUE.start(), *bounds::VALUE.end()),
            deviation: self.deviation.clamp(*bounds::DEVIATION.start(), *bounds::DEVIATION.end()),
            volatility: self.volatility.clamp(*bounds::VOLATILITY.start(), *bounds::VOLATILITY.end()),
        }
    }

    /// The same rating, if it can be computed with: a value of -10 000 to 10 000, a deviation of 1 to 1000, and a
    /// volatility of 0.0001 to 1. These limits are wider than the [bounds]; what is beyond them did not come from a
    /// rating.
    ///
    /// # Errors
    ///
    /// [`RatingError::Rating`], also where a field is not a number.
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

/// The paper's g(φ): how much a result counts against an opponent with this deviation, from 0 to 1.
pub(crate) fn g(phi: f64) -> f64 {
    (1.0 + 3.0 * (phi / PI).powi(2)).sqrt().recip()
}

/// The score that White can expect, from 0 to 1; Black's is the rest.
///
/// This is the forecast for a game: it counts with the deviations of both players, taken together, as the paper on the
/// original system has it (Glickman, "The Glicko system"). The update of a rating counts with the opponent's only. The
/// ratings are taken as they are: [`Rating::after_idle`] makes them those of today.
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
    fn what_is_no_rating_is_refused() {
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

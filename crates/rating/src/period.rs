//! Rating period of one player: steps 3 to 8 of the paper.

use crate::error::RatingError;
use crate::rating::{Rating, g};

/// System constant τ of lichess, which limits how fast volatilities change.
pub const TAU: f64 = 0.75;

/// Tolerance of the search for the volatility, in logarithms of the variance. Smaller than the paper's 0.000 001, so that
/// only rounding errors remain.
const TOLERANCE: f64 = 1e-12;

/// Maximum number of steps of the search, which usually takes about 15. The ends enclose the result at every step.
const MAX_STEPS: u32 = 500;

/// Game of a rating period, from the point of view of the rated player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PeriodGame {
    /// Rating of the opponent before the period.
    pub opponent: Rating,
    /// Score of the player in quarter points, 0 to 4.
    pub quarters: u8,
}

/// Returns a player's rating after one whole rating period, as in the paper: no bounds are applied.
///
/// All games count as played at the same time. `tau` is the system constant, from 0.1 to 2; lichess uses [`TAU`]. Without
/// games only the deviation grows.
///
/// # Errors
///
/// [`RatingError::Rating`] for a rating that [`Rating::check`] refuses, [`RatingError::Score`] for more than 4
/// quarter points, [`RatingError::Tau`] for a constant outside 0.1 to 2.
pub fn rate_period(player: Rating, games: &[PeriodGame], tau: f64) -> Result<Rating, RatingError> {
    update(player, games, tau, 1.0)
}

/// Returns a player's rating after games during which `periods` rating periods pass; see [`rate_period`].
pub(crate) fn update(player: Rating, games: &[PeriodGame], tau: f64, periods: f64) -> Result<Rating, RatingError> {
    let player = player.check()?;
    if !(0.1..=2.0).contains(&tau) {
        return Err(RatingError::Tau(tau));
    }
    if games.is_empty() {
        return Ok(Rating { deviation: player.deviation_after(periods), ..player });
    }
    // Steps 3 and 4: the information in the games, 1/v, and the sum in the estimated improvement, Δ = v * surplus.
    let mut information = 0.0;
    let mut surplus = 0.0;
    for game in games {
        let opponent = game.opponent.check()?;
        if game.quarters > 4 {
            return Err(RatingError::Score(game.quarters));
        }
        let score = f64::from(game.quarters) / 4.0;
        let weight = g(opponent.phi());
        let exponent = weight * (player.mu() - opponent.mu());
        // E, and 1 - E without the cancellation.
        let expected = (1.0 + (-exponent).exp()).recip();
        let rest = (1.0 + exponent.exp()).recip();
        information += weight * weight * expected * rest;
        surplus += weight * (score * rest - (1.0 - score) * expected);
    }
    let variance = information.recip();
    let volatility = Volatility { phi2: player.phi().powi(2), variance, delta2: (variance * surplus).powi(2), tau }
        .after(player.volatility);
    // Steps 6 and 7.
    let idle = Rating { volatility, ..player }.deviation_after(periods);
    let idle_phi = Rating { deviation: idle, ..player }.phi();
    let phi = (idle_phi.powi(-2) + information).sqrt().recip();
    Ok(Rating::from_glicko2(player.mu() + phi * phi * surplus, phi, volatility))
}

/// Step 5 of the paper: inputs of the new volatility other than the old one.
struct Volatility {
    /// φ²
    phi2: f64,
    /// v
    variance: f64,
    /// Δ²
    delta2: f64,
    /// τ
    tau: f64,
}

impl Volatility {
    /// Computes the new volatility σ' by the paper's iteration (regula falsi, Illinois variant) for the root of f.
    ///
    /// After an extreme upset f has several roots. The iteration starts at the old volatility, at which f is almost 0,
    /// and finds the root next to it.
    fn after(&self, sigma: f64) -> f64 {
        let start = 2.0 * sigma.ln();
        let beyond = self.delta2 - self.phi2 - self.variance;
        let mut near = start;
        let mut far = if beyond > 0.0 {
            beyond.ln()
        } else {
            // The first term of f is at least -1/2, so f is positive here after at most τ/2 + 1 steps.
            let mut far = start - self.tau;
            while self.f(far, start) < 0.0 {
                far -= self.tau;
            }
            far
        };
        let (mut f_near, mut f_far) = (self.f(near, start), self.f(far, start));
        for _ in 0..MAX_STEPS {
            if (far - near).abs() <= TOLERANCE {
                break;
            }
            let next = near + (near - far) * f_near / (f_far - f_near);
            let f_next = self.f(next, start);
            if f_next * f_far <= 0.0 {
                (near, f_near) = (far, f_far);
            } else {
                f_near /= 2.0;
            }
            (far, f_far) = (next, f_next);
        }
        (near / 2.0).exp()
    }

    /// The paper's f(x). x is the logarithm of the squared new volatility, `start` that of the old one.
    fn f(&self, x: f64, start: f64) -> f64 {
        let squared = x.exp();
        let total = self.phi2 + self.variance + squared;
        squared * (self.delta2 - total) / (2.0 * total * total) - (x - start) / (self.tau * self.tau)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rating(value: f64, deviation: f64, volatility: f64) -> Rating {
        Rating { value, deviation, volatility }
    }

    /// The example in section 3 of the paper.
    #[test]
    fn glickmans_example() {
        let games = [(1400.0, 30.0, 4), (1550.0, 100.0, 0), (1700.0, 300.0, 0)]
            .map(|(value, deviation, quarters)| PeriodGame { opponent: rating(value, deviation, 0.06), quarters });
        let after = rate_period(rating(1500.0, 200.0, 0.06), &games, 0.5).unwrap();
        assert!((after.value - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn without_games_the_deviation_grows_by_the_volatility() {
        let before = rating(1500.0, 200.0, 0.06);
        let after = rate_period(before, &[], 0.5).unwrap();
        assert_eq!((after.value, after.volatility), (before.value, before.volatility));
        assert!((after.deviation - 200.2714).abs() < 0.0001, "{after:?}");
    }

    #[test]
    fn bad_input_is_refused() {
        let player = Rating::provisional();
        let game = PeriodGame { opponent: player, quarters: 2 };
        let wrong = Rating { deviation: -1.0, ..player };
        let refused = RatingError::Rating { value: 1500.0, deviation: -1.0, volatility: 0.09 };
        assert_eq!(rate_period(wrong, &[game], 0.5), Err(refused));
        assert_eq!(rate_period(wrong, &[], 0.5), Err(refused));
        let against_wrong = PeriodGame { opponent: wrong, ..game };
        assert_eq!(rate_period(player, &[game, against_wrong], 0.5), Err(refused));
        let scored_5 = PeriodGame { quarters: 5, ..game };
        assert_eq!(rate_period(player, &[game, scored_5], 0.5), Err(RatingError::Score(5)));
        for tau in [0.0, -0.5, 2.5, f64::INFINITY] {
            assert_eq!(rate_period(player, &[game], tau), Err(RatingError::Tau(tau)));
        }
        assert!(matches!(rate_period(player, &[game], f64::NAN), Err(RatingError::Tau(_))));
    }

    /// Ratings that [`Rating::check`] accepts, with extra weight on the limits.
    fn any_rating() -> impl Strategy<Value = Rating> {
        let value = prop_oneof![Just(-10_000.0), Just(10_000.0), -10_000.0..10_000.0, 400.0..4000.0];
        let deviation = prop_oneof![Just(1.0), Just(1000.0), 1.0..1000.0];
        let volatility = prop_oneof![Just(0.0001), Just(1.0), 0.0001..1.0, 0.03..0.1];
        (value, deviation, volatility).prop_map(|(value, deviation, volatility)| Rating {
            value,
            deviation,
            volatility,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn every_accepted_input_gives_numbers(
            player in any_rating(),
            games in proptest::collection::vec((any_rating(), 0_u8..=4), 0..5),
            tau in prop_oneof![Just(0.1), Just(2.0), 0.1..2.0],
        ) {
            let games: Vec<_> =
                games.into_iter().map(|(opponent, quarters)| PeriodGame { opponent, quarters }).collect();
            let after = rate_period(player, &games, tau).unwrap();
            prop_assert!(after.value.is_finite(), "{after:?}");
            prop_assert!(after.deviation.is_finite() && after.deviation > 0.0, "{after:?}");
            prop_assert!(after.volatility.is_finite() && after.volatility > 0.0, "{after:?}");
        }

        #[test]
        fn the_volatility_is_a_root(
            phi2 in 0.05_f64..10.0,
            variance in (1.4_f64..20.0).prop_map(f64::exp),
            // Δ² of one game is at most about v², which is more than any real upset.
            surprise in 0.0_f64..1.0,
            sigma in 0.01_f64..0.1,
            tau in 0.3_f64..1.2,
        ) {
            let search = Volatility { phi2, variance, delta2: surprise * variance * variance, tau };
            let after = search.after(sigma);
            let residue = search.f(2.0 * after.ln(), 2.0 * sigma.ln());
            prop_assert!(residue.abs() < 1e-9, "{after} leaves {residue}");
        }
    }
}

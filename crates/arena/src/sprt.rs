//! Wald's sequential probability ratio test (SPRT), generalized for results of several classes: a test that ends as soon as the
//! result is certain enough.
//!
//! For each hypothesis, the test takes the maximum-likelihood distribution of pair scores with that strength. The logarithm of
//! the ratio of both likelihoods (LLR) decides. The method is Michel Van den Bergh's: "A practical introduction to the GSPRT"
//! for a given score, and "Comments on normalized Elo" for a given score in standard deviations.

use std::fmt;
use std::str::FromStr;

use crate::key_values::{number, pairs, words};
use crate::statistics::{NORMALIZED_ELO, Pairs, expected_score};

/// Unit of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// Normalized Elo: the length of a test does not depend on the draw rate.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// Test of "the first engine is stronger by `elo1`" against "by `elo0`".
///
/// ```
/// use saffron_arena::{Decision, Pairs, Sprt};
///
/// let test: Sprt = "elo0=0 elo1=10 alpha=0.05 beta=0.05".parse()?;
/// assert_eq!(test.decision(&Pairs::pentanomial([10, 20, 30, 25, 10])), None);
/// assert_eq!(test.decision(&Pairs::pentanomial([40, 100, 300, 200, 60])), Some(Decision::H1));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Elo difference of hypothesis H0.
    pub elo0: f64,
    /// Elo difference of hypothesis H1, greater than `elo0`.
    pub elo1: f64,
    /// Maximum probability of accepting H1 although H0 holds.
    pub alpha: f64,
    /// Maximum probability of accepting H0 although H1 holds.
    pub beta: f64,
    pub model: Model,
}

/// Decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// H0 is accepted: the first engine is not stronger by `elo1`.
    H0,
    /// H1 is accepted: the first engine is stronger than by `elo0`.
    H1,
}

impl FromStr for Sprt {
    type Err = String;

    /// Parses `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`. These values are the defaults.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut test = Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::default() };
        for (key, value) in pairs(&words(text)?)? {
            match (key, value) {
                ("elo0", _) => test.elo0 = number(key, value)?,
                ("elo1", _) => test.elo1 = number(key, value)?,
                ("alpha", _) => test.alpha = number(key, value)?,
                ("beta", _) => test.beta = number(key, value)?,
                ("model", "normalized") => test.model = Model::Normalized,
                ("model", "logistic") => test.model = Model::Logistic,
                ("model", _) => return Err(format!("model: expected normalized or logistic, not {value:?}")),
                _ => return Err(format!("there is no key {key:?}; the keys are elo0, elo1, alpha, beta and model")),
            }
        }
        let far = |elo: f64| !elo.is_finite() || elo.abs() > 1000.0;
        if far(test.elo0) || far(test.elo1) || test.elo0 >= test.elo1 {
            return Err("elo0 has to be below elo1, and both within 1000".to_owned());
        }
        if [test.alpha, test.beta].iter().any(|risk| !(1e-9..0.5).contains(risk)) {
            return Err("alpha and beta have to be above 0 and below 0.5".to_owned());
        }
        Ok(test)
    }
}

impl fmt::Display for Sprt {
    /// Formats the test as [`FromStr`] parses it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        let model = match model {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        };
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}")
    }
}

impl Sprt {
    /// LLR bounds within which the test continues.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio (LLR); 0 without a pair.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let classes = pairs.classes();
        let count: f64 = classes.iter().map(|(_, n)| n).sum();
        let observed: Vec<(f64, f64)> = classes.into_iter().map(|(score, n)| (score, n / count)).collect();
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&observed, expected_score(elo)),
            // The standard deviation of a pair's mean score is that of a game divided by the square root of two.
            Model::Normalized => with_ratio(&observed, 0.5, elo / NORMALIZED_ELO * std::f64::consts::SQRT_2),
        };
        match (likeliest(self.elo0), likeliest(self.elo1)) {
            (Some(p0), Some(p1)) => {
                let ratio = |((&(_, observed), p0), p1): ((&(f64, f64), f64), f64)| observed * (p1 / p0).ln();
                count * observed.iter().zip(p0).zip(p1).map(ratio).sum::<f64>()
            }
            // Only Elo differences too large to be parsed are impossible for every distribution.
            (None, Some(_)) => f64::INFINITY,
            (Some(_), None) => f64::NEG_INFINITY,
            (None, None) => 0.0,
        }
    }

    /// Returns the decision, or `None` if the test continues.
    pub fn decision(&self, pairs: &Pairs) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => Some(Decision::H1),
            llr if llr <= lower => Some(Decision::H0),
            _ => None,
        }
    }
}

/// Returns the maximum-likelihood distribution, given the observed frequencies, among those for which the mean of `constraint`
/// is 0; `None` if no distribution over these classes has mean 0.
///
/// With a multiplier x the distribution is `seen / (1 + x * constraint)`; x is the root of the mean, which decreases as x grows
/// between the poles next to 0.
fn likeliest(seen: &[(f64, f64)], constraint: &[f64]) -> Option<Vec<f64>> {
    let least = constraint.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || greatest <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let mean: f64 = seen.iter().zip(constraint).map(|(&(_, p), c)| p * c / (1.0 + x * c)).sum();
        *(if mean > 0.0 { &mut low } else { &mut high }) = x;
        x = f64::midpoint(low, high);
        // No number lies between the bounds.
        if x <= low || x >= high {
            break;
        }
    }
    Some(seen.iter().zip(constraint).map(|(&(_, p), c)| p / (1.0 + x * c)).collect())
}

/// Returns the maximum-likelihood distribution with this mean; `None` if no distribution has it.
fn with_mean(seen: &[(f64, f64)], mean: f64) -> Option<Vec<f64>> {
    let constraint: Vec<f64> = seen.iter().map(|(score, _)| score - mean).collect();
    likeliest(seen, &constraint)
}

/// Number of deviations that [`with_ratio`] tries before it narrows down the best one.
const SAMPLES: usize = 128;

/// Returns the maximum-likelihood distribution whose mean lies `ratio` standard deviations above `reference`; `None` if there
/// is no class on that side.
///
/// The standard deviation depends on the distribution that is sought, but it is concave in it. So the distributions with a
/// smaller ratio form a convex set. At a point of its border with mean m and deviation s, the tangent has the constraint `a -
/// reference - ratio * s * (1 + ((m - a) / s)^2) / 2` for a class of value a, which [`likeliest`] solves. On the border m
/// follows from s, so the search is over s alone. If the observed distribution lies inside the set, the region beyond the
/// border is the union of the regions beyond the tangents, and the tangent with the greatest likelihood is the result. If it
/// lies outside, the set is the intersection of the regions within the tangents, and the least likelihood is the result.
fn with_ratio(seen: &[(f64, f64)], reference: f64, ratio: f64) -> Option<Vec<f64>> {
    if ratio == 0.0 {
        return with_mean(seen, reference);
    }
    // Differences from the reference, positive on the side of the sought mean.
    let t = ratio.abs();
    let above: Vec<f64> = seen.iter().map(|(score, _)| (score - reference) * ratio.signum()).collect();
    let mean_of = |values: &mut dyn Iterator<Item = f64>| values.zip(seen).map(|(v, (_, p))| v * p).sum::<f64>();
    let mean = mean_of(&mut above.iter().copied());
    let deviation = mean_of(&mut above.iter().map(|d| (d - mean).powi(2))).sqrt();
    let outside = mean > t * deviation;
    let at = |s: f64| -> Option<Vec<f64>> {
        let tangent: Vec<f64> = above.iter().map(|d| d - t * s * (1.0 + (t - d / s).powi(2)) / 2.0).collect();
        // From outside, a tangent that is already satisfied does not bound the likelihood.
        if outside && mean_of(&mut tangent.iter().copied()) <= 0.0 {
            return None;
        }
        likeliest(seen, &tangent)
    };
    // Quality of the deviation s.
    let worth = |s: f64| match at(s) {
        None => f64::NEG_INFINITY,
        Some(found) => {
            let likelihood: f64 = seen.iter().zip(found).map(|(&(_, p), found)| p * (found / p).ln()).sum();
            if outside { -likelihood } else { likelihood }
        }
    };
    // A class with the difference d has a positive tangent between d / t * (1 - 1 / r) and d / t * (1 + 1 / r).
    let r = t.hypot(1.0);
    let greatest = above.iter().copied().fold(0.0, f64::max);
    let least = above.iter().copied().filter(|d| *d > 0.0).fold(greatest, f64::min);
    let (low, high) = ((least * t / (r * (1.0 + r))).ln(), (greatest / t * (1.0 + 1.0 / r)).min(0.5).ln());
    let tried = |i: usize| (low + (high - low) * i as f64 / (SAMPLES - 1) as f64).exp();
    let better = |a: (f64, usize), b: (f64, usize)| if b.0 > a.0 { b } else { a };
    let (best, i) = (0..SAMPLES).map(|i| (worth(tried(i)), i)).fold((f64::NEG_INFINITY, 0), better);
    if best == f64::NEG_INFINITY {
        // From outside: the observed distribution lies on the border itself.
        return outside.then(|| seen.iter().map(|&(_, p)| p).collect());
    }
    let narrowed = greatest_within(tried(i.saturating_sub(1)), tried(i + 1), worth);
    at(if worth(narrowed) >= best { narrowed } else { tried(i) })
}

/// Returns the argument between two bounds at which a unimodal function is greatest, by golden-section search.
fn greatest_within(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    const PART: f64 = 0.618_033_988_749_894_9;
    let (mut a, mut b) = (high - PART * (high - low), low + PART * (high - low));
    let (mut at_a, mut at_b) = (function(a), function(b));
    for _ in 0..45 {
        if at_a >= at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - PART * (high - low);
            at_a = function(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + PART * (high - low);
            at_b = function(b);
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = test("").bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
    }

    /// Published tests of fishtest and fastchess with their pairs; the first ones with their numbers in Stockfish's repository.
    #[test]
    fn published_tests_are_reproduced() {
        for (options, pairs, published) in [
            // 4673, 5502 twice.
            ("elo0=-1.75 elo1=0.25", [98, 4277, 9977, 4464, 112], 2.93),
            ("elo0=0 elo1=2", [207, 7132, 15665, 7469, 215], 2.93),
            ("elo0=0.5 elo1=2.5", [64, 11092, 27581, 11514, 80], 2.94),
            // 2913 and 3103, from the time when hypotheses were given in logistic Elo.
            ("elo0=-1.5 elo1=0.5 model=logistic", [2073, 13759, 27890, 13977, 1973], 2.97),
            ("elo0=-1.5 elo1=0.5 model=logistic", [284, 3870, 12995, 3876, 311], 2.95),
            ("elo0=-1.25 elo1=0.25 model=logistic", [293, 5085, 20082, 5070, 326], 2.95),
            // Two matches of fastchess.
            ("elo0=0 elo1=50", [0, 0, 1, 8, 1], 1.24),
            ("elo0=9 elo1=16 alpha=0.01 beta=0.01", [352, 579, 1264, 743, 464], 4.60),
        ] {
            let found = test(options).llr(&Pairs::pentanomial(pairs));
            assert!((found - published).abs() < 0.006, "{options}: {found}, not {published}");
        }
    }

    /// For small differences the LLR approaches (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance) * pairs.
    #[test]
    fn the_usual_elo_agrees_with_the_normal_approximation() {
        let pairs = Pairs::pentanomial([200, 1000, 2100, 1060, 210]);
        let found = test("elo0=0 elo1=4 model=logistic").llr(&pairs);
        // 2305 points in 4570 pairs; squared differences 231.16.
        let (mean, variance) = (0.504_376_4, 0.050_583);
        let (s0, s1) = (expected_score(0.0), expected_score(4.0));
        let approximate = (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance) * 4570.0;
        assert!((found - approximate).abs() < 0.005, "{found} {approximate}");
    }

    #[test]
    fn the_likeliest_distribution_meets_its_constraint() {
        let seen = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.4), (0.75, 0.2), (1.0, 0.1)];
        let moments = |found: &[f64]| {
            let mean: f64 = seen.iter().zip(found).map(|((a, _), p)| a * p).sum();
            let variance: f64 = seen.iter().zip(found).map(|((a, _), p)| p * (a - mean).powi(2)).sum();
            (found.iter().sum::<f64>(), mean, variance.sqrt())
        };
        let (sum, mean, _) = moments(&with_mean(&seen, 0.55).unwrap());
        assert!((sum - 1.0).abs() < 1e-9 && (mean - 0.55).abs() < 1e-9);
        let (sum, mean, deviation) = moments(&with_ratio(&seen, 0.5, 0.2).unwrap());
        assert!((sum - 1.0).abs() < 1e-9 && ((mean - 0.5) / deviation - 0.2).abs() < 1e-7);
    }

    /// Values of the method with tangents alone, which is exact if all classes were observed.
    #[test]
    fn usual_bounds_are_met_exactly() {
        for (options, pairs, llr) in [
            ("elo0=0 elo1=5", [3, 10, 20, 12, 4], 0.070_422_789_9),
            ("elo0=-5 elo1=0", [30, 100, 200, 120, 40], 0.906_640_770_7),
            ("elo0=100 elo1=120", [3, 10, 20, 12, 4], -1.389_466_223_9),
            ("elo0=200 elo1=240", [1, 2, 20, 42, 14], 0.815_005_445_6),
        ] {
            let found = test(options).llr(&Pairs::pentanomial(pairs));
            assert!((found - llr).abs() < 1e-8, "{options}: {found}");
        }
    }

    /// Differences beyond every tangent of an even distribution, for which the method with tangents alone returned the observed
    /// one.
    #[test]
    fn bounds_far_from_the_observations_are_met() {
        let llr = |options: &str, pairs| test(options).llr(&Pairs::pentanomial(pairs));
        // Six even pairs. The maximum-likelihood distribution with ratio t keeps a share of 1 / (1 + t^2) of the pairs even.
        let even = |elo: f64| 1.0 / (1.0 + (elo / NORMALIZED_ELO).powi(2) * 2.0);
        let expected = 6.0 * (even(300.0) / even(200.0)).ln();
        assert!((llr("elo0=200 elo1=300", [0, 0, 6, 0, 0]) - expected).abs() < 0.01, "{expected}");
        assert!((llr("elo0=-300 elo1=-200", [0, 0, 6, 0, 0]) + expected).abs() < 0.01, "{expected}");
        assert!((-1.0..-0.9).contains(&llr("elo0=200 elo1=300", [2, 0, 0, 0, 0])));
        assert_eq!(test("elo0=200 elo1=300").decision(&Pairs::pentanomial([0, 0, 8, 0, 0])), Some(Decision::H0));
        assert_eq!(test("elo0=-300 elo1=-200").decision(&Pairs::pentanomial([0, 0, 8, 0, 0])), Some(Decision::H1));
        assert_eq!(test("elo0=200 elo1=300").decision(&Pairs::pentanomial([0, 2, 10, 40, 50])), Some(Decision::H1));
    }

    /// Every difference that can be parsed is possible, and the LLR does not decrease when more pairs are won.
    #[test]
    fn every_bound_is_met_for_all_observations() {
        let all = [[0, 0, 6, 0, 0], [2, 0, 0, 0, 0], [0, 0, 0, 0, 900], [1, 1, 1, 1, 1], [3, 200, 3000, 400, 1]];
        for pairs in all.map(Pairs::pentanomial).into_iter().chain([Pairs([0, 3, 9, 5, 0, 0, 1, 40, 2])]) {
            let classes = pairs.classes();
            let count: f64 = classes.iter().map(|(_, n)| n).sum();
            let observed: Vec<(f64, f64)> = classes.into_iter().map(|(score, n)| (score, n / count)).collect();
            for elo in (-1000..=1000).step_by(40) {
                let ratio = f64::from(elo) / NORMALIZED_ELO * std::f64::consts::SQRT_2;
                let found = with_ratio(&observed, 0.5, ratio).unwrap();
                let mean: f64 = observed.iter().zip(&found).map(|((a, _), p)| a * p).sum();
                let variance: f64 = observed.iter().zip(&found).map(|((a, _), p)| p * (a - mean).powi(2)).sum();
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9 && found.iter().all(|&p| p > 0.0));
                assert!(((mean - 0.5) - ratio * variance.sqrt()).abs() < 1e-6, "{elo} {pairs:?}: {found:?}");
            }
        }
        for elo in (-1000..1000).step_by(100) {
            let test = test(&format!("elo0={elo} elo1={}", elo + 100));
            let llrs = (0..=10).map(|won| test.llr(&Pairs::pentanomial([10 - won, 1, 3, 1, won])));
            assert!(llrs.is_sorted(), "{test}");
        }
    }

    /// Differences too large to be parsed: no score reaches them.
    #[test]
    fn a_score_that_no_distribution_has_is_impossible() {
        let pairs = Pairs::pentanomial([1, 2, 3, 2, 1]);
        let llr = |elo0, elo1| Sprt { elo0, elo1, ..test("model=logistic") }.llr(&pairs);
        assert_eq!((llr(0.0, 1e9), llr(-1e9, 0.0), llr(1e9, 2e9)), (f64::NEG_INFINITY, f64::INFINITY, 0.0));
    }

    #[test]
    fn a_test_decides_at_its_bounds() {
        let sprt = test("elo0=0 elo1=10");
        assert_eq!(sprt.decision(&Pairs::default()), None);
        assert_eq!(sprt.decision(&Pairs::pentanomial([10, 20, 30, 20, 10])), None);
        assert_eq!(sprt.decision(&Pairs::pentanomial([10, 100, 300, 200, 40])), Some(Decision::H1));
        assert_eq!(sprt.decision(&Pairs::pentanomial([40, 200, 300, 100, 10])), Some(Decision::H0));
        // Quarter points use the same scale.
        let mut pairs = Pairs::pentanomial([10, 100, 300, 200, 40]);
        (pairs.0[3], pairs.0[5]) = (20, 25);
        assert_eq!(sprt.decision(&pairs), Some(Decision::H1));
    }

    #[test]
    fn errors_are_reported() {
        for (text, message) in [
            ("elo0=5 elo1=0", "elo0 has to be below elo1"),
            ("alpha=0", "alpha and beta have to be"),
            ("elo0=x", "elo0: expected a number"),
            ("elo2=1", "there is no key \"elo2\""),
            ("model=bayesian", "model: expected normalized or logistic"),
            ("elo1=nan", "elo0 has to be below elo1"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}

//! Statistics of the difference in strength.
//!
//! The two games of an opening form a pair, and pairs are the unit of the statistics: an unbalanced opening affects both games,
//! so single games are not independent. A pair scores from 0 to 8 quarter points. If all games end with 0, half a point or 1,
//! that gives the usual five classes (the pentanomial). A stalemate in Gliński's chess scores three quarters, which gives up to
//! nine classes. All formulas use the values of the classes, so they hold for both.

/// Normal quantile for a 95 % confidence interval.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Elo difference per unit of normalized Elo: 800 / ln 10 per standard deviation of one game.
pub(crate) const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// Minimum number of pairs for a confidence interval.
pub(crate) const MIN_PAIRS: u64 = 10;

/// Classes of the pentanomial, in quarter points: both lost, ..., both won.
const PENTANOMIAL: [usize; 5] = [0, 2, 4, 6, 8];

/// Number of pairs in which the first engine scored 0, 1, ..., 8 quarter points.
///
/// ```
/// use saffron_arena::Pairs;
///
/// // Both lost, one lost and one drawn, even, one won and one drawn, both won.
/// let pairs = Pairs::pentanomial([1, 10, 78, 48, 13]);
/// let elo = pairs.elo().unwrap();
/// assert_eq!(format!("{:.1} ± {:.1}", elo.value, elo.margin), "72.9 ± 22.3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; 9]);

/// Estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub value: f64,
    /// Half the width of the interval; infinite if the interval is unknown.
    pub margin: f64,
}

impl Pairs {
    /// Creates the counts from a pentanomial: both lost, lost and drawn, even, won and drawn, both won.
    pub fn pentanomial(counts: [u64; 5]) -> Self {
        let mut pairs = Self::default();
        for (class, count) in PENTANOMIAL.into_iter().zip(counts) {
            pairs.0[class] = count;
        }
        pairs
    }

    /// Returns the pentanomial, or `None` if a pair has another score.
    pub fn as_pentanomial(&self) -> Option<[u64; 5]> {
        let others = self.0.iter().skip(1).step_by(2).sum::<u64>();
        (others == 0).then(|| PENTANOMIAL.map(|class| self.0[class]))
    }

    /// Returns the number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the value of each class, from 0 to 1, and its count. An empty class of the pentanomial counts as a thousandth of
    /// a pair, as is customary, so that no result is considered impossible.
    pub(crate) fn classes(&self) -> Vec<(f64, f64)> {
        let class = |class: usize| (class as f64 / 8.0, if self.0[class] > 0 { self.0[class] as f64 } else { 1e-3 });
        (0..9).filter(|&i| self.0[i] > 0 || PENTANOMIAL.contains(&i)).map(class).collect()
    }

    /// Returns the mean score of a game, from 0 to 1, and the variance of a pair's mean score.
    fn moments(&self) -> Option<(f64, f64)> {
        let count = self.count() as f64;
        let scores = || self.0.iter().enumerate().map(|(class, &n)| (class as f64 / 8.0, n as f64));
        let mean = scores().map(|(score, n)| score * n).sum::<f64>() / count;
        let variance = scores().map(|(score, n)| n * (score - mean).powi(2)).sum::<f64>() / count;
        (count > 0.0).then_some((mean, variance))
    }

    /// Returns whether all pairs have the same score, so that their variance is unknown.
    pub(crate) fn are_alike(&self) -> bool {
        self.0.iter().filter(|&&n| n > 0).count() <= 1
    }

    /// Returns the margin, or infinity if the pairs are too few or all alike.
    fn margin(&self, margin: f64) -> f64 {
        let is_known = self.count() >= MIN_PAIRS && !self.are_alike() && margin.is_finite();
        if is_known { margin } else { f64::INFINITY }
    }

    /// Returns the Elo difference with a margin from the variance of the pairs; `None` without a pair. The value is infinite if
    /// one side won everything. The margin is infinite if the pairs are few or all alike, or the interval includes a score of
    /// 100 %.
    pub fn elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        let error = Z95 * (variance / self.count() as f64).sqrt();
        let value = elo(mean);
        let margin = (elo(mean + error) - elo(mean - error)) / 2.0;
        Some(Estimate { value, margin: self.margin(margin) })
    }

    /// Returns the difference in normalized Elo: the score in standard deviations of a game, scaled so that it is close to the
    /// Elo difference if a third to a half of the games are drawn (Michel Van den Bergh, "Comments on normalized Elo"). `None`
    /// if all pairs are alike; the margin is infinite if they are few.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments().filter(|(_, variance)| *variance > 0.0)?;
        let value = (mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_ELO;
        let margin = Z95 * NORMALIZED_ELO / (2.0 * self.count() as f64).sqrt();
        Some(Estimate { value, margin: self.margin(margin) })
    }

    /// Returns the likelihood of superiority: the probability that the first engine is stronger, from 0 to 1.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, variance) = self.moments()?;
        let error = (variance / self.count() as f64).sqrt();
        Some(match mean - 0.5 {
            0.0 => 0.5,
            lead if error == 0.0 => f64::from(lead > 0.0),
            lead => libm::erfc(-lead / error / std::f64::consts::SQRT_2) / 2.0,
        })
    }
}

/// Returns the Elo difference for an expected score from 0 to 1.
pub fn elo(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// Returns the expected score for an Elo difference.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Estimate, value: f64, margin: f64) {
        assert!((found.value - value).abs() < 0.006 && (found.margin - margin).abs() < 0.006, "{found:?}");
    }

    /// Results of published matches, as printed by fastchess.
    #[test]
    fn published_matches_are_reproduced() {
        let pairs = Pairs::pentanomial([1, 10, 78, 48, 13]);
        near(pairs.elo().unwrap(), 72.85, 22.33);
        near(pairs.normalized_elo().unwrap(), 132.30, 39.32);
        let pairs = Pairs::pentanomial([352, 579, 1264, 743, 464]);
        near(pairs.elo().unwrap(), 19.83, 6.77);
        near(pairs.normalized_elo().unwrap(), 24.25, 8.26);
        let pairs = Pairs::pentanomial([5, 22, 48, 18, 7]);
        assert!((pairs.superiority().unwrap() - 0.5).abs() < 0.01);
    }

    /// Scores of three quarters and one quarter, with mean and variance computed by hand.
    #[test]
    fn quarter_points_count_as_what_they_are() {
        let mut pairs = Pairs::default();
        (pairs.0[3], pairs.0[7]) = (1, 3);
        assert_eq!((pairs.count(), pairs.as_pentanomial()), (4, None));
        // (3 + 3 * 7) / 8 / 4 = 0.75; (0.375^2 + 3 * 0.125^2) / 4 = 0.046875.
        assert_eq!(pairs.moments(), Some((0.75, 0.046_875)));
        let z = 0.25 / (0.046_875f64 / 4.0).sqrt();
        assert!((pairs.superiority().unwrap() - 0.989_5).abs() < 1e-3, "{z}");
        assert!((pairs.elo().unwrap().value - 190.848_5).abs() < 1e-3);
        assert_eq!(pairs.classes().len(), 7);
    }

    #[test]
    fn the_ends_of_the_scale_do_no_harm() {
        assert_eq!((Pairs::default().elo(), Pairs::default().superiority()), (None, None));
        let won = Pairs::pentanomial([0, 0, 0, 0, 5]);
        assert_eq!((won.elo().unwrap().value, won.superiority()), (f64::INFINITY, Some(1.0)));
        assert_eq!(won.normalized_elo(), None);
        let even = Pairs::pentanomial([0, 0, 9, 0, 0]);
        assert_eq!((even.elo().unwrap().value, even.superiority()), (0.0, Some(0.5)));
        assert_eq!(even.as_pentanomial(), Some([0, 0, 9, 0, 0]));
    }

    #[test]
    fn there_is_no_interval_if_the_variance_is_unknown() {
        let margins = |pairs| {
            let pairs = Pairs::pentanomial(pairs);
            [pairs.elo(), pairs.normalized_elo()].map(|estimate| estimate.map(|estimate| estimate.margin.is_finite()))
        };
        // Too few, all alike, and so good that the interval has no upper end.
        assert_eq!(margins([0, 1, 0, 0, 0]), [Some(false), None]);
        assert_eq!(margins([0, 4, 0, 0, 5]), [Some(false); 2]);
        assert_eq!(margins([0, 0, 90, 0, 0]), [Some(false), None]);
        assert_eq!(margins([0, 0, 0, 1, 29]), [Some(false), Some(true)]);
        assert_eq!(margins([0, 2, 5, 2, 1]), [Some(true); 2]);
    }

    #[test]
    fn elo_and_score_belong_together() {
        for elo_difference in [-300.0, -5.0, 0.0, 12.5, 400.0] {
            assert!((elo(expected_score(elo_difference)) - elo_difference).abs() < 1e-9);
        }
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}

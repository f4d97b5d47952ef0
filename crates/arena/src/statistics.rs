//! What the results say about the difference in strength.
//!
//! The two games of an opening are one pair, and pairs are what is counted: an unbalanced opening moves both games, so
//! that single games are not independent. A pair's score runs from 0 to 8 quarter points. Where all games end with 0,
//! half a point or 1 that makes the usual five classes (the pentanomial); a stalemate of Gliński's game is worth three
//! quarters, and then there are up to nine. Everything here goes by the values of the classes, so it holds for both.

/// The quantile of the normal distribution for an interval of 95 %.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Elo difference a unit of normalized Elo stands for: 800 / ln 10 per standard deviation of one game.
pub(crate) const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// With fewer pairs their spread says too little for an interval.
pub(crate) const FEWEST_PAIRS: u64 = 10;

/// The classes that every match has, in quarter points: both lost, ..., both won.
const USUAL: [usize; 5] = [0, 2, 4, 6, 8];

/// How many pairs brought the first engine 0, 1, ..., 8 quarter points.
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

/// A value with its interval of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Half the width of the interval; infinite where nothing is known of it.
    pub margin: f64,
}

impl Pairs {
    /// Pairs without stalemates of another worth: both lost, lost and drawn, even, won and drawn, both won.
    pub fn pentanomial(counts: [u64; 5]) -> Self {
        let mut pairs = Self::default();
        for (class, count) in USUAL.into_iter().zip(counts) {
            pairs.0[class] = count;
        }
        pairs
    }

    /// The five usual classes, where there are no others.
    pub fn as_pentanomial(&self) -> Option<[u64; 5]> {
        let others = self.0.iter().skip(1).step_by(2).sum::<u64>();
        (others == 0).then(|| USUAL.map(|class| self.0[class]))
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The classes with their values, from 0 to 1, and how often each came. The usual classes that did not come count
    /// as a thousandth of a pair, as is the custom, so that no result is taken for impossible.
    pub(crate) fn classes(&self) -> Vec<(f64, f64)> {
        let class = |class: usize| (class as f64 / 8.0, if self.0[class] > 0 { self.0[class] as f64 } else { 1e-3 });
        (0..9).filter(|&i| self.0[i] > 0 || USUAL.contains(&i)).map(class).collect()
    }

    /// The mean score of a game, from 0 to 1, and the variance of a pair's mean score.
    fn moments(&self) -> Option<(f64, f64)> {
        let count = self.count() as f64;
        let scores = || self.0.iter().enumerate().map(|(class, &n)| (class as f64 / 8.0, n as f64));
        let mean = scores().map(|(score, n)| score * n).sum::<f64>() / count;
        let variance = scores().map(|(score, n)| n * (score - mean).powi(2)).sum::<f64>() / count;
        (count > 0.0).then_some((mean, variance))
    }

    /// Whether all are of one class, so that nothing is known of their spread.
    pub(crate) fn are_alike(&self) -> bool {
        self.0.iter().filter(|&&n| n > 0).count() <= 1
    }

    /// A margin, where the pairs say enough for one.
    fn margin(&self, margin: f64) -> f64 {
        let is_known = self.count() >= FEWEST_PAIRS && !self.are_alike() && margin.is_finite();
        if is_known { margin } else { f64::INFINITY }
    }

    /// The Elo difference, with the margin that the spread of the pairs gives. None without a pair; infinite where one
    /// side won everything. The margin is infinite for few pairs or pairs that are all alike, and where the interval
    /// reaches up to the score of one who wins everything.
    pub fn elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        let error = Z95 * (variance / self.count() as f64).sqrt();
        let value = elo(mean);
        let margin = (elo(mean + error) - elo(mean - error)) / 2.0;
        Some(Estimate { value, margin: self.margin(margin) })
    }

    /// The difference in normalized Elo: the score in standard deviations of a game, scaled so that it is near the Elo
    /// difference where a third to a half of the games are drawn. Michel Van den Bergh, "Comments on normalized Elo".
    /// None for pairs that are all alike; the margin is infinite for few.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments().filter(|(_, variance)| *variance > 0.0)?;
        let value = (mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_ELO;
        let margin = Z95 * NORMALIZED_ELO / (2.0 * self.count() as f64).sqrt();
        Some(Estimate { value, margin: self.margin(margin) })
    }

    /// How likely it is that the first engine is the stronger one, from 0 to 1.
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

/// The Elo difference for an expected score from 0 to 1.
pub fn elo(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// The expected score for an Elo difference.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Estimate, value: f64, margin: f64) {
        assert!((found.value - value).abs() < 0.006 && (found.margin - margin).abs() < 0.006, "{found:?}");
    }

    /// Results that fastchess printed for matches whose pairs have been published.
    #[test]
    fn published_matches_come_out_the_same() {
        let pairs = Pairs::pentanomial([1, 10, 78, 48, 13]);
        near(pairs.elo().unwrap(), 72.85, 22.33);
        near(pairs.normalized_elo().unwrap(), 132.30, 39.32);
        let pairs = Pairs::pentanomial([352, 579, 1264, 743, 464]);
        near(pairs.elo().unwrap(), 19.83, 6.77);
        near(pairs.normalized_elo().unwrap(), 24.25, 8.26);
        let pairs = Pairs::pentanomial([5, 22, 48, 18, 7]);
        assert!((pairs.superiority().unwrap() - 0.5).abs() < 0.01);
    }

    /// Three quarters and one quarter: mean and variance by hand.
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
    fn there_is_no_interval_where_the_spread_is_not_known() {
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

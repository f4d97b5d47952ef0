//! Simultaneous perturbation stochastic approximation (James Spall, "Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation", 1992), as used for chess engines: two players play whose parameters differ from the
//! current ones by the same amounts in opposite directions, and every parameter moves towards the winner's.

use saffron_engine::{Random, SearchParameters};

/// Exponents of Spall's sequences.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// Perturbation of a parameter at the end of the run, as a share of its range.
const CHANGE: f64 = 1.0 / 14.0;

/// Step of a parameter at the end of the run for a pair won by one point, as a share of the perturbation.
const RATE: f64 = 0.006;

/// State of a run.
pub(crate) struct Spsa {
    /// Planned number of pairs, on which the sequences depend.
    pairs: f64,
    values: Vec<f64>,
}

impl Spsa {
    /// Starts at the default parameters.
    pub(crate) fn new(pairs: u64) -> Spsa {
        let values = SearchParameters::default().values();
        Spsa { pairs: pairs as f64, values: values.into_iter().map(f64::from).collect() }
    }

    /// Returns the parameters of the two players of a pair, numbered from 0.
    pub(crate) fn players(&self, number: u64) -> [SearchParameters; 2] {
        [1.0, -1.0].map(|side| {
            let changed =
                self.values.iter().enumerate().map(|(index, value)| value + side * self.change(number, index));
            made_of(changed)
        })
    }

    /// Updates the parameters from a pair; `points` is the first player's games won less games lost.
    pub(crate) fn learn(&mut self, number: u64, points: f64) {
        let start = 0.1 * self.pairs;
        let rate = RATE * ((start + self.pairs) / (start + number as f64 + 1.0)).powf(ALPHA);
        let moves: Vec<f64> = (0..self.values.len())
            .map(|index| {
                let change = self.change(number, index);
                // The greater the perturbation, the less it says about the gradient at the current point.
                rate * points * change / self.widening(number).powi(2)
            })
            .collect();
        for ((value, change), &(_, least, most)) in self.values.iter_mut().zip(moves).zip(SearchParameters::LIST) {
            *value = (*value + change).clamp(f64::from(least), f64::from(most));
        }
    }

    /// Returns the current parameters.
    pub(crate) fn parameters(&self) -> SearchParameters {
        made_of(self.values.iter().copied())
    }

    /// Returns the difference of a parameter of a pair's first player from the current one.
    fn change(&self, number: u64, index: usize) -> f64 {
        let (_, least, most) = SearchParameters::LIST[index];
        let sign = if Random::new(number << 8 | index as u64).next_bits() & 1 == 0 { 1.0 } else { -1.0 };
        sign * CHANGE * f64::from(most - least) * self.widening(number)
    }

    fn widening(&self, number: u64) -> f64 {
        (self.pairs / (number as f64 + 1.0)).max(1.0).powf(GAMMA)
    }
}

fn made_of(values: impl Iterator<Item = f64>) -> SearchParameters {
    let mut parameters = SearchParameters::default();
    parameters.set(&values.map(|value| value.round() as i32).collect::<Vec<_>>());
    parameters
}

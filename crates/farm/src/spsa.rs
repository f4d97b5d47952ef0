//! Simultaneous perturbation stochastic approximation (James Spall, "Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation", 1992), as used for chess engines: two players play whose parameters differ from the
//! current ones by the same amounts in opposite directions, and every parameter moves towards the winner's.

use saffron_arena::SpinOption;
use saffron_engine::Random;

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
    parameters: Vec<SpinOption>,
    values: Vec<f64>,
}

impl Spsa {
    /// Starts at the defaults of the parameters.
    pub(crate) fn new(pairs: u64, parameters: Vec<SpinOption>) -> Spsa {
        let values = parameters.iter().map(|parameter| parameter.default as f64).collect();
        Spsa { pairs: pairs as f64, parameters, values }
    }

    /// Returns the values of the two players of a pair, numbered from 0, in the order of the parameters.
    pub(crate) fn players(&self, number: u64) -> [Vec<i64>; 2] {
        [1.0, -1.0].map(|side| {
            let changed = |(index, value): (usize, &f64)| value + side * self.change(number, index);
            self.rounded(self.values.iter().enumerate().map(changed))
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
        for ((value, change), parameter) in self.values.iter_mut().zip(moves).zip(&self.parameters) {
            *value = (*value + change).clamp(parameter.min as f64, parameter.max as f64);
        }
    }

    /// Returns the current values.
    pub(crate) fn values(&self) -> Vec<i64> {
        self.rounded(self.values.iter().copied())
    }

    pub(crate) fn parameters(&self) -> &[SpinOption] {
        &self.parameters
    }

    /// Returns the difference of a parameter of a pair's first player from the current one.
    fn change(&self, number: u64, index: usize) -> f64 {
        let SpinOption { min, max, .. } = &self.parameters[index];
        let sign = if Random::new(number << 8 | index as u64).next_bits() & 1 == 0 { 1.0 } else { -1.0 };
        sign * CHANGE * (max - min) as f64 * self.widening(number)
    }

    fn widening(&self, number: u64) -> f64 {
        (self.pairs / (number as f64 + 1.0)).max(1.0).powf(GAMMA)
    }

    /// Rounds values and clamps them to the bounds of their parameters.
    fn rounded(&self, values: impl Iterator<Item = f64>) -> Vec<i64> {
        values
            .zip(&self.parameters)
            .map(|(value, parameter)| (value.round() as i64).clamp(parameter.min, parameter.max))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spsa(pairs: u64) -> Spsa {
        let parameter = |name: &str, default| SpinOption { name: name.to_owned(), default, min: 0, max: 1000 };
        Spsa::new(pairs, vec![parameter("a", 200), parameter("b", 700)])
    }

    #[test]
    fn the_players_of_a_pair_lie_on_both_sides() {
        let spsa = spsa(100);
        for number in 0..20 {
            let [first, second] = spsa.players(number);
            for index in 0..2 {
                assert!((first[index] + second[index] - 2 * spsa.values()[index]).abs() <= 1);
                assert_ne!(first[index], second[index]);
            }
        }
    }

    #[test]
    fn parameters_move_to_where_games_are_won() {
        let pairs = 4_000;
        let mut spsa = spsa(pairs);
        // The player that is nearer to (600, 400) wins more often.
        let mut random = Random::new(5);
        for number in 0..pairs {
            let [first, second] = spsa.players(number);
            let distance = |values: &[i64]| ((values[0] - 600).pow(2) + (values[1] - 400).pow(2)) as f64;
            let expected = 1.0 / (1.0 + ((distance(&first) - distance(&second)) / 60_000.0).exp());
            let points = if random.fraction() < expected { 1.0 } else { -1.0 };
            spsa.learn(number, points);
        }
        let [a, b] = spsa.values()[..] else { panic!() };
        assert!((480..=720).contains(&a) && (280..=520).contains(&b), "{a} {b}");
    }
}

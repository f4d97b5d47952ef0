//! Ratings of several players from the matches between them.
//!
//! The ratings maximize the likelihood of the results under the Elo model (Bradley and Terry, "Rank analysis of incomplete
//! block designs", 1952). Errors come from the observed variance of the pairs of games around the predicted score, as in
//! [`Pairs::elo`], not from the model.

use crate::statistics::{Estimate, Pairs, Z95, expected_score};

/// Results of the games between two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Player whose scores are in `pairs`.
    pub first: usize,
    pub second: usize,
    pub pairs: Pairs,
}

/// Ratings of players with their covariance.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    values: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

/// Number of drawn pairs added to every match, which keeps ratings finite if one side won everything.
const PRIOR_PAIRS: f64 = 0.5;

/// Maximum number of iterations.
const MAX_STEPS: usize = 200;

/// Factor from Elo to the exponent of the logistic curve.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;

impl Ratings {
    /// Rates the players `0..players`. `anchor` is a player and its fixed rating. `None` if a player is not connected with the
    /// anchor by matches, or a pairing names an unknown player.
    ///
    /// ```
    /// use saffron_arena::{Pairing, Pairs, Ratings};
    ///
    /// let pairs = Pairs::pentanomial([2, 10, 40, 30, 18]);
    /// let ratings = Ratings::new(2, &[Pairing { first: 1, second: 0, pairs }], (0, 1000.0)).unwrap();
    /// assert_eq!(ratings.of(0).value, 1000.0);
    /// assert!((ratings.of(1).value - 1000.0 - pairs.elo().unwrap().value).abs() < 2.0);
    /// ```
    pub fn new(players: usize, pairings: &[Pairing], anchor: (usize, f64)) -> Option<Ratings> {
        let known = |pairing: &Pairing| pairing.first < players && pairing.second < players;
        if anchor.0 >= players || !pairings.iter().all(known) || !are_connected(players, pairings, anchor.0) {
            return None;
        }
        let mut values = vec![anchor.1; players];
        for _ in 0..MAX_STEPS {
            let (gradient, information, _) = moments(&values, pairings, anchor.0);
            let inverse = inverse(information)?;
            let steps = multiply(&inverse, &gradient.iter().map(|&slope| vec![slope]).collect::<Vec<_>>());
            let mut greatest: f64 = 0.0;
            for (value, step) in values.iter_mut().zip(steps) {
                // Long steps overshoot on flat parts of the curve.
                *value += step[0].clamp(-200.0, 200.0);
                greatest = greatest.max(step[0].abs());
            }
            if greatest < 1e-9 {
                break;
            }
        }
        let (_, information, spread) = moments(&values, pairings, anchor.0);
        let inverse = inverse(information)?;
        let mut covariance = multiply(&multiply(&inverse, &spread), &inverse);
        // The anchor has no error.
        for (index, row) in covariance.iter_mut().enumerate() {
            row[anchor.0] = 0.0;
            if index == anchor.0 {
                row.fill(0.0);
            }
        }
        Some(Ratings { values, covariance })
    }

    /// Returns a player's rating. The margin is that of the difference from the anchor.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn of(&self, player: usize) -> Estimate {
        Estimate { value: self.values[player], margin: Z95 * self.covariance[player][player].max(0.0).sqrt() }
    }

    /// Returns the rating of `player` minus that of `other`.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn difference(&self, player: usize, other: usize) -> Estimate {
        let covariance = &self.covariance;
        let variance = covariance[player][player] + covariance[other][other] - 2.0 * covariance[player][other];
        Estimate { value: self.values[player] - self.values[other], margin: Z95 * variance.max(0.0).sqrt() }
    }
}

fn are_connected(players: usize, pairings: &[Pairing], anchor: usize) -> bool {
    let mut reached = vec![false; players];
    reached[anchor] = true;
    for _ in 0..players {
        for pairing in pairings.iter().filter(|pairing| pairing.pairs.count() > 0) {
            let either = reached[pairing.first] || reached[pairing.second];
            reached[pairing.first] = either;
            reached[pairing.second] = either;
        }
    }
    reached.into_iter().all(|reached| reached)
}

/// Returns gradient and curvature of the log-likelihood and the observed variance of the gradient. The anchor's rating is held
/// fixed.
fn moments(values: &[f64], pairings: &[Pairing], anchor: usize) -> (Vec<f64>, Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let players = values.len();
    let mut gradient = vec![0.0; players];
    let mut information = vec![vec![0.0; players]; players];
    let mut spread = vec![vec![0.0; players]; players];
    for &Pairing { first, second, pairs } in pairings.iter().filter(|pairing| pairing.pairs.count() > 0) {
        let expected = expected_score(values[first] - values[second]);
        let prior = (4, PRIOR_PAIRS);
        let counted = pairs.0.iter().enumerate().map(|(class, &count)| (class, count as f64)).chain([prior]);
        let (mut slope, mut square, mut games) = (0.0, 0.0, 0.0);
        for (class, count) in counted {
            let surprise = 2.0 * (class as f64 / 8.0 - expected);
            slope += count * surprise * SCALE;
            square += count * (surprise * SCALE).powi(2);
            games += 2.0 * count;
        }
        let curvature = games * expected * (1.0 - expected) * SCALE * SCALE;
        gradient[first] += slope;
        gradient[second] -= slope;
        for (matrix, value) in [(&mut information, curvature), (&mut spread, square)] {
            matrix[first][first] += value;
            matrix[second][second] += value;
            matrix[first][second] -= value;
            matrix[second][first] -= value;
        }
    }
    gradient[anchor] = 0.0;
    information[anchor].fill(0.0);
    information.iter_mut().for_each(|row| row[anchor] = 0.0);
    information[anchor][anchor] = 1.0;
    (gradient, information, spread)
}

/// Returns the inverse of a matrix by Gaussian elimination with pivoting; `None` if it is singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == index))));
    }
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        let head = matrix[column][column];
        if head.abs() < 1e-300 {
            return None;
        }
        matrix[column].iter_mut().for_each(|value| *value /= head);
        let pivot_row = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != column) {
            let factor = row[column];
            row.iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

fn multiply(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = b.first().map_or(0, Vec::len);
    let cell = |row: &[f64], column: usize| row.iter().zip(b).map(|(value, other)| value * other[column]).sum();
    a.iter().map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(first: usize, second: usize, counts: [u64; 5]) -> Pairing {
        Pairing { first, second, pairs: Pairs::pentanomial(counts) }
    }

    #[test]
    fn one_match_says_what_its_pairs_say() {
        let pairs = Pairs::pentanomial([10, 100, 780, 480, 130]);
        let ratings = Ratings::new(2, &[Pairing { first: 0, second: 1, pairs }], (1, 0.0)).unwrap();
        let (found, alone) = (ratings.of(0), pairs.elo().unwrap());
        assert!((found.value - alone.value).abs() < 0.1 && (found.margin - alone.margin).abs() < 0.1, "{found:?}");
        let back = ratings.difference(1, 0);
        assert!((back.value + found.value).abs() < 1e-9 && (back.margin - found.margin).abs() < 1e-9);
    }

    #[test]
    fn a_chain_adds_up_and_its_errors_do_too() {
        // The same result three times, of players 1 to 3 against the previous player.
        let chain: Vec<Pairing> = (1..4).map(|i| pairing(i, i - 1, [20, 100, 400, 300, 180])).collect();
        let ratings = Ratings::new(4, &chain, (0, 500.0)).unwrap();
        let step = ratings.difference(1, 0);
        for player in 1..4 {
            let expected = 500.0 + step.value * player as f64;
            assert!((ratings.of(player).value - expected).abs() < 1e-6);
            assert!((ratings.difference(player, player - 1).margin - step.margin).abs() < 1e-6);
            assert!((ratings.of(player).margin - step.margin * (player as f64).sqrt()).abs() < 1e-6);
        }
        // A match that closes the chain reduces the error at its end.
        let closed = [&chain[..], &[pairing(3, 0, [1, 9, 90, 300, 600])]].concat();
        let surer = Ratings::new(4, &closed, (0, 500.0)).unwrap();
        assert!(surer.of(3).margin < ratings.of(3).margin);
    }

    #[test]
    fn contradictions_are_settled_in_the_middle() {
        // Each player beats the next one: all are equal.
        let circle = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| pairing(a, b, [5, 10, 40, 30, 15]));
        let ratings = Ratings::new(3, &circle, (0, 0.0)).unwrap();
        assert!((1..3).all(|player| ratings.of(player).value.abs() < 1e-6));
    }

    #[test]
    fn results_without_a_loss_stay_finite_and_strangers_have_no_rating() {
        let won = [pairing(1, 0, [0, 0, 0, 0, 20])];
        let found = Ratings::new(2, &won, (0, 0.0)).unwrap().of(1);
        assert!(found.value > 500.0 && found.value < 1500.0 && found.margin.is_finite(), "{found:?}");
        assert_eq!(Ratings::new(3, &won, (0, 0.0)), None);
        assert_eq!(Ratings::new(1, &won, (0, 0.0)), None);
        assert_eq!(Ratings::new(2, &[pairing(1, 0, [0; 5])], (0, 0.0)), None);
    }
}

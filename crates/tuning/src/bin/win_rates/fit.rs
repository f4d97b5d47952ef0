//! Maximum-likelihood fit of the model to counts of results by score.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use saffron_engine::WinRate;
use saffron_selfplay::PlayedGame;

/// Width of the classes of scores, and the maximum absolute score, in centipawns.
const CLASS: i32 = 10;
const MAX_SCORE: i32 = 2000;

/// Number of plies at the start of a game that do not count: as much depends on what follows.
const SKIPPED_PLIES: usize = 16;

/// Half-width of the first steps of the search for the best numbers, in centipawns, and that of the last.
const FIRST_STEP: f64 = 64.0;
const LAST_STEP: f64 = 0.02;

/// Results of the side to move by score.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    /// Won, drawn and lost, by the middle of the class.
    classes: BTreeMap<i32, [u64; 3]>,
    pub(crate) games: u64,
}

impl Counts {
    /// Adds the searched positions of a game. Three quarters of a point count as a win.
    pub(crate) fn add(&mut self, game: &PlayedGame) {
        self.games += 1;
        for (ply, mv) in game.moves.iter().enumerate().skip(SKIPPED_PLIES) {
            let Some(score) = mv.score.map(i32::from).filter(|score| score.abs() <= MAX_SCORE) else { continue };
            let quarters = if ply % 2 == 0 { game.white_quarters } else { 4 - game.white_quarters };
            let result = match quarters {
                3.. => 0,
                2 => 1,
                _ => 2,
            };
            self.classes.entry((score + MAX_SCORE) / CLASS * CLASS - MAX_SCORE + CLASS / 2).or_default()[result] += 1;
        }
    }

    /// Returns the number of positions with scores in a range, and the shares of those won, drawn and lost.
    pub(crate) fn shares(&self, scores: RangeInclusive<i32>) -> (u64, [f64; 3]) {
        let mut sums = [0; 3];
        for (_, results) in self.classes.range(scores) {
            sums.iter_mut().zip(results).for_each(|(sum, count)| *sum += count);
        }
        let all: u64 = sums.iter().sum();
        (all, sums.map(|sum| sum as f64 / all.max(1) as f64))
    }

    /// Mean logarithm of the likelihood of the results.
    fn likelihood(&self, model: WinRate) -> f64 {
        let (mut sum, mut all) = (0.0, 0);
        for (&score, results) in &self.classes {
            let (win, loss) = (model.win(f64::from(score)), model.win(f64::from(-score)));
            for (chance, &count) in [win, 1.0 - win - loss, loss].into_iter().zip(results) {
                sum += count as f64 * chance.max(1e-9).ln();
                all += count;
            }
        }
        sum / all.max(1) as f64
    }
}

/// Returns the most likely model, by coordinate search: the likelihood has one maximum.
pub(crate) fn fit(counts: &Counts) -> WinRate {
    let mut best = WinRate { a: 150.0, b: 100.0 };
    let mut likelihood = counts.likelihood(best);
    let mut step = FIRST_STEP;
    while step > LAST_STEP {
        let mut improved = false;
        for (a, b) in [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step), (step, step), (-step, -step)] {
            let model = WinRate { a: best.a + a, b: best.b + b };
            if model.a <= 0.0 || model.b <= 1.0 {
                continue;
            }
            let found = counts.likelihood(model);
            if found > likelihood {
                (best, likelihood, improved) = (model, found, true);
            }
        }
        if !improved {
            step /= 2.0;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_engine::Random;
    use saffron_selfplay::PlayedMove;

    #[test]
    fn the_numbers_that_made_the_results_are_found() {
        let model = WinRate { a: 117.0, b: 71.0 };
        let mut random = Random::new(3);
        let mut counts = Counts::default();
        for _ in 0..60_000 {
            let score = random.below(1200) as i32 - 600;
            let (win, loss) = (model.win(f64::from(score)), model.win(f64::from(-score)));
            let chance = random.fraction();
            let white_quarters = if chance < win {
                4
            } else if chance < win + loss {
                0
            } else {
                2
            };
            let mut moves = vec![PlayedMove { bits: 0, score: None }; SKIPPED_PLIES];
            moves.push(PlayedMove { bits: 0, score: Some(score as i16) });
            counts.add(&PlayedGame { number: 0, white_quarters, moves });
        }
        let found = fit(&counts);
        assert!((found.a - model.a).abs() < 4.0 && (found.b - model.b).abs() < 4.0, "{found:?}");
        let (_, [won, ..]) = counts.shares(100..=134);
        assert!((won - 0.5).abs() < 0.05, "{won}");
    }

    #[test]
    fn scores_are_those_of_the_side_to_move() {
        let mut counts = Counts::default();
        let mut moves = vec![PlayedMove { bits: 0, score: None }; SKIPPED_PLIES];
        moves.extend([33, -33, 3000].map(|score| PlayedMove { bits: 0, score: Some(score) }));
        counts.add(&PlayedGame { number: 0, white_quarters: 4, moves });
        assert_eq!(counts.shares(30..=40), (1, [1.0, 0.0, 0.0]));
        assert_eq!(counts.shares(-40..=-30), (1, [0.0, 0.0, 1.0]));
        assert_eq!(counts.shares(-3000..=4000).0, 2, "decided positions do not count");
    }
}

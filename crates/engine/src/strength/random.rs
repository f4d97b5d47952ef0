//! Strength levels for people, from a beginner's to the engine's own.
//!
//! A level limits how much is searched, and below the top ones picks among several good moves: a move that is worse by
//! `t` centipawns than the best is 2.7 times less likely than it, where `t` is the level's temperature. So a weak level
//! plays plausible moves that are slightly, and sometimes clearly, inferior, rather than random ones. How much stronger
//! each level is than the one below is measured in `LEVELS.md`.

use saffron_rules::Move;

use crate::engine::{Engine, Line, Observer, Root, SearchResult};
use crate::limits::{Control, Limits};
use crate::score::Score;

/// A strength level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Its number, from 1, the weakest.
    pub number: u32,
    /// The greatest depth in plies.
    pub depth: Option<u32>,
    /// The greatest number of nodes.
    pub nodes: u64,
    /// Among how many of the best moves it chooses.
    pub candidates: usize,
    /// The loss in centipawns at which a move becomes 2.7 times less likely; 0 plays the best move.
    pub temperature: f64,
    /// The greatest loss in centipawns that it accepts in one move.
    pub greatest_loss: i32,
    /// Whether it always plays a mate in one.
    pub sees_mate: bool,
    /// Whether it plays from an opening book where there is one: only those do whose own moves are no better.
    pub book: bool,
}

/// The levels, weakest first. The last one is the engine at full strength, within the time a person likes to wait.
pub const LEVELS: [Level; 10] = [
    level(1, Some(1), 1_500, 30, 420.0, 1500),
    level(2, Some(1), 1_500, 20, 230.0, 1000),
    level(3, Some(2), 3_000, 14, 130.0, 700),
    level(4, Some(2), 4_000, 12, 75.0, 400),
    level(5, Some(3), 6_000, 8, 40.0, 250),
    level(6, Some(4), 10_000, 6, 25.0, 150),
    level(7, Some(5), 15_000, 4, 16.0, 90),
    level(8, None, 16_000, 3, 10.0, 50),
    level(9, None, 50_000, 1, 0.0, 0),
    level(10, None, 400_000, 1, 0.0, 0),
];

const fn level(
    number: u32,
    depth: Option<u32>,
    nodes: u64,
    candidates: usize,
    temperature: f64,
    greatest_loss: i32,
) -> Level {
    Level { number, depth, nodes, candidates, temperature, greatest_loss, sees_mate: number >= 4, book: number >= 8 }
}

/// Beyond this a bigger advantage does not look bigger to a level that may miss mates.
const WON: i32 = 1500;

impl Level {
    /// The level with this number; numbers outside the range get the nearest level.
    pub fn by_number(number: u32) -> Level {
        let index = (number.max(1) as usize - 1).min(LEVELS.len() - 1);
        LEVELS[index]
    }

    /// The limits of its searches.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: Some(self.nodes), multi_pv: self.candidates, ..Limits::default() }
    }

    /// The line that it plays, out of what a search with its limits found; none where there is no legal move.
    pub fn choose<'a>(&self, result: &'a SearchResult, random: &mut Random) -> Option<&'a Line> {
        let best = result.lines.first()?;
        if self.temperature <= 0.0 || (self.sees_mate && best.score == Score::Mate(1)) {
            return Some(best);
        }
        let weights: Vec<f64> = result.lines.iter().map(|line| self.weight(best.score, line.score)).collect();
        let mut left = random.fraction() * weights.iter().sum::<f64>();
        for (line, weight) in result.lines.iter().zip(weights) {
            if left < weight {
                return Some(line);
            }
            left -= weight;
        }
        Some(best)
    }

    /// How likely a move is, compared with the best one.
    fn weight(&self, best: Score, score: Score) -> f64 {
        let seen = |score: Score| score.to_centipawns().clamp(-WON, WON);
        let loss = seen(best) - seen(score);
        if loss > self.greatest_loss { 0.0 } else { (-f64::from(loss) / self.temperature).exp() }
    }
}

impl Engine {
    /// Searches as a level does and replaces the best move by the level's choice. `limits` are further limits, such as a
    /// time; the level's own hold besides.
    pub fn search_at_level(
        &mut self,
        root: &Root,
        level: &Level,
        limits: &Limits,
        random: &mut Random,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        let own = level.limits();
        let least = |a: Option<u32>, b: Option<u32>| a.into_iter().chain(b).min();
        let both = Limits {
            depth: least(limits.depth, own.depth),
            nodes: limits.nodes.into_iter().chain(own.nodes).min(),
            multi_pv: own.multi_pv,
            ..limits.clone()
        };
        let mut result = self.search(root, &both, control, observer);
        if let Some(line) = level.choose(&result, random).cloned() {
            let second: Option<Move> = line.pv.get(1).copied();
            result.best = line.pv.first().copied();
            result.ponder = second;
            result.score = line.score;
        }
        result
    }
}

/// A small source of random numbers (SplitMix64): the same seed gives the same games.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to below 1.
    pub fn fraction(&mut self) -> f64 {
        (self.next_bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number from 0 to below `bound`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_bits()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use saffron_rules::Variant;

    fn result(scores: &[Score]) -> SearchResult {
        let moves = Variant::by_id("shafran").unwrap().start().legal_moves();
        let lines: Vec<Line> = scores.iter().zip(moves).map(|(&score, mv)| Line { score, pv: vec![mv] }).collect();
        SearchResult {
            best: lines.first().map(|line| line.pv[0]),
            ponder: None,
            score: scores.first().copied().unwrap_or(Score::Cp(0)),
            depth: 1,
            nodes: 1,
            time: Duration::ZERO,
            lines,
        }
    }

    #[test]
    fn levels_get_stronger() {
        for (i, pair) in LEVELS.windows(2).enumerate() {
            assert_eq!(pair[0].number as usize, i + 1);
            assert!(pair[0].nodes <= pair[1].nodes && pair[0].temperature >= pair[1].temperature);
            assert!(pair[0].greatest_loss >= pair[1].greatest_loss);
        }
        assert_eq!(Level::by_number(0).number, 1);
        assert_eq!(Level::by_number(99).number, 10);
    }

    #[test]
    fn a_mate_in_one_is_never_missed_from_level_4_on() {
        let result = result(&[Score::Mate(1), Score::Mate(2), Score::Cp(1490)]);
        for level in &LEVELS[3..] {
            let mut random = Random::new(7);
            for _ in 0..500 {
                assert_eq!(level.choose(&result, &mut random).unwrap().score, Score::Mate(1));
            }
        }
    }

    #[test]
    fn worse_moves_are_rarer_and_bad_ones_are_not_played() {
        let result = result(&[Score::Cp(50), Score::Cp(0), Score::Cp(-300), Score::Mate(-2)]);
        let level = Level::by_number(5);
        let mut random = Random::new(1);
        let mut counts = [0; 4];
        for _ in 0..2000 {
            let line = level.choose(&result, &mut random).unwrap();
            counts[result.lines.iter().position(|other| other == line).unwrap()] += 1;
        }
        assert!(counts[0] > counts[1] && counts[1] > 200, "{counts:?}");
        assert_eq!(counts[2..], [0, 0]);
    }

    #[test]
    fn no_move_is_chosen_where_there_is_none() {
        assert_eq!(Level::by_number(3).choose(&result(&[]), &mut Random::new(0)), None);
    }
}

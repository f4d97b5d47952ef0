//! How a match stands: everything that its games add up to.

use std::collections::HashMap;
use std::time::Duration;

use saffron_rules::Color;

use crate::ending::Ending;
use crate::game::Played;
use crate::statistics::Pairs;

/// The result of one game of the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Which game it is, from 0; games 2n and 2n + 1 have one opening, and the first engine is White in game 2n.
    pub index: usize,
    /// What White got, in quarter points.
    pub white_quarters: u8,
    /// Why it ended.
    pub ending: Ending,
}

impl GameResult {
    /// Which engine had White: 0 for the first.
    pub const fn white(self) -> usize {
        self.index % 2
    }

    /// What an engine got, in quarter points.
    pub const fn quarters(self, engine: usize) -> u8 {
        if self.white() == engine { self.white_quarters } else { 4 - self.white_quarters }
    }
}

/// What one engine did, over all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Moves that it found.
    pub moves: u64,
    /// The time for them.
    pub time: Duration,
    /// Moves with a known depth, and the sum of the depths.
    pub depths: (u64, u64),
    /// The time for moves with a known number of nodes, and the sum of the nodes.
    pub nodes: (Duration, u64),
}

/// How a match stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// How many games brought the first engine 0, 1, 2, 3, 4 quarter points.
    pub games: [u64; 5],
    /// How many games brought White 0, 1, 2, 3, 4 quarter points.
    pub white: [u64; 5],
    /// Pairs of which both games are over.
    pub pairs: Pairs,
    /// How often games ended in each way: by whom they were lost, or 2 where there is no loser.
    pub endings: HashMap<(Ending, usize), u64>,
    /// What the engines did.
    pub efforts: [Effort; 2],
    /// Moves in all games, those of the openings included.
    pub plies: u64,
    /// Games of which the other one of the pair is not over yet.
    halves: HashMap<usize, u8>,
}

impl Standing {
    /// Adds a game.
    pub fn add(&mut self, result: GameResult) {
        let quarters = result.quarters(0);
        self.games[usize::from(quarters)] += 1;
        self.white[usize::from(result.white_quarters)] += 1;
        let loser = match quarters {
            0 | 1 => 0,
            3 | 4 => 1,
            _ => 2,
        };
        *self.endings.entry((result.ending, loser)).or_default() += 1;
        match self.halves.remove(&(result.index / 2)) {
            Some(other) => self.pairs.0[usize::from(quarters + other)] += 1,
            None => {
                self.halves.insert(result.index / 2, quarters);
            }
        }
    }

    /// Adds what a game tells beyond its result.
    pub(crate) fn add_effort(&mut self, index: usize, played: &Played) {
        self.plies += played.game.moves().len() as u64;
        let turns = played.game.positions()[played.opening_plies..].iter();
        for (position, note) in turns.zip(&played.notes) {
            let engine = if position.turn() == Color::White { index % 2 } else { 1 - index % 2 };
            let effort = &mut self.efforts[engine];
            effort.moves += 1;
            effort.time += note.took;
            if let Some(depth) = note.info.depth {
                effort.depths = (effort.depths.0 + 1, effort.depths.1 + u64::from(depth));
            }
            if let Some(nodes) = note.info.nodes {
                effort.nodes = (effort.nodes.0 + note.took, effort.nodes.1 + nodes);
            }
        }
    }

    /// How many games are over.
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Games that the first engine won, drew and lost; the better side of a stalemate has won it.
    pub fn won_drawn_lost(&self) -> [u64; 3] {
        let [lost, worse, drawn, better, won] = self.games;
        [won + better, drawn, lost + worse]
    }

    /// The score of the first engine, from 0 to 1.
    pub fn score(&self) -> Option<f64> {
        mean(&self.games)
    }

    /// The score of White, from 0 to 1.
    pub fn white_score(&self) -> Option<f64> {
        mean(&self.white)
    }

    /// How often an engine lost a game in this way.
    pub fn lost_by(&self, ending: Ending, engine: usize) -> u64 {
        self.endings.get(&(ending, engine)).copied().unwrap_or(0)
    }

    /// How often games ended in this way.
    pub fn ended_by(&self, ending: Ending) -> u64 {
        (0..3).map(|loser| self.lost_by(ending, loser)).sum()
    }
}

fn mean(quarters: &[u64; 5]) -> Option<f64> {
    let count: u64 = quarters.iter().sum();
    let sum: u64 = quarters.iter().zip(0..).map(|(&n, value)| n * value).sum();
    (count > 0).then(|| sum as f64 / 4.0 / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(results: &[(usize, u8, Ending)]) -> Standing {
        let mut standing = Standing::default();
        for &(index, white_quarters, ending) in results {
            standing.add(GameResult { index, white_quarters, ending });
        }
        standing
    }

    #[test]
    fn games_become_pairs_in_any_order() {
        // The first engine wins both games of pair 0, and gets one and a quarter of pair 2; pair 1 is half.
        let standing = standing(&[
            (0, 4, Ending::Checkmate),
            (5, 0, Ending::Crash),
            (2, 2, Ending::Repetition),
            (1, 0, Ending::TimeLoss),
            (4, 1, Ending::Stalemate),
        ]);
        assert_eq!(standing.pairs.0, [0, 0, 0, 0, 0, 1, 0, 0, 1]);
        assert_eq!((standing.games, standing.count()), ([0, 1, 1, 0, 3], 5));
        assert_eq!(standing.won_drawn_lost(), [3, 1, 1]);
        assert_eq!(standing.score(), Some((4 + 4 + 2 + 4 + 1) as f64 / 20.0));
        assert_eq!(standing.white_score(), Some((4 + 2 + 1) as f64 / 20.0));
        assert_eq!((standing.lost_by(Ending::TimeLoss, 1), standing.lost_by(Ending::TimeLoss, 0)), (1, 0));
        assert_eq!((standing.lost_by(Ending::Stalemate, 0), standing.ended_by(Ending::Repetition)), (1, 1));
    }

    #[test]
    fn nothing_played_is_no_score() {
        assert_eq!((Standing::default().score(), Standing::default().count()), (None, 0));
    }
}

//! Score of a match and totals over its games.

use std::collections::HashMap;
use std::time::Duration;

use saffron_rules::Color;

use crate::game::PlayedGame;
use crate::statistics::Pairs;
use crate::termination::Termination;

/// Result of one game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Index of the game, from 0. Games 2n and 2n + 1 share an opening; the first engine is White in game 2n.
    pub index: usize,
    /// White's score in quarter points.
    pub white_quarters: u8,
    pub termination: Termination,
    /// Side whose engine failed, if that ended the game.
    pub failed: Option<Color>,
}

impl GameResult {
    /// Returns the index of the engine with White: 0 for the first engine.
    pub const fn white(self) -> usize {
        self.index % 2
    }

    /// Returns the index of the engine that failed, or `None`.
    pub fn failed_engine(self) -> Option<usize> {
        self.failed.map(|side| if side == Color::White { self.white() } else { 1 - self.white() })
    }

    /// Returns an engine's score in quarter points.
    pub const fn quarters(self, engine: usize) -> u8 {
        if self.white() == engine { self.white_quarters } else { 4 - self.white_quarters }
    }
}

/// Search totals of one engine over all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchTotals {
    /// Number of moves searched.
    pub moves: u64,
    /// Time spent on them.
    pub time: Duration,
    /// Number of moves with a known depth, and the sum of their depths in plies.
    pub depths: (u64, u64),
    /// Time of the moves with a known node count, and the sum of their nodes.
    pub nodes: (Duration, u64),
}

/// Score of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchScore {
    /// Number of games in which the first engine scored 0, 1, 2, 3 or 4 quarter points.
    pub games: [u64; 5],
    /// Number of games in which White scored 0, 1, 2, 3 or 4 quarter points.
    pub white: [u64; 5],
    /// Pairs with both games finished.
    pub pairs: Pairs,
    /// Number of games by termination and loser: engine 0 or 1, or 2 for a draw. An engine that failed counts as the loser.
    pub terminations: HashMap<(Termination, usize), u64>,
    /// Search totals of each engine.
    pub totals: [SearchTotals; 2],
    /// Plies of all games, openings included.
    pub plies: u64,
    /// Scores of games whose pair is incomplete, by pair index.
    halves: HashMap<usize, u8>,
}

impl MatchScore {
    /// Adds a game.
    pub fn add(&mut self, result: GameResult) {
        let quarters = result.quarters(0);
        self.games[usize::from(quarters)] += 1;
        self.white[usize::from(result.white_quarters)] += 1;
        let loser = result.failed_engine().unwrap_or(match quarters {
            0 | 1 => 0,
            3 | 4 => 1,
            _ => 2,
        });
        *self.terminations.entry((result.termination, loser)).or_default() += 1;
        match self.halves.remove(&(result.index / 2)) {
            Some(other) => self.pairs.0[usize::from(quarters + other)] += 1,
            None => {
                self.halves.insert(result.index / 2, quarters);
            }
        }
    }

    /// Adds the plies and search totals of a game.
    pub(crate) fn add_search_totals(&mut self, index: usize, played: &PlayedGame) {
        self.plies += played.game.moves().len() as u64;
        let turns = played.game.positions()[played.opening_plies..].iter();
        for (position, evaluation) in turns.zip(&played.evaluations) {
            let engine = if position.turn() == Color::White { index % 2 } else { 1 - index % 2 };
            let effort = &mut self.totals[engine];
            effort.moves += 1;
            effort.time += evaluation.took;
            if let Some(depth) = evaluation.info.depth {
                effort.depths = (effort.depths.0 + 1, effort.depths.1 + u64::from(depth));
            }
            if let Some(nodes) = evaluation.info.nodes {
                effort.nodes = (effort.nodes.0 + evaluation.took, effort.nodes.1 + nodes);
            }
        }
    }

    /// Returns the number of finished games.
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Returns the games won, drawn and lost by the first engine. Three quarters of a point count as a win, one quarter as a
    /// loss.
    pub fn won_drawn_lost(&self) -> [u64; 3] {
        let [lost, worse, drawn, better, won] = self.games;
        [won + better, drawn, lost + worse]
    }

    /// Returns the first engine's mean score per game, from 0 to 1, or `None` if no game is finished.
    pub fn score(&self) -> Option<f64> {
        mean(&self.games)
    }

    /// Returns White's mean score per game, from 0 to 1, or `None` if no game is finished.
    pub fn white_score(&self) -> Option<f64> {
        mean(&self.white)
    }

    /// Returns the number of games that an engine lost by this termination.
    pub fn lost_by(&self, termination: Termination, engine: usize) -> u64 {
        self.terminations.get(&(termination, engine)).copied().unwrap_or(0)
    }

    /// Returns the number of games with this termination.
    pub fn ended_by(&self, termination: Termination) -> u64 {
        (0..3).map(|loser| self.lost_by(termination, loser)).sum()
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

    fn match_score(results: &[(usize, u8, Termination)]) -> MatchScore {
        let mut match_score = MatchScore::default();
        for &(index, white_quarters, termination) in results {
            let loser = if white_quarters > 2 { Color::Black } else { Color::White };
            let failed = termination.is_failure().then_some(loser);
            match_score.add(GameResult { index, white_quarters, termination, failed });
        }
        match_score
    }

    #[test]
    fn games_become_pairs_in_any_order() {
        // The first engine wins both games of pair 0, and gets one and a quarter of pair 2; pair 1 is half.
        let match_score = match_score(&[
            (0, 4, Termination::Checkmate),
            (5, 0, Termination::Crash),
            (2, 2, Termination::Repetition),
            (1, 0, Termination::TimeLoss),
            (4, 1, Termination::Stalemate),
        ]);
        assert_eq!(match_score.pairs.0, [0, 0, 0, 0, 0, 1, 0, 0, 1]);
        assert_eq!((match_score.games, match_score.count()), ([0, 1, 1, 0, 3], 5));
        assert_eq!(match_score.won_drawn_lost(), [3, 1, 1]);
        assert_eq!(match_score.score(), Some((4 + 4 + 2 + 4 + 1) as f64 / 20.0));
        assert_eq!(match_score.white_score(), Some((4 + 2 + 1) as f64 / 20.0));
        assert_eq!(
            (match_score.lost_by(Termination::TimeLoss, 1), match_score.lost_by(Termination::TimeLoss, 0)),
            (1, 0)
        );
        assert_eq!(
            (match_score.lost_by(Termination::Stalemate, 0), match_score.ended_by(Termination::Repetition)),
            (1, 1)
        );
    }

    #[test]
    fn a_failure_that_was_a_draw_is_counted_for_the_engine_that_failed() {
        let match_score = match_score(&[(1, 2, Termination::Crash)]);
        assert_eq!(match_score.won_drawn_lost(), [0, 1, 0]);
        // The second engine is White in game 1.
        assert_eq!([0, 1, 2].map(|engine| match_score.lost_by(Termination::Crash, engine)), [0, 1, 0]);
    }

    #[test]
    fn a_match_without_games_has_no_score() {
        assert_eq!((MatchScore::default().score(), MatchScore::default().count()), (None, 0));
    }
}

//! Standings of teams.

use std::cmp::Reverse;

use super::fold::TeamTournamentState;
use super::settings::TeamScore;
use super::values::Scores;
use crate::points::Points;
use crate::standings::{Value, split};

/// Row of the standings of teams.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamStanding {
    /// Place of the team in [`TeamTournamentState::active`].
    pub team: usize,
    /// Rank from 1. Teams that the tie-breaks leave tied have one rank, and the next one is left out.
    pub rank: usize,
    /// Match points.
    pub match_points: Points,
    /// Game points.
    pub game_points: Points,
    /// Values of the tie-breaks, in their order. Opponents are places in [`TeamTournamentState::active`]; rounds are boards, from 0, if
    /// the tie-break [is by boards](super::TeamTieBreakKind::is_by_boards).
    pub values: Vec<Value>,
}

impl TeamTournamentState {
    /// Ranks the teams after the first rounds: by the primary score, then by one tie-break after another. Tied teams are in the order
    /// of their numbers.
    #[must_use]
    pub fn standings(&self, rounds: usize) -> Vec<TeamStanding> {
        let scores = Scores::of(self, rounds);
        let mut order: Vec<usize> = (0..scores.matches.len()).collect();
        order.sort_by_key(|team| scores.matches[*team].number);
        let points = |of: TeamScore| -> Vec<Points> {
            scores.histories(of).iter().map(|history| history.score(rounds)).collect()
        };
        let [match_points, game_points] = [points(TeamScore::Match), points(TeamScore::Game)];
        let primary = match self.settings.primary {
            TeamScore::Match => &match_points,
            TeamScore::Game => &game_points,
        };
        let mut groups = split(vec![order], |team| Reverse(primary[team]));
        let mut values: Vec<Vec<Value>> = vec![Vec::new(); match_points.len()];
        for tie_break in &self.settings.tie_breaks {
            let new = scores.values(*tie_break, &groups);
            groups = scores.split(*tie_break, groups, &new);
            for (list, value) in values.iter_mut().zip(new) {
                list.push(value);
            }
        }
        let mut all = Vec::with_capacity(values.len());
        for group in groups {
            let rank = all.len() + 1;
            for team in group {
                all.push(TeamStanding {
                    team,
                    rank,
                    match_points: match_points[team],
                    game_points: game_points[team],
                    values: std::mem::take(&mut values[team]),
                });
            }
        }
        all
    }
}

//! Points of matches, and the rounds of teams by their scores.

use std::cmp::Ordering;

use saffron_rules::Color;

use super::TeamPlace;
use super::event::TeamPair;
use super::fold::{TeamMatch, TeamTournamentState};
use super::settings::{TeamScore, TeamSystem};
use crate::history::{Bye, History, Round};
use crate::points::{Points, ResultPoints};
use crate::state::GameResult;

/// Points of a match of which all boards have results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchScore {
    /// Match points of the first and the second team.
    pub match_points: [Points; 2],
    /// Game points of the first and the second team.
    pub game_points: [Points; 2],
    /// False if no game was played.
    pub is_played: bool,
}

impl TeamTournamentState {
    /// Points of a match; `None` while results are missing.
    #[must_use]
    pub fn score(&self, match_: &TeamMatch) -> Option<MatchScore> {
        let results: Vec<GameResult> = match_.results.iter().copied().collect::<Option<_>>()?;
        let game_points = match_.game_points();
        let is_played = results.iter().any(|result| result.is_played);
        let points = self.settings.match_points;
        let match_points = match game_points[0].cmp(&game_points[1]) {
            Ordering::Greater => [points.win, points.loss],
            Ordering::Less => [points.loss, points.win],
            // Neither team appeared.
            Ordering::Equal if !is_played && game_points[0] == Points::ZERO => [points.loss; 2],
            Ordering::Equal => [points.draw; 2],
        };
        Some(MatchScore { match_points, game_points, is_played })
    }

    /// Returns whether none of a team's matches counts: withdrawn from a round robin before half of them were played.
    #[must_use]
    pub fn is_annulled(&self, team: TeamPlace) -> bool {
        let is_round_robin = matches!(self.settings.system, TeamSystem::RoundRobin { .. });
        if !is_round_robin || self.team(team).is_none_or(|team| team.is_present) {
            return false;
        }
        let own: Vec<&TeamMatch> =
            self.rounds.iter().filter_map(|round| round.match_of(team)).map(|(own, _)| own).collect();
        let played = own.iter().filter(|own| self.score(own).is_some_and(|score| score.is_played)).count();
        2 * played < own.len()
    }

    /// Points of results by a score.
    pub(super) fn result_points(&self, score: TeamScore) -> ResultPoints {
        let full = self.settings.full_points();
        let half = Points::HALF.times(self.settings.boards());
        let [win, draw, loss, allocated_bye] = match score {
            TeamScore::Match => {
                let points = self.settings.match_points;
                [points.win, points.draw, points.loss, self.settings.bye.match_points]
            }
            TeamScore::Game => [full, half, Points::ZERO, self.settings.bye.game_points],
        };
        ResultPoints { win, draw, loss, absence: loss, allocated_bye, unknown: draw }
    }

    /// Active teams with their first rounds by a score, whose places are those of [`Self::active`]. Matches of which results are
    /// missing count as free rounds.
    #[must_use]
    pub fn histories(&self, rounds: usize, score: TeamScore) -> Vec<History> {
        let active = self.active();
        let place = |team: TeamPlace| active.binary_search(&team).ok();
        // Teams without numbers follow the others.
        let mut last = self.teams.iter().filter_map(|team| team.number).max().unwrap_or(0);
        let mut histories: Vec<History> = Vec::with_capacity(active.len());
        for team in &active {
            let number = self.teams[*team as usize].number.unwrap_or_else(|| {
                last += 1;
                last
            });
            let corrections = self.teams[*team as usize].corrections.iter().map(|each| {
                let points = match score {
                    TeamScore::Match => each.match_points,
                    TeamScore::Game => each.game_points,
                };
                (each.round, points)
            });
            histories.push(History { number, corrections: corrections.collect(), ..History::default() });
        }
        for round in self.rounds.iter().take(rounds) {
            for history in &mut histories {
                history.rounds.push(Round::Bye(Bye::Zero, Points::ZERO));
            }
            let mut set = |at: usize, round: Round| {
                if let Some(entry) = histories[at].rounds.last_mut() {
                    *entry = round;
                }
            };
            for (at, team) in active.iter().enumerate() {
                if let Some(bye) = round.bye_of(*team) {
                    set(at, Round::Bye(bye, self.bye_points(bye, score)));
                }
            }
            for match_ in &round.matches {
                let TeamPair { first, second } = match_.pair;
                let Some(MatchScore { match_points, game_points, is_played }) = self.score(match_) else { continue };
                if self.is_annulled(first) || self.is_annulled(second) {
                    continue;
                }
                let points = match score {
                    TeamScore::Match => match_points,
                    TeamScore::Game => game_points,
                };
                let (Some(first), Some(second)) = (place(first), place(second)) else { continue };
                let sides = [(first, second, Color::White), (second, first, Color::Black)];
                for ((own, opponent, color), points) in sides.into_iter().zip(points) {
                    set(own, Round::Game { opponent, color, points, is_played });
                }
            }
        }
        histories
    }
}

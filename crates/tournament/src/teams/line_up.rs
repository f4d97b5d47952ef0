//! Line-ups: which players of a team have which boards.

use super::event::TeamTournamentEvent;
use super::fold::{TeamMatch, TeamTournamentState};
use super::{BoardPlace, TeamPlace};
use crate::points::Points;
use crate::state::GameResult;

/// Players of a board; `None` for a board without one, and for players whom no one has entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardPlayers {
    /// Player of the first team.
    pub first: Option<BoardPlace>,
    /// Player of the second team.
    pub second: Option<BoardPlace>,
}

impl TeamTournamentState {
    /// Returns whether players can have the boards of a match: in board order, each once.
    pub(super) fn is_line_up(&self, team: TeamPlace, players: &[Option<BoardPlace>]) -> bool {
        let Some(team) = self.team(team) else { return false };
        let placed: Vec<BoardPlace> = players.iter().flatten().copied().collect();
        players.len() == self.settings.boards()
            && placed.is_sorted_by(|a, b| a < b)
            && placed.last().is_none_or(|last| (*last as usize) < team.entry.players.len())
    }

    /// Line-up without one of its own: the first players who are not absent.
    fn usual_line_up(&self, team: TeamPlace) -> Vec<Option<BoardPlace>> {
        let mut players = Vec::new();
        if let Some(team) = self.team(team) {
            let all = (0..).zip(&team.entry.players).map(|(place, _)| place);
            players.extend(all.filter(|place| !team.absent.contains(place)).map(Some));
        }
        players.resize(self.settings.boards(), None);
        players
    }

    /// Players of the boards of a match.
    #[must_use]
    pub fn boards(&self, match_: &TeamMatch) -> Vec<BoardPlayers> {
        let [first, second] = [0, 1].map(|side| self.line_up(match_, side));
        first.into_iter().zip(second).map(|(first, second)| BoardPlayers { first, second }).collect()
    }

    fn line_up(&self, match_: &TeamMatch, side: usize) -> Vec<Option<BoardPlace>> {
        let team = [match_.pair.first, match_.pair.second][side];
        match_.line_ups[side].clone().unwrap_or_else(|| self.usual_line_up(team))
    }

    /// Result of a board on which a player is missing. A team without players plays with unknown ones.
    fn missing_result(&self, match_: &TeamMatch, players: BoardPlayers) -> Option<GameResult> {
        let is_missing = |team, player: Option<BoardPlace>| {
            player.is_none() && self.team(team).is_some_and(|team| !team.entry.players.is_empty())
        };
        let points = |is_missing| if is_missing { Points::ZERO } else { Points::ONE };
        match (is_missing(match_.pair.first, players.first), is_missing(match_.pair.second, players.second)) {
            (false, false) => None,
            (true, true) => GameResult::from_points(Points::ZERO, Points::ZERO, false),
            (first, second) => GameResult::from_points(points(first), points(second), false),
        }
    }

    /// Events that fix the line-ups of a match: later absences leave them as they are.
    pub(super) fn fix_line_ups(&self, round: u8, match_: &TeamMatch) -> Vec<TeamTournamentEvent> {
        let teams = [match_.pair.first, match_.pair.second].into_iter().enumerate();
        let open = teams.filter(|(side, _)| match_.line_ups[*side].is_none());
        open.map(|(side, team)| TeamTournamentEvent::LineUp { round, team, players: self.line_up(match_, side) })
            .collect()
    }

    /// Events before the first result of a match: they fix the line-ups, and forfeit boards without a player.
    pub(super) fn begin_match(&self, round: u8, match_: &TeamMatch) -> Vec<TeamTournamentEvent> {
        let mut events = self.fix_line_ups(round, match_);
        if !events.is_empty() {
            for (at, players) in self.boards(match_).into_iter().enumerate() {
                let missing = self.missing_result(match_, players).filter(|_| match_.results[at].is_none());
                events.extend(missing.map(|result| set_result(round, match_, at, Some(result))));
            }
        }
        events
    }

    /// Events that give a team other players: boards without one are forfeited, and those that have one again are not.
    pub(super) fn set_line_up(
        &self,
        round: u8,
        match_: &TeamMatch,
        side: usize,
        players: &[Option<BoardPlace>],
    ) -> Vec<TeamTournamentEvent> {
        if match_.line_ups[side].as_deref() == Some(players) {
            return Vec::new();
        }
        let team = [match_.pair.first, match_.pair.second][side];
        let mut events = vec![TeamTournamentEvent::LineUp { round, team, players: players.to_vec() }];
        let mut after = match_.clone();
        after.line_ups[side] = Some(players.to_vec());
        for (at, (before, now)) in self.boards(match_).into_iter().zip(self.boards(&after)).enumerate() {
            let [before, now] = [before, now].map(|players| self.missing_result(match_, players));
            let result = match_.results[at];
            let is_of_missing = result.is_none() || before.is_some() && result == before;
            if is_of_missing && result != now {
                events.push(set_result(round, match_, at, now));
            }
        }
        events
    }
}

/// Event that sets the result of a board, from 0.
pub(super) fn set_result(
    round: u8,
    match_: &TeamMatch,
    board: usize,
    result: Option<GameResult>,
) -> TeamTournamentEvent {
    // A match has at most 20 boards.
    let board = u8::try_from(board + 1).unwrap_or(u8::MAX);
    TeamTournamentEvent::Result { round, first: match_.pair.first, board, result }
}

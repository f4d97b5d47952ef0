//! Decisions: which events a command has.

use std::collections::BTreeSet;

use super::event::{TeamTournamentCommand, TeamTournamentEvent};
use super::fold::{TeamMatch, TeamTournamentState, TournamentTeam, index};
use super::line_up::set_result;
use super::settings::{MAX_TEAM_PLAYERS, MAX_TEAMS, TeamEntry, TeamSystem, TeamTournamentSettings};
use super::{BoardPlace, TeamPlace};
use crate::points::Points;
use crate::state::settings::{check, check_moves, check_text, is_correction};
use crate::state::{GameResult, MAX_ARBITERS, MAX_ROUND_ROBIN, MAX_TEXT, TournamentRefusal};

type Command = TeamTournamentCommand;
type Event = TeamTournamentEvent;
pub(super) type Events = Result<Vec<Event>, TournamentRefusal>;

impl Command {
    /// Returns whether it can be given when the tournament is over: games are often typed from their sheets then.
    fn is_for_the_end(&self) -> bool {
        matches!(self, Self::Reopen | Self::Finish | Self::SetGame { .. } | Self::SetArbiter { .. })
    }
}

impl TeamTournamentState {
    /// Events that create a tournament.
    ///
    /// # Errors
    /// [`TournamentRefusal::InvalidEntry`] if a setting is outside its limits.
    pub fn create(settings: TeamTournamentSettings) -> Result<Vec<TeamTournamentEvent>, TournamentRefusal> {
        settings.check()?;
        Ok(vec![Event::Settings { settings }])
    }

    /// State after events that come from a file.
    ///
    /// # Errors
    /// [`TournamentRefusal::ForeignReport`] if the events do not follow on one another, [`TournamentRefusal::InvalidEntry`] and
    /// [`TournamentRefusal::TooManyTeams`] for what is outside the limits.
    pub fn checked_replay(events: &[TeamTournamentEvent]) -> Result<Self, TournamentRefusal> {
        for event in events {
            match event {
                Event::Settings { settings } => settings.check()?,
                Event::Team { entry, .. } => entry.check(MAX_TEAM_PLAYERS)?,
                Event::Correction { match_points, game_points, reason, .. } => {
                    check("points", is_correction(*match_points) && is_correction(*game_points))?;
                    check_text("reason", reason, 1, MAX_TEXT)?;
                }
                Event::Game { moves: Some(moves), .. } => check_moves(moves)?,
                _ => {}
            }
        }
        let foreign = |fault: &dyn std::fmt::Display| TournamentRefusal::ForeignReport { problem: fault.to_string() };
        let state = Self::replay(events).map_err(|fault| foreign(&fault))?;
        let limit = state.max_teams();
        if state.active().len() > limit || state.teams.len() > 2 * MAX_TEAMS {
            return Err(TournamentRefusal::TooManyTeams { limit });
        }
        state.games.check()?;
        Ok(state)
    }

    /// Events of a command; none if it changes nothing.
    ///
    /// # Errors
    /// The reason for which it is refused.
    pub fn decide(&self, command: &TeamTournamentCommand) -> Result<Vec<TeamTournamentEvent>, TournamentRefusal> {
        if self.is_over && !command.is_for_the_end() {
            return Err(TournamentRefusal::TournamentOver);
        }
        match command {
            Command::ChangeSettings { settings } => self.change_settings(settings),
            Command::Enter { teams } => self.enter_teams(teams),
            Command::ChangeTeam { team, entry } => self.change_team(*team, entry),
            Command::Remove { team } => {
                self.known(*team)?;
                if self.was_paired(*team) {
                    return Err(TournamentRefusal::TournamentBegun);
                }
                Ok(vec![Event::Removed { team: *team }])
            }
            Command::Withdraw { team } => self.withdraw(*team),
            Command::Return { team } => {
                let is_present = self.known(*team)?.is_present;
                Ok(if is_present { Vec::new() } else { vec![Event::Returned { team: *team }] })
            }
            Command::RequestBye { team, round, bye } => self.request_bye(*team, *round, *bye),
            Command::SetBye { round, team, bye } => self.set_bye(*round, *team, *bye),
            Command::Correct { team, round, match_points, game_points, reason } => {
                self.correct(*team, *round, [*match_points, *game_points], reason)
            }
            Command::SetAbsent { team, player, absent } => self.set_absent(*team, *player, *absent),
            Command::SetNumbers { order } => self.set_numbers(order),
            Command::Pair => self.pair_next(),
            Command::Unpair => self.unpair(),
            Command::SetPairs { pairs, bye } => self.set_pairs(pairs, *bye),
            Command::SetLineUp { round, team, players } => {
                let (match_, side) = self.known_match(*round, *team)?;
                if !self.is_line_up(*team, players) {
                    return Err(TournamentRefusal::WrongLineUp);
                }
                Ok(self.set_line_up(*round, match_, side, players))
            }
            Command::SetResult { round, first, board, result } => self.set_result(*round, *first, *board, *result),
            Command::SetGame { round, first, board, moves } => self.set_game(*round, *first, *board, moves.as_deref()),
            Command::Forfeit { round, first, present } => self.forfeit(*round, *first, *present),
            Command::SetArbiter { account, appointed } => {
                check_text("arbiters", account, 1, MAX_TEXT)?;
                check("arbiters", !appointed || self.arbiters.len() < MAX_ARBITERS)?;
                let is_known = self.arbiters.contains(account) == *appointed;
                let event = Event::Arbiter { account: account.clone(), appointed: *appointed };
                Ok(if is_known { Vec::new() } else { vec![event] })
            }
            Command::Finish => self.finish(),
            Command::Reopen => Ok(if self.is_over { vec![Event::Reopened] } else { Vec::new() }),
        }
    }

    pub(super) fn max_teams(&self) -> usize {
        match self.settings.system {
            TeamSystem::Swiss { .. } => MAX_TEAMS,
            TeamSystem::RoundRobin { .. } => MAX_ROUND_ROBIN,
            TeamSystem::Match { .. } => 2,
        }
    }

    pub(super) fn known(&self, team: TeamPlace) -> Result<&TournamentTeam, TournamentRefusal> {
        self.team(team).ok_or(TournamentRefusal::NoSuchTeam { team })
    }

    fn known_match(&self, round: u8, team: TeamPlace) -> Result<(&TeamMatch, usize), TournamentRefusal> {
        let found = index(round).and_then(|at| self.match_of(at, team));
        found.ok_or(TournamentRefusal::NoSuchGame { round })
    }

    fn change_settings(&self, settings: &TeamTournamentSettings) -> Events {
        settings.check()?;
        let limit = settings.max_players();
        if self.active().into_iter().any(|team| self.teams[team as usize].entry.players.len() > limit) {
            return Err(TournamentRefusal::TooManyPlayers { limit });
        }
        let own = &self.settings;
        if !self.rounds.is_empty() {
            let same_system = match (own.system, settings.system) {
                (
                    TeamSystem::Swiss { initial: color, preferences: kind, .. },
                    TeamSystem::Swiss { rounds, initial, preferences },
                ) => (color, kind) == (initial, preferences) && usize::from(rounds) >= self.rounds.len(),
                (before, after) => before == after,
            };
            let fixed = |settings: &TeamTournamentSettings| {
                let TeamTournamentSettings { boards, primary, match_points, bye, quarters, .. } = *settings;
                (boards, primary, match_points, bye, quarters)
            };
            if own.variant != settings.variant || fixed(own) != fixed(settings) || !same_system {
                return Err(TournamentRefusal::TournamentBegun);
            }
        }
        Ok(if settings == own { Vec::new() } else { vec![Event::Settings { settings: settings.clone() }] })
    }

    fn enter_teams(&self, teams: &[TeamEntry]) -> Events {
        if !self.rounds.is_empty() {
            if self.settings.is_fixed() {
                return Err(TournamentRefusal::TournamentBegun);
            }
            if self.rounds.len() == self.planned_rounds() {
                return Err(TournamentRefusal::AllPaired);
            }
        }
        let limit = self.max_teams();
        // Removed teams keep their places.
        if self.active().len() + teams.len() > limit || self.teams.len() + teams.len() > 2 * MAX_TEAMS {
            return Err(TournamentRefusal::TooManyTeams { limit });
        }
        let mut names: BTreeSet<&str> =
            self.active().into_iter().map(|team| self.teams[team as usize].entry.name.as_str()).collect();
        let mut events = Vec::new();
        for (team, entry) in (self.teams.len()..).zip(teams) {
            entry.check(self.settings.max_players())?;
            if !names.insert(&entry.name) {
                return Err(TournamentRefusal::SameName { name: entry.name.clone() });
            }
            // There are at most twice as many places as teams.
            events
                .push(Event::Team { team: TeamPlace::try_from(team).unwrap_or(TeamPlace::MAX), entry: entry.clone() });
        }
        Ok(events)
    }

    fn change_team(&self, team: TeamPlace, entry: &TeamEntry) -> Events {
        let before = &self.known(team)?.entry;
        entry.check(self.settings.max_players())?;
        let has_name = |other: &TeamPlace| self.teams[*other as usize].entry.name == entry.name;
        if self.active().iter().any(|other| *other != team && has_name(other)) {
            return Err(TournamentRefusal::SameName { name: entry.name.clone() });
        }
        if self.was_paired(team) && entry.players.len() < before.players.len() {
            return Err(TournamentRefusal::TournamentBegun);
        }
        Ok(if before == entry { Vec::new() } else { vec![Event::Team { team, entry: entry.clone() }] })
    }

    fn withdraw(&self, team: TeamPlace) -> Events {
        if !self.known(team)?.is_present {
            return Err(TournamentRefusal::NoSuchTeam { team });
        }
        let mut events = vec![Event::Withdrawn { team }];
        if self.settings.is_fixed() {
            for (round, paired) in (1..).zip(&self.rounds) {
                let Some((match_, side)) = paired.match_of(team) else { continue };
                let forfeit = if side == 0 { GameResult::BLACK_FORFEIT } else { GameResult::WHITE_FORFEIT };
                events.extend(self.fix_line_ups(round, match_));
                let open = match_.results.iter().enumerate().filter(|(_, result)| result.is_none());
                events.extend(open.map(|(board, _)| set_result(round, match_, board, Some(forfeit))));
            }
        }
        Ok(events)
    }

    fn set_absent(&self, team: TeamPlace, player: BoardPlace, absent: bool) -> Events {
        let known = self.known(team)?;
        if player as usize >= known.entry.players.len() {
            return Err(TournamentRefusal::NoSuchPlayer { player });
        }
        let is_known = known.absent.contains(&player) == absent;
        Ok(if is_known { Vec::new() } else { vec![Event::Absent { team, player, absent }] })
    }

    fn set_numbers(&self, order: &[TeamPlace]) -> Events {
        if !self.rounds.is_empty() {
            return Err(TournamentRefusal::TournamentBegun);
        }
        let mut all = order.to_vec();
        all.sort_unstable();
        if all != self.active() {
            return Err(TournamentRefusal::OtherTeams);
        }
        Ok(vec![Event::Numbered { order: order.to_vec() }])
    }

    fn set_result(&self, round: u8, first: TeamPlace, board: u8, result: Option<GameResult>) -> Events {
        let none = TournamentRefusal::NoSuchGame { round };
        let (match_, _) = self.known_match(round, first).ok().filter(|(_, side)| *side == 0).ok_or(none.clone())?;
        let at = index(board).filter(|at| *at < match_.results.len()).ok_or(none)?;
        if result.is_some_and(GameResult::has_quarters) && !self.settings.quarters {
            return Err(TournamentRefusal::NoSuchResult);
        }
        let mut events = if result.is_some() { self.begin_match(round, match_) } else { Vec::new() };
        let fixed = events.iter().any(
            |event| matches!(event, Event::Result { board: of, result: forfeit, .. } if *of == board && *forfeit == result),
        );
        if match_.results[at] != result && !fixed {
            events.push(set_result(round, match_, at, result));
        }
        Ok(events)
    }

    fn set_game(&self, round: u8, first: TeamPlace, board: u8, moves: Option<&str>) -> Events {
        let found = index(round).and_then(|at| Some((at, self.board_of(at, first, board)?)));
        let (at, place) = found.ok_or(TournamentRefusal::NoSuchGame { round })?;
        let is_new = self.games.would_change(at, place, moves)?;
        let event = Event::Game { round, first, board, moves: moves.map(str::to_owned) };
        Ok(if is_new { vec![event] } else { Vec::new() })
    }

    fn forfeit(&self, round: u8, first: TeamPlace, present: Option<TeamPlace>) -> Events {
        let none = TournamentRefusal::NoSuchGame { round };
        let (match_, _) = self.known_match(round, first).ok().filter(|(_, side)| *side == 0).ok_or(none.clone())?;
        let points = match present {
            None => [Points::ZERO; 2],
            Some(team) if team == match_.pair.first => [Points::ONE, Points::ZERO],
            Some(team) if team == match_.pair.second => [Points::ZERO, Points::ONE],
            Some(_) => return Err(none),
        };
        let result = GameResult::from_points(points[0], points[1], false);
        let changed = match_.results.iter().enumerate().filter(|(_, before)| **before != result);
        let changed = changed.map(|(board, _)| set_result(round, match_, board, result));
        Ok(self.fix_line_ups(round, match_).into_iter().chain(changed).collect())
    }

    fn correct(&self, team: TeamPlace, round: u8, points: [Points; 2], reason: &str) -> Events {
        self.known(team)?;
        check("round", index(round).is_some_and(|at| at < self.planned_rounds()))?;
        let [match_points, game_points] = points;
        check("matchPoints", points != [Points::ZERO; 2] && is_correction(match_points))?;
        check("gamePoints", is_correction(game_points))?;
        check_text("reason", reason, 1, MAX_TEXT)?;
        Ok(vec![Event::Correction { team, round, match_points, game_points, reason: reason.to_owned() }])
    }

    fn finish(&self) -> Events {
        if self.rounds.is_empty() {
            return Err(TournamentRefusal::NoSuchGame { round: 1 });
        }
        match (1..).zip(&self.rounds).find(|(_, round)| !round.is_complete()) {
            Some((round, _)) => Err(TournamentRefusal::ResultsMissing { round }),
            None => Ok(if self.is_over { Vec::new() } else { vec![Event::Finished] }),
        }
    }
}

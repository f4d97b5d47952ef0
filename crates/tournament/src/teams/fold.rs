//! State of a team tournament: the fold of its events.

use std::collections::{BTreeMap, BTreeSet};

use saffron_rules::Color;

use super::event::{PairedTeams, TeamPair, TeamRoundBye, TeamTournamentEvent};
use super::settings::{TeamEntry, TeamSystem, TeamTournamentSettings};
use super::{BoardPlace, TeamPlace};
use crate::games::EnteredGames;
use crate::history::Bye;
use crate::points::Points;
use crate::state::{Fault, GameResult};

/// Team of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentTeam {
    /// Entry.
    pub entry: TeamEntry,
    /// Pairing number from 1; `None` before numbers are given.
    pub number: Option<u32>,
    /// False after a withdrawal.
    pub is_present: bool,
    /// True if the entry was removed; the place stays.
    pub is_removed: bool,
    /// Players who are marked as absent.
    pub absent: BTreeSet<BoardPlace>,
    /// Requested byes by rounds, from 0.
    pub requests: BTreeMap<usize, Bye>,
    /// Penalties and bonuses.
    pub corrections: Vec<TeamCorrection>,
}

/// Penalty or bonus of a team.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamCorrection {
    /// Round from which on it counts, from 0.
    pub round: usize,
    /// Match points: negative for a penalty.
    pub match_points: Points,
    /// Game points.
    pub game_points: Points,
    /// Reason.
    pub reason: String,
}

/// Match of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamMatch {
    /// Teams.
    pub pair: TeamPair,
    /// Line-ups of the first and the second team, once they are fixed.
    pub(super) line_ups: [Option<Vec<Option<BoardPlace>>>; 2],
    /// Results of the boards, with the points of the first team's player first.
    pub results: Vec<Option<GameResult>>,
}

/// Round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamRound {
    /// Matches from the first table.
    pub matches: Vec<TeamMatch>,
    /// Team with the pairing-allocated bye.
    pub bye: Option<TeamPlace>,
    /// Teams with other byes.
    pub byes: Vec<TeamRoundBye>,
}

/// Team tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamTournamentState {
    pub(super) settings: TeamTournamentSettings,
    pub(super) teams: Vec<TournamentTeam>,
    pub(super) rounds: Vec<TeamRound>,
    pub(super) is_over: bool,
    pub(super) arbiters: BTreeSet<String>,
    /// Moves by the pair of a match and the board, from 0.
    pub(super) games: EnteredGames<(TeamPair, usize)>,
}

impl TeamTournamentState {
    /// State after events, of which the first one has the settings.
    ///
    /// # Errors
    /// The first event that does not fit.
    pub fn replay(events: &[TeamTournamentEvent]) -> Result<Self, Fault> {
        let [TeamTournamentEvent::Settings { settings }, others @ ..] = events else { return Err(Fault { index: 0 }) };
        let mut state = Self {
            settings: settings.clone(),
            teams: Vec::new(),
            rounds: Vec::new(),
            is_over: false,
            arbiters: BTreeSet::new(),
            games: EnteredGames::default(),
        };
        for (at, event) in others.iter().enumerate() {
            state.apply(event).ok_or(Fault { index: at + 1 })?;
        }
        Ok(state)
    }

    /// Applies an event; `None` if it does not fit, and then nothing has changed.
    pub fn apply(&mut self, event: &TeamTournamentEvent) -> Option<()> {
        type Event = TeamTournamentEvent;
        match event {
            Event::Settings { settings } => {
                if !self.rounds.is_empty() && settings.boards != self.settings.boards {
                    return None;
                }
                self.settings = settings.clone();
            }
            Event::Team { team, entry } => self.enter(*team, entry)?,
            Event::Removed { team } => {
                let team = self.team_mut(*team)?;
                team.is_removed = true;
                team.is_present = false;
                team.number = None;
            }
            Event::Withdrawn { team } => self.team_mut(*team)?.is_present = false,
            Event::Returned { team } => self.team_mut(*team)?.is_present = true,
            Event::ByeRequested { team, round, bye } => {
                let at = index(*round)?;
                let requests = &mut self.team_mut(*team)?.requests;
                match bye {
                    Some(bye) => drop(requests.insert(at, *bye)),
                    None => drop(requests.remove(&at)),
                }
            }
            Event::Bye { round, team, bye } => self.set_bye_of(index(*round)?, *team, *bye)?,
            Event::Correction { team, round, match_points, game_points, reason } => {
                let [match_points, game_points] = [*match_points, *game_points];
                let correction =
                    TeamCorrection { round: index(*round)?, match_points, game_points, reason: reason.clone() };
                self.team_mut(*team)?.corrections.push(correction);
            }
            Event::Absent { team, player, absent } => {
                let team = self.team_mut(*team)?;
                team.entry.players.get(*player as usize)?;
                if *absent {
                    team.absent.insert(*player);
                } else {
                    team.absent.remove(player);
                }
            }
            Event::Numbered { order } => self.number(order)?,
            Event::Paired { round, pairs } => self.pair(index(*round)?, pairs)?,
            Event::Unpaired { round } => {
                index(*round).filter(|at| at + 1 == self.rounds.len())?;
                self.rounds.pop();
                self.keep_games_of_matches();
            }
            Event::LineUp { round, team, players } => {
                if !self.is_line_up(*team, players) {
                    return None;
                }
                let (match_, side) = self.match_of_mut(index(*round)?, *team)?;
                match_.line_ups[side] = Some(players.clone());
            }
            Event::Result { round, first, board, result } => {
                let (match_, side) = self.match_of_mut(index(*round)?, *first)?;
                let slot = match_.results.get_mut(index(*board)?).filter(|_| side == 0)?;
                *slot = *result;
            }
            Event::Game { round, first, board, moves } => {
                let at = index(*round)?;
                let (pair, board) = self.board_of(at, *first, *board)?;
                self.games.set(at, (pair, board), moves.as_deref());
            }
            Event::Arbiter { account, appointed: true } => drop(self.arbiters.insert(account.clone())),
            Event::Arbiter { account, appointed: false } => drop(self.arbiters.remove(account)),
            Event::Finished => self.is_over = true,
            Event::Reopened => self.is_over = false,
        }
        Some(())
    }

    fn enter(&mut self, place: TeamPlace, entry: &TeamEntry) -> Option<()> {
        if place as usize == self.teams.len() {
            self.teams.push(TournamentTeam {
                entry: entry.clone(),
                number: None,
                is_present: true,
                is_removed: false,
                absent: BTreeSet::new(),
                requests: BTreeMap::new(),
                corrections: Vec::new(),
            });
            return Some(());
        }
        let is_paired = self.was_paired(place);
        let team = self.team_mut(place)?;
        if is_paired && entry.players.len() < team.entry.players.len() {
            return None;
        }
        team.entry = entry.clone();
        team.absent.retain(|player| (*player as usize) < entry.players.len());
        Some(())
    }

    fn number(&mut self, order: &[TeamPlace]) -> Option<()> {
        let all: BTreeSet<TeamPlace> = order.iter().copied().collect();
        if all.len() != order.len() || all.iter().any(|team| self.team(*team).is_none()) {
            return None;
        }
        for team in &mut self.teams {
            team.number = None;
        }
        for (number, team) in (1..).zip(order) {
            self.teams[*team as usize].number = Some(number);
        }
        Some(())
    }

    /// Adds a paired round, or takes it in place of the last one.
    fn pair(&mut self, at: usize, pairs: &PairedTeams) -> Option<()> {
        let mut met = BTreeSet::new();
        let paired = pairs.pairs.iter().flat_map(|pair| [pair.first, pair.second]);
        for team in paired.chain(pairs.bye).chain(pairs.byes.iter().map(|each| each.team)) {
            self.team(team)?.number?;
            if !met.insert(team) {
                return None;
            }
        }
        if pairs.byes.iter().any(|each| each.bye == Bye::Allocated) {
            return None;
        }
        let new = |pair: &TeamPair| TeamMatch {
            pair: *pair,
            line_ups: [None, None],
            results: vec![None; self.settings.boards()],
        };
        let round =
            TeamRound { matches: pairs.pairs.iter().map(new).collect(), bye: pairs.bye, byes: pairs.byes.clone() };
        if at == self.rounds.len() {
            self.rounds.push(round);
        } else if at + 1 == self.rounds.len() {
            self.rounds[at] = round;
            self.keep_games_of_matches();
        } else {
            return None;
        }
        Some(())
    }

    /// Drops the games of matches of the last round that are there no more.
    fn keep_games_of_matches(&mut self) {
        let last = self.rounds.last().into_iter().flat_map(|round| &round.matches);
        let pairs: BTreeSet<TeamPair> = last.map(|match_| match_.pair).collect();
        self.games.keep(self.rounds.len(), |(pair, _)| pairs.contains(pair));
    }

    /// Pair and board, from 0, of a match in a round, from 0, by its first team and the number of the board.
    pub(super) fn board_of(&self, round: usize, first: TeamPlace, board: u8) -> Option<(TeamPair, usize)> {
        let (match_, _) = self.match_of(round, first).filter(|(_, side)| *side == 0)?;
        Some((match_.pair, index(board).filter(|at| *at < match_.results.len())?))
    }

    /// Moves of a board, from 0, of a match in a round, from 0: short notation with English letters and a space between two moves.
    #[must_use]
    pub fn game(&self, round: usize, match_: &TeamMatch, board: usize) -> Option<&str> {
        self.games.get(round, (match_.pair, board))
    }

    fn set_bye_of(&mut self, at: usize, team: TeamPlace, bye: Bye) -> Option<()> {
        self.team(team)?;
        let round = self.rounds.get_mut(at)?;
        if bye == Bye::Allocated || round.bye == Some(team) || round.match_of(team).is_some() {
            return None;
        }
        match round.byes.iter_mut().find(|each| each.team == team) {
            Some(each) => each.bye = bye,
            None => round.byes.push(TeamRoundBye { team, bye }),
        }
        Some(())
    }

    /// Settings.
    #[must_use]
    pub fn settings(&self) -> &TeamTournamentSettings {
        &self.settings
    }

    /// All teams that were ever entered, by their places.
    #[must_use]
    pub fn teams(&self) -> &[TournamentTeam] {
        &self.teams
    }

    /// Team that was not removed.
    #[must_use]
    pub fn team(&self, team: TeamPlace) -> Option<&TournamentTeam> {
        self.teams.get(team as usize).filter(|team| !team.is_removed)
    }

    fn team_mut(&mut self, team: TeamPlace) -> Option<&mut TournamentTeam> {
        self.teams.get_mut(team as usize).filter(|team| !team.is_removed)
    }

    /// Places of the teams that were not removed.
    #[must_use]
    pub fn active(&self) -> Vec<TeamPlace> {
        (0..).zip(&self.teams).filter(|(_, team)| !team.is_removed).map(|(place, _)| place).collect()
    }

    /// Paired rounds.
    #[must_use]
    pub fn rounds(&self) -> &[TeamRound] {
        &self.rounds
    }

    /// Accounts that are arbiters, as the caller names them.
    #[must_use]
    pub fn arbiters(&self) -> &BTreeSet<String> {
        &self.arbiters
    }

    /// Returns whether the tournament has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns whether a team has a match or a bye in any round.
    pub(super) fn was_paired(&self, team: TeamPlace) -> bool {
        self.rounds.iter().any(|round| round.bye_of(team).is_some() || round.match_of(team).is_some())
    }

    /// Number of rounds that are planned.
    #[must_use]
    pub fn planned_rounds(&self) -> usize {
        match self.settings.system {
            TeamSystem::Swiss { rounds, .. } | TeamSystem::Match { rounds } => usize::from(rounds),
            TeamSystem::RoundRobin { double } if self.rounds.is_empty() => {
                let teams = self.active().len();
                let single = (teams + teams % 2).saturating_sub(1);
                if teams < 2 { 0 } else { single * (1 + usize::from(double)) }
            }
            TeamSystem::RoundRobin { .. } => self.rounds.len(),
        }
    }

    /// Number of rounds from the first one of which all results are known.
    #[must_use]
    pub fn complete_rounds(&self) -> usize {
        self.rounds.iter().take_while(|round| round.is_complete()).count()
    }

    /// Number of rounds after which standings are shown: of a Swiss tournament those that are complete, otherwise all, whose known
    /// matches count.
    #[must_use]
    pub fn ranked_rounds(&self) -> usize {
        if self.settings.is_fixed() { self.rounds.len() } else { self.complete_rounds() }
    }

    /// Match of a team in a round, from 0, with the team's side: 0 for the first team.
    #[must_use]
    pub fn match_of(&self, round: usize, team: TeamPlace) -> Option<(&TeamMatch, usize)> {
        self.rounds.get(round)?.match_of(team)
    }

    fn match_of_mut(&mut self, round: usize, team: TeamPlace) -> Option<(&mut TeamMatch, usize)> {
        let mut matches = self.rounds.get_mut(round)?.matches.iter_mut();
        matches.find_map(|match_| Some((match_.side_of(team)?, match_))).map(|(side, match_)| (match_, side))
    }
}

impl TeamRound {
    /// Match of a team, with the team's side: 0 for the first team.
    #[must_use]
    pub fn match_of(&self, team: TeamPlace) -> Option<(&TeamMatch, usize)> {
        self.matches.iter().find_map(|match_| Some((match_, match_.side_of(team)?)))
    }

    /// Bye of a team.
    #[must_use]
    pub fn bye_of(&self, team: TeamPlace) -> Option<Bye> {
        let other = || self.byes.iter().find(|each| each.team == team).map(|each| each.bye);
        if self.bye == Some(team) { Some(Bye::Allocated) } else { other() }
    }

    /// Returns whether all results are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.matches.iter().all(|match_| match_.results.iter().all(Option::is_some))
    }

    /// Returns whether a result is known.
    pub(super) fn has_results(&self) -> bool {
        self.matches.iter().any(|match_| match_.results.iter().any(Option::is_some))
    }
}

impl TeamMatch {
    /// Side of a team: 0 for the first one; `None` for others.
    #[must_use]
    pub fn side_of(&self, team: TeamPlace) -> Option<usize> {
        [self.pair.first, self.pair.second].iter().position(|each| *each == team)
    }

    /// Colour of the first team's player on a board, from 0.
    #[must_use]
    pub fn color(&self, board: usize) -> Color {
        if board.is_multiple_of(2) { Color::White } else { Color::Black }
    }

    /// Game points of both teams so far.
    #[must_use]
    pub fn game_points(&self) -> [Points; 2] {
        let known = || self.results.iter().flatten();
        [known().map(|result| result.white).sum(), known().map(|result| result.black).sum()]
    }
}

/// Index of a round or board that is numbered from 1.
pub(super) fn index(number: u8) -> Option<usize> {
    usize::from(number).checked_sub(1)
}

//! Pairings: what a command makes of the rules' or the organiser's pairs.

use std::cmp::Reverse;

use saffron_rules::Color;

use super::TeamPlace;
use super::decide::Events;
use super::event::{PairedTeams, TeamPair, TeamRoundBye, TeamTournamentEvent as Event};
use super::fold::TeamTournamentState;
use super::settings::{ColorPreferences, TeamScore, TeamSystem};
use super::swiss::{SwissTeam, TeamSwissRound, pair_teams};
use crate::history::{Bye, Round};
use crate::round_robin::berger_table;
use crate::state::TournamentRefusal;

impl TeamTournamentState {
    pub(super) fn pair_next(&self) -> Events {
        if let Some((round, _)) = (1..).zip(&self.rounds).find(|(_, round)| !round.is_complete()) {
            return Err(TournamentRefusal::ResultsMissing { round });
        }
        if !self.rounds.is_empty() && self.rounds.len() >= self.planned_rounds() {
            return Err(TournamentRefusal::AllPaired);
        }
        let mut numbered = self.clone();
        let mut events: Vec<Event> = self.new_numbers().into_iter().collect();
        for event in &events {
            numbered.apply(event).ok_or(TournamentRefusal::OtherTeams)?;
        }
        match self.settings.system {
            TeamSystem::Swiss { initial, preferences, .. } => {
                let pairs = numbered.swiss_pairs(initial, preferences)?;
                events.push(Event::Paired { round: self.next_round(), pairs });
            }
            TeamSystem::RoundRobin { .. } | TeamSystem::Match { .. } => events.extend(numbered.pair_all()?),
        }
        Ok(events)
    }

    /// Number of the next round, from 1.
    fn next_round(&self) -> u8 {
        u8::try_from(self.rounds.len() + 1).unwrap_or(u8::MAX)
    }

    fn numbered(&self) -> Vec<TeamPlace> {
        let mut all: Vec<(u32, TeamPlace)> =
            self.active().into_iter().filter_map(|team| Some((self.teams[team as usize].number?, team))).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, team)| team).collect()
    }

    /// Numbers, if teams that take part have none: they follow those that have one, in a Swiss tournament by their ratings.
    fn new_numbers(&self) -> Option<Event> {
        let mut new = self.staying();
        new.retain(|team| self.teams[*team as usize].number.is_none());
        if !self.settings.is_fixed() {
            let rating = |team: &TeamPlace| self.teams[*team as usize].entry.rating(self.settings.boards());
            new.sort_by_key(|team| (Reverse(rating(team)), *team));
        }
        let mut order = self.numbered();
        order.append(&mut new.clone());
        (!new.is_empty()).then_some(Event::Numbered { order })
    }

    fn swiss_pairs(&self, initial: Color, preferences: ColorPreferences) -> Result<PairedTeams, TournamentRefusal> {
        let present = self.present();
        if present.len() < 2 {
            return Err(TournamentRefusal::TooFewTeams);
        }
        let active = self.active();
        let places: Vec<usize> = present.iter().filter_map(|team| active.binary_search(team).ok()).collect();
        let pairing = pair_teams(&TeamSwissRound {
            teams: &self.swiss_teams(),
            present: &places,
            rounds_left: self.planned_rounds().saturating_sub(self.rounds.len() + 1),
            initial,
            preferences,
        });
        let pairing = pairing.ok_or(TournamentRefusal::NoPairing)?;
        let pair = |pair: &crate::Pair| TeamPair { first: active[pair.white], second: active[pair.black] };
        Ok(PairedTeams {
            pairs: pairing.pairs.iter().map(pair).collect(),
            bye: pairing.bye.map(|place| active[place]),
            byes: self.requested_byes(),
        })
    }

    /// Active teams as the next round is paired.
    fn swiss_teams(&self) -> Vec<SwissTeam> {
        let rounds = self.rounds.len();
        let [matches, games] = [TeamScore::Match, TeamScore::Game].map(|score| self.histories(rounds, score));
        let (primary, secondary) = match self.settings.primary {
            TeamScore::Match => (&matches, &games),
            TeamScore::Game => (&games, &matches),
        };
        let team = |(at, history): (usize, &crate::History)| {
            let mut team = SwissTeam {
                number: history.number,
                score: history.score(rounds),
                secondary: secondary[at].score(rounds),
                may_have_bye: true,
                ..SwissTeam::default()
            };
            for (round, (entry, by_match)) in history.rounds.iter().zip(&matches[at].rounds).enumerate() {
                team.was_floater = false;
                match entry {
                    Round::Game { opponent, color, is_played: true, .. } => {
                        team.met.insert(*opponent);
                        team.colors.push(*color);
                        team.was_floater = history.score(round) != primary[*opponent].score(round);
                    }
                    Round::Bye(Bye::Allocated, _) => team.may_have_bye = false,
                    // Won by forfeit, or a full bye.
                    _ if by_match.points() >= self.settings.match_points.win => team.may_have_bye = false,
                    _ => {}
                }
            }
            team
        };
        primary.iter().enumerate().map(team).collect()
    }

    /// Pairings of all rounds.
    fn pair_all(&self) -> Events {
        let order = self.numbered();
        // Those that withdrew before the first round do not play.
        if let Some(&team) = order.iter().find(|team| !self.teams[**team as usize].is_present) {
            return Err(TournamentRefusal::NoSuchTeam { team });
        }
        if order.len() < 2 {
            return Err(TournamentRefusal::TooFewTeams);
        }
        let limit = self.max_teams();
        if order.len() > limit {
            return Err(TournamentRefusal::TooManyTeams { limit });
        }
        let rounds: Vec<Vec<TeamPair>> = match self.settings.system {
            TeamSystem::Match { rounds } => {
                let [a, b] = [order[0], order[1]];
                let pair = |round| if round % 2 == 0 { [a, b] } else { [b, a] };
                (0..rounds)
                    .map(|round| vec![pair(round)])
                    .map(|pairs| pairs.into_iter().map(of_teams).collect())
                    .collect()
            }
            system => berger_table(order.len(), system == TeamSystem::RoundRobin { double: true })
                .into_iter()
                .map(|pairs| pairs.iter().map(|pair| of_teams([order[pair.white], order[pair.black]])).collect())
                .collect(),
        };
        let paired = (1..).zip(rounds).map(|(round, pairs)| {
            let pairs = PairedTeams { pairs, ..PairedTeams::default() };
            Event::Paired { round, pairs }
        });
        Ok(paired.collect())
    }

    pub(super) fn unpair(&self) -> Events {
        let last = self.rounds.len();
        let first = if self.settings.is_fixed() { 1 } else { last };
        if last == 0 {
            return Err(TournamentRefusal::NoSuchGame { round: 1 });
        }
        let mut events = Vec::new();
        for at in (first..=last).rev() {
            let round = u8::try_from(at).unwrap_or(u8::MAX);
            if self.rounds[at - 1].has_results() {
                return Err(TournamentRefusal::ResultsKnown { round });
            }
            events.push(Event::Unpaired { round });
        }
        Ok(events)
    }

    pub(super) fn set_pairs(&self, pairs: &[TeamPair], bye: Option<TeamPlace>) -> Events {
        if self.settings.is_fixed() {
            return Err(TournamentRefusal::NoSuchGame { round: self.next_round() });
        }
        let mut events = Vec::new();
        let (round, mut before, byes): (u8, Vec<TeamPlace>, Vec<TeamRoundBye>) =
            match self.rounds.last().filter(|last| !last.is_complete()) {
                Some(last) => {
                    let round = u8::try_from(self.rounds.len()).unwrap_or(u8::MAX);
                    if last.has_results() {
                        return Err(TournamentRefusal::ResultsKnown { round });
                    }
                    let teams = last.matches.iter().flat_map(|match_| [match_.pair.first, match_.pair.second]);
                    (round, teams.chain(last.bye).collect(), last.byes.clone())
                }
                None => {
                    if self.rounds.len() >= self.planned_rounds() {
                        return Err(TournamentRefusal::AllPaired);
                    }
                    events.extend(self.new_numbers());
                    (self.next_round(), self.present(), self.requested_byes())
                }
            };
        let mut after: Vec<TeamPlace> = pairs.iter().flat_map(|pair| [pair.first, pair.second]).collect();
        after.extend(bye);
        before.sort_unstable();
        after.sort_unstable();
        if before != after || bye.is_some() != (before.len() % 2 == 1) {
            return Err(TournamentRefusal::OtherTeams);
        }
        events.push(Event::Paired { round, pairs: PairedTeams { pairs: pairs.to_vec(), bye, byes } });
        Ok(events)
    }
}

fn of_teams([first, second]: [TeamPlace; 2]) -> TeamPair {
    TeamPair { first, second }
}

//! Byes: requested ones, and those that are given for rounds without a match.

use super::TeamPlace;
use super::decide::Events;
use super::event::{TeamRoundBye, TeamTournamentEvent as Event};
use super::fold::{TeamTournamentState, index};
use super::settings::TeamScore;
use crate::history::Bye;
use crate::points::Points;
use crate::state::TournamentRefusal;

impl TeamTournamentState {
    pub(super) fn request_bye(&self, team: TeamPlace, round: u8, bye: Option<Bye>) -> Events {
        let requests = &self.known(team)?.requests;
        let at = index(round).filter(|at| (self.rounds.len()..self.planned_rounds()).contains(at));
        let at = at.filter(|_| !self.settings.is_fixed() && bye != Some(Bye::Allocated));
        let at = at.ok_or(TournamentRefusal::NoSuchGame { round })?;
        let is_known = requests.get(&at).copied() == bye;
        Ok(if is_known { Vec::new() } else { vec![Event::ByeRequested { team, round, bye }] })
    }

    pub(super) fn set_bye(&self, round: u8, team: TeamPlace, bye: Bye) -> Events {
        self.known(team)?;
        let paired = index(round).and_then(|at| self.rounds.get(at)).filter(|_| !self.settings.is_fixed());
        let paired = paired.ok_or(TournamentRefusal::NoSuchGame { round })?;
        let before = paired.bye_of(team);
        if bye == Bye::Allocated || before == Some(Bye::Allocated) || paired.match_of(team).is_some() {
            return Err(TournamentRefusal::NoSuchGame { round });
        }
        Ok(if before == Some(bye) { Vec::new() } else { vec![Event::Bye { round, team, bye }] })
    }

    /// Teams that have not withdrawn.
    pub(super) fn staying(&self) -> Vec<TeamPlace> {
        self.active().into_iter().filter(|team| self.teams[*team as usize].is_present).collect()
    }

    /// Teams that are paired in the next round.
    pub(super) fn present(&self) -> Vec<TeamPlace> {
        self.staying().into_iter().filter(|team| self.requested_bye(*team).is_none()).collect()
    }

    /// Requested byes of the next round.
    pub(super) fn requested_byes(&self) -> Vec<TeamRoundBye> {
        let requested = |team| Some(TeamRoundBye { team, bye: self.requested_bye(team)? });
        self.staying().into_iter().filter_map(requested).collect()
    }

    fn requested_bye(&self, team: TeamPlace) -> Option<Bye> {
        self.teams[team as usize].requests.get(&self.rounds.len()).copied()
    }

    /// Points of a bye by a score: full is a match won on all boards, half a drawn one.
    pub(super) fn bye_points(&self, bye: Bye, score: TeamScore) -> Points {
        let points = self.result_points(score);
        match bye {
            Bye::Allocated => points.allocated_bye,
            Bye::Full => points.win,
            Bye::Half => points.draw,
            Bye::Zero => Points::ZERO,
        }
    }
}

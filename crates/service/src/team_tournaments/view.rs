//! Team tournaments as they cross the wire.

use std::collections::HashMap;

use saffron_protocol::team_tournaments::{
    TeamPointCorrection, TeamTournament, TeamTournamentBoard, TeamTournamentInfo, TeamTournamentMatch,
    TeamTournamentRound, TeamTournamentScore, TeamTournamentStanding, TeamTournamentTeam,
};
use saffron_protocol::tournaments::{RequestedBye, TournamentArbiter};
use saffron_store::AccountId;
use saffron_store::accounts::Account;
use saffron_tournament::Points;
use saffron_tournament::teams::{TeamCorrection, TeamMatch, TeamPlace, TeamTournamentState};

use super::count;
use crate::organisers::Role;
use crate::parts::tournaments::LoadedTeamTournament;
use crate::tournament_log::{from_one, name_of};

/// Tournament with its teams, rounds and standings.
pub(super) fn tournament(
    info: TeamTournamentInfo,
    loaded: &LoadedTeamTournament,
    accounts: &HashMap<AccountId, Account>,
    role: Role,
) -> TeamTournament {
    let state = &loaded.state;
    let active = state.active();
    let standings = loaded.standings.iter().map(|standing| TeamTournamentStanding {
        team: active[standing.team],
        rank: count(standing.rank),
        match_points: standing.match_points.quarters(),
        game_points: standing.game_points.quarters(),
        values: standing.values.iter().map(ToString::to_string).collect(),
    });
    let players = loaded.players.iter().map(|score| TeamTournamentScore {
        team: score.team,
        player: score.player,
        rank: count(score.rank),
        points: score.points.quarters(),
        boards: count(score.games.len()),
        games: count(score.games.iter().filter(|game| game.is_played).count()),
        performance: score.performance,
    });
    let rounds = state.rounds().iter().enumerate().map(|(at, round)| TeamTournamentRound {
        matches: round.matches.iter().map(|match_| match_of_teams(state, at, match_)).collect(),
        bye: round.bye,
        byes: round.byes.clone(),
    });
    let mut settings = state.settings().clone();
    // The name of an erased account's tournament is gone.
    settings.name.clone_from(&info.name);
    TeamTournament {
        version: loaded.version,
        settings,
        teams: (0..).zip(state.teams()).map(|(place, _)| team(state, place)).collect(),
        rounds: rounds.collect(),
        ranked: count(state.ranked_rounds()),
        standings: standings.collect(),
        players: players.collect(),
        arbiters: (state.arbiters().iter())
            .map(|account| TournamentArbiter { account: account.clone(), name: name_of(account, accounts) })
            .collect(),
        editable: role != Role::Reader,
        organised: role == Role::Organiser,
        info,
    }
}

fn team(state: &TeamTournamentState, place: TeamPlace) -> TeamTournamentTeam {
    let team = &state.teams()[place as usize];
    TeamTournamentTeam {
        entry: team.entry.clone(),
        number: team.number,
        present: team.is_present,
        removed: team.is_removed,
        annulled: state.is_annulled(place),
        absent: team.absent.iter().copied().collect(),
        requests: (team.requests.iter())
            .map(|(round, bye)| RequestedBye { round: from_one(*round), bye: *bye })
            .collect(),
        corrections: team.corrections.iter().map(correction).collect(),
    }
}

pub(super) fn correction(correction: &TeamCorrection) -> TeamPointCorrection {
    TeamPointCorrection {
        round: from_one(correction.round),
        match_points: correction.match_points.quarters(),
        game_points: correction.game_points.quarters(),
        reason: correction.reason.clone(),
    }
}

fn match_of_teams(state: &TeamTournamentState, round: usize, match_: &TeamMatch) -> TeamTournamentMatch {
    let boards = state.boards(match_).into_iter().zip(&match_.results);
    let quarters = |points: [Points; 2]| points.map(Points::quarters);
    TeamTournamentMatch {
        first: match_.pair.first,
        second: match_.pair.second,
        boards: boards
            .enumerate()
            .map(|(at, (players, result))| TeamTournamentBoard {
                first: players.first,
                second: players.second,
                result: *result,
                game: state.game(round, match_, at).is_some(),
            })
            .collect(),
        game_points: quarters(match_.game_points()),
        match_points: state.score(match_).map(|score| quarters(score.match_points)),
    }
}

//! Tournaments as they cross the wire.

use std::collections::HashMap;

use saffron_protocol::tournaments::{
    PointCorrection, RequestedBye, Tournament, TournamentArbiter, TournamentInfo, TournamentPlayer, TournamentStanding,
};
use saffron_store::AccountId;
use saffron_store::accounts::Account;
use saffron_tournament::state::{PlayerId, State};

use crate::organisers::Role;
use crate::parts::tournaments::LoadedTournament;
use crate::tournament_log::{from_one, name_of};

/// Tournament with its players, rounds and standings.
pub(super) fn tournament(
    info: TournamentInfo,
    loaded: &LoadedTournament,
    accounts: &HashMap<AccountId, Account>,
    role: Role,
) -> Tournament {
    let state = &loaded.state;
    let active = state.active();
    let standings = loaded.standings.iter().map(|standing| TournamentStanding {
        player: active[standing.player],
        rank: u32::try_from(standing.rank).unwrap_or(u32::MAX),
        points: standing.points.quarters(),
        values: standing.values.iter().map(ToString::to_string).collect(),
    });
    let mut settings = state.settings().clone();
    // The name of an erased account's tournament is gone.
    settings.name.clone_from(&info.name);
    Tournament {
        version: loaded.version,
        settings,
        players: (0..).zip(state.players()).map(|(id, _)| player(state, id)).collect(),
        rounds: state.rounds().to_vec(),
        games: (0..state.rounds().len())
            .map(|round| state.games(round).map(|(at, ..)| from_one(at)).collect())
            .collect(),
        ranked: u32::try_from(state.ranked_rounds()).unwrap_or(u32::MAX),
        standings: standings.collect(),
        forbidden: state.forbidden().collect(),
        arbiters: (state.arbiters().iter())
            .map(|account| TournamentArbiter { account: account.clone(), name: name_of(account, accounts) })
            .collect(),
        editable: role != Role::Reader,
        organised: role == Role::Organiser,
        info,
    }
}

fn player(state: &State, id: PlayerId) -> TournamentPlayer {
    let player = &state.players()[id as usize];
    TournamentPlayer {
        entrant: player.entrant.clone(),
        number: player.number,
        present: player.is_present,
        removed: player.is_removed,
        annulled: state.is_annulled(id),
        requests: player
            .requests
            .iter()
            .map(|(round, bye)| RequestedBye { round: from_one(*round), bye: *bye })
            .collect(),
        corrections: player
            .corrections
            .iter()
            .map(|(round, points)| PointCorrection { round: from_one(*round), points: points.quarters() })
            .collect(),
    }
}

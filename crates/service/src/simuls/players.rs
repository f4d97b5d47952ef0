//! Players of simuls as they are recorded for their profiles, when the simul has begun: the host and those who play against it.

use saffron_live::Millis;
use saffron_store::tournaments::Tournament;
use saffron_store::{AccountId, Statement, StoreError, TournamentId, tournament_players};
use saffron_tournament::simul::{SimulEvent, SimulResult, SimulState};

use super::Loaded;
use crate::app::App;

/// Statements that record what events say about the players; `state` is the one after them.
pub(super) fn recorded(row: &Tournament, events: &[SimulEvent], state: &SimulState, at: Millis) -> Vec<Statement> {
    let has_begun = events.iter().any(|event| matches!(event, SimulEvent::Started { .. }));
    if has_begun { all_recorded(row, state, at) } else { Vec::new() }
}

fn all_recorded(row: &Tournament, state: &SimulState, at: Millis) -> Vec<Statement> {
    let opponents = state.games().iter().filter_map(|game| account(state, game.pair.player));
    let accounts = std::iter::once(row.organiser).chain(opponents);
    accounts.map(|account| tournament_players::joined(account, row.id, at)).collect()
}

/// Account of a player.
pub(super) fn account(state: &SimulState, player: u32) -> Option<AccountId> {
    state.player(player)?.account.parse().ok()
}

/// Records the players of a simul from before players were recorded.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn record(app: &App, id: TournamentId) -> Result<(), StoreError> {
    // It has logged the reason.
    let Ok(Some(Loaded { row, state, .. })) = Loaded::read(app, id).await else { return Ok(()) };
    let statements = all_recorded(&row, &state, row.created_at);
    if !state.games().is_empty() {
        app.database.transact(statements).await?;
    }
    Ok(())
}

/// Points of an account and of the host, in quarters, in the game between them; `None` while it is played, and if it counts for
/// neither.
pub(super) fn points(state: &SimulState, account: AccountId) -> Option<[i32; 2]> {
    let player = state.player_of(account.as_str())?;
    let game = state.games().iter().find(|game| game.pair.player == player)?;
    match game.result? {
        SimulResult::Played { host, opponent } => Some([opponent.quarters(), host.quarters()]),
        SimulResult::Void => None,
    }
}

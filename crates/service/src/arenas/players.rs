//! Players of arenas as they are recorded for their profiles: that they have joined, and their ranks at the end.

use saffron_live::Millis;
use saffron_store::{AccountId, Statement, StoreError, TournamentId, tournament_players, tournaments};
use saffron_tournament::arena::{ArenaEvent, ArenaState};

use super::read_state;
use crate::app::App;

/// Statements that record what events say about the players; `state` is the one after them.
pub(super) fn recorded(arena: TournamentId, events: &[ArenaEvent], state: &ArenaState, at: Millis) -> Vec<Statement> {
    let mut statements = Vec::new();
    for event in events {
        match event {
            ArenaEvent::Joined { account, .. } => {
                let account = account.parse().ok();
                statements.extend(account.map(|account| tournament_players::joined(account, arena, at)));
            }
            ArenaEvent::Finished => statements.extend(ranks(arena, state)),
            _ => {}
        }
    }
    statements
}

fn ranks(arena: TournamentId, state: &ArenaState) -> Vec<Statement> {
    let accounts = state.ranking().into_iter().filter_map(|id| state.player(id)?.account.parse::<AccountId>().ok());
    tournament_players::ranked(arena, &accounts.zip(1..).collect::<Vec<_>>())
}

/// Statements that record all players of an arena from before players were recorded.
pub(super) fn all_recorded(arena: TournamentId, state: &ArenaState, at: Millis) -> Vec<Statement> {
    let accounts = state.players().iter().filter_map(|player| player.account.parse().ok());
    let mut statements: Vec<Statement> =
        accounts.map(|account| tournament_players::joined(account, arena, at)).collect();
    if state.is_over() && !state.is_cancelled() {
        statements.extend(ranks(arena, state));
    }
    statements
}

/// Records the players of an arena that was over before players were recorded.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn record(app: &App, id: TournamentId) -> Result<(), StoreError> {
    let row = tournaments::find(&*app.database, id).await?.filter(|row| row.over);
    let Some(row) = row else { return Ok(()) };
    // It has logged the reason.
    let Ok(state) = read_state(app, id, row.version).await else { return Ok(()) };
    let statements = all_recorded(id, &state, state.settings().starts_at);
    if !statements.is_empty() {
        app.database.transact(statements).await?;
    }
    Ok(())
}

//! Players of round robins by correspondence as they are recorded for their profiles: that they play, and the places of the final.

use saffron_live::Millis;
use saffron_protocol::people::ParticipationScore;
use saffron_rules::Color;
use saffron_store::{AccountId, Statement, StoreError, TournamentId, tournament_players};
use saffron_tournament::Points;
use saffron_tournament::correspondence::{CorrespondenceEvent, CorrespondenceState};

use super::Loaded;
use crate::app::App;

/// Statements that record what events say about the players; `state` is the one after them.
pub(super) fn recorded(
    id: TournamentId,
    events: &[CorrespondenceEvent],
    state: &CorrespondenceState,
    at: Millis,
) -> Vec<Statement> {
    let has_begun = |event: &CorrespondenceEvent| matches!(event, CorrespondenceEvent::StageBegun { .. });
    let mut statements = Vec::new();
    if state.stages().len() == 1 && events.iter().any(has_begun) {
        statements.extend(joined(id, state, at));
    }
    if events.contains(&CorrespondenceEvent::Finished) {
        statements.extend(ranks(id, state));
    }
    statements
}

fn joined(id: TournamentId, state: &CorrespondenceState, at: Millis) -> impl Iterator<Item = Statement> {
    let players = state.stages().first().into_iter().flatten().flat_map(|group| &group.players);
    players.filter_map(|player| account(state, *player)).map(move |account| tournament_players::joined(account, id, at))
}

/// Statements that set the ranks of those in the final who have one.
fn ranks(id: TournamentId, state: &CorrespondenceState) -> Vec<Statement> {
    let Some([group]) = state.stages().last().map(Vec::as_slice) else { return Vec::new() };
    let ranked = group.standings(&state.numbers()).into_iter().filter_map(|row| {
        let player = *group.players.get(row.player).filter(|player| !group.uncounted.contains(player))?;
        Some((account(state, player)?, u32::try_from(row.rank).unwrap_or(u32::MAX)))
    });
    tournament_players::ranked(id, &ranked.collect::<Vec<_>>())
}

/// Account of a player.
pub(super) fn account(state: &CorrespondenceState, player: u32) -> Option<AccountId> {
    state.player(player)?.account.parse().ok()
}

/// Records the players of a tournament from before players were recorded.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn record(app: &App, id: TournamentId) -> Result<(), StoreError> {
    // It has logged the reason.
    let Ok(Some(Loaded { row, state })) = Loaded::read(app, id).await else { return Ok(()) };
    let mut statements: Vec<Statement> = joined(id, &state, row.created_at).collect();
    if state.is_over() {
        statements.extend(ranks(id, &state));
    }
    if !statements.is_empty() {
        app.database.transact(statements).await?;
    }
    Ok(())
}

/// Score of an account in the games of all stages that are over and count.
pub(super) fn score(state: &CorrespondenceState, account: AccountId) -> ParticipationScore {
    let (mut points, mut games) = (Points::ZERO, 0);
    let Some(player) = state.player_of(account.as_str()) else { return ParticipationScore::default() };
    for group in state.stages().iter().flatten() {
        for game in group.games.iter().filter(|game| game.is_of(player) && group.counts(game)) {
            let side = if game.pair.white == player { Color::White } else { Color::Black };
            let Some(scored) = game.points(side) else { continue };
            points += scored;
            games += 1;
        }
    }
    ParticipationScore { points: points.quarters(), games }
}

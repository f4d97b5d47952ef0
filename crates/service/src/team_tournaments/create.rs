//! Creating, taking over and removing team tournaments.

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_TOURNAMENT_FILE;
use saffron_protocol::team_tournaments::{TeamTournamentFile, TeamTournamentImport, TeamTournamentInfo};
use saffron_store::tournaments::TournamentKind;
use saffron_store::{TournamentId, tournaments};
use saffron_tournament::state::TournamentRefusal;
use saffron_tournament::teams::{TeamTournamentEvent, TeamTournamentSettings, TeamTournamentState};

use super::command::{check_event, row_after};
use super::{find, games, infos, load};
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::organisers::may_create;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::tournament_games::check_all;
use crate::tournament_log::{new_row, stored_events};

/// Creates a tournament without teams.
///
/// # Errors
/// Those of [`may_create`]; `RateLimited` if the client or the account has used up its budget; the refusals of the tournament.
pub async fn create(
    app: &App,
    client: Client,
    viewer: &Viewer,
    settings: TeamTournamentSettings,
) -> Result<TeamTournamentInfo, Error> {
    may_create(app, client, viewer, &settings.variant).await?;
    let events = TeamTournamentState::create(settings).map_err(ErrorCode::TournamentRefused)?;
    let now = app.clock.now();
    insert(app, client, viewer, events.into_iter().map(|event| (now, event)).collect()).await
}

/// Takes a tournament over from a file of events.
///
/// # Errors
/// Those of [`create`]; `TournamentRefused` with what cannot be read and for a game that cannot be played, `TooLarge` for too many events.
pub async fn import(
    app: &App,
    client: Client,
    viewer: &Viewer,
    request: &TeamTournamentImport,
) -> Result<TeamTournamentInfo, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    app.budgets.owe(Payer::Client(client), Cost::of_library(0, request.text.len()));
    let foreign = |problem: String| ErrorCode::TournamentRefused(TournamentRefusal::ForeignReport { problem });
    let file: TeamTournamentFile = serde_json::from_str(&request.text).map_err(|error| foreign(error.to_string()))?;
    let variant = match file.events.first().map(|logged| &logged.event) {
        Some(TeamTournamentEvent::Settings { settings }) => settings.variant.clone(),
        _ => return Err(foreign("it has no settings".to_owned()).into()),
    };
    may_create(app, client, viewer, &variant).await?;
    let now = app.clock.now();
    // Arbiters are accounts of the server that wrote it.
    let own = file.events.into_iter().filter(|logged| !matches!(logged.event, TeamTournamentEvent::Arbiter { .. }));
    insert(app, client, viewer, own.map(|logged| (logged.at.min(now), logged.event)).collect()).await
}

/// Stores a tournament with its first events.
async fn insert(
    app: &App,
    client: Client,
    viewer: &Viewer,
    timed: Vec<(Millis, TeamTournamentEvent)>,
) -> Result<TeamTournamentInfo, Error> {
    let events: Vec<TeamTournamentEvent> = timed.iter().map(|(_, event)| event.clone()).collect();
    app.budgets.owe(Payer::Client(client), Cost::of_replay(events.len()));
    for event in &events {
        check_event(event)?;
    }
    let state = TeamTournamentState::checked_replay(&events).map_err(ErrorCode::TournamentRefused)?;
    let state = check_all(app, client, &state.settings().variant.clone(), state, games::all).await?;
    let stored = stored_events(viewer.account, 0, timed.iter().map(|(at, event)| (*at, event)));
    let bytes = stored.iter().map(|event| event.data.len()).sum();
    if bytes > MAX_TOURNAMENT_FILE {
        return Err(ErrorCode::TooLarge { limit: MAX_TOURNAMENT_FILE }.into());
    }
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(bytes))?;
    let now = app.clock.now();
    let id = TournamentId::from_random(app.random.bits());
    let empty = new_row(id, TournamentKind::Team, viewer.account, now);
    let row = row_after(&empty, &state, stored.len(), now);
    let epoch = app.jobs.epoch;
    let mut statements = vec![tournaments::insert(&row, epoch)];
    statements.extend(tournaments::append(&row, 0, &stored, epoch));
    app.database.transact(statements).await?;
    Ok(infos(app, &[row]).await?.pop().ok_or(ErrorCode::Internal)?)
}

/// Removes a tournament of the viewer of which no round is paired.
///
/// # Errors
/// `NotFound` if there is no such tournament, `Forbidden` for one of another account, and the refusal of one that has begun.
pub async fn remove(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<(), Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    if row.organiser != viewer.account {
        return Err(ErrorCode::Forbidden.into());
    }
    if !load(app, client, &row).await?.state.rounds().is_empty() {
        return Err(ErrorCode::TournamentRefused(TournamentRefusal::TournamentBegun).into());
    }
    let removed = app.transact_if_unchanged(tournaments::remove(row.id)).await?;
    if removed { Ok(()) } else { Err(ErrorCode::NotFound.into()) }
}

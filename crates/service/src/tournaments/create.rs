//! Creating, taking over and removing tournaments.

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_TOURNAMENT_FILE;
use saffron_protocol::tournaments::{TournamentFile, TournamentImport, TournamentInfo};
use saffron_store::tournaments::TournamentKind;
use saffron_store::{TournamentId, tournaments};
use saffron_tournament::standings::TieBreak;
use saffron_tournament::state::{Event, Settings, State, TournamentRefusal};
use saffron_tournament::trf::Report;

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

/// Tie-breaks of a tournament from a report, which does not name them.
const REPORT_TIE_BREAKS: [&str; 4] = ["BH-C1", "BH", "SB", "WIN"];

/// Creates a tournament without players.
///
/// # Errors
/// `AccountRequired` for guests, `Muted` for a muted account, `UnknownVariant`, `TooMany` if the account has as many tournaments that
/// are not over, `RateLimited` if the client or the account has used up its budget; the refusals of the tournament.
pub async fn create(app: &App, client: Client, viewer: &Viewer, settings: Settings) -> Result<TournamentInfo, Error> {
    may_create(app, client, viewer, &settings.variant).await?;
    let events = State::create(settings).map_err(ErrorCode::TournamentRefused)?;
    let now = app.clock.now();
    insert(app, client, viewer, events.into_iter().map(|event| (now, event)).collect()).await
}

/// Takes a tournament over from a report or a file of events.
///
/// # Errors
/// Those of [`create`]; `TournamentRefused` with what cannot be read and for a game that cannot be played, `TooLarge` for too many
/// events.
pub async fn import(
    app: &App,
    client: Client,
    viewer: &Viewer,
    request: &TournamentImport,
) -> Result<TournamentInfo, Error> {
    may_create(app, client, viewer, &request.variant).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_library(0, request.text.len()));
    let now = app.clock.now();
    let foreign = |problem: &dyn std::fmt::Display| {
        ErrorCode::TournamentRefused(TournamentRefusal::ForeignReport { problem: problem.to_string() })
    };
    let is_file = request.text.trim_start().starts_with('{');
    let events: Vec<(Millis, Event)> = if is_file {
        let file: TournamentFile = serde_json::from_str(&request.text).map_err(|error| foreign(&error))?;
        // Arbiters are accounts of the server that wrote it.
        let own = file.events.into_iter().filter(|logged| !matches!(logged.event, Event::Arbiter { .. }));
        let timed = own.map(|logged| (logged.at.min(now), logged.event));
        timed.collect()
    } else {
        let report = Report::read(&request.text).map_err(|error| foreign(&error))?;
        let tie_breaks: Vec<TieBreak> = REPORT_TIE_BREAKS.iter().filter_map(|code| code.parse().ok()).collect();
        let events = State::import(&report, &request.variant, tie_breaks).map_err(ErrorCode::TournamentRefused)?;
        events.into_iter().map(|event| (now, event)).collect()
    };
    insert(app, client, viewer, events).await
}

/// Stores a tournament with its first events.
async fn insert(
    app: &App,
    client: Client,
    viewer: &Viewer,
    timed: Vec<(Millis, Event)>,
) -> Result<TournamentInfo, Error> {
    let events: Vec<Event> = timed.iter().map(|(_, event)| event.clone()).collect();
    app.budgets.owe(Payer::Client(client), Cost::of_replay(events.len()));
    for event in &events {
        check_event(event)?;
    }
    let state = State::checked_replay(&events).map_err(ErrorCode::TournamentRefused)?;
    let state = check_all(app, client, &state.settings().variant.clone(), state, games::all).await?;
    let stored = stored_events(viewer.account, 0, timed.iter().map(|(at, event)| (*at, event)));
    let bytes = stored.iter().map(|event| event.data.len()).sum();
    if bytes > MAX_TOURNAMENT_FILE {
        return Err(ErrorCode::TooLarge { limit: MAX_TOURNAMENT_FILE }.into());
    }
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(bytes))?;
    let now = app.clock.now();
    let id = TournamentId::from_random(app.random.bits());
    let empty = new_row(id, TournamentKind::Board, viewer.account, now);
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

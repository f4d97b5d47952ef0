//! Tournaments over the board: their organisers send commands, and everyone can read them. The state of a tournament is the fold of its
//! events; version and epoch are checked in the transaction that adds to them, so that each event is the only one after its state.

mod command;
mod create;
mod export;
mod games;
mod view;

use std::collections::BTreeSet;
use std::sync::Arc;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::tournaments::{Tournament, TournamentInfo, Tournaments};
use saffron_store::tournaments::TournamentKind;
use saffron_store::{AccountId, TournamentId, tournaments};
use saffron_tournament::state::{Event, State};
use serde::{Deserialize, Serialize};

pub use command::carry_out;
pub use create::{create, import, remove};
pub use export::{csv, events, explanations, report};
pub use games::{GameFilter, games, pgn};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::{OWN_TOURNAMENTS, TOURNAMENT_PAGE};
use crate::error::Error;
use crate::games::info::{accounts_of, player};
use crate::organisers::Role;
use crate::parts::budgets::{Cost, Payer};
use crate::parts::tournaments::LoadedTournament;
use crate::session::Viewer;
use crate::tournament_games::first_day;
use crate::tournament_log::{read_events, unreadable};

/// What lists show of a tournament, as it is stored next to its events.
#[derive(Serialize, Deserialize)]
struct Summary {
    variant: String,
    system: saffron_tournament::state::System,
    place: String,
    dates: String,
    players: u32,
    rounds: u32,
    paired: u32,
    #[serde(default)]
    arbiters: BTreeSet<String>,
}

impl Summary {
    fn new(state: &State) -> Self {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let settings = state.settings();
        Self {
            variant: settings.variant.clone(),
            system: settings.system,
            place: settings.place.clone(),
            dates: settings.dates.clone(),
            players: count(state.active().len()),
            rounds: count(state.planned_rounds()),
            paired: count(state.rounds().len()),
            arbiters: state.arbiters().clone(),
        }
    }

    fn text(state: &State) -> String {
        // Serialising plain data cannot fail.
        serde_json::to_string(&Self::new(state)).unwrap_or_default()
    }
}

/// Row of a tournament of a path.
async fn find(app: &App, id: &str) -> Result<tournaments::Tournament, Error> {
    let id: TournamentId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let found = tournaments::find(&*app.database, id).await?;
    Ok(found.filter(|row| row.kind == TournamentKind::Board).ok_or(ErrorCode::NotFound)?)
}

/// State of a tournament, of which only the events are read that are not known.
async fn load(app: &App, client: Client, row: &tournaments::Tournament) -> Result<Arc<LoadedTournament>, Error> {
    let known = app.tournaments.get(row.id).filter(|known| known.version <= row.version);
    if let Some(known) = known.as_ref().filter(|known| known.version == row.version) {
        return Ok(Arc::clone(known));
    }
    let from = known.as_ref().map_or(0, |known| known.version);
    app.budgets.owe(Payer::Client(client), Cost::of_replay((row.version - from) as usize));
    let events: Vec<Event> = read_events(app, row.id, from, row.version).await?;
    let state = match &known {
        Some(known) => {
            let mut state = known.state.clone();
            let fits = events.iter().all(|event| state.apply(event).is_some());
            if fits { Ok(state) } else { Err(unreadable(row.id, &"an event does not fit")) }
        }
        None => State::replay(&events).map_err(|fault| unreadable(row.id, &fault)),
    }?;
    let loaded = Arc::new(LoadedTournament::new(row.version, state));
    app.tournaments.keep(row.id, Arc::clone(&loaded));
    Ok(loaded)
}

/// State of a tournament of the viewer, which an Elo list takes over.
///
/// # Errors
/// `NotFound` if there is no such tournament, `Forbidden` for one of another account; `RateLimited` if the client has used up its
/// processor time.
pub(crate) async fn own_state(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<State, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    if Role::of(&row, Some(viewer)) != Role::Organiser {
        return Err(ErrorCode::Forbidden.into());
    }
    Ok(load(app, client, &row).await?.state.clone())
}

/// Tournaments of the viewer that are over, the last changed first.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn own_past(app: &App, client: Client, viewer: &Viewer) -> Result<Vec<TournamentInfo>, Error> {
    let mut rows = tournaments::of_organiser(&*app.database, viewer.account, OWN_TOURNAMENTS).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(rows.len()));
    rows.retain(|row| row.kind == TournamentKind::Board && row.over);
    infos(app, &rows).await
}

/// Tournaments that are not over, and those that are.
///
/// # Errors
/// `RateLimited` if the client has used up its processor time.
pub async fn list(app: &App, client: Client) -> Result<Tournaments, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let current = tournaments::current(&*app.database, TournamentKind::Board, TOURNAMENT_PAGE).await?;
    let past = tournaments::past(&*app.database, TournamentKind::Board, TOURNAMENT_PAGE).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(current.len() + past.len()));
    Ok(Tournaments { current: infos(app, &current).await?, past: infos(app, &past).await? })
}

/// Tag of what a viewer sees of a tournament: another one after each change.
///
/// # Errors
/// `NotFound` if there is no such tournament.
pub async fn tag(app: &App, viewer: Option<&Viewer>, id: &str) -> Result<String, Error> {
    let row = find(app, id).await?;
    let kind = Role::of(&row, viewer).tag();
    // An erased account takes the name along without an event.
    Ok(format!("\"{}-{kind}-{}\"", row.version, row.name.len()))
}

/// Tournament with its standings.
///
/// # Errors
/// `NotFound` if there is no such tournament; `RateLimited` if the client has used up its processor time.
pub async fn show(app: &App, client: Client, viewer: Option<&Viewer>, id: &str) -> Result<Tournament, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find(app, id).await?;
    let loaded = load(app, client, &row).await?;
    shown(app, client, viewer, &row, &loaded).await
}

/// Tournament as a viewer sees it.
async fn shown(
    app: &App,
    client: Client,
    viewer: Option<&Viewer>,
    row: &tournaments::Tournament,
    loaded: &LoadedTournament,
) -> Result<Tournament, Error> {
    let boards = loaded.state.players().len() * (1 + loaded.state.rounds().len());
    app.budgets.owe(Payer::Client(client), Cost::of_rows(boards));
    let info = infos(app, std::slice::from_ref(row)).await?.pop().ok_or(ErrorCode::Internal)?;
    let arbiters = loaded.state.arbiters().iter().filter_map(|account| account.parse().ok()).collect();
    let arbiters = accounts_of(&*app.database, arbiters).await?;
    Ok(view::tournament(info, loaded, &arbiters, Role::of(row, viewer)))
}

/// Those of some tournaments that have names and a first day, with it.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn dated(app: &App, rows: &[tournaments::Tournament]) -> Result<Vec<(String, TournamentInfo)>, Error> {
    let infos = infos(app, rows).await?.into_iter().filter(|info| !info.name.is_empty());
    Ok(infos.filter_map(|info| Some((first_day(&info.dates)?, info))).collect())
}

/// Tournaments as they are listed.
async fn infos(app: &App, rows: &[tournaments::Tournament]) -> Result<Vec<TournamentInfo>, Error> {
    let organisers: Vec<AccountId> = rows.iter().map(|row| row.organiser).collect();
    let accounts = accounts_of(&*app.database, organisers).await?;
    let mut infos = Vec::new();
    for row in rows {
        let summary: Summary = serde_json::from_str(&row.summary).map_err(|error| unreadable(row.id, &error))?;
        let Summary { variant, system, place, dates, players, rounds, paired, arbiters: _ } = summary;
        infos.push(TournamentInfo {
            id: row.id.to_string(),
            name: row.name.clone(),
            organiser: accounts.get(&row.organiser).and_then(|account| player(account, None, false).name),
            variant,
            system,
            place,
            dates,
            players,
            rounds,
            paired,
            over: row.over,
            updated_at: row.updated_at,
        });
    }
    Ok(infos)
}

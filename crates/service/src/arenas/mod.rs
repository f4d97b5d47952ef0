//! Arenas: players are paired as long as they last. Their events are stored as those of other tournaments, with version and epoch
//! checked in the transaction; the games are live games that know no more than the arena's id.
//!
//! Arenas of the server itself begin every hour, and those of a [`series`] as their organiser has set it.
//!
//! A pair is stored before its game begins, and a result after the game has ended. So after a stop at any moment the stored state says
//! which games to look at: one that never began counts for no one, one that has ended gives its points once.

mod command;
mod games;
mod players;
pub mod run;
pub mod series;
mod standing;
mod view;

use std::sync::Arc;

use saffron_live::Millis;
use saffron_protocol::arenas::{Arena, ArenaInfo, ArenaPlayerGames, ArenaStage, Arenas};
use saffron_protocol::error::ErrorCode;
use saffron_store::tournaments::{self, Tournament, TournamentKind};
use saffron_store::{AccountId, TeamId, TournamentId, tournament_players};
use saffron_tournament::arena::{ArenaEvent, ArenaState};

pub(crate) use command::control;
pub use command::{cancel, change, create, disqualify, join, pause};
pub(crate) use players::record;
pub(crate) use standing::id_of as standing_id;
pub(crate) use view::infos;

use crate::app::App;
use crate::client::Client;
use crate::config::limits::{TEAM_ARENAS, TOURNAMENT_PAGE};
use crate::error::Error;
use crate::games::outbox::Outbox;
use crate::parts::arenas::{ArenaWatch, LiveArena};
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::tournament_log::{read_events, unreadable};

/// Reads the arenas that are not over, and records their players if they are from before players were recorded.
///
/// # Errors
/// Failures of the store; an arena that cannot be read is logged and left out.
pub(crate) async fn load(app: &App) -> Result<(), saffron_store::StoreError> {
    let unrecorded = tournament_players::without_players(&*app.database, TournamentKind::Arena, None, u32::MAX).await?;
    for row in tournaments::current(&*app.database, TournamentKind::Arena, u32::MAX).await? {
        let id = row.id;
        match read(app, row).await {
            Ok(arena) => {
                if unrecorded.contains(&id) {
                    let all = players::all_recorded(id, &arena.lock().state, app.clock.now());
                    app.database.transact(all).await?;
                }
                app.arenas.add(arena);
            }
            Err(error) => tracing::error!(arena = %id, ?error, "an arena cannot be read"),
        }
    }
    Ok(())
}

/// Reads an arena from its events.
async fn read(app: &App, row: Tournament) -> Result<LiveArena, Error> {
    let state = read_state(app, row.id, row.version).await?;
    Ok(LiveArena::new(row, state))
}

async fn read_state(app: &App, id: TournamentId, version: u32) -> Result<ArenaState, Error> {
    let events: Vec<ArenaEvent> = read_events(app, id, 0, version).await?;
    Ok(ArenaState::replay(&events).map_err(|fault| unreadable(id, &fault))?)
}

/// Arena of a path: from memory, or read if it is over.
async fn find(app: &App, client: Client, id: &str) -> Result<Arc<LiveArena>, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let id: TournamentId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    if let Some(arena) = app.arenas.get(id) {
        return Ok(arena);
    }
    let row = tournaments::find(&*app.database, id).await?;
    let row = row.filter(|row| row.kind == TournamentKind::Arena).ok_or(ErrorCode::NotFound)?;
    app.budgets.owe(Payer::Client(client), Cost::of_replay(row.version as usize));
    Ok(Arc::new(read(app, row).await?))
}

/// Arenas that are not over, and those that are.
///
/// # Errors
/// `RateLimited` if the client has used up its processor time.
pub async fn list(app: &App, client: Client) -> Result<Arenas, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let rows: Vec<Tournament> = app.arenas.all().iter().map(|arena| arena.lock().row.clone()).collect();
    let past = tournaments::past(&*app.database, TournamentKind::Arena, TOURNAMENT_PAGE).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(rows.len() + past.len()));
    let mut current = view::infos(app, &rows).await?;
    current.sort_by(|a, b| (a.settings.starts_at, &a.id).cmp(&(b.settings.starts_at, &b.id)));
    Ok(Arenas { current, past: view::infos(app, &past).await? })
}

/// Arena with a page of its standings, from 1.
///
/// # Errors
/// `NotFound` if there is no such arena, `RateLimited` if the client has used up its processor time.
pub async fn show(
    app: &App,
    client: Client,
    viewer: Option<&Viewer>,
    id: &str,
    page: Option<u32>,
) -> Result<Arena, Error> {
    let arena = find(app, client, id).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(1));
    view::arena(app, &arena, viewer, page).await
}

/// A player's games in an arena.
///
/// # Errors
/// `NotFound` if there is no such arena or player, `RateLimited` if the client has used up its processor time.
pub async fn player_games(app: &App, client: Client, id: &str, account: &str) -> Result<ArenaPlayerGames, Error> {
    let arena = find(app, client, id).await?;
    view::player_games(app, client, &arena, account).await
}

/// Subscribes a connection to an arena, whose player is present from now on.
///
/// # Errors
/// `NotFound` if there is no such arena that is not over.
pub fn watch(app: &App, outbox: &Outbox, viewer: Option<&Viewer>, id: &str) -> Result<(), ErrorCode> {
    let arena: TournamentId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    app.arenas.get(arena).ok_or(ErrorCode::NotFound)?;
    app.arenas.followers.add(outbox, ArenaWatch { arena, account: viewer.map(|viewer| viewer.account) });
    Ok(())
}

/// Arena with an id, as it is listed; `None` if there is none.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn info_of(app: &App, id: &str) -> Result<Option<ArenaInfo>, Error> {
    let Ok(id) = id.parse() else { return Ok(None) };
    let known = app.arenas.get(id).map(|arena| arena.lock().row.clone());
    let row = match known {
        Some(row) => Some(row),
        None => tournaments::find(&*app.database, id).await?.filter(|row| row.kind == TournamentKind::Arena),
    };
    match row {
        Some(row) => info(app, &row).await.map(Some),
        None => Ok(None),
    }
}

/// Arenas of accounts that are played or begin before a time, with their names.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn upcoming(app: &App, until: Millis) -> Result<Vec<ArenaInfo>, Error> {
    let rows = app.arenas.all().into_iter().filter_map(|arena| {
        let inner = arena.lock();
        let is_of_account = inner.row.organiser != AccountId::SERVER && !inner.row.name.is_empty();
        let is_wanted = is_of_account && !inner.state.is_over() && inner.state.settings().starts_at < until;
        is_wanted.then(|| inner.row.clone())
    });
    let rows: Vec<Tournament> = rows.collect();
    // A name that was erased is empty in the store only.
    let mut infos = view::infos(app, &rows).await?;
    infos.retain(|info| info.organiser.is_some());
    Ok(infos)
}

/// Arena of the server itself that is played or comes next; `None` if the server holds none.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn next_standing(app: &App) -> Result<Option<ArenaInfo>, Error> {
    let rows = app.arenas.all().into_iter().filter_map(|arena| {
        let inner = arena.lock();
        let is_standing = inner.row.organiser == AccountId::SERVER && !inner.state.is_over();
        is_standing.then(|| (inner.state.settings().starts_at, inner.row.clone()))
    });
    match rows.min_by_key(|(starts_at, _)| *starts_at) {
        Some((_, row)) => info(app, &row).await.map(Some),
        None => Ok(None),
    }
}

/// Arenas of a team: those that are not over, the next ones first, then the others, the last ones first.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn of_team(app: &App, team: TeamId) -> Result<Vec<ArenaInfo>, Error> {
    let rows = tournaments::of_team(&*app.database, team, TournamentKind::Arena, TEAM_ARENAS).await?;
    let mut infos = view::infos(app, &rows).await?;
    let is_past = |info: &ArenaInfo| matches!(info.stage, ArenaStage::Over | ArenaStage::Cancelled);
    infos.sort_by_cached_key(|info| {
        let (is_past, at) = (is_past(info), info.settings.starts_at);
        (is_past, if is_past { -at } else { at }, info.id.clone())
    });
    Ok(infos)
}

/// Arena as it is listed.
async fn info(app: &App, row: &Tournament) -> Result<ArenaInfo, Error> {
    Ok(view::infos(app, std::slice::from_ref(row)).await?.pop().ok_or(ErrorCode::Internal)?)
}

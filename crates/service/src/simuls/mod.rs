//! Simultaneous displays (simuls): a host plays against many opponents at the same time. Their events are stored as those of other
//! tournaments, with version and epoch checked in the transaction; the games are live games that know no more than the simul's id and
//! the side of the host.
//!
//! The start names the games before they begin. A job begins them and records how they end; it is enqueued in the transaction of what
//! it is about, and can be carried out any number of times. So a server that stops at any moment loses and doubles no game or result.

mod advance;
mod command;
mod notices;
mod players;
mod standing;
mod view;

use std::sync::Arc;

use saffron_live::{Millis, TimeControl};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::PlayerKind;
use saffron_protocol::simuls::{Simul, SimulInfo, SimulStatus, Simuls};
use saffron_store::tournaments::{self, Tournament, TournamentKind};
use saffron_store::{AccountId, TeamId, TournamentId};
use saffron_tournament::simul::{SimulEvent, SimulPlayer, SimulSettings, SimulState};

pub(crate) use advance::advance;
pub use command::{accept, apply, cancel, change, create, remove, start, withdraw};
pub(crate) use notices::{BEGUN_JOB, SOON_JOB, notify_begun, notify_soon};
pub(crate) use players::record;
pub(crate) use view::infos;

use crate::app::App;
use crate::client::Client;
use crate::config::limits::{MAX_CALENDAR_ROWS, SIMUL_TTL, TEAM_SIMULS, TOURNAMENT_PAGE};
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::tournament_log::{read_events, unreadable};

/// Row of a simul with its state.
struct Loaded {
    row: Tournament,
    state: SimulState,
    /// Events that are not stored: all of them for the next simul of the server, which is stored when someone applies.
    unstored: Vec<SimulEvent>,
}

impl Loaded {
    /// Reads a simul; `None` if there is none.
    async fn read(app: &App, id: TournamentId) -> Result<Option<Self>, Error> {
        let row = tournaments::find(&*app.database, id).await?;
        let Some(row) = row.filter(|row| row.kind == TournamentKind::Simul) else { return Ok(None) };
        let events: Vec<SimulEvent> = read_events(app, id, 0, row.version).await?;
        let state = SimulState::replay(&events).map_err(|fault| unreadable(id, &fault))?;
        Ok(Some(Self { row, state, unstored: Vec::new() }))
    }

    /// Simul of a path, whose replay the client pays.
    async fn find(app: &App, client: Client, id: &str) -> Result<Self, Error> {
        app.budgets.may_use_processor(Payer::Client(client))?;
        let id: TournamentId = id.parse().map_err(|_| ErrorCode::NotFound)?;
        let stored = Self::read(app, id).await?;
        let loaded = stored.or_else(|| standing::find(app, id)).ok_or(ErrorCode::NotFound)?;
        app.budgets.owe(Payer::Client(client), Cost::of_replay(loaded.row.version as usize));
        Ok(loaded)
    }

    /// Time at which it is cancelled if it has not begun.
    fn expires_at(&self) -> Millis {
        self.state.settings().begins_at.unwrap_or(self.row.created_at).saturating_add(SIMUL_TTL)
    }
}

/// Time control of the games.
fn control(settings: &SimulSettings) -> TimeControl {
    TimeControl::Clock { initial: settings.initial, increment: settings.increment }
}

/// Simuls that are not over, and those that are.
///
/// # Errors
/// `RateLimited` if the client has used up its processor time.
pub async fn list(app: &App, client: Client) -> Result<Simuls, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let mut current = tournaments::current(&*app.database, TournamentKind::Simul, TOURNAMENT_PAGE).await?;
    let standing = standing::next(app).map(|loaded| loaded.row);
    current.extend(standing.filter(|next| current.iter().all(|row| row.id != next.id)));
    let past = tournaments::past(&*app.database, TournamentKind::Simul, TOURNAMENT_PAGE).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(current.len() + past.len()));
    let mut current = view::infos(app, &current).await?;
    current.sort_by_key(|info| info.host.kind == PlayerKind::Computer);
    Ok(Simuls { current, past: view::infos(app, &past).await? })
}

/// Simul with its players and games.
///
/// # Errors
/// `NotFound` if there is no such simul, `RateLimited` if the client has used up its processor time.
pub async fn show(app: &Arc<App>, client: Client, viewer: Option<&Viewer>, id: &str) -> Result<Simul, Error> {
    let loaded = Loaded::find(app, client, id).await?;
    let shown = view::simul(app, viewer, &loaded).await?;
    // The moves of ended games are played again.
    let ended = shown.games.iter().filter(|game| game.over).filter_map(|game| game.board.as_ref());
    let plies: usize = ended.map(|board| usize::from(board.plies)).sum();
    app.budgets.owe(Payer::Client(client), Cost::of_rows(shown.players.len() + shown.games.len() + plies));
    Ok(shown)
}

/// Simuls with a planned start until a time that have not begun, by their starts. The next one of the server is among them.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn planned(app: &App, until: Millis) -> Result<Vec<SimulInfo>, Error> {
    let mut rows = tournaments::current(&*app.database, TournamentKind::Simul, MAX_CALENDAR_ROWS).await?;
    let standing = standing::next(app).map(|loaded| loaded.row);
    rows.extend(standing.filter(|next| rows.iter().all(|row| row.id != next.id)));
    rows.retain(|row| !row.name.is_empty());
    let mut infos = view::infos(app, &rows).await?;
    infos.retain(|info| info.status == SimulStatus::Open && info.settings.begins_at.is_some_and(|at| at < until));
    infos.sort_by(|a, b| (a.settings.begins_at, &a.id).cmp(&(b.settings.begins_at, &b.id)));
    Ok(infos)
}

/// Planned simuls that an account hosts or has applied for.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn planned_of(app: &App, account: AccountId) -> Result<Vec<SimulInfo>, Error> {
    let mut rows = tournaments::current(&*app.database, TournamentKind::Simul, TOURNAMENT_PAGE).await?;
    rows.retain(|row| !row.name.is_empty());
    let mut own = Vec::new();
    for row in rows {
        let Some(Loaded { row, state, .. }) = Loaded::read(app, row.id).await? else { continue };
        let player = state.player_of(account.as_str()).and_then(|player| state.player(player));
        let is_own = row.organiser == account || player.is_some_and(SimulPlayer::is_here);
        if is_own && state.is_open() && state.settings().begins_at.is_some() {
            own.push(row);
        }
    }
    view::infos(app, &own).await
}

/// Simuls of a team: those that are not over, the last changed first, then the others.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn of_team(app: &App, team: TeamId) -> Result<Vec<SimulInfo>, Error> {
    let rows = tournaments::of_team(&*app.database, team, TournamentKind::Simul, TEAM_SIMULS).await?;
    let mut infos = view::infos(app, &rows).await?;
    infos.sort_by_key(|info| matches!(info.status, SimulStatus::Over | SimulStatus::Cancelled));
    Ok(infos)
}

/// Points of an account and of the host of a simul, in quarters, whose replay the client pays; `None` for the host, while the game is
/// played, and if it counts for neither.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn points_of(
    app: &App,
    client: Client,
    id: TournamentId,
    account: AccountId,
) -> Result<Option<[i32; 2]>, Error> {
    let Some(loaded) = Loaded::read(app, id).await? else { return Ok(None) };
    app.budgets.owe(Payer::Client(client), Cost::of_replay(loaded.row.version as usize));
    Ok(players::points(&loaded.state, account))
}

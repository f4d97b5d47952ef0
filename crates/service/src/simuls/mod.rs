//! Simultaneous displays (simuls): a host plays against many opponents at the same time. Their events are stored as those of other
//! tournaments, with version and epoch checked in the transaction; the games are live games that know no more than the simul's id and
//! the side of the host.
//!
//! The start names the games before they begin. A job begins them and records how they end; it is enqueued in the transaction of what
//! it is about, and can be carried out any number of times. So a server that stops at any moment loses and doubles no game or result.

mod advance;
mod command;
mod standing;
mod view;

use std::sync::Arc;

use saffron_live::{Millis, TimeControl};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::PlayerKind;
use saffron_protocol::simuls::{Simul, Simuls};
use saffron_store::TournamentId;
use saffron_store::tournaments::{self, Tournament, TournamentKind};
use saffron_tournament::simul::{SimulEvent, SimulSettings, SimulState};

pub(crate) use advance::advance;
pub use command::{accept, apply, cancel, create, remove, start, withdraw};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::{SIMUL_TTL, TOURNAMENT_PAGE};
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

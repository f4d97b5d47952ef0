//! Round robins by correspondence. Their events are stored as those of other tournaments, with version and epoch checked in the
//! transaction; the games are live games that know no more than the tournament's id.
//!
//! A job does all that no one asks for: the start, results, the next stage, the games of those who have withdrawn. It is enqueued in
//! the transaction of what it is about, looks at the stored state and at the games, and can be carried out any number of times. So a
//! server that stops at any moment leaves nothing undone: games are named in the event that pairs them, before they begin.

mod advance;
mod command;
mod notices;
mod players;
mod view;

use saffron_protocol::correspondence::{CorrespondenceTournament, CorrespondenceTournaments};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::people::ParticipationScore;
use saffron_store::tournaments::{self, Tournament, TournamentKind};
use saffron_store::{AccountId, TournamentId};
use saffron_tournament::correspondence::{CorrespondenceEvent, CorrespondenceState};

pub(crate) use advance::advance;
pub use command::{cancel, change, create, join, withdraw, withdraw_player};
pub(crate) use notices::{STAGE_JOB, notify_stage};
pub(crate) use players::record;
pub(crate) use view::infos;

use crate::app::App;
use crate::client::Client;
use crate::config::limits::TOURNAMENT_PAGE;
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::tournament_log::{read_events, unreadable};

/// Row of a tournament with its state.
struct Loaded {
    row: Tournament,
    state: CorrespondenceState,
}

impl Loaded {
    /// Reads a tournament; `None` if there is none of this kind.
    async fn read(app: &App, id: TournamentId) -> Result<Option<Self>, Error> {
        let row = tournaments::find(&*app.database, id).await?;
        let Some(row) = row.filter(|row| row.kind == TournamentKind::Correspondence) else { return Ok(None) };
        let events: Vec<CorrespondenceEvent> = read_events(app, id, 0, row.version).await?;
        let state = CorrespondenceState::replay(&events).map_err(|fault| unreadable(id, &fault))?;
        Ok(Some(Self { row, state }))
    }

    /// Tournament of a path, whose replay the client pays.
    async fn find(app: &App, client: Client, id: &str) -> Result<Self, Error> {
        app.budgets.may_use_processor(Payer::Client(client))?;
        let id: TournamentId = id.parse().map_err(|_| ErrorCode::NotFound)?;
        let loaded = Self::read(app, id).await?.ok_or(ErrorCode::NotFound)?;
        app.budgets.owe(Payer::Client(client), Cost::of_replay(loaded.row.version as usize));
        Ok(loaded)
    }
}

/// Tournaments that are not over, and those that are.
///
/// # Errors
/// `RateLimited` if the client has used up its processor time.
pub async fn list(app: &App, client: Client) -> Result<CorrespondenceTournaments, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let kind = TournamentKind::Correspondence;
    let current = tournaments::current(&*app.database, kind, TOURNAMENT_PAGE).await?;
    let past = tournaments::past(&*app.database, kind, TOURNAMENT_PAGE).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(current.len() + past.len()));
    Ok(CorrespondenceTournaments { current: view::infos(app, &current).await?, past: view::infos(app, &past).await? })
}

/// Tournament with its groups.
///
/// # Errors
/// `NotFound` if there is no such tournament, `RateLimited` if the client has used up its processor time.
pub async fn show(
    app: &App,
    client: Client,
    viewer: Option<&Viewer>,
    id: &str,
) -> Result<CorrespondenceTournament, Error> {
    let loaded = Loaded::find(app, client, id).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(loaded.state.players().len()));
    view::tournament(app, viewer, &loaded).await
}

/// Score of an account in a tournament, whose replay the client pays.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn score_of(
    app: &App,
    client: Client,
    id: TournamentId,
    account: AccountId,
) -> Result<ParticipationScore, Error> {
    let Some(loaded) = Loaded::read(app, id).await? else { return Ok(ParticipationScore::default()) };
    app.budgets.owe(Payer::Client(client), Cost::of_replay(loaded.row.version as usize));
    Ok(players::score(&loaded.state, account))
}

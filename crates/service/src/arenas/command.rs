//! Commands of organisers and players, and the one way in which events are stored.

use std::sync::Arc;

use saffron_live::{Millis, TimeControl};
use saffron_protocol::arenas::{ArenaInfo, ArenaYou};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_TOURNAMENTS;
use saffron_rules::Variant;
use saffron_store::accounts::Kind;
use saffron_store::teams::TeamRole;
use saffron_store::tournaments::{self, Tournament, TournamentEvent, TournamentKind};
use saffron_store::{AccountId, ArenaSeriesId, Statement, StoreError, TournamentId};
use saffron_tournament::arena::{ArenaCommand, ArenaEvent, ArenaSettings, ArenaState};

use super::players::recorded;
use super::run::end;
use super::view::{Summary, you};
use super::{find, info, read_state};
use crate::app::App;
use crate::client::Client;
use crate::config::limits::{ARENA_START_GRACE, MAX_ARENA_AHEAD};
use crate::error::Error;
use crate::lobby::pairing::{check_suspension, detached};
use crate::lobby::players::{self, pool};
use crate::notifications::arena_soon;
use crate::parts::arenas::LiveArena;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::teams;
use crate::text;
use crate::tournament_log::{self, Head, new_row, stored_events};

/// Creates an arena.
///
/// # Errors
/// `AccountRequired` for guests, `Muted` for a muted account, `UnknownVariant`, `InvalidField` for a start that is past or too far
/// ahead, `Forbidden` for a team that the account does not lead, `TooMany` if the account has as many tournaments that are not over, `RateLimited` if the client or the account has used up
/// its budget; the refusals of the arena.
pub async fn create(
    app: &Arc<App>,
    client: Client,
    viewer: &Viewer,
    settings: ArenaSettings,
) -> Result<ArenaInfo, Error> {
    viewer.require_account()?;
    app.budgets.may_use_processor(Payer::Client(client))?;
    let now = app.clock.now();
    if viewer.muted_until.is_some_and(|until| now < until) {
        return Err(ErrorCode::Muted.into());
    }
    check_settings(&settings, now)?;
    check_team(app, viewer, &settings).await?;
    let limit = u32::try_from(MAX_TOURNAMENTS).unwrap_or(u32::MAX);
    if tournaments::count_open(&*app.database, viewer.account, limit).await? >= MAX_TOURNAMENTS {
        return Err(ErrorCode::TooMany { limit: MAX_TOURNAMENTS }.into());
    }
    let id = TournamentId::from_random(app.random.bits());
    let new = NewArena::new(id, viewer.account, None, settings, now)?;
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(new.bytes()))?;
    let app = Arc::clone(app);
    detached(async move {
        app.database.transact(new.statements(&app)).await?;
        app.jobs.notifications.wake();
        app.arenas.add(LiveArena::new(new.row.clone(), new.state));
        info(&app, &new.row).await
    })
    .await
}

/// Arena that is not stored.
pub(super) struct NewArena {
    pub(super) row: Tournament,
    pub(super) state: ArenaState,
    events: Vec<TournamentEvent>,
}

impl NewArena {
    /// # Errors
    /// The refusals of the arena.
    pub(super) fn new(
        id: TournamentId,
        organiser: AccountId,
        series: Option<ArenaSeriesId>,
        settings: ArenaSettings,
        now: Millis,
    ) -> Result<Self, ErrorCode> {
        let events = ArenaState::create(settings).map_err(ErrorCode::ArenaRefused)?;
        let state = ArenaState::replay(&events).map_err(|_| ErrorCode::Internal)?;
        let empty = Tournament { series, ..new_row(id, TournamentKind::Arena, organiser, now) };
        let row = row_after(&empty, &state, events.len(), now);
        let events = stored_events(organiser, 0, events.iter().map(|event| (now, event)));
        Ok(Self { row, state, events })
    }

    /// Bytes of its events.
    fn bytes(&self) -> usize {
        self.events.iter().map(|event| event.data.len()).sum()
    }

    /// Statements that store it.
    pub(super) fn statements(&self, app: &App) -> Vec<Statement> {
        let epoch = app.jobs.epoch;
        let mut statements = vec![tournaments::insert(&self.row, epoch)];
        statements.extend(tournaments::append(&self.row, 0, &self.events, epoch));
        statements.push(arena_soon(app, self.row.id, self.state.settings().starts_at));
        statements
    }
}

/// Refuses unknown variants, texts that control the display, time controls that no game can have, and starts that are past.
fn check_settings(settings: &ArenaSettings, now: Millis) -> Result<(), ErrorCode> {
    check_repeated(settings)?;
    let starts = now - ARENA_START_GRACE..=now + MAX_ARENA_AHEAD;
    if starts.contains(&settings.starts_at) {
        Ok(())
    } else {
        Err(ErrorCode::InvalidField { field: "startsAt".to_owned() })
    }
}

/// Refuses what [`check_settings`] refuses, whenever the arena begins.
pub(super) fn check_repeated(settings: &ArenaSettings) -> Result<(), ErrorCode> {
    if Variant::by_id(&settings.variant).is_none() {
        return Err(ErrorCode::UnknownVariant);
    }
    text::title(&settings.name, "name", usize::MAX)?;
    if !settings.description.is_empty() {
        text::title(&settings.description, "description", usize::MAX)?;
    }
    if control(settings).is_valid() { Ok(()) } else { Err(ErrorCode::InvalidControl) }
}

/// Refuses a team that the organiser does not lead.
async fn check_team(app: &App, viewer: &Viewer, settings: &ArenaSettings) -> Result<(), Error> {
    let Some(team) = &settings.team else { return Ok(()) };
    let role = teams::role_in(app, team, viewer.account).await?;
    if role == Some(TeamRole::Leader) { Ok(()) } else { Err(ErrorCode::Forbidden.into()) }
}

/// Time control of an arena's games.
pub(crate) fn control(settings: &ArenaSettings) -> TimeControl {
    TimeControl::Clock { initial: settings.initial, increment: settings.increment }
}

/// Changes the settings before the start.
///
/// # Errors
/// As those of [`create`]; `Forbidden` for an arena of another account.
pub async fn change(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    settings: ArenaSettings,
) -> Result<ArenaInfo, Error> {
    let arena = find(app, client, id).await?;
    check_organiser(&arena, viewer)?;
    check_settings(&settings, app.clock.now())?;
    let before = arena.lock().state.settings().team.clone();
    if settings.team != before {
        check_team(app, viewer, &settings).await?;
    }
    let starts_at = settings.starts_at;
    carry_out(app, client, viewer, &arena, &ArenaCommand::ChangeSettings { settings }).await?;
    app.database.transact(vec![arena_soon(app, arena.id, starts_at)]).await?;
    app.jobs.notifications.wake();
    let row = arena.lock().row.clone();
    info(app, &row).await
}

/// Cancels an arena before its start.
///
/// # Errors
/// `NotFound` if there is no such arena, `Forbidden` for one of another account, the refusals of the arena.
pub async fn cancel(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<(), Error> {
    let arena = find(app, client, id).await?;
    check_organiser(&arena, viewer)?;
    carry_out(app, client, viewer, &arena, &ArenaCommand::Cancel).await
}

/// Takes a player out.
///
/// # Errors
/// `NotFound` if there is no such arena, `Forbidden` for one of another account, the refusals of the arena.
pub async fn disqualify(app: &App, client: Client, viewer: &Viewer, id: &str, account: &str) -> Result<(), Error> {
    let arena = find(app, client, id).await?;
    check_organiser(&arena, viewer)?;
    let player = arena.lock().state.player_of(account).ok_or(ErrorCode::NotFound)?;
    carry_out(app, client, viewer, &arena, &ArenaCommand::Disqualify { player }).await
}

/// Joins an arena, or comes back after a pause.
///
/// # Errors
/// `NotFound` if there is no such arena, `TeamMembersOnly` in one of a team of others, `CannotBeRated` for a guest in a rated one, `Suspended` for a suspended account, `RateLimited`
/// if the client or the account has used up its budget; the refusals of the arena.
pub async fn join(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<ArenaYou, Error> {
    let arena = find(app, client, id).await?;
    check_suspension(viewer.banned_until, app.clock.now())?;
    let settings = arena.lock().state.settings().clone();
    if settings.rated && viewer.is_guest() {
        return Err(ErrorCode::CannotBeRated.into());
    }
    let is_player = arena.lock().state.player_of(viewer.account.as_str()).is_some();
    if let Some(team) = settings.team.as_deref().filter(|_| !is_player) {
        let role = teams::role_in(app, team, viewer.account).await?;
        if !role.is_some_and(TeamRole::is_member) {
            return Err(ErrorCode::TeamMembersOnly.into());
        }
    }
    let command = join_command(app, viewer.account, &settings).await?;
    carry_out(app, client, viewer, &arena, &command).await?;
    you(&arena, viewer.account).ok_or_else(|| ErrorCode::Internal.into())
}

/// Command by which an account joins, with its rating.
pub(super) async fn join_command(
    app: &App,
    account: AccountId,
    settings: &ArenaSettings,
) -> Result<ArenaCommand, Error> {
    let account = players::account(app, account).await?;
    let pool = pool(control(settings).speed(), [account.kind, Kind::Person]);
    let rating = players::seat(app, &account, &settings.variant, pool).await?.rating;
    let rating = rating.map(|rating| u16::try_from(rating.max(0)).unwrap_or(u16::MAX));
    Ok(ArenaCommand::Join { account: account.id.to_string(), rating })
}

/// Pauses: a running game continues, but no other one begins.
///
/// # Errors
/// `NotFound` if there is no such arena, `RateLimited` if the client or the account has used up its budget; the refusals of the arena.
pub async fn pause(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<ArenaYou, Error> {
    let arena = find(app, client, id).await?;
    let command = ArenaCommand::Pause { account: viewer.account.to_string() };
    carry_out(app, client, viewer, &arena, &command).await?;
    you(&arena, viewer.account).ok_or_else(|| ErrorCode::Internal.into())
}

fn check_organiser(arena: &LiveArena, viewer: &Viewer) -> Result<(), ErrorCode> {
    if arena.lock().row.organiser == viewer.account { Ok(()) } else { Err(ErrorCode::Forbidden) }
}

/// Carries out a command of an account.
async fn carry_out(
    app: &App,
    client: Client,
    viewer: &Viewer,
    arena: &LiveArena,
    command: &ArenaCommand,
) -> Result<(), Error> {
    let now = app.clock.now();
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(0))?;
    store(app, arena, viewer.account, |state| state.decide(command, now).map_err(ErrorCode::ArenaRefused)).await?;
    if arena.lock().state.is_over() {
        end(app, arena, now);
    }
    Ok(())
}

/// Stores the events that are decided on the current state, and then applies them. Returns them. An arena of the server is stored with
/// the first of them.
///
/// # Errors
/// Those of the decision; `Busy` if the store fails: the state is then read again before the next decision.
pub(super) async fn store(
    app: &App,
    arena: &LiveArena,
    author: AccountId,
    decide: impl FnOnce(&ArenaState) -> Result<Vec<ArenaEvent>, ErrorCode> + Send,
) -> Result<Vec<ArenaEvent>, Error> {
    let writing = Arc::clone(&arena.writing).lock_owned().await;
    let is_stale = arena.lock().is_stale;
    if is_stale {
        reread(app, arena).await?;
    }
    let now = app.clock.now();
    let (events, before, after, state, is_stored) = {
        let inner = arena.lock();
        let events = decide(&inner.state)?;
        let mut state = inner.state.clone();
        for event in &events {
            state.apply(event).ok_or(ErrorCode::Internal)?;
        }
        let after = row_after(&inner.row, &state, events.len(), now);
        (events, inner.row.clone(), after, state, inner.is_stored)
    };
    if events.is_empty() {
        return Ok(events);
    }
    let stored = stored_events(author, before.version, events.iter().map(|event| (now, event)));
    let epoch = app.jobs.epoch;
    let mut statements = Vec::new();
    if !is_stored {
        let settings = arena.lock().state.settings().clone();
        statements =
            NewArena::new(arena.id, before.organiser, before.series, settings, before.created_at)?.statements(app);
    }
    statements.extend(tournaments::append(&after, before.version, &stored, epoch));
    statements.extend(recorded(arena.id, &events, &state, now));
    arena.lock().is_stale = true;
    // Also if the request ends that waits for it, the next write comes after the answer of the store.
    let database = app.database.clone();
    let written = tokio::spawn(async move { (database.transact(statements).await, writing) });
    let (stored, _writing) = written.await.map_err(|_| ErrorCode::Internal)?;
    match stored {
        Ok(_) => {}
        // Another server owns the database, or a moderator has removed the arena.
        Err(StoreError::Conflict { .. }) => return Err(ErrorCode::Changed.into()),
        Err(error) => return Err(error.into()),
    }
    {
        let mut inner = arena.lock();
        (inner.row, inner.state, inner.is_stale, inner.is_stored) = (after, state, false, true);
    }
    if !is_stored {
        app.jobs.notifications.wake();
    }
    Ok(events)
}

/// Reads an arena again after a write with an unknown result.
async fn reread(app: &App, arena: &LiveArena) -> Result<(), Error> {
    let Some(row) = tournaments::find(&*app.database, arena.id).await? else {
        let mut inner = arena.lock();
        if inner.is_stored {
            return Err(ErrorCode::NotFound.into());
        }
        inner.is_stale = false;
        return Ok(());
    };
    let state = read_state(app, arena.id, row.version).await?;
    let mut inner = arena.lock();
    inner.ended.extend(state.open_games().filter_map(|pair| pair.game.parse::<saffron_store::GameId>().ok()));
    (inner.row, inner.state, inner.is_stale, inner.is_stored) = (row, state, false, true);
    Ok(())
}

fn row_after(row: &Tournament, state: &ArenaState, events: usize, now: Millis) -> Tournament {
    let settings = state.settings();
    let head = Head { name: settings.name.clone(), over: state.is_over(), summary: Summary::text(state) };
    let team = settings.team.as_deref().and_then(|team| team.parse().ok());
    Tournament { team, ..tournament_log::row_after(row, head, events, now) }
}

//! Commands of hosts and players, and the one way in which events are stored.

use std::sync::Arc;

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_TOURNAMENTS;
use saffron_protocol::simuls::{Simul, SimulInfo};
use saffron_rules::Variant;
use saffron_store::accounts::Kind;
use saffron_store::teams::TeamRole;
use saffron_store::tournaments::{self, Tournament, TournamentKind};
use saffron_store::{AccountId, StoreError, TournamentId};
use saffron_tournament::simul::{SimulCommand, SimulEvent, SimulSettings, SimulState};

use super::notices::{self, Notices};
use super::view::{self, Summary};
use super::{Loaded, control, players};
use crate::app::App;
use crate::client::Client;
use crate::config::limits::{ARENA_START_GRACE, MAX_ARENA_AHEAD, MAX_TOURNAMENT_ATTEMPTS};
use crate::error::Error;
use crate::games::notices::advance;
use crate::lobby::pairing::{check_suspension, either_has_blocked, new_id};
use crate::lobby::players::{account as account_of, pool, seat};
use crate::notifications::announce;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::teams;
use crate::text;
use crate::tournament_log::{self, Head, new_row, stored_events};

/// Creates a simul, whose host is the account.
///
/// # Errors
/// `AccountRequired` for guests, `Muted` for a muted account, `Suspended` for a suspended one, `UnknownVariant`, `InvalidField` for a
/// start that is past or too far ahead, `Forbidden` for a team that the account is no member of, `TooMany` if the account has as many
/// tournaments that are not over, `RateLimited` if the client or the account has used up its budget; the refusals of the simul.
pub async fn create(app: &App, client: Client, viewer: &Viewer, settings: SimulSettings) -> Result<SimulInfo, Error> {
    viewer.require_account()?;
    app.budgets.may_use_processor(Payer::Client(client))?;
    let now = app.clock.now();
    if viewer.muted_until.is_some_and(|until| now < until) {
        return Err(ErrorCode::Muted.into());
    }
    check_suspension(viewer.banned_until, now)?;
    check_settings(&settings, now)?;
    if let Some(team) = &settings.team
        && !is_member(app, team, viewer.account).await?
    {
        return Err(ErrorCode::Forbidden.into());
    }
    let limit = u32::try_from(MAX_TOURNAMENTS).unwrap_or(u32::MAX);
    if tournaments::count_open(&*app.database, viewer.account, limit).await? >= MAX_TOURNAMENTS {
        return Err(ErrorCode::TooMany { limit: MAX_TOURNAMENTS }.into());
    }
    let events = SimulState::create(settings).map_err(ErrorCode::SimulRefused)?;
    let state = SimulState::replay(&events).map_err(|_| ErrorCode::Internal)?;
    let stored = stored_events(viewer.account, 0, events.iter().map(|event| (now, event)));
    let bytes = stored.iter().map(|event| event.data.len()).sum();
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(bytes))?;
    let id = TournamentId::from_random(app.random.bits());
    let row = row_after(&new_row(id, TournamentKind::Simul, viewer.account, now), &state, stored.len(), now);
    let loaded = Loaded { row, state, unstored: Vec::new() };
    let epoch = app.jobs.epoch;
    let mut statements = vec![tournaments::insert(&loaded.row, epoch)];
    statements.extend(tournaments::append(&loaded.row, 0, &stored, epoch));
    statements.push(advance(id, now, loaded.expires_at()));
    statements.extend(notices::soon(app, id, &loaded.state));
    app.database.transact(statements).await?;
    app.jobs.notifications.wake();
    view::info(app, &loaded.row).await
}

/// Refuses unknown variants, texts that control the display, time controls that no game can have, and starts that are past.
fn check_settings(settings: &SimulSettings, now: Millis) -> Result<(), ErrorCode> {
    if Variant::by_id(&settings.variant).is_none() {
        return Err(ErrorCode::UnknownVariant);
    }
    text::title(&settings.name, "name", usize::MAX)?;
    if !settings.description.is_empty() {
        text::title(&settings.description, "description", usize::MAX)?;
    }
    if !control(settings).is_valid() {
        return Err(ErrorCode::InvalidControl);
    }
    let possible = now - ARENA_START_GRACE..=now + MAX_ARENA_AHEAD;
    if settings.begins_at.is_none_or(|at| possible.contains(&at)) {
        Ok(())
    } else {
        Err(ErrorCode::InvalidField { field: "beginsAt".to_owned() })
    }
}

async fn is_member(app: &App, team: &str, account: AccountId) -> Result<bool, Error> {
    Ok(teams::role_in(app, team, account).await?.is_some_and(TeamRole::is_member))
}

/// Changes the settings before the start, but for the variant and the team.
///
/// # Errors
/// As those of [`accept`]; `UnknownVariant`, `InvalidControl` and `InvalidField` as for [`create`].
pub async fn change(
    app: &Arc<App>,
    client: Client,
    viewer: &Viewer,
    id: &str,
    settings: SimulSettings,
) -> Result<Simul, Error> {
    let now = app.clock.now();
    carry_out(app, client, viewer, id, |loaded| {
        check_host(loaded, viewer)?;
        // A plan that is kept may have passed.
        let is_kept = settings.begins_at == loaded.state.settings().begins_at;
        check_settings(&SimulSettings { begins_at: settings.begins_at.filter(|_| !is_kept), ..settings.clone() }, now)?;
        decided(loaded, &SimulCommand::ChangeSettings { settings: settings.clone() })
    })
    .await
}

/// Applies for a board.
///
/// # Errors
/// `NotFound` if there is no such simul, `Oneself` for the host, `Suspended` for a suspended account, `TeamMembersOnly` in one of a
/// team of others, `NotAccepted` if host and account have blocked each other, `RateLimited` if the client or the account has used up
/// its budget; the refusals of the simul.
pub async fn apply(app: &Arc<App>, client: Client, viewer: &Viewer, id: &str) -> Result<Simul, Error> {
    check_suspension(viewer.banned_until, app.clock.now())?;
    let Loaded { row, state, .. } = Loaded::find(app, client, id).await?;
    let settings = state.settings();
    if row.organiser == viewer.account {
        return Err(ErrorCode::Oneself.into());
    }
    if let Some(team) = &settings.team
        && !is_member(app, team, viewer.account).await?
    {
        return Err(ErrorCode::TeamMembersOnly.into());
    }
    if either_has_blocked(app, row.organiser, viewer.account).await? {
        return Err(ErrorCode::NotAccepted.into());
    }
    let host = account_of(app, row.organiser).await?;
    let account = account_of(app, viewer.account).await?;
    let pool = pool(control(settings).speed(), [account.kind, host.kind]);
    let rating = seat(app, &account, &settings.variant, pool).await?.rating;
    let rating = rating.map(|rating| u16::try_from(rating.max(0)).unwrap_or(u16::MAX));
    carry_out(app, client, viewer, id, |loaded| {
        let apply = SimulCommand::Apply { account: account.id.to_string(), rating };
        let mut events = loaded.state.decide(&apply).map_err(ErrorCode::SimulRefused)?;
        // A computer accepts everyone as long as there are places.
        if host.kind == Kind::Computer
            && let Some(SimulEvent::Applied { player, .. }) = events.first()
        {
            let mut after = loaded.state.clone();
            after.apply(&events[0]).ok_or(ErrorCode::Internal)?;
            let accept = SimulCommand::Accept { player: *player };
            events.extend(after.decide(&accept).map_err(ErrorCode::SimulRefused)?);
        }
        Ok(events)
    })
    .await
}

/// Withdraws an application.
///
/// # Errors
/// `NotFound` if there is no such simul, `RateLimited` if the client or the account has used up its budget; the refusals of the simul.
pub async fn withdraw(app: &Arc<App>, client: Client, viewer: &Viewer, id: &str) -> Result<Simul, Error> {
    carry_out(app, client, viewer, id, |loaded| {
        decided(loaded, &SimulCommand::Withdraw { account: viewer.account.to_string() })
    })
    .await
}

/// Accepts a player.
///
/// # Errors
/// As those of [`withdraw`]; `Forbidden` for a simul of another host.
pub async fn accept(app: &Arc<App>, client: Client, viewer: &Viewer, id: &str, account: &str) -> Result<Simul, Error> {
    carry_out(app, client, viewer, id, |loaded| {
        check_host(loaded, viewer)?;
        decided(loaded, &SimulCommand::Accept { player: player(loaded, account) })
    })
    .await
}

/// Removes a player.
///
/// # Errors
/// As those of [`accept`].
pub async fn remove(app: &Arc<App>, client: Client, viewer: &Viewer, id: &str, account: &str) -> Result<Simul, Error> {
    carry_out(app, client, viewer, id, |loaded| {
        check_host(loaded, viewer)?;
        decided(loaded, &SimulCommand::Remove { player: player(loaded, account) })
    })
    .await
}

/// Starts the games against all players who are accepted.
///
/// # Errors
/// As those of [`accept`]; `Suspended` for a suspended host.
pub async fn start(app: &Arc<App>, client: Client, viewer: &Viewer, id: &str) -> Result<Simul, Error> {
    check_suspension(viewer.banned_until, app.clock.now())?;
    carry_out(app, client, viewer, id, |loaded| {
        check_host(loaded, viewer)?;
        started(app, loaded)
    })
    .await
}

/// Event of the start.
pub(super) fn started(app: &App, loaded: &Loaded) -> Result<Vec<SimulEvent>, ErrorCode> {
    let event = loaded.state.start_event(|| app.random.coin(), || new_id(app).to_string());
    Ok(vec![event.map_err(ErrorCode::SimulRefused)?])
}

/// Cancels a simul before its start.
///
/// # Errors
/// As those of [`accept`].
pub async fn cancel(app: &Arc<App>, client: Client, viewer: &Viewer, id: &str) -> Result<(), Error> {
    carry_out(app, client, viewer, id, |loaded| {
        check_host(loaded, viewer)?;
        decided(loaded, &SimulCommand::Cancel)
    })
    .await?;
    Ok(())
}

fn decided(loaded: &Loaded, command: &SimulCommand) -> Result<Vec<SimulEvent>, ErrorCode> {
    loaded.state.decide(command).map_err(ErrorCode::SimulRefused)
}

/// Player of an account. The simul refuses players whom it does not know.
fn player(loaded: &Loaded, account: &str) -> u32 {
    loaded.state.player_of(account).unwrap_or(u32::MAX)
}

fn check_host(loaded: &Loaded, viewer: &Viewer) -> Result<(), ErrorCode> {
    if loaded.row.organiser == viewer.account { Ok(()) } else { Err(ErrorCode::Forbidden) }
}

/// Carries out a command of an account, and returns the simul after it.
async fn carry_out(
    app: &Arc<App>,
    client: Client,
    viewer: &Viewer,
    id: &str,
    decide: impl Fn(&Loaded) -> Result<Vec<SimulEvent>, ErrorCode> + Send + Sync,
) -> Result<Simul, Error> {
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(0))?;
    for _ in 0..MAX_TOURNAMENT_ATTEMPTS {
        let mut loaded = Loaded::find(app, client, id).await?;
        let events = decide(&loaded)?;
        if store(app, &mut loaded, viewer.account, &events).await? {
            return view::simul(app, Some(viewer), &loaded).await;
        }
    }
    Err(ErrorCode::Busy.into())
}

/// Stores events, and the job that looks at what is due after them, and applies them. Returns false if the simul has changed in the
/// meantime: then nothing is stored.
pub(super) async fn store(
    app: &App,
    loaded: &mut Loaded,
    author: AccountId,
    events: &[SimulEvent],
) -> Result<bool, Error> {
    if events.is_empty() {
        return Ok(true);
    }
    let now = app.clock.now();
    let mut state = loaded.state.clone();
    for event in events {
        state.apply(event).ok_or(ErrorCode::Internal)?;
    }
    let before = loaded.row.version;
    let new: Vec<&SimulEvent> = loaded.unstored.iter().chain(events).collect();
    let after = row_after(&loaded.row, &state, new.len(), now);
    let stored = stored_events(author, before, new.into_iter().map(|event| (now, event)));
    let epoch = app.jobs.epoch;
    let mut statements = Vec::new();
    if !loaded.unstored.is_empty() {
        statements.push(tournaments::insert(&loaded.row, epoch));
        statements.push(advance(after.id, now, state.settings().begins_at.unwrap_or(now)));
        statements.extend(notices::soon(app, after.id, &state));
    }
    statements.extend(tournaments::append(&after, before, &stored, epoch));
    let is_changed = events.iter().any(|event| matches!(event, SimulEvent::Settings { .. }));
    // The start or the expiry may be earlier than before.
    statements.extend((is_changed || !state.is_open() && !state.is_over()).then(|| advance(after.id, now, now)));
    statements.extend(players::recorded(&after, events, &state, now));
    let Notices { statements: notices, accounts } = notices::of_events(app, &after, events, &state).await?;
    statements.extend(notices);
    match app.database.transact(statements).await {
        Ok(_) => {}
        // It has changed, or another one has stored it.
        Err(StoreError::Conflict { .. } | StoreError::Unique(_)) => return Ok(false),
        Err(error) => return Err(error.into()),
    }
    app.jobs.tournaments.wake();
    app.jobs.notifications.wake();
    *loaded = Loaded { row: after, state, unstored: Vec::new() };
    for account in accounts {
        announce(app, account).await;
    }
    Ok(true)
}

pub(super) fn row_after(row: &Tournament, state: &SimulState, events: usize, now: Millis) -> Tournament {
    let settings = state.settings();
    let head = Head { name: settings.name.clone(), over: state.is_over(), summary: Summary::text(state) };
    let team = settings.team.as_deref().and_then(|team| team.parse().ok());
    Tournament { team, ..tournament_log::row_after(row, head, events, now) }
}

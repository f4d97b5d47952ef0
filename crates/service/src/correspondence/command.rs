//! Commands of organisers and players, and the one way in which events are stored.

use saffron_live::{Millis, TimeControl};
use saffron_protocol::correspondence::{CorrespondenceInfo, CorrespondenceTournament};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_TOURNAMENTS;
use saffron_rules::Variant;
use saffron_store::accounts::Kind;
use saffron_store::tournaments::{self, Tournament, TournamentKind};
use saffron_store::{AccountId, TournamentId};
use saffron_tournament::correspondence::{
    CorrespondenceCommand, CorrespondenceEvent, CorrespondenceSettings, CorrespondenceState,
};

use super::players::recorded;
use super::view::{self, Summary};
use super::{Loaded, notices};
use crate::app::App;
use crate::client::Client;
use crate::config::limits::{ARENA_START_GRACE, MAX_ARENA_AHEAD, MAX_TOURNAMENT_ATTEMPTS};
use crate::error::Error;
use crate::games::notices::advance;
use crate::lobby::pairing::check_suspension;
use crate::lobby::players::{self, pool};
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::text;
use crate::tournament_log::{self, Head, new_row, stored_events};

/// Creates a tournament.
///
/// # Errors
/// `AccountRequired` for guests, `Muted` for a muted account, `UnknownVariant`, `InvalidField` for a start that is past or too far
/// ahead, `TooMany` if the account has as many tournaments that are not over, `RateLimited` if the client or the account has used up
/// its budget; the refusals of the tournament.
pub async fn create(
    app: &App,
    client: Client,
    viewer: &Viewer,
    settings: CorrespondenceSettings,
) -> Result<CorrespondenceInfo, Error> {
    viewer.require_account()?;
    app.budgets.may_use_processor(Payer::Client(client))?;
    let now = app.clock.now();
    if viewer.muted_until.is_some_and(|until| now < until) {
        return Err(ErrorCode::Muted.into());
    }
    check_settings(&settings, now)?;
    let limit = u32::try_from(MAX_TOURNAMENTS).unwrap_or(u32::MAX);
    if tournaments::count_open(&*app.database, viewer.account, limit).await? >= MAX_TOURNAMENTS {
        return Err(ErrorCode::TooMany { limit: MAX_TOURNAMENTS }.into());
    }
    let events = CorrespondenceState::create(settings).map_err(ErrorCode::CorrespondenceRefused)?;
    let state = CorrespondenceState::replay(&events).map_err(|_| ErrorCode::Internal)?;
    let stored = stored_events(viewer.account, 0, events.iter().map(|event| (now, event)));
    let bytes = stored.iter().map(|event| event.data.len()).sum();
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(bytes))?;
    let id = TournamentId::from_random(app.random.bits());
    let empty = new_row(id, TournamentKind::Correspondence, viewer.account, now);
    let row = row_after(&empty, &state, stored.len(), now);
    let epoch = app.jobs.epoch;
    let mut statements = vec![tournaments::insert(&row, epoch)];
    statements.extend(tournaments::append(&row, 0, &stored, epoch));
    statements.push(advance(row.id, now, state.settings().starts_at));
    app.database.transact(statements).await?;
    app.jobs.tournaments.wake();
    view::info(app, &row).await
}

/// Refuses unknown variants, texts that control the display, days that no game can have, and starts that are past.
fn check_settings(settings: &CorrespondenceSettings, now: Millis) -> Result<(), ErrorCode> {
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
    if (now - ARENA_START_GRACE..=now + MAX_ARENA_AHEAD).contains(&settings.starts_at) {
        Ok(())
    } else {
        Err(ErrorCode::InvalidField { field: "startsAt".to_owned() })
    }
}

/// Time control of the games.
pub(super) fn control(settings: &CorrespondenceSettings) -> TimeControl {
    TimeControl::Correspondence { days: settings.days }
}

/// Changes the settings before the start.
///
/// # Errors
/// As those of [`create`]; `NotFound` if there is no such tournament, `Forbidden` for one of another account.
pub async fn change(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    settings: CorrespondenceSettings,
) -> Result<CorrespondenceTournament, Error> {
    check_settings(&settings, app.clock.now())?;
    carry_out(app, client, viewer, id, |loaded| {
        check_organiser(loaded, viewer)?;
        Ok(CorrespondenceCommand::ChangeSettings { settings: settings.clone() })
    })
    .await
}

/// Cancels a tournament before its start.
///
/// # Errors
/// `NotFound` if there is no such tournament, `Forbidden` for one of another account, the refusals of the tournament.
pub async fn cancel(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<(), Error> {
    carry_out(app, client, viewer, id, |loaded| {
        check_organiser(loaded, viewer)?;
        Ok(CorrespondenceCommand::Cancel)
    })
    .await?;
    Ok(())
}

/// Enters a tournament.
///
/// # Errors
/// `NotFound` if there is no such tournament, `CannotBeRated` for a guest in a rated one, `Suspended` for a suspended account,
/// `RateLimited` if the client or the account has used up its budget; the refusals of the tournament.
pub async fn join(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<CorrespondenceTournament, Error> {
    check_suspension(viewer.banned_until, app.clock.now())?;
    let settings = Loaded::find(app, client, id).await?.state.settings().clone();
    if settings.rated && viewer.is_guest() {
        return Err(ErrorCode::CannotBeRated.into());
    }
    let account = players::account(app, viewer.account).await?;
    let pool = pool(control(&settings).speed(), [account.kind, Kind::Person]);
    let rating = players::seat(app, &account, &settings.variant, pool).await?.rating;
    let rating = rating.map(|rating| u16::try_from(rating.max(0)).unwrap_or(u16::MAX));
    carry_out(app, client, viewer, id, |_| Ok(CorrespondenceCommand::Join { account: account.id.to_string(), rating }))
        .await
}

/// Leaves a tournament before its start, or withdraws from it: the games that are played are resigned.
///
/// # Errors
/// `NotFound` if there is no such tournament, `RateLimited` if the client or the account has used up its budget; the refusals of the
/// tournament.
pub async fn withdraw(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<CorrespondenceTournament, Error> {
    carry_out(app, client, viewer, id, |loaded| of_account(loaded, viewer.account.as_str())).await
}

/// Takes a player out.
///
/// # Errors
/// As those of [`withdraw`]; `Forbidden` for a tournament of another account.
pub async fn withdraw_player(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    account: &str,
) -> Result<CorrespondenceTournament, Error> {
    carry_out(app, client, viewer, id, |loaded| {
        check_organiser(loaded, viewer)?;
        of_account(loaded, account)
    })
    .await
}

/// Withdrawal of an account.
fn of_account(loaded: &Loaded, account: &str) -> Result<CorrespondenceCommand, ErrorCode> {
    let player = loaded.state.player_of(account);
    // The tournament refuses players whom it does not know.
    Ok(CorrespondenceCommand::Withdraw { player: player.unwrap_or(u32::MAX) })
}

fn check_organiser(loaded: &Loaded, viewer: &Viewer) -> Result<(), ErrorCode> {
    if loaded.row.organiser == viewer.account { Ok(()) } else { Err(ErrorCode::Forbidden) }
}

/// Carries out a command of an account, and returns the tournament after it.
async fn carry_out(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    command: impl Fn(&Loaded) -> Result<CorrespondenceCommand, ErrorCode> + Send + Sync,
) -> Result<CorrespondenceTournament, Error> {
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(0))?;
    for _ in 0..MAX_TOURNAMENT_ATTEMPTS {
        let mut loaded = Loaded::find(app, client, id).await?;
        let command = command(&loaded)?;
        let events = loaded.state.decide(&command).map_err(ErrorCode::CorrespondenceRefused)?;
        if store(app, &mut loaded, viewer.account, &events).await? {
            return view::tournament(app, Some(viewer), &loaded).await;
        }
    }
    Err(ErrorCode::Busy.into())
}

/// Stores events, and the job that looks at what is due after them, and applies them. Returns false if the tournament has changed in
/// the meantime: then nothing is stored.
pub(super) async fn store(
    app: &App,
    loaded: &mut Loaded,
    author: AccountId,
    events: &[CorrespondenceEvent],
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
    let after = row_after(&loaded.row, &state, events.len(), now);
    let stored = stored_events(author, before, events.iter().map(|event| (now, event)));
    let mut statements = tournaments::append(&after, before, &stored, app.jobs.epoch);
    statements.extend((!state.is_over()).then(|| advance(after.id, now, now)));
    statements.extend(recorded(after.id, events, &state, now));
    statements.extend(notices::of_events(app, after.id, events, &state));
    if !app.transact_if_unchanged(statements).await? {
        return Ok(false);
    }
    app.jobs.tournaments.wake();
    app.jobs.notifications.wake();
    (loaded.row, loaded.state) = (after, state);
    Ok(true)
}

fn row_after(row: &Tournament, state: &CorrespondenceState, events: usize, now: Millis) -> Tournament {
    let head = Head { name: state.settings().name.clone(), over: state.is_over(), summary: Summary::text(state) };
    tournament_log::row_after(row, head, events, now)
}

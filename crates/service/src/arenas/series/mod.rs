//! Series of arenas: an organiser sets what repeats, the server creates the arenas ahead of time.

mod ahead;
pub mod schedule;

use std::collections::HashMap;
use std::sync::Arc;

use saffron_live::Millis;
use saffron_protocol::arena_series::{ArenaRepeats, ArenaSeriesInfo, ArenaSeriesList, ArenaSeriesSettings};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_ARENA_SERIES;
use saffron_store::accounts::{Account, Kind};
use saffron_store::arena_series::{self, ArenaSeries};
use saffron_store::{AccountId, ArenaSeriesId, StoreError};
use saffron_tournament::arena::ArenaState;

pub use ahead::keep;

use super::command::check_repeated;
use crate::app::App;
use crate::client::Client;
use crate::config::limits::{ARENA_SERIES_PAGE, MAX_TOURNAMENT_ATTEMPTS};
use crate::error::Error;
use crate::games::info::{accounts_of, player};
use crate::lobby::pairing::detached;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;

/// Creates a series, and its first arenas.
///
/// # Errors
/// `AccountRequired` for guests, `Muted` for a muted account, `Suspended` for a suspended one, `UnknownVariant`, `InvalidField` for a
/// schedule without a time, `TooMany` if the account has as many series, `RateLimited` if the client or the account has used up its
/// budget; the refusals of the arena.
pub async fn create(
    app: &Arc<App>,
    client: Client,
    viewer: &Viewer,
    settings: ArenaSeriesSettings,
) -> Result<ArenaSeriesInfo, Error> {
    may_write(app, client, viewer)?;
    check(&settings)?;
    let limit = u32::try_from(MAX_ARENA_SERIES).unwrap_or(u32::MAX);
    if arena_series::of_organiser(&*app.database, viewer.account, limit).await?.len() >= MAX_ARENA_SERIES {
        return Err(ErrorCode::TooMany { limit: MAX_ARENA_SERIES }.into());
    }
    let now = app.clock.now();
    let row = ArenaSeries {
        id: ArenaSeriesId::from_random(app.random.bits()),
        organiser: viewer.account,
        name: settings.name.clone(),
        created_at: now,
        version: 1,
        next_at: schedule::next_after(&settings.schedule, now),
        data: text(&settings),
    };
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(row.data.len()))?;
    let app = Arc::clone(app);
    detached(async move {
        app.database.transact(vec![arena_series::insert(&row, app.jobs.epoch)]).await?;
        ahead::create_arenas(&app, row.clone()).await;
        shown(&app, &row).await
    })
    .await
}

/// Changes a series. Arenas that exist stay, and those after them follow the new settings.
///
/// # Errors
/// As those of [`create`]; `NotFound` if there is no such series, `Forbidden` for one of another account.
pub async fn change(
    app: &Arc<App>,
    client: Client,
    viewer: &Viewer,
    id: &str,
    settings: ArenaSeriesSettings,
) -> Result<ArenaSeriesInfo, Error> {
    may_write(app, client, viewer)?;
    check(&settings)?;
    let data = text(&settings);
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(data.len()))?;
    let id = id.to_owned();
    let (app, account) = (Arc::clone(app), viewer.account);
    detached(async move {
        // The server may create an arena at the same time.
        for _ in 0..MAX_TOURNAMENT_ATTEMPTS {
            let before = find_own(&app, account, &id).await?;
            let after = app.clock.now().max(last_start(&app, before.id));
            let row = ArenaSeries {
                name: settings.name.clone(),
                version: before.version + 1,
                next_at: schedule::next_after(&settings.schedule, after),
                data: data.clone(),
                ..before
            };
            let update = arena_series::update(&row, row.version - 1, app.jobs.epoch);
            if app.transact_if_unchanged(vec![update]).await? {
                ahead::create_arenas(&app, row.clone()).await;
                return shown(&app, &row).await;
            }
        }
        Err(ErrorCode::Busy.into())
    })
    .await
}

/// Ends a series. Its arenas stay.
///
/// # Errors
/// `NotFound` if there is no such series, `Forbidden` for one of another account.
pub async fn end(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<(), Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let row = find_own(app, viewer.account, id).await?;
    match app.database.transact(vec![arena_series::remove(row.id, app.jobs.epoch)]).await {
        Ok(_) => Ok(()),
        // Another request has ended it.
        Err(StoreError::Conflict { .. }) => Err(ErrorCode::NotFound.into()),
        Err(error) => Err(error.into()),
    }
}

/// Series of the viewer.
///
/// # Errors
/// Failures of the store; `RateLimited` if the client has used up its processor time.
pub async fn own(app: &App, client: Client, viewer: &Viewer) -> Result<ArenaSeriesList, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let rows = arena_series::of_organiser(&*app.database, viewer.account, ARENA_SERIES_PAGE).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(rows.len()));
    let accounts = organisers(app, &rows).await?;
    let series = rows.iter().filter_map(|row| info(app, row, &accounts, Some(viewer.account))).collect();
    Ok(ArenaSeriesList { series, next: None })
}

/// Page of the series that create arenas, after those of the pages before.
///
/// # Errors
/// `InvalidField` for a page that no answer has named; `RateLimited` if the client has used up its processor time.
pub async fn list(
    app: &App,
    client: Client,
    viewer: Option<&Viewer>,
    after: Option<&str>,
) -> Result<ArenaSeriesList, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let invalid = |_| ErrorCode::InvalidField { field: "after".to_owned() };
    let after: Option<ArenaSeriesId> = after.map(str::parse).transpose().map_err(invalid)?;
    let rows = arena_series::all(&*app.database, after, ARENA_SERIES_PAGE).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(rows.len()));
    let is_full = rows.len() == ARENA_SERIES_PAGE as usize;
    let next = rows.last().filter(|_| is_full).map(|row| row.id.to_string());
    let accounts = organisers(app, &rows).await?;
    let now = app.clock.now();
    let active = rows.iter().filter(|row| accounts.get(&row.organiser).is_some_and(|account| may_hold(account, now)));
    let account = viewer.map(|viewer| viewer.account);
    let series = active.filter_map(|row| info(app, row, &accounts, account)).collect();
    Ok(ArenaSeriesList { series, next })
}

/// Series that create arenas, with their organisers.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn active(app: &App, limit: u32) -> Result<Vec<(ArenaSeries, ArenaSeriesSettings, Account)>, Error> {
    let rows = arena_series::all(&*app.database, None, limit).await?;
    let accounts = organisers(app, &rows).await?;
    let now = app.clock.now();
    let active = rows.into_iter().filter_map(|row| {
        let account = accounts.get(&row.organiser).filter(|account| may_hold(account, now))?;
        let settings = settings(&row)?;
        Some((row, settings, account.clone()))
    });
    Ok(active.collect())
}

fn may_write(app: &App, client: Client, viewer: &Viewer) -> Result<(), Error> {
    viewer.require_account()?;
    app.budgets.may_use_processor(Payer::Client(client))?;
    let now = app.clock.now();
    crate::lobby::pairing::check_suspension(viewer.banned_until, now)?;
    if viewer.muted_until.is_some_and(|until| now < until) {
        return Err(ErrorCode::Muted.into());
    }
    Ok(())
}

/// Checks settings as those of an arena, and the schedule.
fn check(settings: &ArenaSeriesSettings) -> Result<(), ErrorCode> {
    let arena = settings.at(0);
    check_repeated(&arena)?;
    ArenaState::create(arena).map_err(ErrorCode::ArenaRefused)?;
    schedule::check(&settings.schedule)?;
    match settings.schedule.repeats {
        ArenaRepeats::Hours { every } if settings.minutes > u32::from(every) * 60 => {
            Err(ErrorCode::InvalidField { field: "minutes".to_owned() })
        }
        _ => Ok(()),
    }
}

/// Returns whether an account may hold arenas.
fn may_hold(account: &Account, now: Millis) -> bool {
    let is_free = |until: Option<Millis>| until.is_none_or(|until| until <= now);
    account.kind == Kind::Person && is_free(account.banned_until) && is_free(account.muted_until)
}

async fn find_own(app: &App, account: AccountId, id: &str) -> Result<ArenaSeries, Error> {
    let id: ArenaSeriesId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let row = arena_series::find(&*app.database, id).await?.ok_or(ErrorCode::NotFound)?;
    if row.organiser == account { Ok(row) } else { Err(ErrorCode::Forbidden.into()) }
}

/// Start of the last arena of a series that is not over; [`Millis::MIN`] without one.
fn last_start(app: &App, series: ArenaSeriesId) -> Millis {
    starts(app, series).into_iter().max().unwrap_or(Millis::MIN)
}

/// Starts of the arenas of a series that are not over.
fn starts(app: &App, series: ArenaSeriesId) -> Vec<Millis> {
    let of_series = app.arenas.all().into_iter().filter_map(|arena| {
        let inner = arena.lock();
        (inner.row.series == Some(series)).then(|| inner.state.settings().starts_at)
    });
    of_series.collect()
}

/// Text for the store.
fn text(settings: &ArenaSeriesSettings) -> String {
    // Serialising plain data cannot fail.
    serde_json::to_string(settings).unwrap_or_default()
}

/// Settings of a stored series; `None`, with a line in the log, if they cannot be read.
fn settings(row: &ArenaSeries) -> Option<ArenaSeriesSettings> {
    let settings = serde_json::from_str(&row.data);
    settings.inspect_err(|error| tracing::error!(series = %row.id, %error, "a series cannot be read")).ok()
}

async fn organisers(app: &App, rows: &[ArenaSeries]) -> Result<HashMap<AccountId, Account>, StoreError> {
    accounts_of(&*app.database, rows.iter().map(|row| row.organiser).collect()).await
}

/// Series of the viewer as it is shown after a change.
async fn shown(app: &App, row: &ArenaSeries) -> Result<ArenaSeriesInfo, Error> {
    let accounts = organisers(app, std::slice::from_ref(row)).await?;
    Ok(info(app, row, &accounts, Some(row.organiser)).ok_or(ErrorCode::Internal)?)
}

fn info(
    app: &App,
    row: &ArenaSeries,
    accounts: &HashMap<AccountId, Account>,
    viewer: Option<AccountId>,
) -> Option<ArenaSeriesInfo> {
    let settings = settings(row)?;
    Some(ArenaSeriesInfo {
        id: row.id.to_string(),
        organiser: accounts.get(&row.organiser).and_then(|account| player(account, None, false).name),
        next_at: row.next_at.and_then(|_| schedule::next_after(&settings.schedule, app.clock.now())),
        settings,
        editable: viewer == Some(row.organiser),
    })
}

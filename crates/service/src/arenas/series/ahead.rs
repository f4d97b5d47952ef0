//! Creation of the arenas of series ahead of time.
//!
//! An arena is stored in one transaction with the time of the one after it, whose version is checked: so a server that is killed at any
//! moment neither loses nor doubles one.

use std::sync::Arc;

use saffron_live::Millis;
use saffron_protocol::arena_series::{ArenaRepeats, ArenaSchedule};
use saffron_store::arena_series::{self, ArenaSeries};
use saffron_store::{StoreError, TournamentId, accounts, tournaments};
use tokio::time::{Instant, MissedTickBehavior};

use super::{may_hold, organisers, schedule, settings, starts};
use crate::app::App;
use crate::arenas::command::NewArena;
use crate::arenas::read;
use crate::config::limits::{ARENA_SERIES_AHEAD, ARENA_SERIES_INTERVAL};
use crate::error::Error;
use crate::parts::arenas::LiveArena;

const HOUR: Millis = 60 * 60 * 1000;

/// Creates the arenas of all series. Never returns.
pub async fn keep(app: &Arc<App>) {
    let mut interval = tokio::time::interval_at(Instant::now(), ARENA_SERIES_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        if let Err(error) = create_all(app).await {
            tracing::error!(?error, "the arenas of series will be created later");
        }
    }
}

async fn create_all(app: &App) -> Result<(), Error> {
    find_doubtful(app).await?;
    let due = arena_series::due(&*app.database, app.clock.now() + ARENA_SERIES_AHEAD, u32::MAX).await?;
    let accounts = organisers(app, &due).await?;
    for row in due {
        let may_hold = accounts.get(&row.organiser).is_some_and(|account| may_hold(account, app.clock.now()));
        let id = row.id;
        if let Err(error) = advance(app, row, may_hold).await {
            tracing::warn!(series = %id, ?error, "the arenas of a series will be created later");
        }
    }
    Ok(())
}

/// Creates the arenas of a series that are due. Those that cannot be created now are later.
pub(super) async fn create_arenas(app: &App, row: ArenaSeries) {
    let id = row.id;
    let created = async {
        let account = accounts::by_id(&*app.database, row.organiser).await?;
        let may_hold = account.is_some_and(|account| may_hold(&account, app.clock.now()));
        advance(app, row, may_hold).await
    };
    if let Err(error) = created.await {
        tracing::warn!(series = %id, ?error, "the arenas of a series will be created later");
    }
}

/// Creates the arenas that are due, one after the other.
async fn advance(app: &App, mut row: ArenaSeries, may_hold: bool) -> Result<(), Error> {
    let Some(settings) = settings(&row) else { return Ok(()) };
    while let Some(starts_at) = row.next_at {
        let now = app.clock.now();
        let is_missed = starts_at <= now;
        // What its organiser may not hold is created when that changes before the start.
        if starts_at - now > ahead(&settings.schedule) || (!is_missed && !may_hold) {
            return Ok(());
        }
        let exists = || starts(app, row.id).contains(&starts_at);
        let new = if is_missed || exists() {
            None
        } else {
            let id = TournamentId::from_random(app.random.bits());
            let new = NewArena::new(id, row.organiser, Some(row.id), settings.at(starts_at), now);
            new.inspect_err(|error| tracing::warn!(series = %row.id, ?error, "an arena of a series is left out")).ok()
        };
        let after = ArenaSeries {
            version: row.version + 1,
            next_at: schedule::next_after(&settings.schedule, starts_at.max(now)),
            ..row.clone()
        };
        let mut statements = vec![arena_series::update(&after, row.version, app.jobs.epoch)];
        statements.extend(new.iter().flat_map(|new| new.statements(app)));
        match app.database.transact(statements).await {
            Ok(_) => {}
            // The organiser has changed the series, or another task has created the arena.
            Err(StoreError::Conflict { .. }) => return Ok(()),
            Err(error) => {
                doubtful(app).extend(new.map(|new| new.row.id));
                return Err(error.into());
            }
        }
        if let Some(new) = new {
            app.arenas.add(LiveArena::new(new.row, new.state));
            app.jobs.notifications.wake();
        }
        row = after;
    }
    Ok(())
}

/// Time before its start at which an arena is created: the next one exists always.
fn ahead(schedule: &ArenaSchedule) -> Millis {
    match schedule.repeats {
        ArenaRepeats::Weekly { .. } => ARENA_SERIES_AHEAD,
        // When the clock is put back, the next one is an hour later.
        ArenaRepeats::Hours { every } => (Millis::from(every) + 1) * HOUR,
    }
}

fn doubtful(app: &App) -> std::sync::MutexGuard<'_, Vec<TournamentId>> {
    app.arenas.doubtful.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Takes arenas into memory whose writes had unknown results and took effect.
async fn find_doubtful(app: &App) -> Result<(), Error> {
    let ids = doubtful(app).clone();
    for id in ids {
        if let Some(row) = tournaments::find(&*app.database, id).await?.filter(|row| !row.over) {
            app.arenas.add(read(app, row).await?);
        }
        doubtful(app).retain(|other| *other != id);
    }
    Ok(())
}

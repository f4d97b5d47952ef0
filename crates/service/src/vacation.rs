//! Vacation: while it lasts, the account's time for moves in correspondence games does not run.
//!
//! The start of a vacation extends the deadline by its days in all running games in which the account is to move. If it
//! becomes the account's turn later during the vacation, also in a new game, the time for that move starts at the end
//! of the vacation. The extensions are events of the game, so nothing is extended twice, and the next start makes up
//! for what a crash has prevented.

use std::sync::Arc;

use saffron_live::{DAY, Event, Live, Millis};
use saffron_protocol::error::ErrorCode;
use saffron_rules::Color;
use saffron_store::{GameId, StoreError, accounts, games};

use crate::accounts::person;
use crate::app::App;
use crate::calendar::year_of;
use crate::config::limits::{MAX_ACCOUNT_GAMES, VACATION_DAYS};
use crate::error::Error;
use crate::games::Decided;
use crate::games::live_game::{LiveGame, LiveGameState};
use crate::games::stored::recorded;
use crate::parts::vacations::{Vacation, vacation_days_left};
use crate::session::Viewer;

/// Takes days of vacation, starting now or at the end of the current vacation.
///
/// # Errors
/// `AccountRequired` for a guest, `InvalidField` for 0 days, `TooMany` if fewer days are left, `RateLimited` after too
/// many changes.
pub async fn take(app: &App, viewer: &Viewer, days: u8) -> Result<(), Error> {
    let account = person(app, viewer).await?;
    app.accounts.limits.changes.take(&account.id)?;
    let now = app.clock.now();
    let (days, left) = (u32::from(days), vacation_days_left(&account, now));
    if days == 0 {
        return Err(ErrorCode::InvalidField { field: "days".to_owned() }.into());
    }
    if days > left {
        return Err(ErrorCode::TooMany { limit: usize::try_from(left).unwrap_or(0) }.into());
    }
    let from = account.vacation_until.filter(|until| now < *until).unwrap_or(now);
    let until = from + Millis::from(days) * DAY;
    let taken = (year_of(now), VACATION_DAYS - left + days);
    let before = (account.vacation_year, account.vacation_days);
    match app.database.transact(vec![accounts::set_vacation(account.id, Some(until), taken, before)]).await {
        Ok(_) => {}
        Err(StoreError::Conflict { .. }) => return Err(ErrorCode::Gone.into()),
        Err(error) => return Err(error.into()),
    }
    app.accounts.vacations.begin(account.id, Vacation { from: now, until }, now);
    let mut extended = Vec::new();
    for game in games::running_of(&*app.database, account.id, MAX_ACCOUNT_GAMES).await? {
        if let Ok(live_game) = app.games.open(game.id).await {
            extended.push(extend(app, &live_game));
        }
    }
    for extended in extended {
        extended.durable().await?;
    }
    Ok(())
}

/// Reads the current vacations.
///
/// # Errors
/// Fails if the store does.
pub async fn load(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    for account in accounts::on_vacation(&*app.database, now).await? {
        if let Some(until) = account.vacation_until {
            let from = until - Millis::from(account.vacation_days) * DAY;
            app.accounts.vacations.begin(account.id, Vacation { from, until }, now);
        }
    }
    Ok(())
}

/// Extends the deadline after a game has started or the turn has changed, if the side to move is on vacation.
pub fn turned(app: &App, id: GameId) {
    if let Some(live_game) = app.games.get(id) {
        // Not awaited: a failure is made up for when the game is next read.
        drop(extend(app, &live_game));
    }
}

/// Extends the deadline of the side to move, if it is on vacation and that has not been done.
fn extend(app: &App, live_game: &Arc<LiveGame>) -> Decided {
    let now = app.clock.now();
    let state = live_game.lock();
    let live = &state.live;
    if live.outcome().is_some() || live.settings().control.is_real_time() {
        return Decided::Nothing;
    }
    let (side, ply) = (live.turn(), live.ply());
    let vacation = state.players[side.index()].and_then(|account| app.accounts.vacations.of(account, now));
    let Some(vacation) = vacation else { return Decided::Nothing };
    // Converted to the server's time, in which vacations are stored.
    let covered = covered(&state, side) - (state.time(&app.clock) - now);
    let ms = vacation.until - covered.max(vacation.from);
    drop(state);
    if ms <= 0 {
        return Decided::Nothing;
    }
    let still = |live: &Live| live.turn() == side && live.ply() == ply;
    app.games.by_server(live_game, Vec::new(), |live, _| if still(live) { live.extend(side, ms) } else { Vec::new() })
}

/// Time until which the current turn is covered: its start plus its extensions.
fn covered(state: &LiveGameState, side: Color) -> Millis {
    let mut covered = 0;
    for (seq, event) in state.events.iter().enumerate() {
        let Ok(recorded) = recorded(seq, event) else { continue };
        match recorded.event {
            Event::Created { .. } | Event::Moved { .. } | Event::TakenBack { .. } => covered = recorded.at,
            Event::Extended { to, ms } if to == side => covered = covered.max(recorded.at) + ms,
            _ => {}
        }
    }
    covered
}

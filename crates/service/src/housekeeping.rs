//! What keeps the server small: events of the log go into the rows of their games, what has expired is removed, and memory
//! that is not used is given back.

use std::time::Duration;

use saffron_live::DAY;
use saffron_store::{Database, Statement, StoreError, accounts, compaction, jobs, sessions, tokens};

use crate::app::App;
use crate::mail;

/// How often the log is looked at.
const LOOK: Duration = Duration::from_secs(5);

/// The log is shortened from so many entries on: a server reads some hundred thousand a second when it starts.
const LONG: u64 = 60_000;

/// The log is also shortened when its events have so many bytes: those of a time when conditional moves were in it. That is looked
/// at once in so many looks at the log, when the games that are larger than they need to be were read and made smaller.
const HEAVY: u64 = 32 << 20;
const WEIGHING: u32 = 120;

/// Entries that are moved at a time, and the pause after them, so that moves are not held up.
const AT_ONCE: u32 = 2_000;
const PAUSE: Duration = Duration::from_millis(20);

/// How often what has expired is removed: in looks at the log.
const EXPIRY: u32 = 720;

/// After how long the memories of hashes are given back.
const UNUSED: Duration = Duration::from_secs(30);

/// Guests without a game are removed when they were not seen for so long.
const GUESTS_KEPT: i64 = 90 * DAY;
const GUESTS_AT_ONCE: u32 = 500;

/// E-mails that were given up are kept for so long, for the operator.
const MAILS_KEPT: i64 = 7 * DAY;

/// Keeps the store small, for ever. Failures are logged, and tried again at the next look.
pub async fn keep(app: &App) {
    let mut looks = 0_u32;
    loop {
        // At once after the start, too: a server that never lives long would leave a longer log to each one after it.
        if let Err(error) = shorten(&*app.database, looks).await {
            tracing::error!(%error, "the log could not be shortened");
        }
        if looks.is_multiple_of(EXPIRY)
            && let Err(error) = expire(app).await
        {
            tracing::error!(%error, "what has expired could not be removed");
        }
        app.accounts.passwords.drop_unused(UNUSED);
        looks = looks.wrapping_add(1);
        tokio::time::sleep(LOOK).await;
    }
}

async fn shorten(database: &dyn Database, looks: u32) -> Result<(), StoreError> {
    let (mut length, _) = compaction::log_length(database).await?;
    let heavy = looks % WEIGHING == WEIGHING - 1 && compaction::log_size(database).await? > HEAVY;
    let most = if heavy { 0 } else { LONG };
    while length > most {
        let compacted = compaction::compact(database, AT_ONCE).await?;
        if compacted.removed == 0 {
            break;
        }
        length = length.saturating_sub(compacted.removed);
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

async fn expire(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    let statements: Vec<Statement> = vec![
        sessions::expire(now),
        tokens::expire(now),
        accounts::remove_guests(now - GUESTS_KEPT, GUESTS_AT_ONCE),
        jobs::remove_failed(mail::jobs::QUEUE, now - MAILS_KEPT),
    ];
    app.database.transact(statements).await.map(|_| ())
}

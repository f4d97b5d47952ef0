//! What keeps the server small: events of the log go into the rows of their games, what has expired is removed, and memory
//! that is not used is given back.

use std::time::Duration;

use saffron_store::{Database, Statement, StoreError, accounts, compaction, jobs, sessions, tokens};

use crate::app::App;
use crate::config::limits::{FAILED_MAIL_RETENTION, GUEST_RETENTION};
use crate::mail;

/// Interval between two looks at the log.
const INTERVAL: Duration = Duration::from_secs(5);

/// Entries above which the log is shortened: a server reads some hundred thousand a second when it starts.
const MAX_LOG_ENTRIES: u64 = 60_000;

/// The log is also shortened when its events have so many bytes: those of a time when conditional moves were in it. That is looked
/// at once in so many looks at the log, when the games that are larger than they need to be were read and made smaller.
const MAX_LOG_BYTES: u64 = 32 << 20;
const SIZE_LOOKS: u32 = 120;

/// Entries that are moved at a time, and the pause after them, so that moves are not held up.
const BATCH: u32 = 2_000;
const BATCH_PAUSE: Duration = Duration::from_millis(20);

/// Looks at the log between two removals of what has expired.
const EXPIRY_LOOKS: u32 = 720;

/// Time after which unused memory for hashes is freed.
const HASH_MEMORY_TTL: Duration = Duration::from_secs(30);

const GUEST_BATCH: u32 = 500;

/// Keeps the store small, for ever. Failures are logged, and tried again at the next look.
pub async fn keep(app: &App) {
    let mut looks = 0_u32;
    loop {
        // At once after the start, too: a server that never lives long would leave a longer log to each one after it.
        if let Err(error) = shorten(&*app.database, looks).await {
            tracing::error!(%error, "the log could not be shortened");
        }
        if looks.is_multiple_of(EXPIRY_LOOKS)
            && let Err(error) = expire(app).await
        {
            tracing::error!(%error, "what has expired could not be removed");
        }
        app.accounts.passwords.drop_unused(HASH_MEMORY_TTL);
        looks = looks.wrapping_add(1);
        tokio::time::sleep(INTERVAL).await;
    }
}

async fn shorten(database: &dyn Database, looks: u32) -> Result<(), StoreError> {
    let (mut length, _) = compaction::log_length(database).await?;
    let heavy = looks % SIZE_LOOKS == SIZE_LOOKS - 1 && compaction::log_size(database).await? > MAX_LOG_BYTES;
    let most = if heavy { 0 } else { MAX_LOG_ENTRIES };
    while length > most {
        let compacted = compaction::compact(database, BATCH).await?;
        if compacted.removed == 0 {
            break;
        }
        length = length.saturating_sub(compacted.removed);
        tokio::time::sleep(BATCH_PAUSE).await;
    }
    Ok(())
}

async fn expire(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    let statements: Vec<Statement> = vec![
        sessions::expire(now),
        tokens::expire(now),
        accounts::remove_guests(now - GUEST_RETENTION, GUEST_BATCH),
        jobs::remove_failed(mail::jobs::QUEUE, now - FAILED_MAIL_RETENTION),
    ];
    app.database.transact(statements).await.map(|_| ())
}

//! Housekeeping: moves events of the log into the rows of their games, removes expired data, frees unused memory.

use std::time::Duration;

use saffron_store::{Database, Statement, StoreError, accounts, compaction, jobs, sessions, tokens};

use crate::app::App;
use crate::config::limits::{FAILED_MAIL_RETENTION, GUEST_RETENTION};
use crate::mail;

/// Interval between two checks of the log.
const INTERVAL: Duration = Duration::from_secs(5);

/// Number of entries above which the log is shortened. A start reads some hundred thousand entries a second.
const MAX_LOG_ENTRIES: u64 = 60_000;

/// Size of the log's events, in bytes, above which it is shortened, too: older versions logged conditional moves.
const MAX_LOG_BYTES: u64 = 32 << 20;
/// Checks of the log between two checks of its size: by then, oversized games have been read and made smaller.
const SIZE_CHECKS: u32 = 120;

/// Entries moved at a time.
const BATCH: u32 = 2_000;
/// Pause after a batch, so that moves are not delayed.
const BATCH_PAUSE: Duration = Duration::from_millis(20);

/// Checks of the log between two removals of expired data.
const EXPIRY_CHECKS: u32 = 720;

/// Time after which unused memory for password hashes is freed.
const HASH_MEMORY_TTL: Duration = Duration::from_secs(30);

const GUEST_BATCH: u32 = 500;

/// Keeps the store and the memory small. Never returns; failures are logged and retried at the next check.
pub async fn keep(app: &App) {
    let mut checks = 0_u32;
    loop {
        // At the start, too: servers that never run for long would leave a growing log to each successor.
        if let Err(error) = shorten(&*app.database, checks).await {
            tracing::error!(%error, "the log could not be shortened");
        }
        if checks.is_multiple_of(EXPIRY_CHECKS)
            && let Err(error) = expire(app).await
        {
            tracing::error!(%error, "what has expired could not be removed");
        }
        app.accounts.passwords.drop_unused(HASH_MEMORY_TTL);
        checks = checks.wrapping_add(1);
        tokio::time::sleep(INTERVAL).await;
    }
}

async fn shorten(database: &dyn Database, checks: u32) -> Result<(), StoreError> {
    let (mut length, _) = compaction::log_length(database).await?;
    let heavy = checks % SIZE_CHECKS == SIZE_CHECKS - 1 && compaction::log_size(database).await? > MAX_LOG_BYTES;
    let limit = if heavy { 0 } else { MAX_LOG_ENTRIES };
    while length > limit {
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

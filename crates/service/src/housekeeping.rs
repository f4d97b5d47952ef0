//! Housekeeping: moves events of the log into the rows of their games, removes expired data, frees unused memory.

use saffron_store::{Database, Statement, StoreError, accounts, compaction, jobs, library, sessions, tokens};

use crate::app::App;
use crate::config::limits::{
    DELETED_ENTRY_RETENTION, EXPIRY_CHECKS, FAILED_MAIL_RETENTION, GUEST_BATCH, GUEST_RETENTION, HASH_MEMORY_TTL,
    HOUSEKEEPING_INTERVAL, LOG_BATCH, LOG_BATCH_PAUSE, LOG_SIZE_CHECKS, MAX_LOG_BYTES, MAX_LOG_ENTRIES,
    NOTIFICATION_RETENTION,
};
use crate::mail;
use crate::notifications::push;

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
        tokio::time::sleep(HOUSEKEEPING_INTERVAL).await;
    }
}

async fn shorten(database: &dyn Database, checks: u32) -> Result<(), StoreError> {
    let (mut length, _) = compaction::log_length(database).await?;
    let heavy =
        checks % LOG_SIZE_CHECKS == LOG_SIZE_CHECKS - 1 && compaction::log_size(database).await? > MAX_LOG_BYTES;
    let limit = if heavy { 0 } else { MAX_LOG_ENTRIES };
    while length > limit {
        let compacted = compaction::compact(database, LOG_BATCH).await?;
        if compacted.removed == 0 {
            break;
        }
        length = length.saturating_sub(compacted.removed);
        tokio::time::sleep(LOG_BATCH_PAUSE).await;
    }
    Ok(())
}

async fn expire(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    let statements: Vec<Statement> = vec![
        sessions::expire(now),
        tokens::expire(now),
        accounts::remove_guests(now - GUEST_RETENTION, GUEST_BATCH),
        library::forget_deleted(now - DELETED_ENTRY_RETENTION),
        jobs::remove_failed(mail::jobs::QUEUE, now - FAILED_MAIL_RETENTION),
        jobs::remove_failed(push::QUEUE, now - FAILED_MAIL_RETENTION),
        saffron_store::notifications::remove_before(now - NOTIFICATION_RETENTION),
        saffron_store::push::remove_without_session(),
    ];
    app.database.transact(statements).await.map(|_| ())
}

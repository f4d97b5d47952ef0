//! Notifications of accounts, and the settings by which they get them.
//!
//! There is one notification of a kind about a subject: a newer one replaces it, and is unread again.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::AccountId;
use crate::statement::Statement;
use crate::value::Row;

/// Notification of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// Kind, as a code of the caller.
    pub kind: String,
    /// Id of what it is about, by which newer ones of its kind replace it.
    pub subject: String,
    pub created_at: Millis,
    pub read_at: Option<Millis>,
    /// Data in the caller's form.
    pub data: String,
}

const COLUMNS: &str = "kind, subject, created_at, read_at, data";

fn notification(row: Row) -> Result<Notification, StoreError> {
    let mut columns = row.columns();
    Ok(Notification {
        kind: columns.take()?,
        subject: columns.take()?,
        created_at: columns.take()?,
        read_at: columns.take()?,
        data: columns.take()?,
    })
}

/// Statement that sets a notification; no other value than this one's data makes it unread again.
pub fn set(account: AccountId, new: &Notification) -> Statement {
    Statement::new(
        "INSERT INTO notifications (account, kind, subject, created_at, read_at, data) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (account, kind, subject) DO UPDATE SET created_at = excluded.created_at, read_at = excluded.read_at, \
         data = excluded.data WHERE notifications.data <> excluded.data",
    )
    .with(account)
    .with(new.kind.as_str())
    .with(new.subject.as_str())
    .with(new.created_at)
    .with(new.read_at)
    .with(new.data.as_str())
}

/// Statement that marks the unread notifications of a kind about a subject as read, of one account or of all.
pub fn read_about(account: Option<AccountId>, kind: &str, subject: &str, now: Millis) -> Statement {
    let sql = "UPDATE notifications SET read_at = $1 WHERE kind = $2 AND subject = $3 AND read_at IS NULL";
    let statement = |sql: &str| Statement::new(sql.to_owned()).with(now).with(kind).with(subject);
    match account {
        Some(account) => statement(&format!("{sql} AND account = $4")).with(account),
        None => statement(sql),
    }
}

/// Statement that marks the unread notifications of an account that were created until a time as read.
pub fn read_until(account: AccountId, until: Millis, now: Millis) -> Statement {
    Statement::new("UPDATE notifications SET read_at = $1 WHERE account = $2 AND created_at <= $3 AND read_at IS NULL")
        .with(now)
        .with(account)
        .with(until)
}

/// Statement that removes the notifications of all accounts that were created before a time.
pub fn remove_before(before: Millis) -> Statement {
    Statement::new("DELETE FROM notifications WHERE created_at < $1").with(before)
}

/// Statement that removes those of an account's notifications that are older than its `kept` newest ones.
pub fn trim(account: AccountId, kept: u32) -> Statement {
    Statement::new(
        "DELETE FROM notifications WHERE account = $1 AND created_at < \
         (SELECT MIN(created_at) FROM (SELECT created_at FROM notifications WHERE account = $1 \
         ORDER BY created_at DESC LIMIT $2) AS newest)",
    )
    .with(account)
    .with(kept)
}

/// Notifications of an account, the newest first, at most `limit`.
///
/// # Errors
///
/// Failures of the database.
pub async fn newest(database: &dyn Database, account: AccountId, limit: u32) -> Result<Vec<Notification>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM notifications WHERE account = $1 ORDER BY created_at DESC, kind, subject LIMIT $2"
    );
    database.read(Statement::new(sql).with(account).with(limit)).await?.into_iter().map(notification).collect()
}

/// Unread notifications of an account that were created after a time, the newest first, at most `limit`.
///
/// # Errors
///
/// Failures of the database.
pub async fn unread_after(
    database: &dyn Database,
    account: AccountId,
    after: Millis,
    limit: u32,
) -> Result<Vec<Notification>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM notifications WHERE account = $1 AND created_at > $2 AND read_at IS NULL \
         ORDER BY created_at DESC, kind, subject LIMIT $3"
    );
    let statement = Statement::new(sql).with(account).with(after).with(limit);
    database.read(statement).await?.into_iter().map(notification).collect()
}

/// Number of unread notifications of an account.
///
/// # Errors
///
/// Failures of the database.
pub async fn count_unread(database: &dyn Database, account: AccountId) -> Result<u32, StoreError> {
    let sql = "SELECT COUNT(*) FROM notifications WHERE account = $1 AND read_at IS NULL";
    database.read(Statement::new(sql).with(account)).await?.into_iter().next().map_or(Ok(0), Row::first)
}

/// Settings of an account in the caller's form, and the time of the newest notification that was sent by e-mail; `None` if it has
/// none.
///
/// # Errors
///
/// Failures of the database.
pub async fn settings(database: &dyn Database, account: AccountId) -> Result<Option<(String, Millis)>, StoreError> {
    let sql = "SELECT settings, mailed_at FROM notification_settings WHERE account = $1";
    let read = |row: Row| {
        let mut columns = row.columns();
        Ok((columns.take()?, columns.take()?))
    };
    database.read(Statement::new(sql).with(account)).await?.into_iter().next().map(read).transpose()
}

/// Statement that sets the settings of an account. Nothing that was created before them is sent by e-mail if they are its first.
pub fn set_settings(account: AccountId, settings: &str, now: Millis) -> Statement {
    Statement::new(
        "INSERT INTO notification_settings (account, settings, mailed_at) VALUES ($1, $2, $3) \
         ON CONFLICT (account) DO UPDATE SET settings = excluded.settings",
    )
    .with(account)
    .with(settings)
    .with(now)
    .expecting(1)
}

/// Statement that records the newest notification that was sent by e-mail.
pub fn set_mailed(account: AccountId, newest: Millis) -> Statement {
    Statement::new("UPDATE notification_settings SET mailed_at = $1 WHERE account = $2 AND mailed_at < $1")
        .with(newest)
        .with(account)
}

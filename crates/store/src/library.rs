//! Libraries of accounts: games and analyses that browsers keep here, as texts that only they read.
//!
//! Each write of an entry gets a version, higher than all before in that account's library, so that a browser reads what
//! has changed since the last version that it knows.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::AccountId;
use crate::statement::Statement;
use crate::value::Row;

/// Entry of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Id within the account, chosen by the browser that made the entry.
    pub id: String,
    /// Version of its last write: above 0, at least the time of the write in milliseconds since 1970.
    pub version: i64,
    /// Text; `None` if the entry was deleted.
    pub body: Option<String>,
}

/// Room that the entries of a library take, without the deleted ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    pub entries: u32,
    pub bytes: i64,
}

fn entry(row: Row) -> Result<Entry, StoreError> {
    let mut columns = row.columns();
    Ok(Entry { id: columns.take()?, version: columns.take()?, body: columns.take()? })
}

/// Statement that writes an entry over the version that its writer knows, 0 for a new one, and returns the new version. It
/// conflicts if the entry has another version.
pub fn write(account: AccountId, id: &str, over: i64, body: Option<String>, now: Millis) -> Statement {
    let bytes = body.as_ref().map_or(0, |body| i64::try_from(body.len()).unwrap_or(i64::MAX));
    let sql = "INSERT INTO library (account, id, version, changed_at, bytes, body) VALUES ($1, $2, \
               (SELECT CASE WHEN COALESCE(MAX(version), 0) >= $3 THEN MAX(version) + 1 ELSE $3 END FROM library \
               WHERE account = $1), $3, $4, $5) \
               ON CONFLICT (account, id) DO UPDATE SET version = excluded.version, changed_at = excluded.changed_at, \
               bytes = excluded.bytes, body = excluded.body WHERE library.version = $6 RETURNING version";
    Statement::new(sql).with(account).with(id).with(now).with(bytes).with(body).with(over).expecting(1)
}

/// Version of an entry after [`write()`], from the rows of that statement.
///
/// # Errors
///
/// [`StoreError::Corrupt`] if the rows are of another statement.
pub fn written(rows: Vec<Row>) -> Result<i64, StoreError> {
    rows.into_iter().next().map_or(Ok(0), Row::first)
}

/// Statement that removes the whole library of an account, deleted entries included.
pub fn remove(account: AccountId) -> Statement {
    Statement::new("DELETE FROM library WHERE account = $1").with(account)
}

/// Statement that forgets which entries were deleted before a time.
pub fn forget_deleted(before: Millis) -> Statement {
    Statement::new("DELETE FROM library WHERE body IS NULL AND changed_at < $1").with(before)
}

/// Entries of an account above a version, deleted ones included, by version.
///
/// # Errors
///
/// Failures of the database.
pub async fn after(
    database: &dyn Database,
    account: AccountId,
    version: i64,
    limit: u32,
) -> Result<Vec<Entry>, StoreError> {
    let sql = "SELECT id, version, body FROM library WHERE account = $1 AND version > $2 ORDER BY version LIMIT $3";
    let rows = database.read(Statement::new(sql).with(account).with(version).with(limit)).await?;
    rows.into_iter().map(entry).collect()
}

/// Room that an account's library takes, without one entry.
///
/// # Errors
///
/// Failures of the database.
pub async fn usage_without(database: &dyn Database, account: AccountId, id: &str) -> Result<Usage, StoreError> {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM library \
               WHERE account = $1 AND id <> $2 AND body IS NOT NULL";
    let rows = database.read(Statement::new(sql).with(account).with(id)).await?;
    let Some(row) = rows.into_iter().next() else { return Ok(Usage { entries: 0, bytes: 0 }) };
    let mut columns = row.columns();
    Ok(Usage { entries: columns.take()?, bytes: columns.take()? })
}

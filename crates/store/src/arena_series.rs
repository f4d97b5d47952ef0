//! Series of arenas.
//!
//! What repeats, and when, is one text in the caller's form. Every write checks in its own transaction that no other one came in
//! between, and that the server still owns the database.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, ArenaSeriesId};
use crate::statement::Statement;
use crate::value::Row;

/// Series of arenas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArenaSeries {
    pub id: ArenaSeriesId,
    pub organiser: AccountId,
    pub name: String,
    pub created_at: Millis,
    /// Number of writes.
    pub version: u32,
    /// Start of the next arena that is to be created; `None` once the account is closed.
    pub next_at: Option<Millis>,
    /// Settings and schedule, in the caller's form.
    pub data: String,
}

const COLUMNS: &str = "id, organiser, name, created_at, version, next_at, data";

fn series(row: Row) -> Result<ArenaSeries, StoreError> {
    let mut columns = row.columns();
    Ok(ArenaSeries {
        id: columns.take()?,
        organiser: columns.take()?,
        name: columns.take()?,
        created_at: columns.take()?,
        version: columns.take()?,
        next_at: columns.take()?,
        data: columns.take()?,
    })
}

/// Statement that adds a series. It conflicts if the epoch is not the current one.
pub fn insert(series: &ArenaSeries, epoch: i64) -> Statement {
    let sql = "INSERT INTO arena_series (id, organiser, name, created_at, version, next_at, data) \
               SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), \
               CAST($6 AS BIGINT), CAST($7 AS TEXT) FROM server WHERE id = 1 AND epoch = $8";
    Statement::new(sql)
        .with(series.id)
        .with(series.organiser)
        .with(series.name.as_str())
        .with(series.created_at)
        .with(series.version)
        .with(series.next_at)
        .with(series.data.as_str())
        .with(epoch)
        .expecting(1)
}

/// Statement that stores a series as it is after the version `before`. It conflicts if the stored version is another one, if there is
/// no such series, or if the epoch is not the current one.
pub fn update(series: &ArenaSeries, before: u32, epoch: i64) -> Statement {
    let sql = "UPDATE arena_series SET name = $1, version = $2, next_at = $3, data = $4 \
               WHERE id = $5 AND version = $6 AND EXISTS (SELECT 1 FROM server WHERE id = 1 AND epoch = $7)";
    Statement::new(sql)
        .with(series.name.as_str())
        .with(series.version)
        .with(series.next_at)
        .with(series.data.as_str())
        .with(series.id)
        .with(before)
        .with(epoch)
        .expecting(1)
}

/// Statement that removes a series. It conflicts if there is none, or if the epoch is not the current one.
pub fn remove(id: ArenaSeriesId, epoch: i64) -> Statement {
    let sql = "DELETE FROM arena_series WHERE id = $1 AND EXISTS (SELECT 1 FROM server WHERE id = 1 AND epoch = $2)";
    Statement::new(sql).with(id).with(epoch).expecting(1)
}

async fn read(database: &dyn Database, statement: Statement) -> Result<Vec<ArenaSeries>, StoreError> {
    database.read(statement).await?.into_iter().map(series).collect()
}

/// Series by its id.
///
/// # Errors
///
/// Failures of the database.
pub async fn find(database: &dyn Database, id: ArenaSeriesId) -> Result<Option<ArenaSeries>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM arena_series WHERE id = $1");
    Ok(read(database, Statement::new(sql).with(id)).await?.pop())
}

/// Series of an organiser in the order in which they were created.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_organiser(
    database: &dyn Database,
    organiser: AccountId,
    limit: u32,
) -> Result<Vec<ArenaSeries>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM arena_series WHERE organiser = $1 ORDER BY created_at, id LIMIT $2");
    read(database, Statement::new(sql).with(organiser).with(limit)).await
}

/// Series whose next arena begins at a time or before, by these starts.
///
/// # Errors
///
/// Failures of the database.
pub async fn due(database: &dyn Database, at: Millis, limit: u32) -> Result<Vec<ArenaSeries>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM arena_series WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2");
    read(database, Statement::new(sql).with(at).with(limit)).await
}

/// Page of the series that continue, by their ids, after that of the page before.
///
/// # Errors
///
/// Failures of the database.
pub async fn all(
    database: &dyn Database,
    after: Option<ArenaSeriesId>,
    limit: u32,
) -> Result<Vec<ArenaSeries>, StoreError> {
    let (condition, after) = match after {
        Some(after) => ("id > $1", after.to_string()),
        None => ("id >= $1", String::new()),
    };
    let sql =
        format!("SELECT {COLUMNS} FROM arena_series WHERE {condition} AND next_at IS NOT NULL ORDER BY id LIMIT $2");
    read(database, Statement::new(sql).with(after.as_str()).with(limit)).await
}

//! Elo lists of clubs.
//!
//! A list is one document in the caller's form. Every write checks in its own transaction that no other one came in between, and that
//! the server still owns the database.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, EloListId};
use crate::statement::Statement;
use crate::value::Row;

/// Greatest length of a summary, in characters.
pub const MAX_SUMMARY: usize = 400;

/// Elo list without its document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EloList {
    pub id: EloListId,
    pub organiser: AccountId,
    /// Empty once the organiser's account was erased.
    pub name: String,
    pub created_at: Millis,
    /// Time of the last change.
    pub updated_at: Millis,
    /// Number of changes.
    pub version: u32,
    /// Line for lists, in the caller's form. It is stored before the document, so that lists need not read that.
    pub summary: String,
}

const COLUMNS: &str = "id, organiser, name, created_at, updated_at, version";

fn head(row: Row) -> Result<(EloList, String), StoreError> {
    let mut columns = row.columns();
    let mut list = EloList {
        id: columns.take()?,
        organiser: columns.take()?,
        name: columns.take()?,
        created_at: columns.take()?,
        updated_at: columns.take()?,
        version: columns.take()?,
        summary: String::new(),
    };
    let data: String = columns.take()?;
    let (summary, document) = data.split_once('\n').unwrap_or((&data, ""));
    list.summary = summary.to_owned();
    let document = document.to_owned();
    Ok((list, document))
}

fn data(list: &EloList, document: &str) -> String {
    debug_assert!(list.summary.chars().count() <= MAX_SUMMARY && !list.summary.contains('\n'), "a short line");
    format!("{}\n{document}", list.summary)
}

/// Statement that adds a list with its document. It conflicts if the epoch is not the current one.
pub fn insert(list: &EloList, document: &str, epoch: i64) -> Statement {
    let sql = "INSERT INTO elo_lists (id, organiser, name, created_at, updated_at, version, data) \
               SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), \
               CAST($6 AS BIGINT), CAST($7 AS TEXT) FROM server WHERE id = 1 AND epoch = $8";
    Statement::new(sql)
        .with(list.id)
        .with(list.organiser)
        .with(list.name.as_str())
        .with(list.created_at)
        .with(list.updated_at)
        .with(list.version)
        .with(data(list, document))
        .with(epoch)
        .expecting(1)
}

/// Statement that stores a list as it is after the version `before`. It conflicts if the stored version is another one, if there is no
/// such list, or if the epoch is not the current one. A name that was erased stays empty.
pub fn update(list: &EloList, document: &str, before: u32, epoch: i64) -> Statement {
    let sql = "UPDATE elo_lists SET name = CASE WHEN name = '' THEN name ELSE $1 END, updated_at = $2, version = $3, data = $4 \
               WHERE id = $5 AND version = $6 AND EXISTS (SELECT 1 FROM server WHERE id = 1 AND epoch = $7)";
    Statement::new(sql)
        .with(list.name.as_str())
        .with(list.updated_at)
        .with(list.version)
        .with(data(list, document))
        .with(list.id)
        .with(before)
        .with(epoch)
        .expecting(1)
}

/// Statement that removes a list. It conflicts if there is none, or if the epoch is not the current one.
pub fn remove(id: EloListId, epoch: i64) -> Statement {
    let sql = "DELETE FROM elo_lists WHERE id = $1 AND EXISTS (SELECT 1 FROM server WHERE id = 1 AND epoch = $2)";
    Statement::new(sql).with(id).with(epoch).expecting(1)
}

/// List by its id, with its document.
///
/// # Errors
///
/// Failures of the database.
pub async fn find(database: &dyn Database, id: EloListId) -> Result<Option<(EloList, String)>, StoreError> {
    let sql = format!("SELECT {COLUMNS}, data FROM elo_lists WHERE id = $1");
    database.read(Statement::new(sql).with(id)).await?.pop().map(head).transpose()
}

async fn heads(
    database: &dyn Database,
    rest: &str,
    bind: impl FnOnce(Statement) -> Statement,
) -> Result<Vec<EloList>, StoreError> {
    // A line end more than the summary has.
    let sql = format!("SELECT {COLUMNS}, substr(data, 1, {}) FROM elo_lists {rest}", MAX_SUMMARY + 1);
    let rows = database.read(bind(Statement::new(sql))).await?;
    rows.into_iter().map(|row| head(row).map(|(list, _)| list)).collect()
}

/// List by its id, without its document.
///
/// # Errors
///
/// Failures of the database.
pub async fn find_head(database: &dyn Database, id: EloListId) -> Result<Option<EloList>, StoreError> {
    Ok(heads(database, "WHERE id = $1", |statement| statement.with(id)).await?.pop())
}

/// Lists, the last changed first, after one with this time and id.
///
/// # Errors
///
/// Failures of the database.
pub async fn newest(
    database: &dyn Database,
    after: Option<(Millis, EloListId)>,
    limit: u32,
) -> Result<Vec<EloList>, StoreError> {
    let order = "ORDER BY updated_at DESC, id DESC";
    match after {
        Some((at, id)) => {
            let rest = format!("WHERE (updated_at, id) < ($1, $2) {order} LIMIT $3");
            heads(database, &rest, |statement| statement.with(at).with(id).with(limit)).await
        }
        None => heads(database, &format!("{order} LIMIT $1"), |statement| statement.with(limit)).await,
    }
}

/// Lists of an organiser, the last changed first.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_organiser(
    database: &dyn Database,
    organiser: AccountId,
    limit: u32,
) -> Result<Vec<EloList>, StoreError> {
    let rest = "WHERE organiser = $1 ORDER BY updated_at DESC, id DESC LIMIT $2";
    heads(database, rest, |statement| statement.with(organiser).with(limit)).await
}

//! Seeks: open offers in the lobby, which may be valid for days.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, SeekId};
use crate::statement::Statement;
use crate::value::Row;

/// Open offer of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seek {
    pub id: SeekId,
    pub account: AccountId,
    /// Id of the variant.
    pub variant: String,
    /// Class of the time control.
    pub speed: String,
    /// Time control, in the caller's notation.
    pub control: String,
    pub rated: bool,
    /// Side of the account that offers, as a code; `None` for a random side.
    pub side: Option<String>,
    /// Minimum rating of an opponent.
    pub rating_min: Option<u32>,
    /// Maximum rating of an opponent.
    pub rating_max: Option<u32>,
    pub created_at: Millis,
    /// Time from which it is not valid.
    pub expires_at: Millis,
    /// Data of the caller.
    pub data: String,
}

const COLUMNS: &str =
    "id, account, variant, speed, control, rated, side, rating_min, rating_max, created_at, expires_at, data";

fn seek(row: Row) -> Result<Seek, StoreError> {
    let mut columns = row.columns();
    Ok(Seek {
        id: columns.take()?,
        account: columns.take()?,
        variant: columns.take()?,
        speed: columns.take()?,
        control: columns.take()?,
        rated: columns.take()?,
        side: columns.take()?,
        rating_min: columns.take()?,
        rating_max: columns.take()?,
        created_at: columns.take()?,
        expires_at: columns.take()?,
        data: columns.take()?,
    })
}

/// Statement that stores a seek.
pub fn insert(seek: &Seek) -> Statement {
    let sql = format!("INSERT INTO seeks ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)");
    Statement::new(sql)
        .with(seek.id)
        .with(seek.account)
        .with(seek.variant.as_str())
        .with(seek.speed.as_str())
        .with(seek.control.as_str())
        .with(seek.rated)
        .with(seek.side.clone())
        .with(seek.rating_min)
        .with(seek.rating_max)
        .with(seek.created_at)
        .with(seek.expires_at)
        .with(seek.data.as_str())
        .expecting(1)
}

/// Statement that removes a seek that is accepted. It conflicts if the seek is gone or not valid at this time: in one transaction
/// with the game, a seek is accepted once.
pub fn take(id: SeekId, now: Millis) -> Statement {
    Statement::new("DELETE FROM seeks WHERE id = $1 AND expires_at > $2").with(id).with(now).expecting(1)
}

/// Statement that removes a seek of an account. It conflicts if there is none.
pub fn withdraw(id: SeekId, account: AccountId) -> Statement {
    Statement::new("DELETE FROM seeks WHERE id = $1 AND account = $2").with(id).with(account).expecting(1)
}

/// Statement that removes expired seeks.
pub fn expire(now: Millis) -> Statement {
    Statement::new("DELETE FROM seeks WHERE expires_at <= $1").with(now)
}

/// Seek with an id, if it is valid at this time.
///
/// # Errors
///
/// Failures of the database.
pub async fn by_id(database: &dyn Database, id: SeekId, now: Millis) -> Result<Option<Seek>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM seeks WHERE id = $1 AND expires_at > $2");
    database.read(Statement::new(sql).with(id).with(now)).await?.into_iter().next().map(seek).transpose()
}

/// Valid seeks, the oldest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn all(database: &dyn Database, now: Millis, limit: u32) -> Result<Vec<Seek>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM seeks WHERE expires_at > $1 ORDER BY created_at, id LIMIT $2");
    database.read(Statement::new(sql).with(now).with(limit)).await?.into_iter().map(seek).collect()
}

/// Number of valid seeks of an account.
///
/// # Errors
///
/// Failures of the database.
pub async fn count(database: &dyn Database, account: AccountId, now: Millis) -> Result<u32, StoreError> {
    let sql = "SELECT COUNT(*) FROM seeks WHERE account = $1 AND expires_at > $2";
    let rows = database.read(Statement::new(sql).with(account).with(now)).await?;
    rows.into_iter().next().map_or(Ok(0), Row::first)
}

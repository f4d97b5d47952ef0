//! Sessions of signed-in accounts. Only the hashes of their tokens are stored.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, SessionId};
use crate::statement::Statement;
use crate::value::Row;

/// Hash of a secret token, as the caller makes it.
pub type TokenHash = [u8; 32];

/// A session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Public id, by which the owner ends it.
    pub id: SessionId,
    pub account: AccountId,
    pub created_at: Millis,
    /// Time of the last use that was recorded.
    pub used_at: Millis,
    /// Time from which it is not valid.
    pub expires_at: Millis,
    /// User agent of the client, as it names itself.
    pub user_agent: String,
    /// Network address from which it was last used.
    pub address: String,
}

const COLUMNS: &str = "id, account, created_at, used_at, expires_at, user_agent, address";

fn session(row: Row) -> Result<Session, StoreError> {
    let mut columns = row.columns();
    Ok(Session {
        id: columns.take()?,
        account: columns.take()?,
        created_at: columns.take()?,
        used_at: columns.take()?,
        expires_at: columns.take()?,
        user_agent: columns.take()?,
        address: columns.take()?,
    })
}

/// Statement that begins a session.
pub fn insert(token: &TokenHash, session: &Session) -> Statement {
    Statement::new(
        "INSERT INTO sessions (token_hash, id, account, created_at, used_at, expires_at, user_agent, address) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .with(*token)
    .with(session.id)
    .with(session.account)
    .with(session.created_at)
    .with(session.used_at)
    .with(session.expires_at)
    .with(session.user_agent.as_str())
    .with(session.address.as_str())
    .expecting(1)
}

/// Session of a token, if it is valid at this time.
///
/// # Errors
///
/// Failures of the database.
pub async fn find(database: &dyn Database, token: &TokenHash, now: Millis) -> Result<Option<Session>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM sessions WHERE token_hash = $1 AND expires_at > $2");
    let rows = database.read(Statement::new(sql).with(*token).with(now)).await?;
    rows.into_iter().next().map(session).transpose()
}

/// Records the use of a session and its new time of expiry.
///
/// # Errors
///
/// Failures of the database. A session that was ended meanwhile stays so.
pub async fn touch(
    database: &dyn Database,
    token: &TokenHash,
    used_at: Millis,
    expires_at: Millis,
    address: &str,
) -> Result<(), StoreError> {
    let sql = "UPDATE sessions SET used_at = $1, expires_at = $2, address = $3 WHERE token_hash = $4";
    let statement = Statement::new(sql).with(used_at).with(expires_at).with(address).with(*token);
    database.transact(vec![statement]).await.map(|_| ())
}

/// Valid sessions of an account, the last used first.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_account(database: &dyn Database, account: AccountId, now: Millis) -> Result<Vec<Session>, StoreError> {
    let sql =
        format!("SELECT {COLUMNS} FROM sessions WHERE account = $1 AND expires_at > $2 ORDER BY used_at DESC, id");
    database.read(Statement::new(sql).with(account).with(now)).await?.into_iter().map(session).collect()
}

/// Ends a session of an account. Returns false if the account has no such session.
///
/// # Errors
///
/// Failures of the database.
pub async fn end(database: &dyn Database, account: AccountId, id: SessionId) -> Result<bool, StoreError> {
    let sql = "DELETE FROM sessions WHERE id = $1 AND account = $2 RETURNING id";
    let rows = database.transact(vec![Statement::new(sql).with(id).with(account)]).await?;
    Ok(rows.iter().any(|rows| !rows.is_empty()))
}

/// Statement that ends the session of a token.
pub fn end_token(token: &TokenHash) -> Statement {
    Statement::new("DELETE FROM sessions WHERE token_hash = $1").with(*token)
}

/// Statement that ends all sessions of an account, except the one of the token `except`.
pub fn end_all(account: AccountId, except: Option<&TokenHash>) -> Statement {
    match except {
        Some(token) => {
            Statement::new("DELETE FROM sessions WHERE account = $1 AND token_hash <> $2").with(account).with(*token)
        }
        None => Statement::new("DELETE FROM sessions WHERE account = $1").with(account),
    }
}

/// Statement that removes expired sessions.
pub fn expire(now: Millis) -> Statement {
    Statement::new("DELETE FROM sessions WHERE expires_at <= $1").with(now)
}

//! Secrets that can be used once, to confirm an address or reset a password. Only their hashes are stored.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::AccountId;
use crate::sessions::TokenHash;
use crate::statement::Statement;

/// Secret that can be used once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Purpose, as a code of the caller.
    pub purpose: String,
    pub account: AccountId,
    /// Data of the caller, such as the address to be confirmed.
    pub data: String,
    pub created_at: Millis,
    /// Time from which it is not valid.
    pub expires_at: Millis,
}

/// Statements that store a token in place of those of its account for the same purpose.
pub fn replace(hash: &TokenHash, token: &Token) -> Vec<Statement> {
    let insert = Statement::new(
        "INSERT INTO tokens (token_hash, purpose, account, data, created_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    );
    vec![
        end(token.account, &token.purpose),
        insert
            .with(*hash)
            .with(token.purpose.as_str())
            .with(token.account)
            .with(token.data.as_str())
            .with(token.created_at)
            .with(token.expires_at)
            .expecting(1),
    ]
}

/// Statement that ends the tokens of an account for a purpose.
pub fn end(account: AccountId, purpose: &str) -> Statement {
    Statement::new("DELETE FROM tokens WHERE account = $1 AND purpose = $2").with(account).with(purpose)
}

/// Token of a hash, if it is valid. It stays valid; [`take`] uses it up.
///
/// # Errors
///
/// Failures of the database.
pub async fn find(
    database: &dyn Database,
    hash: &TokenHash,
    purpose: &str,
    now: Millis,
) -> Result<Option<Token>, StoreError> {
    let sql = "SELECT purpose, account, data, created_at, expires_at FROM tokens \
               WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3";
    let rows = database.read(Statement::new(sql).with(*hash).with(purpose).with(now)).await?;
    let Some(row) = rows.into_iter().next() else { return Ok(None) };
    let mut columns = row.columns();
    Ok(Some(Token {
        purpose: columns.take()?,
        account: columns.take()?,
        data: columns.take()?,
        created_at: columns.take()?,
        expires_at: columns.take()?,
    }))
}

/// Statement that uses a token up. It conflicts if the token is not valid, so the other statements of its transaction are
/// applied once.
pub fn take(hash: &TokenHash, purpose: &str, now: Millis) -> Statement {
    Statement::new("DELETE FROM tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3")
        .with(*hash)
        .with(purpose)
        .with(now)
        .expecting(1)
}

/// Statement that removes expired tokens.
pub fn expire(now: Millis) -> Statement {
    Statement::new("DELETE FROM tokens WHERE expires_at <= $1").with(now)
}

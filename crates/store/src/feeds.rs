//! Secret addresses of Atom feeds, one for each account. Only their hashes are stored.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::AccountId;
use crate::sessions::TokenHash;
use crate::statement::Statement;
use crate::value::Row;

/// Statement that sets the secret of an account's feed, replacing the previous one.
pub fn set(account: AccountId, token: &TokenHash, at: Millis) -> Statement {
    Statement::new(
        "INSERT INTO feeds (account, token_hash, created_at) VALUES ($1, $2, $3) \
         ON CONFLICT (account) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at",
    )
    .with(account)
    .with(*token)
    .with(at)
    .expecting(1)
}

/// Statement that ends the feed of an account.
pub fn remove(account: AccountId) -> Statement {
    Statement::new("DELETE FROM feeds WHERE account = $1").with(account)
}

/// Returns whether an account has a feed.
///
/// # Errors
///
/// Failures of the database.
pub async fn exists(database: &dyn Database, account: AccountId) -> Result<bool, StoreError> {
    let statement = Statement::new("SELECT created_at FROM feeds WHERE account = $1").with(account);
    Ok(!database.read(statement).await?.is_empty())
}

/// Account of a feed, by the digest of its token.
///
/// # Errors
///
/// Failures of the database.
pub async fn account(database: &dyn Database, token: &TokenHash) -> Result<Option<AccountId>, StoreError> {
    let statement = Statement::new("SELECT account FROM feeds WHERE token_hash = $1").with(*token);
    database.read(statement).await?.into_iter().next().map(Row::first).transpose()
}

//! Follows and blocks between accounts.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::AccountId;
use crate::statement::Statement;
use crate::text_enum::text_enum;
use crate::value::Row;

text_enum!(
    /// Relation of one account to another. There is at most one in each direction.
    Relation {
        /// Shows the games of the other account.
        Follow = "follow",
        /// Keeps the other account from challenges and messages.
        Block = "block",
    }
);

/// Statement that sets a relation, replacing another.
pub fn set(account: AccountId, other: AccountId, relation: Relation, at: Millis) -> Statement {
    Statement::new(
        "INSERT INTO relations (account, other, kind, at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (account, other) DO UPDATE SET kind = excluded.kind, at = excluded.at",
    )
    .with(account)
    .with(other)
    .with(relation)
    .with(at)
    .expecting(1)
}

/// Statement that ends a relation, if there is one.
pub fn remove(account: AccountId, other: AccountId) -> Statement {
    Statement::new("DELETE FROM relations WHERE account = $1 AND other = $2").with(account).with(other)
}

/// Relation of an account to another.
///
/// # Errors
///
/// Failures of the database.
pub async fn between(
    database: &dyn Database,
    account: AccountId,
    other: AccountId,
) -> Result<Option<Relation>, StoreError> {
    let sql = "SELECT kind FROM relations WHERE account = $1 AND other = $2";
    let rows = database.read(Statement::new(sql).with(account).with(other)).await?;
    rows.into_iter().next().map(Row::first).transpose()
}

/// Accounts that an account follows or blocks, the latest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_account(
    database: &dyn Database,
    account: AccountId,
    relation: Relation,
    limit: u32,
) -> Result<Vec<AccountId>, StoreError> {
    let sql = "SELECT other FROM relations WHERE account = $1 AND kind = $2 ORDER BY at DESC, other LIMIT $3";
    let rows = database.read(Statement::new(sql).with(account).with(relation).with(limit)).await?;
    rows.into_iter().map(Row::first).collect()
}

/// Accounts that have blocked an account, or that it has blocked.
///
/// # Errors
///
/// Failures of the database.
pub async fn blocks_around(database: &dyn Database, account: AccountId) -> Result<Vec<AccountId>, StoreError> {
    let sql = "SELECT other FROM relations WHERE account = $1 AND kind = 'block' \
               UNION SELECT account FROM relations WHERE other = $1 AND kind = 'block'";
    let rows = database.read(Statement::new(sql).with(account)).await?;
    rows.into_iter().map(Row::first).collect()
}

/// Number of accounts that follow or block an account.
///
/// # Errors
///
/// Failures of the database.
pub async fn count_towards(database: &dyn Database, other: AccountId, relation: Relation) -> Result<u32, StoreError> {
    let sql = "SELECT COUNT(*) FROM relations WHERE other = $1 AND kind = $2";
    let rows = database.read(Statement::new(sql).with(other).with(relation)).await?;
    rows.into_iter().next().map_or(Ok(0), Row::first)
}

//! Keys of names, which are computed again when their rules change, and digests of the names of erased accounts.
//!
//! The digest of an erased name stays, so that no one can take the name. The caller computes digests; the store keeps their
//! secret key.

use crate::database::Database;
use crate::error::StoreError;
use crate::id::AccountId;
use crate::statement::Statement;
use crate::value::Row;

/// Keyed digest of a name.
pub type NameDigest = [u8; 32];

/// Secret key of the digests of names.
pub type NameSecret = [u8; 32];

/// Account with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub id: AccountId,
    pub name: String,
    /// Stored form of the name in which it is unique.
    pub name_key: String,
}

/// Number of the rules by which the keys of all names were made; 0 in a new database, and in one from before these numbers.
///
/// # Errors
///
/// Failures of the database.
pub async fn rules(database: &dyn Database) -> Result<i64, StoreError> {
    let rows = database.read(Statement::new("SELECT name_rules FROM server WHERE id = 1")).await?;
    Ok(rows.into_iter().next().map(Row::first).transpose()?.unwrap_or(0))
}

/// Statement that sets the number of the rules by which the keys of all names were made.
pub fn set_rules(number: i64) -> Statement {
    Statement::new("UPDATE server SET name_rules = $1 WHERE id = 1").with(number).expecting(1)
}

/// Accounts with names in the order of their ids, from the one after `after`; at most `limit`.
///
/// # Errors
///
/// Failures of the database.
pub async fn page(database: &dyn Database, after: Option<AccountId>, limit: u32) -> Result<Vec<Named>, StoreError> {
    let sql = "SELECT id, name, name_key FROM accounts \
               WHERE name IS NOT NULL AND name_key IS NOT NULL AND id > $1 ORDER BY id LIMIT $2";
    let after = after.map(|id| id.to_string()).unwrap_or_default();
    let rows = database.read(Statement::new(sql).with(after).with(limit)).await?;
    let read = rows.into_iter().map(|row| {
        let mut columns = row.columns();
        Ok(Named { id: columns.take()?, name: columns.take()?, name_key: columns.take()? })
    });
    read.collect()
}

/// Statement that sets the key of an account's name, unless an account has that key.
pub fn set_key(id: AccountId, name_key: &str) -> Statement {
    Statement::new(
        "UPDATE accounts SET name_key = $1 WHERE id = $2 \
         AND NOT EXISTS (SELECT 1 FROM accounts AS other WHERE other.name_key = $1)",
    )
    .with(name_key)
    .with(id)
}

/// Secret key of the digests; `None` if it was never set.
///
/// # Errors
///
/// Failures of the database.
pub async fn secret(database: &dyn Database) -> Result<Option<NameSecret>, StoreError> {
    let rows = database.read(Statement::new("SELECT secret FROM name_secret WHERE id = 1")).await?;
    rows.into_iter().next().map(Row::first).transpose()
}

/// Statement that sets the secret key. There must be none before.
pub fn set_secret(secret: &NameSecret) -> Statement {
    Statement::new("INSERT INTO name_secret (id, secret) VALUES (1, $1)").with(*secret).expecting(1)
}

/// Returns whether an erased account had a name.
///
/// # Errors
///
/// Failures of the database.
pub async fn is_erased(database: &dyn Database, digest: &NameDigest) -> Result<bool, StoreError> {
    let statement = Statement::new("SELECT digest FROM erased_names WHERE digest = $1").with(*digest);
    Ok(!database.read(statement).await?.is_empty())
}

/// Statement that conflicts if an erased account had a name. It changes no data.
pub fn is_free(digest: &NameDigest) -> Statement {
    Statement::new(
        "UPDATE server SET epoch = epoch WHERE id = 1 \
         AND NOT EXISTS (SELECT 1 FROM erased_names WHERE digest = $1)",
    )
    .with(*digest)
    .expecting(1)
}

/// Statement that keeps a name from being taken. It may be reserved already.
pub fn reserve(digest: &NameDigest) -> Statement {
    Statement::new("INSERT INTO erased_names (digest) VALUES ($1) ON CONFLICT (digest) DO NOTHING").with(*digest)
}

/// Statement that frees the name of an erased account. It conflicts if no erased account had it.
pub fn free(digest: &NameDigest) -> Statement {
    Statement::new("DELETE FROM erased_names WHERE digest = $1").with(*digest).expecting(1)
}

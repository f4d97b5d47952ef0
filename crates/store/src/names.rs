//! Keys of names, which are computed again when the rules for them change, and digests of the names of erased accounts.
//!
//! The digest of an erased name stays, so that no one takes the name. What is digested, and how, is the caller's; the store
//! keeps the secret that is the key of the digests.

use crate::database::Database;
use crate::error::StoreError;
use crate::id::AccountId;
use crate::statement::Statement;
use crate::value::Row;

/// The keyed digest of a name.
pub type NameDigest = [u8; 32];

/// The secret by which names are digested.
pub type NameSecret = [u8; 32];

/// An account with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub id: AccountId,
    pub name: String,
    /// The form of the name in which it is unique, as it is stored.
    pub name_key: String,
}

/// The number of the rules by which the keys of all names were made; 0 in a new database, and in one from before there were
/// such numbers.
///
/// # Errors
///
/// Failures of the database.
pub async fn rules(database: &dyn Database) -> Result<i64, StoreError> {
    let rows = database.read(Statement::new("SELECT name_rules FROM server WHERE id = 1")).await?;
    Ok(rows.into_iter().next().map(Row::first).transpose()?.unwrap_or(0))
}

/// The statement that sets the number of the rules by which the keys of all names were made.
pub fn set_rules(number: i64) -> Statement {
    Statement::new("UPDATE server SET name_rules = $1 WHERE id = 1").with(number).expecting(1)
}

/// Accounts with names, in the order of their ids, at most `limit`; after an id where one is given.
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

/// The statement that gives an account another key of its name, unless some account has that key.
pub fn set_key(id: AccountId, name_key: &str) -> Statement {
    Statement::new(
        "UPDATE accounts SET name_key = $1 WHERE id = $2 \
         AND NOT EXISTS (SELECT 1 FROM accounts AS other WHERE other.name_key = $1)",
    )
    .with(name_key)
    .with(id)
}

/// The secret by which names are digested; `None` where none was set.
///
/// # Errors
///
/// Failures of the database.
pub async fn secret(database: &dyn Database) -> Result<Option<NameSecret>, StoreError> {
    let rows = database.read(Statement::new("SELECT secret FROM name_secret WHERE id = 1")).await?;
    rows.into_iter().next().map(Row::first).transpose()
}

/// The statement that sets the secret, which must not be set.
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

/// The statement that conflicts if an erased account had a name, and changes nothing.
pub fn is_free(digest: &NameDigest) -> Statement {
    Statement::new(
        "UPDATE server SET epoch = epoch WHERE id = 1 \
         AND NOT EXISTS (SELECT 1 FROM erased_names WHERE digest = $1)",
    )
    .with(*digest)
    .expecting(1)
}

/// The statement that keeps a name from being taken. It may be kept already.
pub fn reserve(digest: &NameDigest) -> Statement {
    Statement::new("INSERT INTO erased_names (digest) VALUES ($1) ON CONFLICT (digest) DO NOTHING").with(*digest)
}

/// The statement that lets the name of an erased account be taken. It conflicts if no erased account had it.
pub fn free(digest: &NameDigest) -> Statement {
    Statement::new("DELETE FROM erased_names WHERE digest = $1").with(*digest).expecting(1)
}

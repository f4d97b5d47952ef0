//! Best scores of accounts in exercises and runs of puzzles.

use crate::database::Database;
use crate::error::StoreError;
use crate::id::AccountId;
use crate::statement::Statement;
use crate::value::Row;

/// Statement that stores a score, unless the stored one is as good.
pub fn keep(account: AccountId, name: &str, score: i64) -> Statement {
    let sql = "INSERT INTO scores (account, name, score) VALUES ($1, $2, $3) \
               ON CONFLICT (account, name) DO UPDATE SET score = excluded.score WHERE scores.score < excluded.score";
    Statement::new(sql).with(account).with(name).with(score)
}

/// Best scores of an account, by their names.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_account(database: &dyn Database, account: AccountId) -> Result<Vec<(String, i64)>, StoreError> {
    let sql = "SELECT name, score FROM scores WHERE account = $1 ORDER BY name";
    let score = |row: Row| {
        let mut columns = row.columns();
        Ok((columns.take()?, columns.take()?))
    };
    database.read(Statement::new(sql).with(account)).await?.into_iter().map(score).collect()
}

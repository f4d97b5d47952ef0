//! What is known of the server that owns the database.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::statement::Statement;

/// Notes that the server is alive, in an epoch that must be the current one. After a crash the next server learns the
/// time from [`Database::take_epoch`].
///
/// # Errors
///
/// [`StoreError::Conflict`], when another server has taken over; failures of the database.
pub async fn alive(database: &dyn Database, epoch: i64, at: Millis) -> Result<(), StoreError> {
    let sql = "UPDATE server SET alive_at = $1 WHERE id = 1 AND epoch = $2";
    database.transact(vec![Statement::new(sql).with(at).with(epoch).expecting(1)]).await.map(|_| ())
}

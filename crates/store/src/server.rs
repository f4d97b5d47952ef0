//! Epochs and downtimes of the server that owns the database.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::statement::Statement;

/// Records that the server is alive, in an epoch that must be the current one. After a crash the next server gets this time
/// from [`Database::take_epoch`].
///
/// # Errors
///
/// [`StoreError::Conflict`] if another server has taken over; failures of the database.
pub async fn alive(database: &dyn Database, epoch: i64, at: Millis) -> Result<(), StoreError> {
    let sql = "UPDATE server SET alive_at = $1 WHERE id = 1 AND epoch = $2";
    database.transact(vec![Statement::new(sql).with(at).with(epoch).expecting(1)]).await.map(|_| ())
}

/// Period in which no server ran, or none that could write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Downtime {
    /// Time at which the previous server was last known to be alive; `i64::MIN` if that is unknown.
    pub stopped_at: Millis,
    /// Start of the next server.
    pub resumed_at: Millis,
}

/// Begins a server's work in an epoch that must be the current one: records the downtime `away` and that this server is alive.
/// Returns in order the downtimes that a running game may not have recorded yet: those that ended after the start of one.
///
/// # Errors
///
/// [`StoreError::Conflict`] if another server has taken over; failures of the database.
pub async fn begin(database: &dyn Database, epoch: i64, away: Downtime) -> Result<Vec<Downtime>, StoreError> {
    let alive = "UPDATE server SET alive_at = $1 WHERE id = 1 AND epoch = $2";
    let forget = "DELETE FROM downtimes WHERE NOT EXISTS \
                  (SELECT 1 FROM games WHERE status = 'running' AND created_at < downtimes.resumed_at)";
    let statements = vec![
        Statement::new(alive).with(away.resumed_at).with(epoch).expecting(1),
        Statement::new(forget),
        Statement::new("INSERT INTO downtimes (stopped_at, resumed_at) VALUES ($1, $2)")
            .with(away.stopped_at)
            .with(away.resumed_at)
            .expecting(1),
    ];
    database.transact(statements).await?;
    let rows = database.read(Statement::new("SELECT stopped_at, resumed_at FROM downtimes ORDER BY position")).await?;
    let read = rows.into_iter().map(|row| {
        let mut columns = row.columns();
        Ok(Downtime { stopped_at: columns.take()?, resumed_at: columns.take()? })
    });
    read.collect()
}

/// Statements that accept `now` as the current time after the wall clock was ahead. Later times of servers, uses and jobs become
/// `now`; rows with an expiry that were created later count as created now, with the same lifetime.
pub fn accept_time(now: Millis) -> Vec<Statement> {
    let own = [
        "UPDATE server SET alive_at = $1 WHERE alive_at > $1",
        "UPDATE downtimes SET stopped_at = $1 WHERE stopped_at > $1",
        "UPDATE downtimes SET resumed_at = $1 WHERE resumed_at > $1",
        "UPDATE sessions SET used_at = $1 WHERE used_at > $1",
        // What was sent counts as sent until now, so that later notifications are sent, too.
        "UPDATE notifications SET created_at = $1 WHERE created_at > $1",
        "UPDATE notification_settings SET mailed_at = $1 WHERE mailed_at > $1",
        "UPDATE push_subscriptions SET pushed_at = $1 WHERE pushed_at > $1",
        // Arenas of series that exist already are not created again.
        "UPDATE arena_series SET next_at = $1 WHERE next_at > $1",
        // By these times conversations and tournaments are listed: later ones would stay the first.
        "UPDATE conversations SET last_at = $1 WHERE last_at > $1",
        "UPDATE messages SET at = $1 WHERE at > $1",
        "UPDATE tournament_players SET joined_at = $1 WHERE joined_at > $1",
        "UPDATE team_members SET since = $1 WHERE since > $1",
        "UPDATE team_messages SET at = $1 WHERE at > $1",
        // Jobs that were enqueued before the clock was wrong may have been tried since.
        "UPDATE jobs SET run_at = $1 WHERE run_at > $1",
    ];
    let expiring = ["sessions", "tokens", "seeks", "challenges", "jobs"].map(|table| {
        format!("UPDATE {table} SET expires_at = expires_at - created_at + $1, created_at = $1 WHERE created_at > $1")
    });
    own.map(String::from).into_iter().chain(expiring).map(|sql| Statement::new(sql).with(now)).collect()
}

/// Statement that conflicts if an epoch is not the current one. It changes no data.
pub fn is_current(epoch: i64) -> Statement {
    Statement::new("UPDATE server SET epoch = epoch WHERE id = 1 AND epoch = $1").with(epoch).expecting(1)
}

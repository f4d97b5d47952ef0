//! Pool of connections for reading.

use deadpool_postgres::{Hook, HookError, Manager, Object, PoolError};
use tokio::sync::Semaphore;
use tokio_postgres::NoTls;

use super::connection::run;
use super::target::Target;
use crate::error::StoreError;
use crate::statement::Statement;
use crate::value::Row;

/// Pool of a limited number of connections, opened when they are needed.
pub(super) struct Pool {
    connections: deadpool_postgres::Pool,
    /// A permit for each read that runs or may wait. Counts of the connection pool would not do: they change between a look
    /// and the read, and a connection that is being opened counts as none.
    reads: Semaphore,
}

impl Pool {
    /// Returns a pool of `count` connections, for which at most `limit` reads wait.
    ///
    /// # Errors
    /// [`StoreError::Statement`] for settings that the pool refuses.
    pub(super) fn new(target: Target, count: usize, limit: usize) -> Result<Self, StoreError> {
        let manager = match target.tls {
            Some(tls) => Manager::new(target.config, tls),
            None => Manager::new(target.config, NoTls),
        };
        let read_only = Hook::async_fn(|client: &mut deadpool_postgres::ClientWrapper, _| {
            Box::pin(async move {
                let sql = "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY";
                client.batch_execute(sql).await.map_err(HookError::Backend)
            })
        });
        let pool = deadpool_postgres::Pool::builder(manager).max_size(count.max(1)).post_create(read_only).build();
        let reads = Semaphore::new(count.max(1).saturating_add(limit).min(Semaphore::MAX_PERMITS));
        Ok(Self { connections: pool.map_err(|error| StoreError::Statement(error.to_string()))?, reads })
    }

    /// Runs a statement that only reads.
    pub(super) async fn read(&self, statement: &Statement) -> Result<Vec<Row>, StoreError> {
        if self.connections.is_closed() {
            return Err(StoreError::Closed);
        }
        let Ok(_permit) = self.reads.try_acquire() else { return Err(StoreError::Overloaded) };
        let connection = self.connection().await?;
        let answer = run(&connection, 0, statement).await;
        if !connection.is_closed() {
            return answer;
        }
        // If this connection broke, other idle ones may be broken too. A read can be repeated on a new one without harm.
        drop(connection);
        drop(self.connections.retain(|_, _| false));
        run(&*self.connection().await?, 0, statement).await
    }

    async fn connection(&self) -> Result<Object, StoreError> {
        self.connections.get().await.map_err(|error| match error {
            PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => error.into(),
            PoolError::Closed => StoreError::Closed,
            other => StoreError::Io(other.to_string()),
        })
    }

    /// Refuses reads from now on, and closes the connections.
    pub(super) fn close(&self) {
        self.connections.close();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::net::TcpListener;
    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn exactly_the_allowed_reads_are_admitted_however_many_come_at_once() {
        // It takes connections, and answers nothing.
        let server = TcpListener::bind("127.0.0.1:0").await.expect("a listener");
        let url = format!("postgres://saffron@{}/saffron", server.local_addr().expect("an address"));
        let target = Target::parse(&url, Duration::from_secs(60)).expect("a target");
        let pool = Arc::new(Pool::new(target, 4, 2).expect("a pool"));
        let mut reads = JoinSet::new();
        for _ in 0..50 {
            let pool = Arc::clone(&pool);
            reads.spawn(async move { pool.read(&Statement::new("SELECT 1")).await });
        }
        // Four have or wait for a connection, two wait for one of these, and the others are refused.
        for _ in 0..44 {
            let read = reads.join_next().await.expect("a read").expect("no panic");
            assert!(matches!(read, Err(StoreError::Overloaded)), "{read:?}");
        }
        let more = tokio::time::timeout(Duration::from_millis(100), reads.join_next()).await;
        assert!(more.is_err(), "{more:?}");
    }
}

//! Pool of connections for reading.

use deadpool_postgres::{Hook, HookError, Manager, Object, PoolError};
use tokio_postgres::NoTls;

use super::connection::run;
use super::target::Target;
use crate::error::StoreError;
use crate::statement::Statement;
use crate::value::Row;

/// Pool of a limited number of connections, opened when they are needed.
pub(super) struct Pool {
    connections: deadpool_postgres::Pool,
    /// Maximum number of waiting reads.
    limit: usize,
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
        Ok(Self { connections: pool.map_err(|error| StoreError::Statement(error.to_string()))?, limit })
    }

    /// Runs a statement that only reads.
    pub(super) async fn read(&self, statement: &Statement) -> Result<Vec<Row>, StoreError> {
        if self.connections.is_closed() {
            return Err(StoreError::Closed);
        }
        if self.connections.status().waiting >= self.limit {
            return Err(StoreError::Overloaded);
        }
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

//! Connections that read.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;

use super::connection::Connection;
use super::target::Target;
use crate::error::StoreError;
use crate::statement::Statement;
use crate::value::Row;

/// A bounded number of connections, opened when they are needed.
pub(super) struct Pool {
    target: Target,
    idle: Mutex<Vec<Connection>>,
    permits: Semaphore,
    waiting: AtomicUsize,
    limit: usize,
}

impl Pool {
    /// A pool of `count` connections for which at most `limit` reads wait.
    pub(super) fn new(target: Target, count: usize, limit: usize) -> Self {
        Self {
            target,
            idle: Mutex::new(Vec::new()),
            permits: Semaphore::new(count.max(1)),
            waiting: AtomicUsize::new(0),
            limit,
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a statement that only reads.
    pub(super) async fn read(&self, statement: &Statement) -> Result<Vec<Row>, StoreError> {
        if self.permits.is_closed() {
            return Err(StoreError::Closed);
        }
        let waiting = Waiting::enter(&self.waiting, self.limit)?;
        let permit = self.permits.acquire().await.map_err(|_| StoreError::Closed)?;
        drop(waiting);
        let idle = self.idle().pop();
        if let Some(mut connection) = idle
            && !connection.is_closed()
        {
            let answer = connection.run(0, statement).await;
            if !connection.is_closed() {
                self.idle().push(connection);
                return answer;
            }
        }
        // A new connection, also in place of one that broke meanwhile: reading twice does no harm.
        let mut connection = Connection::open(&self.target).await?;
        connection.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY").await?;
        let answer = connection.run(0, statement).await;
        if !connection.is_closed() && !self.permits.is_closed() {
            self.idle().push(connection);
        }
        drop(permit);
        answer
    }

    /// Refuses reads from now on, and closes the connections.
    pub(super) fn close(&self) {
        self.permits.close();
        self.idle().clear();
    }
}

/// Counts a read while it waits, also where its caller gives up.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn enter(count: &'a AtomicUsize, limit: usize) -> Result<Self, StoreError> {
        let entered = Self(count);
        if count.fetch_add(1, Ordering::Relaxed) < limit { Ok(entered) } else { Err(StoreError::Overloaded) }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

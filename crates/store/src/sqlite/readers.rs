//! Reader threads, each with its own connection, behind one bounded queue.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;

use super::connection::{self, Access};
use crate::error::StoreError;
use crate::job::Reply;
use crate::sqlite::connection::create_private_file;
use crate::statement::Statement;
use crate::value::Row;

/// Task for a reader.
pub(crate) enum Read {
    Statement {
        statement: Statement,
        reply: Reply<Vec<Row>>,
    },
    /// Copies the database to a new file.
    Backup {
        to: String,
        reply: Reply<()>,
    },
}

impl Read {
    fn refuse(self, error: StoreError) {
        match self {
            Self::Statement { reply, .. } => drop(reply.send(Err(error))),
            Self::Backup { reply, .. } => drop(reply.send(Err(error))),
        }
    }
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Read>,
    closed: bool,
}

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reader threads.
pub(crate) struct Readers {
    queue: Arc<Queue>,
    limit: usize,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Readers {
    /// Starts threads for a database that exists. At most `limit` reads wait for them.
    pub(crate) fn start(path: &Path, count: usize, limit: usize) -> Result<Self, StoreError> {
        let queue = Arc::new(Queue::default());
        let mut threads = Vec::new();
        for _ in 0..count.max(1) {
            let connection = connection::open(path, Access::Read)?;
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new().name("store-read".to_owned()).spawn(move || serve(&connection, &queue));
            threads.push(thread.map_err(|error| StoreError::Io(error.to_string()))?);
        }
        Ok(Self { queue, limit, threads: Mutex::new(threads) })
    }

    /// Queues a read.
    pub(crate) fn ask(&self, read: Read) {
        let mut state = self.queue.lock();
        let refusal = if state.closed {
            Some(StoreError::Closed)
        } else if state.waiting.len() >= self.limit {
            Some(StoreError::Overloaded)
        } else {
            None
        };
        match refusal {
            Some(error) => {
                drop(state);
                read.refuse(error);
            }
            None => {
                state.waiting.push_back(read);
                self.queue.changed.notify_one();
            }
        }
    }

    /// Ends the threads once the queue is empty, and waits for them.
    pub(crate) fn stop(&self) {
        self.queue.lock().closed = true;
        self.queue.changed.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A reader that panicked has no work to finish.
            drop(thread.join());
        }
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.stop();
    }
}

fn serve(connection: &Connection, queue: &Queue) {
    loop {
        let mut state = queue.lock();
        let read = loop {
            if let Some(read) = state.waiting.pop_front() {
                break read;
            }
            if state.closed {
                return;
            }
            state = queue.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        drop(state);
        match read {
            // The caller may have stopped waiting, which is not an error.
            Read::Statement { reply, .. } if reply.is_closed() => {}
            Read::Statement { statement, reply } => drop(reply.send(connection::run(connection, 0, &statement))),
            Read::Backup { to, reply } => drop(reply.send(backup(connection, &to))),
        }
    }
}

fn backup(connection: &Connection, to: &str) -> Result<(), StoreError> {
    let failed = |error: std::io::Error| StoreError::Io(format!("{to}: {error}"));
    // SQLite writes into a file that is empty, and keeps its mode.
    let file = create_private_file(Path::new(to)).map_err(failed)?;
    connection.execute_batch("PRAGMA query_only = OFF")?;
    let copied = connection.execute("VACUUM INTO ?1", [to]);
    connection.execute_batch("PRAGMA query_only = ON")?;
    if let Err(error) = copied {
        let _ = std::fs::remove_file(to);
        return Err(error.into());
    }
    file.sync_all().map_err(failed)
}

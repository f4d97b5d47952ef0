//! Database on a PostgreSQL server.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::pool::Pool;
use super::target::Target;
use super::writer::Writer;
use crate::database::{Answer, Database, Epoch};
use crate::entry::{Completion, LogEntry};
use crate::error::StoreError;
use crate::job::{Job, Reply};
use crate::statement::Statement;
use crate::value::Row;

/// Settings of the connection to PostgreSQL.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// Number of connections for reading, at least 1; the writer has one more.
    pub readers: usize,
    /// Maximum number of waiting reads; more are refused.
    pub waiting_reads: usize,
    /// Maximum size of waiting writes in bytes; more are refused.
    pub waiting_bytes: usize,
    /// Maximum number of tasks in one transaction.
    pub batch: usize,
    /// Time that the writer waits for more tasks before it begins a transaction.
    pub delay: Duration,
    /// Time for which the store tries to reopen a broken connection, or to get the lock, before calls fail.
    pub patience: Duration,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        Self {
            readers: 4,
            waiting_reads: 4096,
            waiting_bytes: 256 << 20,
            batch: 4096,
            delay: Duration::ZERO,
            patience: Duration::from_secs(5),
        }
    }
}

/// A PostgreSQL database. Only one server at a time writes to it: it holds an advisory lock, which needs a direct
/// connection or a pooler that keeps sessions. Connections are encrypted if the URL says `sslmode=verify-full`.
///
/// Its tasks run in the tokio runtime in which it was opened.
pub struct Postgres {
    sender: Mutex<Option<mpsc::UnboundedSender<Job>>>,
    queued: Arc<AtomicUsize>,
    waiting_bytes: usize,
    pool: Arc<Pool>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Postgres {
    /// Connects to a database, `postgres://USER@HOST/NAME`, and brings its schema up to date. With `?sslmode=require` or
    /// `?sslmode=verify-full` connections are encrypted and the server's certificate is verified, by the authorities of
    /// the system or those in the file of `sslrootcert=FILE`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Statement`] for an invalid address, [`StoreError::InUse`], [`StoreError::Schema`], and failures of
    /// the connection.
    pub async fn open(url: &str, options: &PostgresOptions) -> Result<Self, StoreError> {
        let target = Target::parse(url, options.patience)?;
        let mut writer = Writer::open(target.clone(), options.patience).await?;
        let pool = Pool::new(target, options.readers, options.waiting_reads)?;
        let (sender, mut receiver) = mpsc::unbounded_channel::<Job>();
        let queued = Arc::new(AtomicUsize::new(0));
        let (taken, batch, delay) = (Arc::clone(&queued), options.batch.max(1), options.delay);
        let task = tokio::spawn(async move {
            while let Some(first) = receiver.recv().await {
                if !delay.is_zero() {
                    tokio::time::sleep(delay).await;
                }
                let mut jobs = vec![first];
                while jobs.len() < batch
                    && let Ok(job) = receiver.try_recv()
                {
                    jobs.push(job);
                }
                taken.fetch_sub(jobs.iter().map(Job::size).sum(), Ordering::Relaxed);
                let (outcomes, commit) = writer.run(jobs).await;
                for outcome in outcomes {
                    outcome.answer(&commit);
                }
            }
        });
        Ok(Self {
            sender: Mutex::new(Some(sender)),
            queued,
            waiting_bytes: options.waiting_bytes,
            pool: Arc::new(pool),
            writer: Mutex::new(Some(task)),
        })
    }

    /// Queues a task, or refuses it in its turn if the queue is full.
    fn queue(&self, job: Job) {
        let job = if self.queued.load(Ordering::Relaxed) > self.waiting_bytes {
            match job {
                Job::Append { done, .. } => Job::Refused { done },
                other => return other.refuse(StoreError::Overloaded),
            }
        } else {
            job
        };
        let sender = self.sender.lock().unwrap_or_else(PoisonError::into_inner);
        self.queued.fetch_add(job.size(), Ordering::Relaxed);
        let refused = match sender.as_ref() {
            Some(sender) => sender.send(job).err().map(|error| error.0),
            None => Some(job),
        };
        drop(sender);
        if let Some(job) = refused {
            job.refuse(StoreError::Closed);
        }
    }

    fn ask<T: Send + 'static>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        self.queue(job(reply));
        Box::pin(async move { answer.await.unwrap_or(Err(StoreError::Closed)) })
    }
}

impl Database for Postgres {
    fn read(&self, statement: Statement) -> Answer<Vec<Row>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { pool.read(&statement).await })
    }

    fn transact(&self, statements: Vec<Statement>) -> Answer<Vec<Vec<Row>>> {
        self.ask(|reply| Job::Transact { statements, reply })
    }

    fn append(&self, entries: Vec<LogEntry>, and: Vec<Statement>, done: Completion) {
        self.queue(Job::Append { entries, and, done });
    }

    fn take_epoch(&self) -> Answer<Epoch> {
        self.ask(|reply| Job::TakeEpoch { reply })
    }

    fn trim(&self, through: i64) -> Answer<u64> {
        self.ask(|reply| Job::Trim { through, reply })
    }

    fn flush(&self) -> Answer<()> {
        self.ask(|reply| Job::Flush { reply })
    }

    fn backup(&self, _: &Path) -> Answer<()> {
        Box::pin(async { Err(StoreError::Unsupported("a backup of PostgreSQL is made with pg_dump")) })
    }

    fn close(&self) -> Answer<()> {
        *self.sender.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            pool.close();
            match writer {
                Some(writer) => writer.await.map_err(|error| StoreError::Io(error.to_string())),
                None => Ok(()),
            }
        })
    }
}

//! Database in memory for simulations: it has no threads, uses tokio's clock, and loses unsynced data in a crash. The same seed
//! and the same calls give the same answers in the same order.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::database::{Answer, Database, Epoch};
use crate::entry::{Completion, LogEntry};
use crate::error::StoreError;
use crate::job::{Job, Reply};
use crate::sqlite::batch::Writer;
use crate::sqlite::connection;
use crate::statement::Statement;
use crate::value::Row;

/// Behaviour of a simulated disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryOptions {
    /// Seed of all random choices.
    pub seed: u64,
    /// Shortest and longest duration of a commit.
    pub sync: (Duration, Duration),
    /// Shortest and longest duration of a read.
    pub read: (Duration, Duration),
    /// Number of commits out of 1,000 that fail without an effect.
    pub failing: u32,
    /// Number of commits out of 1,000 that take effect but are answered with [`StoreError::Unknown`].
    pub unknown: u32,
}

/// A simulated disk. It outlives the servers that open it.
pub struct MemoryDisk {
    state: Mutex<State>,
}

struct State {
    writer: Writer,
    options: MemoryOptions,
    random: u64,
    /// True during an outage, in which all reads and writes fail.
    unreachable: bool,
    /// Number of servers that have opened the disk. Only the last one may use it.
    owner: u64,
    active: bool,
    waiting: VecDeque<Job>,
    /// Tasks of the current commit.
    syncing: Vec<Job>,
}

impl State {
    /// Next random number (SplitMix64).
    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn duration(&mut self, (least, most): (Duration, Duration)) -> Duration {
        let span = u64::try_from(most.saturating_sub(least).as_nanos()).unwrap_or(u64::MAX);
        if span == 0 { least } else { least + Duration::from_nanos(self.next() % span) }
    }

    /// Ends the work of the last owner: a commit in progress takes effect or is lost, waiting tasks are lost.
    fn crash(&mut self) {
        self.owner += 1;
        self.active = false;
        self.waiting.clear();
        let syncing = std::mem::take(&mut self.syncing);
        if !syncing.is_empty() && self.next().is_multiple_of(2) {
            // The server that waited for the results is gone.
            drop(self.writer.run(syncing));
        }
    }
}

impl MemoryDisk {
    /// Creates a disk with an empty database.
    ///
    /// # Errors
    ///
    /// Failures of the database, which are errors of the program.
    pub fn new(options: MemoryOptions) -> Result<Arc<Self>, StoreError> {
        let state = State {
            writer: Writer::new(connection::open_in_memory()?)?,
            random: options.seed,
            options,
            unreachable: false,
            owner: 0,
            active: false,
            waiting: VecDeque::new(),
            syncing: Vec::new(),
        };
        Ok(Arc::new(Self { state: Mutex::new(state) }))
    }

    /// Opens the database, as a server does at its start. The previous server loses its access and its unsynced data.
    pub fn open(self: &Arc<Self>) -> Memory {
        let mut state = self.lock();
        state.crash();
        Memory { disk: Arc::clone(self), owner: state.owner }
    }

    /// Cuts off the server that has the disk open. Unsynced data are lost; a commit in progress is lost or takes effect. Its
    /// completions are not called.
    pub fn crash(&self) {
        self.lock().crash();
    }

    /// Changes the behaviour of the disk, except for the seed.
    pub fn set_options(&self, options: MemoryOptions) {
        self.lock().options = options;
    }

    /// Begins or ends an outage, in which all reads and writes fail.
    pub fn set_unreachable(&self, unreachable: bool) {
        self.lock().unreachable = unreachable;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Commits waiting tasks until the queue is empty.
    async fn commit(self: Arc<Self>, owner: u64) {
        loop {
            let delay = {
                let mut state = self.lock();
                if state.owner != owner {
                    return;
                }
                if state.waiting.is_empty() {
                    state.active = false;
                    return;
                }
                state.syncing = std::mem::take(&mut state.waiting).into();
                let sync = state.options.sync;
                state.duration(sync)
            };
            pause(delay).await;
            let mut state = self.lock();
            if state.owner != owner {
                return;
            }
            let jobs = std::mem::take(&mut state.syncing);
            let fate = u32::try_from(state.next() % 1000).unwrap_or(0);
            let (failing, unknown) = (state.options.failing, state.options.unknown);
            if fate < failing || state.unreachable {
                drop(state);
                for job in jobs {
                    job.refuse(StoreError::Io("simulated failure".to_owned()));
                }
                continue;
            }
            let (outcomes, mut commit) = state.writer.run(jobs);
            drop(state);
            if fate < failing.saturating_add(unknown) {
                commit = Err(StoreError::Unknown("simulated failure".to_owned()));
            }
            for outcome in outcomes {
                outcome.answer(&commit);
            }
        }
    }
}

/// Sleeps for a time; for a time of zero, yields.
async fn pause(delay: Duration) {
    if delay.is_zero() {
        tokio::task::yield_now().await;
    } else {
        tokio::time::sleep(delay).await;
    }
}

/// A server's access to a [`MemoryDisk`]. Its methods are called in a tokio runtime.
pub struct Memory {
    disk: Arc<MemoryDisk>,
    owner: u64,
}

impl Memory {
    fn queue(&self, job: Job) {
        let mut state = self.disk.lock();
        let error = if state.owner == self.owner {
            match Handle::try_current() {
                Ok(runtime) => {
                    state.waiting.push_back(job);
                    if !state.active {
                        state.active = true;
                        drop(runtime.spawn(Arc::clone(&self.disk).commit(self.owner)));
                    }
                    return;
                }
                Err(error) => StoreError::Io(error.to_string()),
            }
        } else {
            StoreError::Closed
        };
        drop(state);
        job.refuse(error);
    }

    fn ask<T: Send + 'static>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        self.queue(job(reply));
        Box::pin(async move { answer.await.unwrap_or(Err(StoreError::Closed)) })
    }

    fn reading<T: Send + 'static>(
        &self,
        action: impl FnOnce(&rusqlite::Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        let (disk, owner) = (Arc::clone(&self.disk), self.owner);
        let delay = {
            let mut state = disk.lock();
            let read = state.options.read;
            state.duration(read)
        };
        Box::pin(async move {
            pause(delay).await;
            let state = disk.lock();
            if state.owner != owner {
                Err(StoreError::Closed)
            } else if state.unreachable {
                Err(StoreError::Io("simulated outage".to_owned()))
            } else {
                action(state.writer.connection())
            }
        })
    }
}

impl Database for Memory {
    fn read(&self, statement: Statement) -> Answer<Vec<Row>> {
        self.reading(move |connection| connection::run(connection, 0, &statement))
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

    fn backup(&self, to: &Path) -> Answer<()> {
        let to = to.to_string_lossy().into_owned();
        self.reading(move |connection| Ok(connection.execute("VACUUM INTO ?1", [to]).map(|_| ())?))
    }

    fn close(&self) -> Answer<()> {
        let flushed = self.flush();
        let (disk, owner) = (Arc::clone(&self.disk), self.owner);
        Box::pin(async move {
            flushed.await?;
            let mut state = disk.lock();
            if state.owner == owner {
                state.crash();
            }
            Ok(())
        })
    }
}

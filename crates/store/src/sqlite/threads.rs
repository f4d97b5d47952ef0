//! Database in a file: the writer thread, the thread that makes checkpoints, and the readers.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::hooks::Wal;
use tokio::sync::oneshot;

use super::batch::Writer;
use super::connection::{self, Access};
use super::readers::{Read, Readers};
use crate::database::{Answer, Database, Epoch};
use crate::entry::{Completion, LogEntry};
use crate::error::StoreError;
use crate::job::{Job, Reply};
use crate::sqlite::connection::{create_private_file, private};
use crate::statement::Statement;
use crate::value::Row;

/// Settings of the database in a file.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// Number of reader threads, at least 1.
    pub readers: usize,
    /// Maximum number of waiting reads; more are refused.
    pub waiting_reads: usize,
    /// Maximum size of waiting writes in bytes; more are refused.
    pub waiting_bytes: usize,
    /// Maximum number of tasks in one transaction.
    pub batch: usize,
    /// Time that the writer waits for more tasks before it begins a transaction.
    pub delay: Duration,
    /// Length of the write-ahead log, in pages of 4,096 bytes, after which a checkpoint is made.
    pub checkpoint_pages: u32,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        Self {
            readers: 2,
            waiting_reads: 4096,
            waiting_bytes: 256 << 20,
            batch: 4096,
            delay: Duration::ZERO,
            checkpoint_pages: 4096,
        }
    }
}

enum Message {
    Job(Job),
    /// A checkpoint was made while the writer continued, which copies the remaining pages.
    Checkpoint,
    Close(Reply<()>),
}

/// Refuses an empty file. SQLite would use it as a new database, but it may be all that a failed copy left of an old one.
fn refuse_empty(path: &Path) -> Result<(), StoreError> {
    let problem = match std::fs::metadata(path) {
        Ok(file) if file.len() > 0 => return Ok(()),
        Ok(_) => StoreError::Corrupt(format!("{} is empty; remove it to begin with a new database", path.display())),
        Err(error) => StoreError::Io(format!("{}: {error}", path.display())),
    };
    Err(problem)
}

/// A database in a file. Only one server at a time can open it: the file `PATH.lock` is locked meanwhile.
pub struct Sqlite {
    sender: Mutex<Option<Sender<Message>>>,
    queued: Arc<AtomicUsize>,
    waiting_bytes: usize,
    readers: Arc<Readers>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Sqlite {
    /// Opens the database in a file, creates it if the file is missing, and brings its schema up to date.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`], [`StoreError::Schema`], [`StoreError::Corrupt`] for an empty file, and failures of the file.
    pub fn open(path: &Path, options: &SqliteOptions) -> Result<Self, StoreError> {
        let lock = lock(path)?;
        // SQLite gives its other files, such as the write-ahead log, the mode of this one.
        match create_private_file(path) {
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => refuse_empty(path)?,
            Err(error) => return Err(StoreError::Io(format!("{}: {error}", path.display()))),
        }
        let mut connection = connection::open(path, Access::Write)?;
        connection::migrate(&mut connection)?;
        let wal_pages = Arc::new(AtomicU32::new(0));
        let pages = Arc::clone(&wal_pages);
        connection.wal_hook(Some(move |_: &mut Wal, count: std::ffi::c_int| {
            pages.store(count.try_into().unwrap_or(0), Ordering::Relaxed);
            Ok(())
        }))?;
        let writer = Writer::new(connection)?;
        let readers = Arc::new(Readers::start(path, options.readers, options.waiting_reads)?);
        let (sender, receiver) = mpsc::channel();
        let checkpoints = checkpoints(path, sender.clone())?;
        let queued = Arc::new(AtomicUsize::new(0));
        let task = Task {
            receiver,
            queued: Arc::clone(&queued),
            batch: options.batch.max(1),
            delay: options.delay,
            checkpoint_pages: options.checkpoint_pages,
            wal_pages,
            checkpoints: Some(checkpoints),
        };
        let thread = thread::Builder::new().name("store-write".to_owned());
        let thread =
            thread.spawn(move || task.serve(writer, lock)).map_err(|error| StoreError::Io(error.to_string()))?;
        Ok(Self {
            sender: Mutex::new(Some(sender)),
            queued,
            waiting_bytes: options.waiting_bytes,
            readers,
            writer: Mutex::new(Some(thread)),
        })
    }

    fn send(&self, message: Message) {
        let mut sender = self.sender.lock().unwrap_or_else(PoisonError::into_inner);
        // The message to close must be the last: the writer would not see a later one.
        let last = matches!(message, Message::Close(_));
        let refused = match sender.as_ref() {
            Some(sender) => sender.send(message).err().map(|error| error.0),
            None => Some(message),
        };
        if last {
            *sender = None;
        }
        drop(sender);
        match refused {
            Some(Message::Job(job)) => job.refuse(StoreError::Closed),
            Some(Message::Close(reply)) => drop(reply.send(Ok(()))),
            Some(Message::Checkpoint) | None => {}
        }
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
        self.queued.fetch_add(job.size(), Ordering::Relaxed);
        self.send(Message::Job(job));
    }

    fn ask<T: Send + 'static>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        self.queue(job(reply));
        wait(answer)
    }
}

/// Waits for an answer; [`StoreError::Closed`] if the thread has ended.
fn wait<T: Send + 'static>(answer: oneshot::Receiver<Result<T, StoreError>>) -> Answer<T> {
    Box::pin(async move { answer.await.unwrap_or(Err(StoreError::Closed)) })
}

impl Database for Sqlite {
    fn read(&self, statement: Statement) -> Answer<Vec<Row>> {
        let (reply, answer) = oneshot::channel();
        self.readers.ask(Read::Statement { statement, reply });
        wait(answer)
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
        let (reply, answer) = oneshot::channel();
        match to.to_str() {
            Some(to) => self.readers.ask(Read::Backup { to: to.to_owned(), reply }),
            None => drop(reply.send(Err(StoreError::Unsupported("a path that is not UTF-8")))),
        }
        wait(answer)
    }

    fn close(&self) -> Answer<()> {
        let (reply, answer) = oneshot::channel();
        let readers = Arc::clone(&self.readers);
        self.send(Message::Close(reply));
        Box::pin(async move {
            // A writer that has ended has answered all of its tasks.
            let closed = answer.await.unwrap_or(Ok(()));
            let stopped = tokio::task::spawn_blocking(move || readers.stop()).await;
            stopped.map_err(|error| StoreError::Io(error.to_string()))?;
            closed
        })
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        let (reply, _) = oneshot::channel();
        self.send(Message::Close(reply));
        if let Some(writer) = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take() {
            drop(writer.join());
        }
    }
}

/// Lock of the file next to the database, held until it is dropped.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let name = PathBuf::from(name);
    let error = |error: std::io::Error| StoreError::Io(format!("{}: {error}", name.display()));
    let file = private(OpenOptions::new().create(true).write(true).truncate(false)).open(&name).map_err(error)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.display().to_string())),
        Err(TryLockError::Error(cause)) => Err(error(cause)),
    }
}

struct Task {
    receiver: Receiver<Message>,
    queued: Arc<AtomicUsize>,
    batch: usize,
    delay: Duration,
    checkpoint_pages: u32,
    /// Pages in the write-ahead log after the last commit.
    wal_pages: Arc<AtomicU32>,
    checkpoints: Option<(SyncSender<()>, JoinHandle<()>)>,
}

impl Task {
    fn serve(mut self, mut writer: Writer, lock: File) {
        let mut closing = None;
        while closing.is_none() {
            let Ok(first) = self.receiver.recv() else { break };
            if !self.delay.is_zero() {
                thread::sleep(self.delay);
            }
            let mut jobs = Vec::new();
            let mut next = Some(first);
            let mut checkpoint = false;
            while let Some(message) = next {
                match message {
                    Message::Job(job) => {
                        self.queued.fetch_sub(job.size(), Ordering::Relaxed);
                        jobs.push(job);
                    }
                    Message::Checkpoint => checkpoint = true,
                    Message::Close(reply) => {
                        closing = Some(reply);
                        break;
                    }
                }
                next = if jobs.len() < self.batch { self.receiver.try_recv().ok() } else { None };
            }
            if !jobs.is_empty() {
                let (outcomes, commit) = writer.run(jobs);
                for outcome in outcomes {
                    outcome.answer(&commit);
                }
            }
            self.checkpoint(writer.connection(), checkpoint);
        }
        if let Some((signal, thread)) = self.checkpoints.take() {
            drop(signal);
            drop(thread.join());
        }
        let closed = finish(writer);
        drop(lock);
        if let Some(reply) = closing {
            drop(reply.send(closed));
        }
    }

    /// Lets the other thread copy a long write-ahead log into the database. Pages that were written meanwhile are copied here
    /// (`finish`), without a concurrent writer, so that the log can start again. A failure is ignored: it shows in the next
    /// commit, or the log is longer the next time.
    fn checkpoint(&self, connection: &Connection, finish: bool) {
        if finish {
            drop(checkpoint(connection, "PASSIVE"));
        } else if self.wal_pages.load(Ordering::Relaxed) >= self.checkpoint_pages
            && let Some((signal, _)) = &self.checkpoints
        {
            // A full channel means that a signal is waiting already.
            let _ = signal.try_send(());
        }
    }
}

fn checkpoint(connection: &Connection, mode: &str) -> Result<(), StoreError> {
    Ok(connection.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |_| Ok(()))?)
}

fn finish(writer: Writer) -> Result<(), StoreError> {
    let connection = writer.into_connection();
    let copied = checkpoint(&connection, "TRUNCATE");
    connection.close().map_err(|(_, error)| StoreError::from(error))?;
    copied
}

/// Starts the thread that makes checkpoints, each time it gets a signal.
fn checkpoints(path: &Path, writer: Sender<Message>) -> Result<(SyncSender<()>, JoinHandle<()>), StoreError> {
    let connection = connection::open(path, Access::Checkpoint)?;
    let (signal, signals) = mpsc::sync_channel(1);
    let thread = thread::Builder::new().name("store-checkpoint".to_owned()).spawn(move || {
        while signals.recv().is_ok() {
            if checkpoint(&connection, "PASSIVE").is_ok() && writer.send(Message::Checkpoint).is_err() {
                break;
            }
        }
    });
    Ok((signal, thread.map_err(|error| StoreError::Io(error.to_string()))?))
}

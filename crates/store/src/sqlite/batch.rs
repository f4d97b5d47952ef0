//! Batches of tasks, each carried out in one transaction.

use rusqlite::Connection;

use super::connection;
use crate::database::Epoch;
use crate::entry::LogEntry;
use crate::error::StoreError;
use crate::id::GameId;
use crate::job::{Job, Outcome};
use crate::sequence::Sequencer;
use crate::statement::Statement;
use crate::value::Row;

/// Entries that one statement inserts, if there are as many.
const ROWS: usize = 16;

const INSERT_COLUMNS: &str = "INSERT INTO log (position, game, seq, at, epoch, data) VALUES ";

/// Single writer of a database.
pub(crate) struct Writer {
    connection: Connection,
    sequencer: Sequencer,
    epoch: i64,
    /// Position of the next log entry.
    position: i64,
    /// Accepted entries that are not inserted yet, with their positions.
    pending: Vec<(i64, LogEntry)>,
    insert_many: String,
    insert_one: String,
}

/// Failure after which the transaction cannot continue.
struct Fatal(StoreError);

impl Writer {
    /// Returns a writer for a database with the current schema.
    pub(crate) fn new(connection: Connection) -> Result<Self, StoreError> {
        let values = |rows: usize| {
            let row = |row: usize| {
                let numbers: Vec<_> = (1..=6).map(|column| format!("?{}", row * 6 + column)).collect();
                format!("({})", numbers.join(", "))
            };
            format!("{INSERT_COLUMNS}{}", (0..rows).map(row).collect::<Vec<_>>().join(", "))
        };
        let mut writer = Self {
            connection,
            sequencer: Sequencer::default(),
            epoch: 0,
            position: 1,
            pending: Vec::new(),
            insert_many: values(ROWS),
            insert_one: values(1),
        };
        writer.load()?;
        Ok(writer)
    }

    /// Connection for use between two batches.
    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Returns the connection.
    pub(crate) fn into_connection(self) -> Connection {
        self.connection
    }

    /// Reads the state that the writer keeps in memory.
    fn load(&mut self) -> Result<(), StoreError> {
        self.pending.clear();
        self.sequencer = Sequencer::default();
        self.epoch = self.connection.query_row("SELECT epoch FROM server WHERE id = 1", [], |row| row.get(0))?;
        let last: Option<i64> = self.connection.query_row("SELECT MAX(position) FROM log", [], |row| row.get(0))?;
        self.position = last.unwrap_or(0) + 1;
        let mut prepared = self.connection.prepare("SELECT game, MAX(seq), MAX(position) FROM log GROUP BY game")?;
        let mut rows = prepared.query([])?;
        while let Some(row) = rows.next()? {
            let game: String = row.get(0)?;
            let game: GameId = game.parse().map_err(|_| StoreError::Corrupt(format!("game {game:?} in the log")))?;
            let seq: u32 = row.get(1)?;
            // The row of a game can have more than the log: entries stay there until they are trimmed.
            let next = events_count(&self.connection, game)?.unwrap_or(0).max(seq.saturating_add(1));
            self.sequencer.learn(game, next, row.get(2)?);
        }
        self.sequencer.commit();
        Ok(())
    }

    /// Carries out tasks in one transaction. Their outcomes are answered by the caller.
    pub(crate) fn run(&mut self, jobs: Vec<Job>) -> (Vec<Outcome>, Result<(), StoreError>) {
        let mut outcomes = Vec::with_capacity(jobs.len());
        let writes = jobs.iter().any(|job| !matches!(job, Job::Flush { .. } | Job::Refused { .. }));
        let mut broken = None;
        if writes && let Err(error) = self.execute("BEGIN IMMEDIATE") {
            broken = Some(error);
        }
        for job in jobs {
            if let Some(error) = &broken {
                outcomes.push(job.undone(error));
                continue;
            }
            let (outcome, fatal) = self.job(job);
            outcomes.push(outcome);
            broken = fatal.map(|Fatal(error)| error);
        }
        if broken.is_none() {
            broken = self.insert_pending().err();
        }
        let commit = match broken {
            Some(error) => Err(error),
            None if writes => self.execute("COMMIT"),
            None => Ok(()),
        };
        match &commit {
            Ok(()) => self.sequencer.commit(),
            Err(_) => self.recover(),
        }
        (outcomes, commit)
    }

    /// Ends a failed transaction. If that fails too, the next batch fails at its start or at its entries.
    fn recover(&mut self) {
        if !self.connection.is_autocommit() {
            drop(self.execute("ROLLBACK"));
        }
        if self.load().is_err() {
            // No entry has this epoch, so none is accepted until the state can be read.
            self.epoch = i64::MIN;
        }
    }

    fn execute(&self, sql: &str) -> Result<(), StoreError> {
        self.connection.prepare_cached(sql)?.execute([])?;
        Ok(())
    }

    fn job(&mut self, job: Job) -> (Outcome, Option<Fatal>) {
        match job {
            Job::Append { entries, and, done } => {
                let (result, fatal) = if and.is_empty() {
                    (self.accept(entries), None)
                } else {
                    self.isolated(|writer| writer.append(entries, &and))
                };
                (Outcome::Append { done, result }, fatal)
            }
            Job::Transact { statements, reply } => {
                let (result, fatal) = self.isolated(|writer| writer.statements(&statements));
                (Outcome::Rows { reply, result }, fatal)
            }
            Job::TakeEpoch { reply } => {
                let (result, fatal) = self.isolated(Self::take_epoch);
                (Outcome::Epoch { reply, result }, fatal)
            }
            Job::Trim { through, reply } => {
                let (result, fatal) = self.isolated(|writer| writer.trim(through));
                (Outcome::Trimmed { reply, result }, fatal)
            }
            Job::Flush { reply } => (Outcome::Flushed { reply }, None),
            Job::Refused { done } => (Outcome::Append { done, result: Err(StoreError::Overloaded) }, None),
        }
    }

    /// Runs an action that may fail without harm to the other tasks of the batch.
    fn isolated<T>(
        &mut self,
        action: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> (Result<T, StoreError>, Option<Fatal>) {
        let (mark, position, epoch) = (self.sequencer.mark(), self.position, self.epoch);
        if let Err(error) = self.insert_pending().and_then(|()| self.execute("SAVEPOINT job")) {
            return (Err(error.clone()), Some(Fatal(error)));
        }
        let result = action(self).and_then(|value| self.insert_pending().map(|()| value));
        let Err(error) = result else {
            return match self.execute("RELEASE job") {
                Ok(()) => (result, None),
                Err(error) => (Err(error.clone()), Some(Fatal(error))),
            };
        };
        self.pending.clear();
        self.sequencer.undo(mark);
        (self.position, self.epoch) = (position, epoch);
        // Some failures end the whole transaction.
        if self.connection.is_autocommit() {
            return (Err(error.clone()), Some(Fatal(error)));
        }
        match self.execute("ROLLBACK TO job").and_then(|()| self.execute("RELEASE job")) {
            Ok(()) => (Err(error), None),
            Err(rollback) => (Err(error), Some(Fatal(rollback))),
        }
    }

    /// Accepts the entries of one task, all or none, and leaves their insertion for later.
    fn accept(&mut self, entries: Vec<LogEntry>) -> Result<(), StoreError> {
        let (mark, position, pending) = (self.sequencer.mark(), self.position, self.pending.len());
        for entry in entries {
            if let Err(error) = self.accept_one(&entry) {
                self.sequencer.undo(mark);
                self.position = position;
                self.pending.truncate(pending);
                return Err(error);
            }
            self.pending.push((self.position, entry));
            self.position += 1;
        }
        Ok(())
    }

    fn accept_one(&mut self, entry: &LogEntry) -> Result<(), StoreError> {
        if entry.epoch != self.epoch {
            return Err(StoreError::Fenced { current: self.epoch, found: entry.epoch });
        }
        if !self.sequencer.knows(entry.game) {
            let next = events_count(&self.connection, entry.game)?.ok_or(StoreError::NoGame(entry.game))?;
            self.sequencer.learn(entry.game, next, 0);
        }
        self.sequencer.accept(entry, self.position)
    }

    fn append(&mut self, entries: Vec<LogEntry>, and: &[Statement]) -> Result<(), StoreError> {
        // A game may be created by the statements, and then begins with entry 0.
        let mut created = Vec::new();
        for entry in &entries {
            if !self.sequencer.knows(entry.game) && events_count(&self.connection, entry.game)?.is_none() {
                self.sequencer.learn(entry.game, 0, 0);
                created.push(entry.game);
            }
        }
        self.accept(entries)?;
        self.insert_pending()?;
        self.statements(and)?;
        for game in created {
            events_count(&self.connection, game)?.ok_or(StoreError::NoGame(game))?;
        }
        Ok(())
    }

    fn statements(&self, statements: &[Statement]) -> Result<Vec<Vec<Row>>, StoreError> {
        let numbered = statements.iter().enumerate();
        numbered.map(|(index, statement)| connection::run(&self.connection, index, statement)).collect()
    }

    fn take_epoch(&mut self) -> Result<Epoch, StoreError> {
        let sql = "UPDATE server SET epoch = epoch + 1 WHERE id = 1 RETURNING epoch, alive_at";
        let rows = connection::run(&self.connection, 0, &Statement::new(sql).expecting(1))?;
        let mut columns = rows.into_iter().next().ok_or(StoreError::Closed)?.columns();
        let epoch = Epoch { number: columns.take()?, alive_at: columns.take()? };
        self.epoch = epoch.number;
        Ok(epoch)
    }

    fn trim(&mut self, through: i64) -> Result<u64, StoreError> {
        let removed = self.connection.prepare_cached(crate::entry::TRIM)?.execute([through])?;
        let left =
            self.connection.prepare_cached("SELECT 1 FROM log WHERE position <= $1 LIMIT 1")?.exists([through])?;
        if !left {
            self.sequencer.forget(through);
        }
        Ok(removed as u64)
    }

    /// Inserts the accepted entries. A failure concerns the whole transaction.
    fn insert_pending(&mut self) -> Result<(), StoreError> {
        let Self { connection, pending, insert_many, insert_one, .. } = self;
        let (many, rest) = pending.as_chunks::<ROWS>();
        for chunk in many {
            insert(connection, insert_many, chunk)?;
        }
        for entry in rest {
            insert(connection, insert_one, std::slice::from_ref(entry))?;
        }
        pending.clear();
        Ok(())
    }
}

fn insert(connection: &Connection, sql: &str, entries: &[(i64, LogEntry)]) -> Result<(), StoreError> {
    let mut prepared = connection.prepare_cached(sql)?;
    let mut index = 0;
    for (position, entry) in entries {
        prepared.raw_bind_parameter(index + 1, position)?;
        prepared.raw_bind_parameter(index + 2, entry.game.as_str())?;
        prepared.raw_bind_parameter(index + 3, entry.seq)?;
        prepared.raw_bind_parameter(index + 4, entry.at)?;
        prepared.raw_bind_parameter(index + 5, entry.epoch)?;
        prepared.raw_bind_parameter(index + 6, entry.data.as_slice())?;
        index += 6;
    }
    prepared.raw_execute()?;
    Ok(())
}

/// Number of events in the row of a game; no row if there is no such game.
fn events_count(connection: &Connection, game: GameId) -> Result<Option<u32>, StoreError> {
    let mut prepared = connection.prepare_cached("SELECT events_count FROM games WHERE id = $1")?;
    let mut rows = prepared.query([game.as_str()])?;
    Ok(rows.next()?.map(|row| row.get(0)).transpose()?)
}

//! Writer task: one transaction for all waiting tasks.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use tokio_postgres::types::ToSql;

use super::connection::Connection;
use super::target::Target;
use crate::admin;
use crate::database::Epoch;
use crate::entry::LogEntry;
use crate::error::StoreError;
use crate::id::GameId;
use crate::job::{Job, Outcome};
use crate::migrations::{self, Dialect};
use crate::sequence::Sequencer;
use crate::statement::Statement;
use crate::value::Row;

/// Key of the writer's advisory lock: "saffron" in ASCII.
const LOCK: i64 = 0x0073_6166_6672_6f6e;

/// Inserts entries and returns the number of the transaction.
const INSERT: &str = "WITH inserted AS (INSERT INTO log (game, seq, at, epoch, data) \
     SELECT * FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[])) SELECT txid_current()";

/// Number of events of each game.
const ENDS: &str = "SELECT id, GREATEST(events_count, COALESCE((SELECT MAX(seq) + 1 FROM log WHERE game = games.id), 0)) \
     FROM games WHERE id = ANY($1::text[])";

/// Returns whether a failure leaves the connection or the transaction unusable.
fn is_fatal(error: &StoreError) -> bool {
    matches!(error, StoreError::Io(_) | StoreError::Full(_) | StoreError::Corrupt(_) | StoreError::Closed)
}

/// Runs an action that may fail without harm to the other tasks of the batch. Returns its result, and any failure after
/// which the transaction cannot continue.
macro_rules! isolated {
    ($writer:ident, $action:expr) => {
        match $writer.start().await {
            Ok(mark) => {
                let result = $action.await;
                $writer.end(mark, result).await
            }
            Err(error) => (Err(error.clone()), Some(error)),
        }
    };
}

/// Single writer of a database.
pub(super) struct Writer {
    target: Target,
    /// Time for which it tries to reopen a broken connection before calls fail.
    patience: Duration,
    connection: Option<Connection>,
    sequencer: Sequencer,
    epoch: i64,
    pending: Vec<LogEntry>,
    /// Number of the transaction, if known.
    transaction: Option<i64>,
    begun: bool,
}

impl Writer {
    /// Connects, takes the lock, and brings the schema up to date.
    pub(super) async fn open(target: Target, patience: Duration) -> Result<Self, StoreError> {
        let mut writer = Self {
            target,
            patience,
            connection: None,
            sequencer: Sequencer::default(),
            epoch: 0,
            pending: Vec::new(),
            transaction: None,
            begun: false,
        };
        let connection = writer.connect().await?;
        migrate(&connection).await?;
        writer.take(connection).await?;
        Ok(writer)
    }

    /// Opens a connection that holds the lock, which the previous server may keep for a moment.
    async fn connect(&self) -> Result<Connection, StoreError> {
        let end = Instant::now() + self.patience;
        loop {
            let attempt = self.attempt().await;
            if attempt.is_ok() || Instant::now() >= end {
                return attempt;
            }
            sleep(Duration::from_millis(100)).await;
        }
    }

    async fn attempt(&self) -> Result<Connection, StoreError> {
        let connection = Connection::open(&self.target).await?;
        connection.execute("SET synchronous_commit = on").await?;
        let sql = "SELECT CAST(CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END AS BIGINT)";
        let locked = connection.run(0, &Statement::new(sql).with(LOCK)).await?;
        match locked.into_iter().next().map(Row::first::<i64>).transpose()? {
            Some(1) => Ok(connection),
            _ => Err(StoreError::InUse("the database".to_owned())),
        }
    }

    /// Starts to use a connection. Other servers may have written since the previous one broke.
    async fn take(&mut self, connection: Connection) -> Result<(), StoreError> {
        let rows = connection.run(0, &Statement::new("SELECT epoch FROM server WHERE id = 1").expecting(1)).await?;
        self.epoch = rows.into_iter().next().ok_or(StoreError::Closed)?.first()?;
        self.sequencer = Sequencer::default();
        self.connection = Some(connection);
        Ok(())
    }

    fn connection(&self) -> Result<&Connection, StoreError> {
        self.connection.as_ref().ok_or(StoreError::Closed)
    }

    async fn execute(&self, sql: &str) -> Result<(), StoreError> {
        self.connection()?.execute(sql).await
    }

    /// Carries out tasks in one transaction. Their outcomes are answered by the caller.
    pub(super) async fn run(&mut self, jobs: Vec<Job>) -> (Vec<Outcome>, Result<(), StoreError>) {
        let mut outcomes = Vec::with_capacity(jobs.len());
        let writes = jobs.iter().any(|job| !matches!(job, Job::Flush { .. } | Job::Refused { .. }));
        let mut games: Vec<GameId> = Vec::new();
        for job in &jobs {
            if let Job::Append { entries, .. } = job {
                games.extend(entries.iter().map(|entry| entry.game));
            }
        }
        let mut broken = if writes { self.prepare(games).await.err() } else { None };
        for job in jobs {
            if let Some(error) = &broken {
                outcomes.push(job.undone(error));
                continue;
            }
            let (outcome, fatal) = self.job(job).await;
            outcomes.push(outcome);
            broken = fatal;
        }
        if broken.is_none() {
            broken = self.insert_pending().await.err();
        }
        let commit = match broken {
            Some(error) => Err(error),
            None => self.commit().await,
        };
        if commit.is_err() {
            self.recover().await;
        }
        self.sequencer.commit();
        (self.transaction, self.begun) = (None, false);
        (outcomes, commit)
    }

    /// Connects if necessary, and reads the unknown sequence numbers of the games.
    async fn prepare(&mut self, mut games: Vec<GameId>) -> Result<(), StoreError> {
        if self.connection.as_ref().is_none_or(Connection::is_closed) {
            self.connection = None;
            let connection = self.connect().await?;
            self.take(connection).await?;
        }
        games.retain(|game| !self.sequencer.knows(*game));
        games.sort_unstable();
        games.dedup();
        self.learn(&games).await
    }

    async fn learn(&mut self, games: &[GameId]) -> Result<(), StoreError> {
        if games.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = games.iter().map(GameId::as_str).collect();
        let connection = self.connection()?;
        let prepared = connection.prepare(ENDS).await?;
        for row in connection.client().query(&prepared, &[&names]).await? {
            let (game, next): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
            let game: GameId = game.parse().map_err(|_| StoreError::Corrupt(format!("game {game:?}")))?;
            let next = next.try_into().map_err(|_| StoreError::Corrupt(format!("{next} events of game {game}")))?;
            self.sequencer.learn(game, next, 0);
        }
        Ok(())
    }

    async fn begin(&mut self) -> Result<(), StoreError> {
        if !self.begun {
            self.execute("BEGIN").await?;
            self.begun = true;
        }
        Ok(())
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        if !self.begun {
            return Ok(());
        }
        let transaction = match self.transaction {
            Some(transaction) => transaction,
            None => {
                let rows = self.connection()?.run(0, &Statement::new("SELECT txid_current()")).await?;
                rows.into_iter().next().ok_or(StoreError::Closed)?.first()?
            }
        };
        let Err(error) = self.execute("COMMIT").await else { return Ok(()) };
        if !self.connection.as_ref().is_none_or(Connection::is_closed) && !is_fatal(&error) {
            // The server answered: it did not commit.
            return Err(error);
        }
        // Getting the lock again shows that the old connection is gone, so its transaction was committed or rolled back.
        self.connection = None;
        let unknown = |_| StoreError::Unknown(error.to_string());
        let connection = self.connect().await.map_err(unknown)?;
        self.take(connection).await.map_err(unknown)?;
        let sql = "SELECT CAST(txid_status($1) AS TEXT)";
        let rows = self.connection().map_err(unknown)?.run(0, &Statement::new(sql).with(transaction)).await;
        let status: Option<String> =
            rows.map_err(unknown)?.into_iter().next().map_or(Ok(None), Row::first).map_err(unknown)?;
        match status.as_deref() {
            Some("committed") => Ok(()),
            Some("aborted") => Err(error),
            _ => Err(StoreError::Unknown(error.to_string())),
        }
    }

    /// Ends a failed transaction. Sequence numbers are read again when they are needed.
    async fn recover(&mut self) {
        self.pending.clear();
        self.sequencer = Sequencer::default();
        if let Some(connection) = self.connection.take()
            && connection.execute("ROLLBACK").await.is_ok()
        {
            let sql = "SELECT epoch FROM server WHERE id = 1";
            let epoch = connection.run(0, &Statement::new(sql).expecting(1)).await;
            if let Some(Ok(epoch)) = epoch.ok().and_then(|rows| rows.into_iter().next()).map(Row::first) {
                self.epoch = epoch;
                self.connection = Some(connection);
            }
        }
    }

    async fn job(&mut self, job: Job) -> (Outcome, Option<StoreError>) {
        match job {
            Job::Append { entries, and, done } if and.is_empty() => {
                let result = self.accept(entries).await;
                // A statement that failed outside of a savepoint has ended the transaction.
                let fatal = result.as_ref().err().filter(|error| error.is_failure()).cloned();
                (Outcome::Append { done, result }, fatal)
            }
            Job::Append { entries, and, done } => {
                let (result, fatal) = isolated!(self, self.append(entries, &and));
                (Outcome::Append { done, result }, fatal)
            }
            Job::Transact { statements, reply } => {
                let (result, fatal) = isolated!(self, self.statements(&statements));
                (Outcome::Rows { reply, result }, fatal)
            }
            Job::TakeEpoch { reply } => {
                let (result, fatal) = isolated!(self, self.take_epoch());
                (Outcome::Epoch { reply, result }, fatal)
            }
            Job::Trim { through, reply } => {
                let (result, fatal) = isolated!(self, self.trim(through));
                (Outcome::Trimmed { reply, result }, fatal)
            }
            Job::Flush { reply } => (Outcome::Flushed { reply }, None),
            Job::Refused { done } => (Outcome::Append { done, result: Err(StoreError::Overloaded) }, None),
        }
    }

    /// Sets a savepoint for [`Writer::end`].
    async fn start(&mut self) -> Result<(usize, i64), StoreError> {
        self.insert_pending().await?;
        self.begin().await?;
        self.execute("SAVEPOINT job").await?;
        Ok((self.sequencer.mark(), self.epoch))
    }

    /// Keeps the changes since [`Writer::start`], or undoes them.
    async fn end<T>(
        &mut self,
        (mark, epoch): (usize, i64),
        result: Result<T, StoreError>,
    ) -> (Result<T, StoreError>, Option<StoreError>) {
        let error = match result {
            Ok(value) => match self.execute("RELEASE job").await {
                Ok(()) => return (Ok(value), None),
                Err(error) => return (Err(error.clone()), Some(error)),
            },
            Err(error) => error,
        };
        self.pending.clear();
        self.sequencer.undo(mark);
        self.epoch = epoch;
        match self.execute("ROLLBACK TO job; RELEASE job").await {
            Ok(()) => (Err(error), None),
            Err(rollback) => (Err(error), Some(rollback)),
        }
    }

    /// Accepts the entries of one task, all or none, and leaves their insertion for later.
    async fn accept(&mut self, entries: Vec<LogEntry>) -> Result<(), StoreError> {
        let (mark, pending) = (self.sequencer.mark(), self.pending.len());
        for entry in entries {
            if let Err(error) = self.accept_one(&entry).await {
                self.sequencer.undo(mark);
                self.pending.truncate(pending);
                return Err(error);
            }
            self.pending.push(entry);
        }
        Ok(())
    }

    async fn accept_one(&mut self, entry: &LogEntry) -> Result<(), StoreError> {
        if entry.epoch != self.epoch {
            return Err(StoreError::Fenced { current: self.epoch, found: entry.epoch });
        }
        if !self.sequencer.knows(entry.game) {
            // It may have been created in this batch.
            self.learn(&[entry.game]).await?;
        }
        self.sequencer.accept(entry, 0)
    }

    async fn append(&mut self, entries: Vec<LogEntry>, and: &[Statement]) -> Result<(), StoreError> {
        // A game may be created by the statements, and then begins with entry 0.
        let mut created = Vec::new();
        for entry in &entries {
            if !self.sequencer.knows(entry.game) {
                self.learn(&[entry.game]).await?;
            }
            if !self.sequencer.knows(entry.game) {
                self.sequencer.learn(entry.game, 0, 0);
                created.push(entry.game);
            }
        }
        self.accept(entries).await?;
        self.insert_pending().await?;
        self.statements(and).await?;
        for game in created {
            let sql = "SELECT events_count FROM games WHERE id = $1";
            let rows = self.connection()?.run(0, &Statement::new(sql).with(game)).await?;
            if rows.is_empty() {
                return Err(StoreError::NoGame(game));
            }
        }
        Ok(())
    }

    async fn statements(&mut self, statements: &[Statement]) -> Result<Vec<Vec<Row>>, StoreError> {
        let connection = self.connection()?;
        let mut answers = Vec::with_capacity(statements.len());
        for (index, statement) in statements.iter().enumerate() {
            answers.push(connection.run(index, statement).await?);
        }
        Ok(answers)
    }

    async fn take_epoch(&mut self) -> Result<Epoch, StoreError> {
        let sql = "UPDATE server SET epoch = epoch + 1 WHERE id = 1 RETURNING epoch, alive_at";
        let rows = self.connection()?.run(0, &Statement::new(sql).expecting(1)).await?;
        let mut columns = rows.into_iter().next().ok_or(StoreError::Closed)?.columns();
        let epoch = Epoch { number: columns.take()?, alive_at: columns.take()? };
        self.epoch = epoch.number;
        Ok(epoch)
    }

    async fn trim(&mut self, through: i64) -> Result<u64, StoreError> {
        let connection = self.connection()?;
        let prepared = connection.prepare(crate::entry::TRIM).await?;
        let removed = connection.client().execute(&prepared, &[&through]).await?;
        // The log has an index, so a forgotten game can be looked up again.
        self.sequencer.forget(i64::MAX);
        Ok(removed)
    }

    /// Inserts the accepted entries. A failure concerns the whole transaction.
    async fn insert_pending(&mut self) -> Result<(), StoreError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let pending = std::mem::take(&mut self.pending);
        let games: Vec<&str> = pending.iter().map(|entry| entry.game.as_str()).collect();
        let seqs: Vec<i64> = pending.iter().map(|entry| entry.seq.into()).collect();
        let times: Vec<i64> = pending.iter().map(|entry| entry.at).collect();
        let epochs: Vec<i64> = pending.iter().map(|entry| entry.epoch).collect();
        let data: Vec<&[u8]> = pending.iter().map(|entry| entry.data.as_slice()).collect();
        let begun = self.begun;
        let connection = self.connection()?;
        let prepared = connection.prepare(INSERT).await?;
        let client = connection.client();
        let parameters: [&(dyn ToSql + Sync); 5] = [&games, &seqs, &times, &epochs, &data];
        let insert = client.query_one(&prepared, &parameters);
        let row = if begun {
            insert.await?
        } else {
            // Both are sent at once, in this order.
            let (begin, row) = tokio::join!(biased; client.batch_execute("BEGIN"), insert);
            begin?;
            self.begun = true;
            row?
        };
        self.transaction = Some(row.try_get(0)?);
        Ok(())
    }
}

/// Brings the schema up to date, each step in a transaction of its own.
async fn migrate(connection: &Connection) -> Result<(), StoreError> {
    connection.execute(migrations::VERSION_TABLE).await?;
    let rows = connection.run(0, &Statement::new("SELECT MAX(number) FROM schema_version")).await?;
    let number: Option<i64> = rows.into_iter().next().map_or(Ok(None), Row::first)?;
    let number = number.unwrap_or(0);
    if number > migrations::CURRENT {
        return Err(StoreError::Schema { found: number, known: migrations::CURRENT });
    }
    for (step, statements) in migrations::after(number, Dialect::Postgres) {
        let insert = format!("INSERT INTO schema_version (number) VALUES ({step})");
        let sql = format!("BEGIN; {}; {insert}; COMMIT", statements.join("; "));
        connection.execute(&sql).await?;
    }
    // Rows that were copied from another database kept their numbers.
    for table in admin::TABLES.iter().filter(|table| table.columns.contains(&"position")) {
        let table = table.name;
        let sql = format!(
            "SELECT setval(pg_get_serial_sequence('{table}', 'position'), COALESCE(MAX(position), 0) + 1, false) FROM {table}"
        );
        connection.execute(&sql).await?;
    }
    Ok(())
}

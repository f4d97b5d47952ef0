//! Background jobs: a leased queue in the store, as crates.io's worker, River and Oban have it.
//!
//! A job is enqueued by a statement, in the transaction of the change that asks for it. A worker claims it, which leases it, does
//! its work, and ends it by statements in the transaction of the job's effect: so an effect in the store happens exactly once. An
//! effect elsewhere, such as an e-mail, happens at least once: if the server is lost between the effect and the end of its job, it
//! happens again.
//!
//! A lease belongs to an epoch: the next server can claim the jobs of the previous one at once.
//!
//! There is one job for a kind and a key. A new one replaces a waiting one. While a job runs, a new one with its kind and key waits
//! for its end.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::AccountId;
use crate::statement::Statement;
use crate::value::{Columns, Row};

/// A job to be enqueued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    /// Queue, whose workers claim it.
    pub queue: &'static str,
    /// Kind of work, as a code of the caller.
    pub kind: &'static str,
    /// Object of the work: there is one job per kind and key.
    pub key: String,
    /// Data of the caller. It must not contain secrets, since backups contain it too.
    pub payload: String,
    /// Account that it concerns. The job is removed when the account is closed.
    pub account: Option<AccountId>,
    /// Time of the request.
    pub created_at: Millis,
    /// Time from which it may be claimed.
    pub run_at: Millis,
    /// Time from which it is of no use and is dropped.
    pub expires_at: Option<Millis>,
}

/// A claimed job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Number in the table of jobs.
    pub position: i64,
    /// Kind of work, as a code of the caller.
    pub kind: String,
    /// Object of the work.
    pub key: String,
    /// Data of the caller.
    pub payload: String,
    /// Account that it concerns.
    pub account: Option<AccountId>,
    /// Time of the request.
    pub created_at: Millis,
    /// Time from which it is of no use.
    pub expires_at: Option<Millis>,
    /// Number of claims since it was enqueued or replaced, this one included.
    pub attempts: u32,
    generation: i64,
    /// Lease: the epoch, and the number of the claim.
    lease: (i64, i64),
}

/// A request for jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub queue: &'static str,
    /// Epoch of the server.
    pub epoch: i64,
    /// Current time.
    pub now: Millis,
    /// End of the lease, after which another worker may claim the jobs.
    pub lease_until: Millis,
    /// Maximum number of jobs.
    pub limit: u32,
}

/// Result of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// Jobs, in the order in which they are to be done: first those with fewer attempts, then by time.
    pub jobs: Vec<Job>,
    /// Kinds of the expired jobs that were dropped.
    pub expired: Vec<String>,
}

const COLUMNS: &str =
    "position, kind, key, payload, account, created_at, expires_at, attempts, generation, lease_epoch, leases";

/// Condition that a job is not leased: it has no lease, or one of another server, or one that has ended.
const FREE: &str = "failed_at IS NULL AND (lease_epoch IS NULL OR lease_epoch <> $1 OR lease_until <= $2)";

fn job(row: Row) -> Result<Job, StoreError> {
    let mut columns = row.columns();
    Ok(Job {
        position: columns.take()?,
        kind: columns.take()?,
        key: columns.take()?,
        payload: columns.take()?,
        account: columns.take()?,
        created_at: columns.take()?,
        expires_at: columns.take()?,
        attempts: columns.take()?,
        generation: columns.take()?,
        lease: (columns.take()?, columns.take()?),
    })
}

/// Statement that enqueues a job, in place of one with its kind and key that waits or was given up. Its leases are numbered from the
/// time of its creation: SQLite gives a job the position of one that has ended, whose repeated end must not concern it.
pub fn enqueue(job: &NewJob) -> Statement {
    Statement::new(
        "INSERT INTO jobs (queue, kind, key, payload, account, created_at, run_at, expires_at, attempts, generation, leases) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 1, $6) \
         ON CONFLICT (kind, key) DO UPDATE SET payload = excluded.payload, account = excluded.account, \
         created_at = excluded.created_at, run_at = excluded.run_at, expires_at = excluded.expires_at, attempts = 0, \
         generation = jobs.generation + 1, failed_at = NULL, error = NULL",
    )
    .with(job.queue)
    .with(job.kind)
    .with(job.key.as_str())
    .with(job.payload.as_str())
    .with(job.account)
    .with(job.created_at)
    .with(job.run_at)
    .with(job.expires_at)
    .expecting(1)
}

/// Leases jobs that are due, and drops expired ones.
///
/// # Errors
///
/// Failures of the database. After [`StoreError::Unknown`], [`leased`] has the jobs if they were leased.
pub async fn claim(database: &dyn Database, claim: Claim) -> Result<Claimed, StoreError> {
    let drop = format!("DELETE FROM jobs WHERE {FREE} AND queue = $3 AND expires_at <= $2 RETURNING kind");
    let lease = format!(
        "UPDATE jobs SET lease_epoch = $1, lease_until = $2, leases = leases + 1, attempts = attempts + 1 WHERE position IN \
         (SELECT position FROM jobs WHERE failed_at IS NULL AND (lease_epoch IS NULL OR lease_epoch <> $1 OR lease_until <= $3) \
         AND queue = $4 AND run_at <= $3 ORDER BY attempts, run_at, position LIMIT $5) RETURNING run_at, {COLUMNS}"
    );
    let statements = vec![
        Statement::new(drop).with(claim.epoch).with(claim.now).with(claim.queue),
        Statement::new(lease)
            .with(claim.epoch)
            .with(claim.lease_until)
            .with(claim.now)
            .with(claim.queue)
            .with(claim.limit),
    ];
    let mut rows = database.transact(statements).await?.into_iter();
    let expired = rows.next().unwrap_or_default().into_iter().map(Row::first).collect::<Result<_, _>>()?;
    let timed = |mut row: Row| {
        let run_at: Millis = Row(row.0.drain(..1).collect()).first()?;
        Ok((run_at, job(row)?))
    };
    let mut jobs: Vec<(Millis, Job)> =
        rows.next().unwrap_or_default().into_iter().map(timed).collect::<Result<_, StoreError>>()?;
    jobs.sort_by_key(|(run_at, job)| (job.attempts, *run_at, job.position));
    Ok(Claimed { jobs: jobs.into_iter().map(|(_, job)| job).collect(), expired })
}

/// Jobs that an epoch has leased.
///
/// # Errors
///
/// Failures of the database.
pub async fn leased(database: &dyn Database, queue: &str, epoch: i64) -> Result<Vec<Job>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM jobs WHERE queue = $1 AND lease_epoch = $2 AND failed_at IS NULL ORDER BY position"
    );
    database.read(Statement::new(sql).with(queue).with(epoch)).await?.into_iter().map(job).collect()
}

/// Time from which the next job of a queue can be claimed: for a job that the epoch has leased, the end of the lease; `None` if there
/// is none.
///
/// # Errors
///
/// Failures of the database.
pub async fn next_at(database: &dyn Database, queue: &str, epoch: i64) -> Result<Option<Millis>, StoreError> {
    let sql = "SELECT MIN(CASE WHEN lease_epoch = $1 THEN lease_until ELSE run_at END) FROM jobs \
               WHERE queue = $2 AND failed_at IS NULL";
    let rows = database.read(Statement::new(sql).with(epoch).with(queue)).await?;
    rows.into_iter().next().map_or(Ok(None), Row::first)
}

impl Job {
    /// Statements that end the job, for the transaction of its effect. If the lease is lost they conflict, and the transaction has
    /// no effect. A job that has replaced this one meanwhile stays.
    pub fn finish(&self) -> Vec<Statement> {
        let delete = Statement::new("DELETE FROM jobs WHERE position = $1 AND generation = $2");
        vec![self.release(), delete.with(self.position).with(self.generation)]
    }

    /// Statements that return the job to the queue until a later time, with the reason. They conflict if its lease is lost.
    pub fn retry(&self, run_at: Millis, error: &str) -> Vec<Statement> {
        let update = "UPDATE jobs SET run_at = $1, error = $2 WHERE position = $3 AND generation = $4";
        let update = Statement::new(update).with(run_at).with(error).with(self.position).with(self.generation);
        vec![self.release(), update]
    }

    /// Statements that give the job up: it stays for the operator, with the reason. They conflict if its lease is lost.
    pub fn fail(&self, now: Millis, error: &str) -> Vec<Statement> {
        let update = "UPDATE jobs SET failed_at = $1, error = $2 WHERE position = $3 AND generation = $4";
        let update = Statement::new(update).with(now).with(error).with(self.position).with(self.generation);
        vec![self.release(), update]
    }

    fn release(&self) -> Statement {
        let sql = "UPDATE jobs SET lease_epoch = NULL, lease_until = NULL \
                   WHERE position = $1 AND lease_epoch = $2 AND leases = $3";
        Statement::new(sql).with(self.position).with(self.lease.0).with(self.lease.1).expecting(1)
    }
}

/// Statement that removes the jobs of a kind that concern an account. A running job is not stopped.
pub fn cancel(kind: &str, account: AccountId) -> Statement {
    Statement::new("DELETE FROM jobs WHERE kind = $1 AND account = $2").with(kind).with(account)
}

/// Statement that removes the jobs of a queue that were given up before a time.
pub fn remove_failed(queue: &str, before: Millis) -> Statement {
    Statement::new("DELETE FROM jobs WHERE queue = $1 AND failed_at < $2").with(queue).with(before)
}

/// Statement that enqueues all jobs again that were given up. It returns their kinds.
pub fn retry_failed(now: Millis) -> Statement {
    let sql = "UPDATE jobs SET failed_at = NULL, attempts = 0, run_at = $1 WHERE failed_at IS NOT NULL RETURNING kind";
    Statement::new(sql).with(now)
}

/// Number of jobs of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub kind: String,
    /// Jobs that wait or are being done.
    pub waiting: u32,
    /// Jobs that were given up.
    pub failed: u32,
}

/// Numbers of jobs, by kind.
///
/// # Errors
///
/// Failures of the database.
pub async fn counts(database: &dyn Database) -> Result<Vec<Count>, StoreError> {
    let sql = "SELECT kind, COUNT(*) - COUNT(failed_at), COUNT(failed_at) FROM jobs GROUP BY kind ORDER BY kind";
    let count = |row: Row| {
        let mut columns = row.columns();
        Ok(Count { kind: columns.take()?, waiting: columns.take()?, failed: columns.take()? })
    };
    database.read(Statement::new(sql)).await?.into_iter().map(count).collect()
}

/// Job in the list for the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub kind: String,
    pub key: String,
    /// Time of the request.
    pub created_at: Millis,
    /// Time from which it may be claimed.
    pub run_at: Millis,
    /// Number of claims.
    pub attempts: u32,
    /// Time at which it was given up.
    pub failed_at: Option<Millis>,
    /// Error of the last attempt.
    pub error: Option<String>,
}

/// Jobs in the order of their requests, at most `limit`.
///
/// # Errors
///
/// Failures of the database.
pub async fn list(database: &dyn Database, limit: u32) -> Result<Vec<Listed>, StoreError> {
    let sql = "SELECT kind, key, created_at, run_at, attempts, failed_at, error FROM jobs ORDER BY position LIMIT $1";
    let listed = |row: Row| {
        let mut columns: Columns = row.columns();
        Ok(Listed {
            kind: columns.take()?,
            key: columns.take()?,
            created_at: columns.take()?,
            run_at: columns.take()?,
            attempts: columns.take()?,
            failed_at: columns.take()?,
            error: columns.take()?,
        })
    };
    database.read(Statement::new(sql).with(limit)).await?.into_iter().map(listed).collect()
}

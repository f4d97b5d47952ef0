//! Workers that claim the jobs of a queue and run several at once, so that a slow one delays no other.

use std::sync::Arc;
use std::time::Duration;

use saffron_live::Millis;
use saffron_store::jobs::{self, Claim, Job};
use saffron_store::{Statement, StoreError};

use crate::app::App;
use crate::clock::millis;
use crate::config::limits::{QUEUE_POLL_INTERVAL, QUEUE_RETRY_DELAY};
use crate::parts::jobs::QueueState;

/// Settings of a queue.
#[derive(Debug)]
pub struct Queue {
    /// Name in the store.
    pub name: &'static str,
    /// In-memory state of the queue.
    pub state: fn(&App) -> &QueueState,
    /// Maximum number of jobs that run at a time.
    pub at_once: u32,
    /// Time limit of an attempt.
    pub timeout: Duration,
    /// Delay after the first failed attempt. Each further one is four times as long, up to the maximum delay.
    pub first_delay: Duration,
    pub longest_delay: Duration,
    /// Number of attempts after which a job is given up. A job that expires earlier is dropped.
    pub attempts: u32,
}

impl Queue {
    /// Delay after a number of failed attempts, without the random part.
    fn delay(&self, attempts: u32) -> Duration {
        let factor = 4_u32.saturating_pow(attempts.saturating_sub(1));
        self.first_delay.saturating_mul(factor).min(self.longest_delay)
    }

    /// Duration of a lease: the timeout and some time to store the result.
    fn lease(&self) -> Duration {
        self.timeout * 4
    }
}

/// Result of a successful attempt.
#[derive(Default)]
pub struct Effect {
    /// Effect in the store, written in one transaction with the end of the job.
    pub statements: Vec<Statement>,
    /// Called once the effect is durable.
    pub then: Option<Box<dyn FnOnce() + Send>>,
}

/// Failure of an attempt.
#[derive(Debug)]
pub enum Failure {
    Store(StoreError),
    /// Temporary: the job is retried.
    Later(String),
    /// Permanent: the job is given up at once.
    Never(String),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Implementation of a queue's jobs.
pub trait Work: Send + Sync + 'static {
    /// Runs a job and returns its effect, without applying it. It may be called again for the same job: after a crash,
    /// or if the effect conflicts with other writes.
    fn work(&self, app: &Arc<App>, job: &Job) -> impl Future<Output = Result<Effect, Failure>> + Send;
}

/// Runs the jobs of a queue, beginning with those the last server left. Returns when the store is closed.
pub async fn run<W: Work>(app: &Arc<App>, queue: &'static Queue, work: W) {
    let work = Arc::new(work);
    // After a claim with unknown outcome, leased jobs may exist that no one runs.
    let mut unsure = false;
    loop {
        let wait = match claim(app, queue, &work, unsure).await {
            Ok(wait) => {
                unsure = false;
                wait
            }
            Err(StoreError::Closed) => return,
            Err(error) => {
                tracing::error!(queue = queue.name, %error, "jobs could not be claimed, they will be tried again");
                unsure = true;
                tokio::time::sleep(QUEUE_RETRY_DELAY).await;
                continue;
            }
        };
        tokio::select! {
            biased;
            () = (queue.state)(app).woken() => {}
            () = tokio::time::sleep(wait) => {}
        }
    }
}

/// Claims as many jobs as can start now. Returns the time to wait for the next one.
async fn claim<W: Work>(
    app: &Arc<App>,
    queue: &'static Queue,
    work: &Arc<W>,
    unsure: bool,
) -> Result<Duration, StoreError> {
    let (database, epoch) = (&*app.database, app.jobs.epoch);
    let state = (queue.state)(app);
    if unsure {
        for job in jobs::leased(database, queue.name, epoch).await? {
            begin(app, queue, work, job);
        }
    }
    loop {
        let limit = queue.at_once.saturating_sub(u32::try_from(state.count()).unwrap_or(u32::MAX));
        if limit == 0 {
            // The end of a job wakes the loop.
            return Ok(QUEUE_POLL_INTERVAL);
        }
        let now = app.clock.now();
        match jobs::next_at(database, queue.name, epoch).await? {
            None => return Ok(QUEUE_POLL_INTERVAL),
            Some(next) if next > now => return Ok(duration(next - now).min(QUEUE_POLL_INTERVAL)),
            Some(_) => {}
        }
        let lease_until = now.saturating_add(millis(queue.lease()));
        let claimed = jobs::claim(database, Claim { queue: queue.name, epoch, now, lease_until, limit }).await?;
        for kind in claimed.expired {
            tracing::warn!(kind, "a job was dropped, since its time was over");
            app.metrics.job(&kind, "dropped");
        }
        for job in claimed.jobs {
            begin(app, queue, work, job);
        }
    }
}

/// Runs a job in a new task.
fn begin<W: Work>(app: &Arc<App>, queue: &'static Queue, work: &Arc<W>, job: Job) {
    if !(queue.state)(app).begin(job.position) {
        return;
    }
    let (app, work) = (Arc::clone(app), Arc::clone(work));
    drop(tokio::spawn(async move {
        let _running = Running { app: &app, queue, position: job.position };
        carry_out(&app, queue, &*work, &job).await;
    }));
}

/// Registration of a running job, ended on drop even after a panic.
struct Running<'a> {
    app: &'a App,
    queue: &'static Queue,
    position: i64,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        (self.queue.state)(self.app).end(self.position);
    }
}

async fn carry_out<W: Work>(app: &Arc<App>, queue: &Queue, work: &W, job: &Job) {
    let result = tokio::time::timeout(queue.timeout, work.work(app, job)).await;
    let failure = match result.unwrap_or_else(|_| Err(Failure::Later("it took too long".to_owned()))) {
        Ok(effect) => {
            let mut statements = job.finish();
            statements.extend(effect.statements);
            match settle(app, statements).await {
                Settled::Done => {
                    app.metrics.job(&job.kind, "done");
                    if let Some(then) = effect.then {
                        then();
                    }
                    return;
                }
                Settled::Lost => return,
                Settled::Conflict => Failure::Later("its effect conflicts with another one".to_owned()),
            }
        }
        Err(failure) => failure,
    };
    let (reason, later) = match failure {
        Failure::Store(StoreError::Closed) => return,
        Failure::Store(error) => (error.to_string(), true),
        Failure::Later(reason) => (reason, true),
        Failure::Never(reason) => (reason, false),
    };
    let now = app.clock.now();
    let delay = queue.delay(job.attempts);
    // Up to a quarter more, so that jobs which failed together are not retried together.
    let again = now.saturating_add(millis(delay + delay.mul_f64(app.random.fraction() / 4.0)));
    let (kind, attempt) = (&job.kind, job.attempts);
    let in_time = job.expires_at.is_none_or(|expires_at| again < expires_at);
    let statements = if later && job.attempts < queue.attempts && in_time {
        tracing::warn!(kind, attempt, reason, "a job failed, it will be tried again");
        app.metrics.job(kind, "retried");
        job.retry(again, &reason)
    } else {
        tracing::warn!(kind, attempt, reason, "a job failed, it is given up");
        app.metrics.job(kind, "failed");
        job.fail(now, &reason)
    };
    settle(app, statements).await;
}

/// Outcome of storing the end of a job.
enum Settled {
    Done,
    /// The lease is lost, or the store is closed. The effect may still have been applied if an earlier write had an
    /// unknown outcome.
    Lost,
    /// The effect expected different data in the store.
    Conflict,
}

/// Stores the end of a job, retrying as long as the store fails.
async fn settle(app: &App, statements: Vec<Statement>) -> Settled {
    loop {
        match app.database.transact(statements.clone()).await {
            Ok(_) => return Settled::Done,
            Err(StoreError::Conflict { statement: 0, .. } | StoreError::Closed) => return Settled::Lost,
            Err(StoreError::Conflict { .. }) => return Settled::Conflict,
            Err(error) => {
                tracing::error!(%error, "the end of a job could not be stored, it will be tried again");
                tokio::time::sleep(QUEUE_RETRY_DELAY).await;
            }
        }
    }
}

fn duration(millis: Millis) -> Duration {
    Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}

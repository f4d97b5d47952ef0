//! In-memory state of the job queues.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

/// The queues.
#[derive(Debug)]
pub struct Jobs {
    /// The epoch of the server, to which its leases belong.
    pub epoch: i64,
    pub mail: QueueState,
    pub notifications: QueueState,
    pub push: QueueState,
    pub ratings: QueueState,
    pub tournaments: QueueState,
}

impl Jobs {
    pub fn new(epoch: i64) -> Self {
        Self {
            epoch,
            mail: QueueState::default(),
            notifications: QueueState::default(),
            push: QueueState::default(),
            ratings: QueueState::default(),
            tournaments: QueueState::default(),
        }
    }

    /// Waits until no job is running, up to a limit.
    pub async fn idle(&self, limit: Duration) {
        let idle = async {
            for queue in [&self.mail, &self.notifications, &self.push, &self.ratings, &self.tournaments] {
                while queue.count() > 0 {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
        };
        let _ = tokio::time::timeout(limit, idle).await;
    }
}

/// In-memory state of a queue: the jobs that this server is running.
#[derive(Debug, Default)]
pub struct QueueState {
    wake: Notify,
    running: Mutex<BTreeSet<i64>>,
}

impl QueueState {
    /// Looks for jobs at once: one may have been enqueued.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// Waits for [`wake`](Self::wake), or returns at once if that was called since the last time.
    pub async fn woken(&self) {
        self.wake.notified().await;
    }

    /// Number of running jobs.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Begins a job by its position. Returns false if it is running already.
    pub fn begin(&self, position: i64) -> bool {
        self.lock().insert(position)
    }

    /// Ends a job, and looks for the next one.
    pub fn end(&self, position: i64) {
        self.lock().remove(&position);
        self.wake();
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<i64>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

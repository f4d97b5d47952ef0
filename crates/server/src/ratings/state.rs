//! How the task that computes ratings is told that there is something to do.

use tokio::sync::Notify;

/// Wakes the task.
#[derive(Debug, Default)]
pub(crate) struct RatingState {
    ended: Notify,
}

impl RatingState {
    /// A rated game may have ended.
    pub(crate) fn wake(&self) {
        self.ended.notify_one();
    }

    /// Waits for [`wake`](Self::wake); not where that was called since the last time.
    pub(crate) async fn woken(&self) {
        self.ended.notified().await;
    }
}

//! The time that the server goes by.

use saffron_live::Millis;
use tokio::time::Instant;

/// A clock that never goes backwards or jumps: the wall clock's time at the start, and what has passed since. A wall clock
/// that is set while games are played does not touch them.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    started_at: Millis,
    started: Instant,
}

impl Clock {
    /// A clock that shows the system's time.
    pub fn system() -> Self {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Self::starting_at(Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX))
    }

    /// A clock that shows a time now: for simulations.
    pub fn starting_at(started_at: Millis) -> Self {
        Self { started_at, started: Instant::now() }
    }

    /// The time now.
    pub fn now(&self) -> Millis {
        let passed = self.started.elapsed().as_millis();
        self.started_at.saturating_add(Millis::try_from(passed).unwrap_or(Millis::MAX))
    }

    /// The instant of a time; now for one that has passed.
    pub(crate) fn instant(&self, at: Millis) -> Instant {
        let ms = u64::try_from(at.saturating_sub(self.started_at)).unwrap_or(0);
        // Half an hour later is soon enough for what lies beyond what an instant can say.
        self.started
            .checked_add(std::time::Duration::from_millis(ms))
            .unwrap_or_else(|| Instant::now() + std::time::Duration::from_secs(1800))
    }
}

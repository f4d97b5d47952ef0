//! A handle to stop a search from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    pondering: AtomicBool,
}

/// Stops one search, from any thread. Each search has a handle of its own: a stop before the search has begun is not lost,
/// and never stops another search.
#[derive(Clone, Debug, Default)]
pub struct Control {
    flags: Arc<Flags>,
}

impl Control {
    /// For a search whose time limits count from its start.
    pub fn new() -> Control {
        Control::default()
    }

    /// For a search on the opponent's time: its time limits count from [`Control::ponder_hit`] on.
    pub fn pondering() -> Control {
        let control = Control::default();
        control.flags.pondering.store(true, Relaxed);
        control
    }

    /// Ends the search within a few milliseconds: at its next check of the limits.
    pub fn stop(&self) {
        self.flags.stop.store(true, Relaxed);
    }

    /// The expected move was played: time limits count from now on.
    pub fn ponder_hit(&self) {
        self.flags.pondering.store(false, Relaxed);
    }

    /// Whether [`Control::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.flags.stop.load(Relaxed)
    }

    /// Whether the search is still on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.flags.pondering.load(Relaxed)
    }
}

//! Handle to stop a search from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    pondering: AtomicBool,
}

/// Handle that stops one search, from any thread. Each search has its own handle, so that a stop before the search begins is
/// not lost and never stops another search.
#[derive(Clone, Debug, Default)]
pub struct Control {
    flags: Arc<Flags>,
}

impl Control {
    /// Creates the handle of a search whose time limits count from its start.
    pub fn new() -> Control {
        Control::default()
    }

    /// Creates the handle of a search on the opponent's time: time limits count from [`Control::ponder_hit`] on.
    pub fn pondering() -> Control {
        let control = Control::default();
        control.flags.pondering.store(true, Relaxed);
        control
    }

    /// Stops the search at its next check of the limits, within a few milliseconds.
    pub fn stop(&self) {
        self.flags.stop.store(true, Relaxed);
    }

    /// Signals that the expected move was played: time limits count from now on.
    pub fn ponder_hit(&self) {
        self.flags.pondering.store(false, Relaxed);
    }

    /// Returns whether [`Control::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.flags.stop.load(Relaxed)
    }

    /// Returns whether the search is still on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.flags.pondering.load(Relaxed)
    }
}

//! Callbacks of a search.

use super::info::Info;
use super::warning::EngineWarning;

/// Receives the events of a search, and can stop it. Every method has a default that does nothing.
pub trait Observer {
    /// Called for each line after each iteration.
    fn info(&mut self, info: &Info<'_>) {
        let _ = info;
    }

    /// Called about every thousand nodes; true ends the search.
    fn should_stop(&mut self) -> bool {
        false
    }

    /// Called when the search goes on with less than it was given. It still returns a result.
    fn warning(&mut self, warning: &EngineWarning) {
        let _ = warning;
    }
}

/// Ignores all events.
impl Observer for () {}

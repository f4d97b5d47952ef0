//! Callbacks of a search.

use super::info::{Info, Progress, ScoreBound};
use super::warning::EngineWarning;

/// Receives the events of a search, and can stop it. Every method has a default that does nothing.
pub trait Observer {
    /// Called for each line after each iteration.
    fn info(&mut self, info: &Info<'_>) {
        let _ = info;
    }

    /// Called when the score of the line has turned out to be outside the window of its search, which is then repeated. The info has
    /// the depth of the unfinished iteration, and a bound as its score. Only for searches of one line, and not in the first
    /// seconds.
    fn bound(&mut self, info: &Info<'_>, bound: ScoreBound) {
        let _ = (info, bound);
    }

    /// Called when a few seconds have passed since the last call of this method, [`Observer::info`] or [`Observer::bound`].
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
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

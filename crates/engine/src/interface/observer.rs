//! Callbacks of a search.

use super::info::{Info, Progress, ScoreBound};
use super::warning::EngineWarning;

/// Receiver of the events of a search, which can also stop it. The default of every method does nothing.
pub trait Observer {
    /// Called for each line after each iteration.
    fn info(&mut self, info: &Info<'_>) {
        let _ = info;
    }

    /// Called when the score of the line is outside its aspiration window, so that the search of the line is repeated. The info
    /// has the depth of the unfinished iteration, and a bound as its score. Called only in searches of one line, and not in the
    /// first seconds.
    fn bound(&mut self, info: &Info<'_>, bound: ScoreBound) {
        let _ = (info, bound);
    }

    /// Called when a few seconds have passed since the last call of this method, of [`Observer::info`] or of [`Observer::bound`].
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// Called about every thousand nodes; returning true stops the search.
    fn should_stop(&mut self) -> bool {
        false
    }

    /// Called when the search continues with reduced strength. It still returns a result.
    fn warning(&mut self, warning: &EngineWarning) {
        let _ = warning;
    }
}

/// Ignores all events.
impl Observer for () {}

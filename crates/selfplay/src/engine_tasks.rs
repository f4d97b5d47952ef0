//! Pool of engines that runs tasks on several threads and returns the results in the order of the tasks.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use saffron_engine::{Control, Engine, HashSizeError};

use super::journal::JournalError;

/// Interval at which `stop` is called.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

/// Engines, one for each thread.
pub(super) struct EnginePool<'a> {
    engines: Vec<Engine>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> EnginePool<'a> {
    /// Creates as many engines as threads, at least one.
    pub(super) fn new(
        threads: usize,
        stop: &'a dyn Fn() -> bool,
        engine: impl Fn() -> Result<Engine, HashSizeError>,
    ) -> Result<EnginePool<'a>, JournalError> {
        let engines: Result<Vec<Engine>, _> = (0..threads.max(1)).map(|_| engine()).collect();
        Ok(EnginePool { engines: engines.map_err(std::io::Error::other)?, stop })
    }

    /// Runs `act` on all tasks and calls `done` with the results in order. Returns false if it was stopped before the end. `act`
    /// returns `None` when the control has stopped it.
    pub(super) fn run<T: Send + Copy, R: Send>(
        &mut self,
        tasks: impl IntoIterator<Item = T>,
        act: impl Fn(&mut Engine, T, &Control) -> Option<R> + Sync,
        mut done: impl FnMut(R) -> Result<(), JournalError>,
    ) -> Result<bool, JournalError> {
        let tasks: Vec<T> = tasks.into_iter().collect();
        let count = tasks.len();
        let queue = Mutex::new(tasks.into_iter().enumerate());
        let control = Control::new();
        // Checked before the first task, too: a few short tasks would all be done before the next call.
        if (self.stop)() {
            return Ok(count == 0);
        }
        let (sender, results) = mpsc::channel();
        std::thread::scope(|scope| {
            for engine in &mut self.engines {
                let (sender, queue, act, control) = (sender.clone(), &queue, &act, &control);
                scope.spawn(move || {
                    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while !control.is_stopped()
                        && let Some((index, task)) = next()
                        && let Some(result) = act(engine, task, control)
                        && sender.send((index, result)).is_ok()
                    {}
                });
            }
            drop(sender);
            // Results of tasks whose predecessors are not done yet.
            let mut early: BTreeMap<usize, R> = BTreeMap::new();
            let mut completed = 0;
            loop {
                if (self.stop)() {
                    control.stop();
                }
                match results.recv_timeout(STOP_INTERVAL) {
                    Ok((index, result)) => {
                        early.insert(index, result);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(completed == count),
                }
                while let Some(result) = early.remove(&completed) {
                    completed += 1;
                    done(result).inspect_err(|_| control.stop())?;
                }
            }
        })
    }
}

//! Work on several threads, each with an engine of its own, with results in the order of the work.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use saffron_engine::{Control, Engine, HashSizeError};

use super::JournalError;

/// How often it is asked whether to stop.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The engines.
pub(super) struct EnginePool<'a> {
    engines: Vec<Engine>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> EnginePool<'a> {
    /// So many engines, at least one.
    pub(super) fn new(
        threads: usize,
        stop: &'a dyn Fn() -> bool,
        engine: impl Fn() -> Result<Engine, HashSizeError>,
    ) -> Result<EnginePool<'a>, JournalError> {
        let engines: Result<Vec<Engine>, _> = (0..threads.max(1)).map(|_| engine()).collect();
        Ok(EnginePool { engines: engines.map_err(std::io::Error::other)?, stop })
    }

    /// Does all the work and hands its results on in order; false when it was told to stop before the end. `act` gives none
    /// when the control has stopped it.
    pub(super) fn work<T: Send + Copy, R: Send>(
        &mut self,
        work: impl IntoIterator<Item = T>,
        act: impl Fn(&mut Engine, T, &Control) -> Option<R> + Sync,
        mut done: impl FnMut(R) -> Result<(), JournalError>,
    ) -> Result<bool, JournalError> {
        let work: Vec<T> = work.into_iter().collect();
        let count = work.len();
        let queue = Mutex::new(work.into_iter().enumerate());
        let control = Control::new();
        // Asked before any work begins, too: small work would be done before it is asked again.
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
                        && let Some((place, item)) = next()
                        && let Some(result) = act(engine, item, control)
                        && sender.send((place, result)).is_ok()
                    {}
                });
            }
            drop(sender);
            // What came before its turn.
            let mut early: BTreeMap<usize, R> = BTreeMap::new();
            let mut handed_on = 0;
            loop {
                if (self.stop)() {
                    control.stop();
                }
                match results.recv_timeout(LOOK_EVERY) {
                    Ok((place, result)) => {
                        early.insert(place, result);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(handed_on == count),
                }
                while let Some(result) = early.remove(&handed_on) {
                    handed_on += 1;
                    done(result).inspect_err(|_| control.stop())?;
                }
            }
        })
    }
}

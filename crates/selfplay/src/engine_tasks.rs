//! Tasks for engines on several threads, with the results in the order of the tasks.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use saffron_engine::{Control, HashSizeError};

/// Interval at which `stop` is called.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

/// Workers that run tasks, each on its own thread: engines, or whatever has one.
pub struct EngineTasks<'a, W> {
    workers: Vec<W>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a, W: Send> EngineTasks<'a, W> {
    /// Creates as many workers as threads, at least one.
    ///
    /// # Errors
    /// There is no memory for one of them.
    pub fn new(
        threads: usize,
        stop: &'a dyn Fn() -> bool,
        worker: impl Fn() -> Result<W, HashSizeError>,
    ) -> Result<EngineTasks<'a, W>, HashSizeError> {
        let workers: Result<Vec<W>, _> = (0..threads.max(1)).map(|_| worker()).collect();
        Ok(EngineTasks { workers: workers?, stop })
    }

    /// Runs `act` on all tasks and calls `done` with the results in order. Returns false if it was stopped before the end. `act`
    /// returns `None` when the control has stopped it.
    ///
    /// # Errors
    /// The first error of `done`, which ends the run.
    pub fn run<T: Send + Copy, R: Send, E>(
        &mut self,
        tasks: impl IntoIterator<Item = T>,
        act: impl Fn(&mut W, T, &Control) -> Option<R> + Sync,
        mut done: impl FnMut(R) -> Result<(), E>,
    ) -> Result<bool, E> {
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
            for worker in &mut self.workers {
                let (sender, queue, act, control) = (sender.clone(), &queue, &act, &control);
                scope.spawn(move || {
                    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while !control.is_stopped()
                        && let Some((index, task)) = next()
                        && let Some(result) = act(worker, task, control)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn results_come_in_the_order_of_the_tasks() {
        let mut tasks = EngineTasks::new(3, &|| false, || Ok(())).unwrap();
        let mut results = Vec::new();
        let finished = tasks.run(
            0..40_u64,
            |(), task, _| {
                std::thread::sleep(Duration::from_millis((task * 7) % 5));
                Some(task * task)
            },
            |result| {
                results.push(result);
                Ok::<(), ()>(())
            },
        );
        assert_eq!(finished, Ok(true));
        assert_eq!(results, (0..40).map(|task| task * task).collect::<Vec<u64>>());
    }

    #[test]
    fn an_error_and_a_stop_end_the_run() {
        let mut tasks = EngineTasks::new(2, &|| false, || Ok(())).unwrap();
        assert_eq!(tasks.run(0..9, |(), task, _| Some(task), |task| if task < 4 { Ok(()) } else { Err(task) }), Err(4));
        let calls = Cell::new(0);
        let stop = || calls.replace(calls.get() + 1) > 0;
        let mut tasks = EngineTasks::new(2, &stop, || Ok(())).unwrap();
        let wait = |(): &mut (), _: i32, control: &Control| {
            while !control.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            None::<()>
        };
        assert_eq!(tasks.run(0..9, wait, |()| Ok::<(), ()>(())), Ok(false));
    }
}

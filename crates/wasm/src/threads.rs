//! Thread pool of the engine for workers that share one memory.
//!
//! A browser's threads are workers, which start only while no one blocks on them. So the page starts them before the search,
//! each with the same module and memory, and each calls [`Pool::serve`], which never returns.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use saffron_engine::{MAX_THREADS, ThreadPool, WorkerTask};

/// Pool of threads that wait for search tasks.
pub(crate) struct Pool {
    state: Mutex<State>,
    /// Signals the serving threads that there is work.
    work: Condvar,
    /// Signals the leading thread that a task has ended.
    ended: Condvar,
}

struct State {
    waiting: VecDeque<WorkerTask<'static>>,
    running: usize,
    /// True if a thread was lost while it ran a task, which will never end.
    broken: bool,
}

impl Pool {
    pub(crate) const fn new() -> Self {
        let state = State { waiting: VecDeque::new(), running: 0, broken: false };
        Self { state: Mutex::new(state), work: Condvar::new(), ended: Condvar::new() }
    }

    /// Adds the calling thread to the pool.
    pub(crate) fn serve(&self) -> ! {
        loop {
            let mut state = self.lock();
            let helper = loop {
                match state.waiting.pop_front() {
                    Some(helper) => break helper,
                    None => state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner),
                }
            };
            state.running += 1;
            drop(state);
            let _running = RunningGuard(self);
            helper();
        }
    }

    /// Records that a thread of the pool has died in the middle of a task.
    pub(crate) fn lose(&self) {
        self.lock().broken = true;
        self.ended.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No thread panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ThreadPool for Pool {
    /// Returns the maximum of the engine: the page requests only as many threads as it has started.
    fn max_workers(&self) -> usize {
        MAX_THREADS - 1
    }

    fn run(&self, tasks: Vec<WorkerTask<'_>>, main: &mut dyn FnMut()) {
        // Created first, so that it is dropped whenever this function ends.
        let _all = WaitGuard(self);
        let mut state = self.lock();
        for helper in tasks {
            // SAFETY: only the lifetime changes. When `_all` is dropped, which is before the lifetime ends, it removes every
            // task that has not begun and waits for the others; if one can never end, it aborts the program.
            let helper = unsafe { std::mem::transmute::<WorkerTask<'_>, WorkerTask<'static>>(helper) };
            state.waiting.push_back(helper);
        }
        drop(state);
        self.work.notify_all();
        main();
    }
}

/// Guard that counts a task down when it has ended, even by a panic.
struct RunningGuard<'a>(&'a Pool);

impl Drop for RunningGuard<'_> {
    fn drop(&mut self) {
        self.0.lock().running -= 1;
        self.0.ended.notify_all();
    }
}

/// Guard that waits until no task runs.
struct WaitGuard<'a>(&'a Pool);

impl Drop for WaitGuard<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.waiting.clear();
        while state.running > 0 {
            if state.broken {
                // The data that the lost task had borrowed must not be used again. The page starts another engine.
                std::process::abort();
            }
            state = self.0.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Exports for the workers, in modules with shared memory only.
#[cfg(target_feature = "atomics")]
pub mod exports {
    use wasm_bindgen::prelude::*;

    use super::Pool;
    use crate::engine::Engine;

    static POOL: Pool = Pool::new();

    #[wasm_bindgen]
    impl Engine {
        /// Sets the number of threads of the searches. One less must have called `serve`.
        #[wasm_bindgen(js_name = setThreads)]
        pub fn set_threads(&mut self, threads: usize) {
            self.engine.set_thread_pool(&POOL);
            self.engine.set_threads(threads);
        }
    }

    /// Makes the calling worker a thread of the engine. Never returns.
    #[wasm_bindgen]
    pub fn serve() {
        POOL.serve();
    }

    /// Records that a worker which called `serve` has died, so that no search waits for it.
    #[wasm_bindgen]
    pub fn lose() {
        POOL.lose();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::thread;

    use saffron_engine::{Control, Engine, Limits, Root};
    use saffron_rules::Variant;

    use super::*;

    /// Returns a pool with its own threads.
    fn pool(threads: usize) -> &'static Pool {
        let pool: &'static Pool = Box::leak(Box::new(Pool::new()));
        for _ in 0..threads {
            thread::spawn(move || pool.serve());
        }
        pool
    }

    #[test]
    fn everything_borrowed_is_free_when_a_run_has_ended() {
        let pool = pool(3);
        for round in 0..200 {
            let mut counts = [0_usize; 3];
            let (begun, over) = (&AtomicUsize::new(0), &AtomicUsize::new(0));
            let helpers = counts.iter_mut().map(|count| {
                Box::new(move || {
                    begun.fetch_add(1, SeqCst);
                    while over.load(SeqCst) == 0 {
                        *count += 1;
                        thread::yield_now();
                    }
                    *count += 1;
                }) as WorkerTask<'_>
            });
            let mut led = false;
            pool.run(helpers.collect(), &mut || {
                // Every other round, end before the tasks can have begun.
                while round % 2 == 0 && begun.load(SeqCst) < 3 {
                    thread::yield_now();
                }
                led = true;
                over.store(1, SeqCst);
            });
            assert!(led);
            assert_eq!(counts.iter().filter(|&&count| count > 0).count(), begun.load(SeqCst));
        }
    }

    #[test]
    fn without_threads_the_leader_is_alone() {
        let mut led = 0;
        pool(0).run(vec![Box::new(|| panic!("nobody is there to call this"))], &mut || led += 1);
        assert_eq!(led, 1);
    }

    #[test]
    fn a_helper_that_panics_is_not_waited_for() {
        let pool = pool(1);
        let begun = AtomicUsize::new(0);
        let helper = || {
            begun.fetch_add(1, SeqCst);
            std::panic::resume_unwind(Box::new("a helper's end"));
        };
        pool.run(vec![Box::new(helper)], &mut || {
            while begun.load(SeqCst) == 0 {
                thread::yield_now();
            }
        });
        // The thread is gone; searches continue without it, even after `lose`.
        pool.lose();
        pool.run(vec![Box::new(|| ())], &mut || ());
    }

    #[test]
    fn a_search_is_helped() {
        let mut engine = Engine::new(4).unwrap();
        engine.set_thread_pool(pool(2));
        engine.set_threads(3);
        assert_eq!(engine.threads(), 3);
        let root = Root::from(Variant::by_id("glinski").unwrap().start());
        for _ in 0..3 {
            let result = engine.search(&root, &Limits::nodes(50_000), &Control::new(), &mut ());
            assert!(result.best.is_some());
            assert!((50_000..500_000).contains(&result.nodes), "{}", result.nodes);
        }
        let control = Control::new();
        control.stop();
        assert!(engine.search(&root, &Limits::default(), &control, &mut ()).best.is_some());
    }
}

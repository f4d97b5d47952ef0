//! Thread pool: the source of the worker threads of a search.

/// Task of one worker thread.
pub type WorkerTask<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Pool that runs the worker threads of a search next to its main thread. The default is [`SystemThreadPool`]. If threads
/// cannot be started during a search, as in a browser, give the [`Engine`](crate::Engine) another pool with
/// [`Engine::set_thread_pool`](crate::Engine::set_thread_pool).
pub trait ThreadPool: Send + Sync {
    /// Maximum number of workers that can run at the same time.
    fn max_workers(&self) -> usize;

    /// Calls `main` on this thread and, at the same time, each task on its own thread. Returns when all of them have returned.
    /// Tasks end soon after `main` has returned; a task that has not been started by then may be dropped.
    fn run(&self, tasks: Vec<WorkerTask<'_>>, main: &mut dyn FnMut());
}

/// Pool of operating system threads, started for each search and joined at its end. A browser has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemThreadPool;

impl ThreadPool for SystemThreadPool {
    fn max_workers(&self) -> usize {
        if cfg!(all(target_family = "wasm", target_os = "unknown")) { 0 } else { usize::MAX }
    }

    /// Panics if a task has panicked, after all threads have ended.
    fn run(&self, tasks: Vec<WorkerTask<'_>>, main: &mut dyn FnMut()) {
        std::thread::scope(|scope| {
            for task in tasks {
                scope.spawn(task);
            }
            main();
        });
    }
}

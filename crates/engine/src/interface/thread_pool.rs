//! Where the worker threads of a search come from.

/// The work of one worker thread.
pub type WorkerTask<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs the worker threads of a search beside its main thread. The default is [`SystemThreadPool`]; an
/// [`Engine`](crate::Engine) takes another one by [`Engine::set_thread_pool`](crate::Engine::set_thread_pool) where threads
/// cannot be started during a search, as in a browser.
pub trait ThreadPool: Send + Sync {
    /// The greatest number of workers that can run at a time.
    fn max_workers(&self) -> usize;

    /// Calls `main` on this thread and, meanwhile, every task on a thread of its own. Returns when all of them have
    /// returned. Tasks end soon after `main` has returned; one that has not been started by then may be dropped.
    fn run(&self, tasks: Vec<WorkerTask<'_>>, main: &mut dyn FnMut());
}

/// Threads of the operating system, started with each search and joined at its end. There are none in a browser.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemThreadPool;

impl ThreadPool for SystemThreadPool {
    fn max_workers(&self) -> usize {
        if cfg!(all(target_family = "wasm", target_os = "unknown")) { 0 } else { usize::MAX }
    }

    /// Panics when a task does, once all threads have ended.
    fn run(&self, tasks: Vec<WorkerTask<'_>>, main: &mut dyn FnMut()) {
        std::thread::scope(|scope| {
            for task in tasks {
                scope.spawn(task);
            }
            main();
        });
    }
}

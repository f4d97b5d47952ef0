//! Who runs the helpers of a search that several threads share.

/// The work of one helper.
pub type Helper<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs the helpers of a search beside the thread that leads it: threads of the system where there are such
/// ([`SystemThreads`]), something else where an [`Engine`](crate::Engine) is given it
/// ([`Engine::set_crew`](crate::Engine::set_crew)), as in a browser, whose threads cannot be started in the middle of a
/// search.
pub trait Crew: Send + Sync {
    /// The most helpers that it can run at a time; 0 where it has none.
    fn most(&self) -> usize;

    /// Calls `lead` on this thread and, meanwhile, every helper on a thread of its own, and comes back when all of them
    /// have ended. Helpers go on until `lead` has ended, and end soon after it. One that has not been begun by then need
    /// not be called.
    fn run(&self, helpers: Vec<Helper<'_>>, lead: &mut dyn FnMut());
}

/// Threads of the operating system, which start with a search and end with it. There are none in a browser.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemThreads;

impl Crew for SystemThreads {
    fn most(&self) -> usize {
        if cfg!(all(target_family = "wasm", target_os = "unknown")) { 0 } else { usize::MAX }
    }

    fn run(&self, helpers: Vec<Helper<'_>>, lead: &mut dyn FnMut()) {
        std::thread::scope(|scope| {
            let helpers: Vec<_> = helpers.into_iter().map(|helper| scope.spawn(helper)).collect();
            lead();
            for helper in helpers {
                // What a helper that panicked has found is lost; the others' results stand.
                let _ = helper.join();
            }
        });
    }
}

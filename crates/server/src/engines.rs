//! The engines that the server lends: a fixed number, each to one search at a time.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use saffron_engine::Engine;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Memory of each engine's table in MiB.
const HASH_MB: usize = 64;

/// How much of the engine the server lends for analysis.
///
/// ```
/// use saffron_server::AnalysisLimits;
///
/// assert!(AnalysisLimits::default().searches >= 1);
/// assert_eq!(AnalysisLimits::none().searches, 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisLimits {
    /// How many searches there may be at a time, each on one thread; 0 for none at all.
    pub searches: usize,
    /// The longest that one of them goes on.
    pub longest: Duration,
}

impl AnalysisLimits {
    /// No analysis at all.
    pub const fn none() -> Self {
        Self { searches: 0, longest: Duration::ZERO }
    }

    /// So many searches at a time, each of up to two minutes.
    pub const fn searches(searches: usize) -> Self {
        Self { searches, longest: Duration::from_secs(120) }
    }
}

impl Default for AnalysisLimits {
    /// One search less than there are processors, at least one.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::searches(processors.saturating_sub(1).max(1))
    }
}

/// An engine with the name of whom it was lent to last.
struct Named {
    name: String,
    engine: Engine,
}

/// The engines. They are made when they are first needed.
pub(crate) struct Engines {
    limits: AnalysisLimits,
    free: Arc<Semaphore>,
    /// Those that nobody uses, the one that has rested longest first.
    resting: Mutex<Vec<Named>>,
    closed: AtomicBool,
}

impl Engines {
    pub(crate) fn new(limits: AnalysisLimits) -> Self {
        Self {
            limits,
            free: Arc::new(Semaphore::new(limits.searches.min(Semaphore::MAX_PERMITS))),
            resting: Mutex::new(Vec::new()),
            closed: AtomicBool::new(false),
        }
    }

    /// How many there are; 0 where none is lent.
    pub(crate) fn count(&self) -> usize {
        self.limits.searches
    }

    pub(crate) fn longest_search(&self) -> Duration {
        self.limits.longest
    }

    /// Ends all searches: the server stops.
    pub(crate) fn close(&self) {
        self.closed.store(true, Relaxed);
        self.free.close();
    }

    pub(crate) fn are_closed(&self) -> bool {
        self.closed.load(Relaxed)
    }

    /// An engine for this name: the one that it had before if that is free, otherwise one that has forgotten all. None
    /// when there is none for so long, or no memory for one.
    pub(crate) async fn borrow(self: &Arc<Self>, name: String, patience: Duration) -> Option<Lent> {
        let waiting = tokio::time::timeout(patience, Arc::clone(&self.free).acquire_owned());
        let permit = waiting.await.ok()?.ok()?;
        let named = match self.take(&name) {
            Some(mut named) => {
                if named.name != name {
                    named.engine.new_game();
                    named.name = name;
                }
                named
            }
            None => Named { name, engine: Engine::new(HASH_MB).ok()? },
        };
        Some(Lent { named, permit, engines: Arc::clone(self) })
    }

    fn take(&self, name: &str) -> Option<Named> {
        // Whoever panicked held no engine in its hands: the list is whole.
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        let index = resting.iter().position(|named| named.name == name).unwrap_or(0);
        (index < resting.len()).then(|| resting.remove(index))
    }
}

/// An engine in use. One that is not given back, as after a panic, is replaced by a new one.
pub(crate) struct Lent {
    named: Named,
    permit: OwnedSemaphorePermit,
    engines: Arc<Engines>,
}

impl Lent {
    pub(crate) fn engine(&mut self) -> &mut Engine {
        &mut self.named.engine
    }

    pub(crate) fn engines(&self) -> Arc<Engines> {
        Arc::clone(&self.engines)
    }

    pub(crate) fn give_back(self) {
        let Self { named, permit, engines } = self;
        engines.resting.lock().unwrap_or_else(PoisonError::into_inner).push(named);
        drop(permit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_name_gets_the_engine_that_it_had() {
        let engines = Arc::new(Engines::new(AnalysisLimits::searches(2)));
        let borrow = async |name: &str| engines.borrow(name.to_owned(), Duration::from_millis(10)).await;
        let (first, second) = (borrow("a").await.expect("free"), borrow("b").await.expect("free"));
        assert!(borrow("c").await.is_none(), "there are two only");
        first.give_back();
        second.give_back();
        // The one that has rested longest is "a", but "b" is asked for.
        let again = borrow("b").await.expect("free");
        let resting: Vec<String> =
            engines.resting.lock().expect("whole").iter().map(|named| named.name.clone()).collect();
        assert_eq!(resting, ["a"]);
        again.give_back();
        drop(borrow("c").await.expect("free"));
        // It was not given back, so it is gone, and its place is free.
        assert_eq!(engines.resting.lock().expect("whole").len(), 1);
        assert!(borrow("d").await.is_some());
    }

    #[tokio::test]
    async fn nothing_is_lent_after_the_end() {
        let engines = Arc::new(Engines::new(AnalysisLimits::searches(1)));
        engines.close();
        assert!(engines.are_closed());
        assert!(engines.borrow("a".to_owned(), Duration::from_secs(5)).await.is_none());
    }
}

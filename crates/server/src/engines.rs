//! The engines that the server lends: a fixed number, each to one search at a time.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
    /// By name the searches that go on, or wait for an engine.
    working: Mutex<Vec<(String, Arc<AtomicBool>)>>,
    closed: AtomicBool,
}

impl Engines {
    pub(crate) fn new(limits: AnalysisLimits) -> Self {
        Self {
            limits,
            free: Arc::new(Semaphore::new(limits.searches.min(Semaphore::MAX_PERMITS))),
            resting: Mutex::new(Vec::new()),
            working: Mutex::new(Vec::new()),
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

    fn are_closed(&self) -> bool {
        self.closed.load(Relaxed)
    }

    /// An engine for this name: the one that it had before if that is free, otherwise one that has forgotten all. A search
    /// under the same name ends: its page wants another one, and may have let go of it before the server hears of that.
    /// None when there is no engine for so long, or no memory for one.
    pub(crate) async fn borrow(self: &Arc<Self>, name: String, patience: Duration) -> Option<Lent> {
        let work = self.begin(&name);
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
        Some(Lent { named, work, permit })
    }

    /// Puts a search into the list of those that go on, and ends the others of its name. One that still waits for an engine
    /// is there, too, so that of any two the later one is left.
    fn begin(self: &Arc<Self>, name: &str) -> Work {
        let ended = Arc::new(AtomicBool::new(false));
        let mut working = whole(&self.working);
        for (_, other) in working.iter().filter(|(other, _)| other == name) {
            other.store(true, Relaxed);
        }
        working.push((name.to_owned(), Arc::clone(&ended)));
        Work(Ending { ended, engines: Arc::clone(self) })
    }

    fn take(&self, name: &str) -> Option<Named> {
        let mut resting = whole(&self.resting);
        let index = resting.iter().position(|named| named.name == name).unwrap_or(0);
        (index < resting.len()).then(|| resting.remove(index))
    }
}

/// Whoever panicked had not begun to change the list.
fn whole<T>(list: &Mutex<T>) -> MutexGuard<'_, T> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search in the list of those that go on, as long as it does.
struct Work(Ending);

impl Drop for Work {
    fn drop(&mut self) {
        let Work(Ending { ended, engines }) = self;
        whole(&engines.working).retain(|(_, other)| !Arc::ptr_eq(other, ended));
    }
}

/// An engine in use. One that is not given back, as after a panic, is replaced by a new one.
pub(crate) struct Lent {
    named: Named,
    work: Work,
    // The last to be dropped: a place is free when all else is in order.
    permit: OwnedSemaphorePermit,
}

/// Whether a search is to end: the server stops, or the same page wants another search.
#[derive(Clone)]
pub(crate) struct Ending {
    ended: Arc<AtomicBool>,
    engines: Arc<Engines>,
}

impl Ending {
    pub(crate) fn has_come(&self) -> bool {
        self.ended.load(Relaxed) || self.engines.are_closed()
    }
}

impl Lent {
    pub(crate) fn engine(&mut self) -> &mut Engine {
        &mut self.named.engine
    }

    pub(crate) fn ending(&self) -> Ending {
        self.work.0.clone()
    }

    pub(crate) fn give_back(self) {
        let Self { named, work, permit } = self;
        whole(&work.0.engines.resting).push(named);
        drop(work);
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
    async fn a_name_that_asks_again_ends_its_own_search_only() {
        let engines = Arc::new(Engines::new(AnalysisLimits::searches(2)));
        let borrow = async |name: &str| engines.borrow(name.to_owned(), Duration::from_millis(10)).await;
        let (first, second) = (borrow("a").await.expect("free"), borrow("b").await.expect("free"));
        assert!(borrow("a").await.is_none(), "it has not ended yet");
        assert!(first.ending().has_come());
        assert!(!second.ending().has_come());
        first.give_back();
        let again = borrow("a").await.expect("free");
        assert!(!again.ending().has_come());
        drop(again);
        second.give_back();
        assert!(engines.working.lock().expect("whole").is_empty());
    }

    #[tokio::test]
    async fn of_two_that_wait_under_one_name_the_later_is_left() {
        let engines = Arc::new(Engines::new(AnalysisLimits::searches(2)));
        let borrow = async |name: &str| engines.borrow(name.to_owned(), Duration::from_secs(5)).await;
        let (first, second) = (borrow("a").await.expect("free"), borrow("b").await.expect("free"));
        let both = async { tokio::join!(borrow("c"), borrow("c")) };
        let free = async {
            tokio::task::yield_now().await;
            first.give_back();
            second.give_back();
        };
        let ((earlier, later), ()) = tokio::join!(both, free);
        assert!(earlier.expect("free").ending().has_come());
        assert!(!later.expect("free").ending().has_come());
    }

    #[tokio::test]
    async fn nothing_is_lent_after_the_end() {
        let engines = Arc::new(Engines::new(AnalysisLimits::searches(1)));
        engines.close();
        assert!(engines.are_closed());
        assert!(engines.borrow("a".to_owned(), Duration::from_secs(5)).await.is_none());
    }
}

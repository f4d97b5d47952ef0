//! Pool of the server's engines for analysis: a fixed number, each running one search at a time.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use saffron_engine::{Engine, HashSizeError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use crate::analysis::protocol::ApiError;
use crate::client::Client;
use crate::config::AnalysisLimits;
use crate::config::limits::{ENGINE_TTL, MAX_HASH_MB, TOTAL_HASH_MB};

/// Key of a search: a client, and the engine name that its page has chosen. A new search with the same key replaces the
/// old one, and reuses its engine and hash table if that engine is free.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchKey {
    pub client: Client,
    pub engine: String,
}

/// Idle engine, with the key of its last search.
struct EngineSlot {
    key: SearchKey,
    engine: Engine,
    since: Instant,
}

/// Search that is running or waiting for an engine.
struct ActiveSearch {
    key: SearchKey,
    replaced: Arc<AtomicBool>,
}

/// Pool of engines. Each engine is created when it is first needed.
pub struct EnginePool {
    limits: AnalysisLimits,
    hash_mb: usize,
    permits: Arc<Semaphore>,
    /// Searches that each client may still start. Only clients with a search have an entry.
    clients: Mutex<HashMap<Client, Arc<Semaphore>>>,
    /// Idle engines, the least recently used first.
    idle: Mutex<Vec<EngineSlot>>,
    searches: Mutex<Vec<ActiveSearch>>,
    begun: AtomicU64,
    closed: AtomicBool,
}

impl std::fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePool").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl EnginePool {
    pub fn new(limits: AnalysisLimits) -> Self {
        Self {
            limits,
            hash_mb: (TOTAL_HASH_MB / limits.searches.max(1)).clamp(1, MAX_HASH_MB),
            permits: Arc::new(Semaphore::new(limits.searches.min(Semaphore::MAX_PERMITS))),
            clients: Mutex::default(),
            idle: Mutex::default(),
            searches: Mutex::default(),
            begun: AtomicU64::new(0),
            closed: AtomicBool::new(false),
        }
    }

    pub fn limits(&self) -> &AnalysisLimits {
        &self.limits
    }

    /// Stops all searches, because the server stops.
    pub fn close(&self) {
        self.closed.store(true, Relaxed);
        self.permits.close();
    }

    /// Waits for the right to use an engine, at most [`AnalysisLimits::wait`], and stops the search with the same key.
    /// With `new_game`, the engine forgets earlier searches. Creating or clearing the engine is left to
    /// [`EngineLease::engine`], so this is quick.
    ///
    /// # Errors
    ///
    /// [`ApiError::TooManySearches`] if the client has too many searches, [`ApiError::EnginesBusy`] if no engine
    /// becomes free in time, [`ApiError::ShuttingDown`] if the server stops.
    pub async fn lease(self: &Arc<Self>, key: SearchKey, new_game: bool) -> Result<EngineLease, ApiError> {
        let deadline = Instant::now() + self.limits.wait;
        let search = self.register(&key);
        let Ok(Ok(client_permit)) = timeout_at(deadline, self.client_permits(key.client).acquire_owned()).await else {
            return Err(ApiError::TooManySearches { limit: self.searches_per_client() });
        };
        match timeout_at(deadline, Arc::clone(&self.permits).acquire_owned()).await {
            Ok(Ok(permit)) => {
                self.begun.fetch_add(1, Relaxed);
                Ok(EngineLease { key, new_game, engine: None, search, _permits: [client_permit, permit] })
            }
            Ok(Err(_)) => Err(ApiError::ShuttingDown),
            Err(_) => Err(ApiError::EnginesBusy { engines: self.limits.searches }),
        }
    }

    /// Number of searches that are running.
    pub fn running(&self) -> usize {
        self.limits.searches.saturating_sub(self.permits.available_permits())
    }

    /// Number of searches started since the server's start.
    pub fn begun(&self) -> u64 {
        self.begun.load(Relaxed)
    }

    /// Periodically drops engines that have not been used for 30 seconds. Never returns.
    pub async fn keep_small(&self) {
        loop {
            tokio::time::sleep(ENGINE_TTL / 4).await;
            let unused: Vec<EngineSlot> =
                lock(&self.idle).extract_if(.., |slot| slot.since.elapsed() >= ENGINE_TTL).collect();
            drop(unused);
        }
    }

    fn searches_per_client(&self) -> usize {
        self.limits.searches_per_client.clamp(1, Semaphore::MAX_PERMITS)
    }

    /// Registers a search and stops the others with its key. Searches that wait for an engine are registered, too, so
    /// of two the later one wins.
    fn register(self: &Arc<Self>, key: &SearchKey) -> RegisteredSearch {
        let replaced = Arc::new(AtomicBool::new(false));
        let mut searches = lock(&self.searches);
        for other in searches.iter().filter(|other| other.key == *key) {
            other.replaced.store(true, Relaxed);
        }
        searches.push(ActiveSearch { key: key.clone(), replaced: Arc::clone(&replaced) });
        RegisteredSearch(Cancellation { replaced, pool: Arc::clone(self) })
    }

    fn client_permits(&self, client: Client) -> Arc<Semaphore> {
        let mut clients = lock(&self.clients);
        // A semaphore without permits or waiting searches has no other reference.
        clients.retain(|_, permits| Arc::strong_count(permits) > 1);
        let permits = clients.entry(client).or_insert_with(|| Arc::new(Semaphore::new(self.searches_per_client())));
        Arc::clone(permits)
    }

    /// Takes an idle engine, the one of this key if possible. The flag tells whether it is that one.
    fn take_idle(&self, key: &SearchKey) -> Option<(Engine, bool)> {
        let mut idle = lock(&self.idle);
        if let Some(index) = idle.iter().position(|slot| slot.key == *key) {
            return Some((idle.remove(index).engine, true));
        }
        (!idle.is_empty()).then(|| (idle.remove(0).engine, false))
    }
}

/// Locks a list. Poisoning is ignored, since no code panics while it changes one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A registered search, removed from the pool's list on drop.
struct RegisteredSearch(Cancellation);

impl Drop for RegisteredSearch {
    fn drop(&mut self) {
        let Self(Cancellation { replaced, pool }) = self;
        lock(&pool.searches).retain(|search| !Arc::ptr_eq(&search.replaced, replaced));
    }
}

/// Flag that tells a search to stop: it was replaced, or the server stops.
#[derive(Clone)]
pub struct Cancellation {
    replaced: Arc<AtomicBool>,
    pool: Arc<EnginePool>,
}

impl Cancellation {
    pub fn is_requested(&self) -> bool {
        self.replaced.load(Relaxed) || self.pool.closed.load(Relaxed)
    }
}

/// Right to use one engine. If it is dropped without [`EngineLease::release`], for example by a panic, the engine is
/// dropped, too, and the next lease gets a new one.
pub struct EngineLease {
    key: SearchKey,
    /// Whether to clear the results of earlier searches.
    new_game: bool,
    engine: Option<Engine>,
    search: RegisteredSearch,
    /// Declared last, so that it is dropped last: the next lease begins when everything else is released.
    _permits: [OwnedSemaphorePermit; 2],
}

impl EngineLease {
    /// The engine. The first call creates it, or clears it if another key used it or a new game begins. Both write the
    /// whole hash table, so do not call this on an asynchronous worker.
    ///
    /// # Errors
    ///
    /// [`HashSizeError`] if there is not enough memory for the hash table.
    pub fn engine(&mut self) -> Result<&mut Engine, HashSizeError> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.prepare_engine()?,
        };
        Ok(self.engine.insert(engine))
    }

    fn prepare_engine(&self) -> Result<Engine, HashSizeError> {
        let pool = &self.search.0.pool;
        match pool.take_idle(&self.key) {
            Some((engine, true)) if !self.new_game => Ok(engine),
            Some((mut engine, _)) => {
                engine.new_game();
                Ok(engine)
            }
            None => Engine::new(pool.hash_mb),
        }
    }

    pub fn cancellation(&self) -> Cancellation {
        self.search.0.clone()
    }

    /// Ends the lease and returns the engine to the pool.
    pub fn release(self) {
        let Self { key, engine, search, _permits, .. } = self;
        if let Some(engine) = engine {
            lock(&search.0.pool.idle).push(EngineSlot { key, engine, since: Instant::now() });
        }
        drop(search);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use saffron_engine::{Control, Limits, Root};
    use saffron_rules::{Game, Variant};
    use std::net::{IpAddr, Ipv4Addr};

    fn pool(searches: usize, searches_per_client: usize, wait: Duration) -> Arc<EnginePool> {
        let limits = AnalysisLimits { searches_per_client, wait, ..AnalysisLimits::searches(searches) };
        let pool = EnginePool { hash_mb: 1, ..EnginePool::new(limits) };
        Arc::new(pool)
    }

    fn key(client: u8, engine: &str) -> SearchKey {
        let client = Client::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, client)));
        SearchKey { client, engine: engine.to_owned() }
    }

    const SHORT: Duration = Duration::from_millis(10);

    fn idle_names(pool: &EnginePool) -> Vec<String> {
        lock(&pool.idle).iter().map(|slot| slot.key.engine.clone()).collect()
    }

    #[tokio::test]
    async fn a_key_gets_the_engine_that_it_had() {
        let pool = pool(2, 2, SHORT);
        let lease = async |name: &str| {
            let mut lease = pool.lease(key(1, name), false).await?;
            lease.engine().expect("memory");
            Ok::<_, ApiError>(lease)
        };
        let (first, second) = (lease("a").await.expect("free"), lease("b").await.expect("free"));
        assert!(lease("c").await.is_err(), "there are two only");
        first.release();
        second.release();
        // "a" has been idle for longer, but "b" has the same key.
        let again = lease("b").await.expect("free");
        assert_eq!(idle_names(&pool), ["a"]);
        again.release();
        drop(lease("c").await.expect("free"));
        // Dropped without release: the engine is gone, and its place is free.
        assert_eq!(idle_names(&pool), ["b"]);
        assert!(lease("d").await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn unused_engines_are_dropped() {
        let pool = pool(1, 1, SHORT);
        let mut lease = pool.lease(key(1, "a"), false).await.expect("free");
        lease.engine().expect("memory");
        lease.release();
        assert!(tokio::time::timeout(ENGINE_TTL - Duration::from_secs(1), pool.keep_small()).await.is_err());
        assert_eq!(idle_names(&pool), ["a"]);
        assert!(tokio::time::timeout(ENGINE_TTL, pool.keep_small()).await.is_err());
        assert!(idle_names(&pool).is_empty());
    }

    /// Keeping the key replaces the page's last search, which would otherwise run in parallel with the next.
    #[tokio::test]
    async fn a_new_game_clears_the_engine_of_its_key() {
        let pool = pool(1, 1, SHORT);
        let game = Game::new(Variant::by_id("shafran").expect("a variant").start());
        let nodes = async |new_game: bool| {
            let mut lease = pool.lease(key(1, "a"), new_game).await.expect("free");
            let limits = Limits::depth(6);
            let engine = lease.engine().expect("memory");
            let result = engine.search(&Root::from(&game), &limits, &Control::new(), &mut ());
            lease.release();
            result.nodes
        };
        let first = nodes(false).await;
        assert!(nodes(false).await < first, "the engine keeps its results");
        assert_eq!(nodes(true).await, first, "they are cleared");
    }

    #[tokio::test]
    async fn a_lease_neither_creates_nor_clears_an_engine() {
        let pool = pool(1, 1, SHORT);
        let lease = pool.lease(key(1, "a"), false).await.expect("free");
        assert!(lease.engine.is_none());
        lease.release();
        assert_eq!(idle_names(&pool), [""; 0]);
        let mut lease = pool.lease(key(1, "a"), false).await.expect("free");
        lease.engine().expect("memory");
        lease.release();
        let _other = pool.lease(key(1, "b"), false).await.expect("free");
        assert_eq!(idle_names(&pool), ["a"], "the engine with the results of \"a\" is not touched yet");
    }

    #[tokio::test]
    async fn a_search_replaces_the_one_with_the_same_key_only() {
        let pool = pool(3, 2, SHORT);
        let (first, second) =
            (pool.lease(key(1, "a"), false).await.expect("free"), pool.lease(key(1, "b"), false).await.expect("free"));
        let same_name = pool.lease(key(2, "a"), false).await.expect("free");
        assert!(pool.lease(key(1, "a"), false).await.is_err(), "it has not ended yet");
        assert!(first.cancellation().is_requested());
        assert!(!second.cancellation().is_requested());
        assert!(!same_name.cancellation().is_requested(), "the engine names of others are others");
        first.release();
        let again = pool.lease(key(1, "a"), false).await.expect("free");
        assert!(!again.cancellation().is_requested());
        drop((again, second, same_name));
        assert!(lock(&pool.searches).is_empty());
    }

    #[tokio::test]
    async fn of_two_that_wait_with_one_key_the_later_wins() {
        let pool = pool(2, 4, Duration::from_secs(5));
        let (first, second) =
            (pool.lease(key(1, "a"), false).await.expect("free"), pool.lease(key(1, "b"), false).await.expect("free"));
        let both = async { tokio::join!(pool.lease(key(1, "c"), false), pool.lease(key(1, "c"), false)) };
        let free = async {
            tokio::task::yield_now().await;
            first.release();
            second.release();
        };
        let ((earlier, later), ()) = tokio::join!(both, free);
        assert!(earlier.expect("free").cancellation().is_requested());
        assert!(!later.expect("free").cancellation().is_requested());
    }

    #[tokio::test]
    async fn one_client_does_not_get_all_engines_by_changing_names() {
        let pool = pool(4, 2, SHORT);
        let first = pool.lease(key(1, "a"), false).await.expect("free");
        let second = pool.lease(key(1, "b"), false).await.expect("free");
        for name in ["c", "d", "e"] {
            let refused = pool.lease(key(1, name), false).await.err();
            assert_eq!(refused, Some(ApiError::TooManySearches { limit: 2 }));
        }
        let third = pool.lease(key(2, "a"), false).await.expect("others have theirs");
        let fourth = pool.lease(key(3, "a"), false).await.expect("others have theirs");
        assert_eq!(pool.lease(key(4, "a"), false).await.err(), Some(ApiError::EnginesBusy { engines: 4 }));
        drop((first, second, third, fourth));
        // Clients without a search have no entry.
        let _last = pool.lease(key(5, "a"), false).await.expect("free");
        assert_eq!(lock(&pool.clients).len(), 1);
    }

    #[tokio::test]
    async fn nothing_is_leased_after_the_end() {
        let pool = pool(1, 1, Duration::from_secs(5));
        let lease = pool.lease(key(1, "a"), false).await.expect("free");
        pool.close();
        assert!(lease.cancellation().is_requested());
        assert_eq!(pool.lease(key(2, "a"), false).await.err(), Some(ApiError::ShuttingDown));
    }

    #[test]
    fn many_engines_share_the_memory() {
        let hash_mb = |searches| EnginePool::new(AnalysisLimits::searches(searches)).hash_mb;
        assert_eq!([1, 64, 128, 1024, 100_000].map(hash_mb), [64, 64, 32, 4, 1]);
    }
}

//! Places for connections: their number, their owners, and which connection gives way when all are taken.
//!
//! A connection that keeps the server waiting (for a head, for a body, for its response to be read) costs its client
//! nothing, so with timeouts alone a few clients could hold every place by reconnecting at once. When no place is free,
//! a newcomer takes the place of a waiting connection of the client with the most connections. A small reserve beyond
//! these places serves only health checks.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use saffron_service::client::Client;
use saffron_service::config::ConnectionLimits;
use saffron_service::config::limits::MIN_EVICTION_WAIT;
use tokio::sync::Notify;
use tokio::time::Instant;

/// All places of a listener.
#[derive(Clone, Debug)]
pub(crate) struct Places(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    limits: ConnectionLimits,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    connections: BTreeMap<u64, Connection>,
    reserved: usize,
    counts: HashMap<Client, usize>,
}

/// State of one connection.
#[derive(Debug)]
struct Connection {
    client: Client,
    reserved: bool,
    /// Time since which bytes of a request have been awaited.
    reading: Option<Instant>,
    /// Time since which the client has not taken bytes of a response.
    writing: Option<Instant>,
    evicted: Arc<Notify>,
}

impl Connection {
    fn waits_since(&self) -> Option<Instant> {
        self.writing.or(self.reading)
    }
}

/// Answer to a newcomer.
#[derive(Debug)]
pub(crate) enum Admission {
    Admitted(Place),
    /// The client has too many connections.
    TooMany,
    /// No place is free, and no connection can be evicted yet.
    Full,
}

impl Places {
    pub(crate) fn new(limits: ConnectionLimits) -> Self {
        Self(Arc::new(Shared { limits, open: Mutex::default() }))
    }

    /// Requests a place for a client's connection. `limited` is false for trusted proxies, which forward many clients;
    /// `local` is true for clients on this machine, whose health checks are served regardless of their other
    /// connections.
    pub(crate) fn admit(&self, client: Client, limited: bool, local: bool) -> Admission {
        let mut open = self.lock();
        let too_many = limited && open.count(client) >= self.limits().per_client.max(1);
        if too_many && !local {
            return Admission::TooMany;
        }
        if !too_many && self.make_room(&mut open, Some(client)) {
            return Admission::Admitted(self.insert(open, client, false));
        }
        if open.reserved >= self.limits().reserve.max(1) {
            match open.victim(None, true) {
                Some(victim) => open.evict(victim),
                None => return Admission::Full,
            }
        }
        Admission::Admitted(self.insert(open, client, true))
    }

    /// Returns whether a place outside the reserve is free, after evicting a connection if necessary.
    fn make_room(&self, open: &mut Open, newcomer: Option<Client>) -> bool {
        if open.connections.len() - open.reserved < self.limits().total.max(1) {
            return true;
        }
        let victim = open.victim(newcomer, false);
        victim.inspect(|victim| open.evict(*victim)).is_some()
    }

    fn insert(&self, mut open: MutexGuard<'_, Open>, client: Client, reserved: bool) -> Place {
        let id = open.next;
        open.next += 1;
        let evicted = Arc::new(Notify::new());
        *open.counts.entry(client).or_default() += 1;
        open.reserved += usize::from(reserved);
        let (reading, writing) = (Some(Instant::now()), None);
        open.connections.insert(id, Connection { client, reserved, reading, writing, evicted: Arc::clone(&evicted) });
        Place { handle: PlaceHandle { places: self.clone(), id }, evicted }
    }

    fn limits(&self) -> &ConnectionLimits {
        &self.0.limits
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn count(&self, client: Client) -> usize {
        self.counts.get(&client).copied().unwrap_or_default()
    }

    /// Connection to evict: the longest waiting one of the client with the most connections. `None` if no connection
    /// has waited long enough.
    fn victim(&self, newcomer: Option<Client>, reserved: bool) -> Option<u64> {
        let now = Instant::now();
        let waiting = self.connections.iter().filter(|(_, connection)| connection.reserved == reserved).filter_map(
            |(id, connection)| {
                let waited = now.duration_since(connection.waits_since()?);
                let count = self.count(connection.client) + usize::from(newcomer == Some(connection.client));
                (waited >= MIN_EVICTION_WAIT).then_some((count, waited, Reverse(*id)))
            },
        );
        waiting.max().map(|(_, _, Reverse(id))| id)
    }

    fn evict(&mut self, id: u64) {
        if let Some(connection) = self.remove(id) {
            tracing::debug!(client = %connection.client, "a connection that waited for its client gives way to another");
            connection.evicted.notify_one();
        }
    }

    fn remove(&mut self, id: u64) -> Option<Connection> {
        let connection = self.connections.remove(&id)?;
        self.reserved -= usize::from(connection.reserved);
        self.uncount(connection.client);
        Some(connection)
    }

    fn uncount(&mut self, client: Client) {
        if let Some(count) = self.counts.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&client);
            }
        }
    }
}

/// Place of a connection, freed on drop.
#[derive(Debug)]
pub(crate) struct Place {
    handle: PlaceHandle,
    evicted: Arc<Notify>,
}

impl Place {
    pub(crate) fn handle(&self) -> PlaceHandle {
        self.handle.clone()
    }

    /// Completes when the place is given to another connection.
    pub(crate) async fn evicted(&self) {
        self.evicted.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.handle.places.lock().remove(self.handle.id);
    }
}

/// Handle by which the parts of a connection report what it waits for. It has no effect after the connection has ended
/// or become a WebSocket.
#[derive(Clone, Debug)]
pub(crate) struct PlaceHandle {
    places: Places,
    id: u64,
}

impl PlaceHandle {
    /// Sets whether bytes of a request are awaited.
    pub(crate) fn reading(&self, waits: bool) {
        self.change(|connection| connection.reading = waits.then(|| connection.reading.unwrap_or_else(Instant::now)));
    }

    /// Sets whether bytes of a response are waiting for the client.
    pub(crate) fn writing(&self, waits: bool) {
        self.change(|connection| connection.writing = waits.then(|| connection.writing.unwrap_or_else(Instant::now)));
    }

    fn change(&self, change: impl FnOnce(&mut Connection)) {
        if let Some(connection) = self.places.lock().connections.get_mut(&self.id) {
            change(connection);
        }
    }

    /// Returns whether the connection is in the reserve.
    pub(crate) fn is_reserved(&self) -> bool {
        self.places.lock().connections.get(&self.id).is_some_and(|connection| connection.reserved)
    }

    /// Counts the connection for the visitor that a trusted proxy names instead of for the proxy. Returns false, and
    /// changes nothing, if the visitor has too many connections.
    pub(crate) fn belongs_to(&self, visitor: Client) -> bool {
        let mut open = self.places.lock();
        let Some(before) = open.connections.get(&self.id).map(|connection| connection.client) else { return true };
        if before == visitor {
            return true;
        }
        if open.count(visitor) >= self.places.limits().per_client.max(1) {
            return false;
        }
        self.count_for(&mut open, before, visitor);
        true
    }

    /// Counts the connection for its proxy again.
    pub(crate) fn belongs_to_proxy(&self, proxy: Client) {
        let mut open = self.places.lock();
        if let Some(before) = open.connections.get(&self.id).map(|connection| connection.client) {
            self.count_for(&mut open, before, proxy);
        }
    }

    fn count_for(&self, open: &mut Open, before: Client, client: Client) {
        open.uncount(before);
        *open.counts.entry(client).or_default() += 1;
        if let Some(connection) = open.connections.get_mut(&self.id) {
            connection.client = client;
        }
    }

    /// Returns whether the connection may serve more than health checks. One in the reserve moves to a place that is
    /// free or can be freed.
    pub(crate) fn promote(&self, limited: bool) -> bool {
        let mut open = self.places.lock();
        let Some((client, reserved)) =
            open.connections.get(&self.id).map(|connection| (connection.client, connection.reserved))
        else {
            return true;
        };
        if !reserved {
            return true;
        }
        let too_many = limited && open.count(client) > self.places.limits().per_client.max(1);
        if too_many || !self.places.make_room(&mut open, None) {
            return false;
        }
        open.reserved -= 1;
        if let Some(connection) = open.connections.get_mut(&self.id) {
            connection.reserved = false;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn places(total: usize, per_client: usize, reserve: usize) -> Places {
        Places::new(ConnectionLimits { total, per_client, reserve, ..ConnectionLimits::default() })
    }

    fn client(number: u8) -> Client {
        Client::new([192, 0, 2, number].into())
    }

    fn admitted(places: &Places, number: u8) -> Place {
        match places.admit(client(number), true, false) {
            Admission::Admitted(place) => place,
            other => panic!("{other:?}"),
        }
    }

    async fn is_evicted(place: &Place) -> bool {
        tokio::time::timeout(Duration::ZERO, place.evicted()).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn connections_are_counted_by_client_and_forgotten() {
        let places = places(10, 2, 2);
        let first = admitted(&places, 1);
        let second = admitted(&places, 1);
        assert!(matches!(places.admit(client(1), true, false), Admission::TooMany));
        let of_other = admitted(&places, 2);
        drop(first);
        let third = admitted(&places, 1);
        drop((second, third, of_other));
        let open = places.lock();
        assert!(open.counts.is_empty() && open.connections.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn the_client_with_the_most_connections_gives_way() {
        let places = places(5, 4, 1);
        let greedy: Vec<Place> = (0..4).map(|_| admitted(&places, 1)).collect();
        let modest = admitted(&places, 2);
        greedy[0].handle().reading(false);
        tokio::time::advance(MIN_EVICTION_WAIT).await;
        let newcomer = admitted(&places, 3);
        assert!(newcomer.handle().promote(true));
        assert!(!is_evicted(&greedy[0]).await, "its request is being answered");
        let mut evicted = 0;
        for place in &greedy[1..] {
            evicted += u32::from(is_evicted(place).await);
        }
        assert_eq!(evicted, 1);
        assert!(!is_evicted(&modest).await);
    }

    #[tokio::test(start_paused = true)]
    async fn one_who_has_the_most_takes_a_place_of_its_own() {
        let places = places(4, 4, 1);
        let first = admitted(&places, 1);
        let rest: Vec<Place> = [2, 3, 1].map(|number| admitted(&places, number)).into();
        tokio::time::advance(MIN_EVICTION_WAIT).await;
        let newcomer = admitted(&places, 1);
        assert!(is_evicted(&first).await);
        for place in rest.iter().chain([&newcomer]) {
            assert!(!is_evicted(place).await);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_reserve_is_used_when_all_others_are_busy() {
        let places = places(1, 8, 1);
        let busy = admitted(&places, 1);
        busy.handle().reading(false);
        tokio::time::advance(MIN_EVICTION_WAIT).await;
        let reserved = admitted(&places, 2);
        assert!(!reserved.handle().promote(true));
        assert!(matches!(places.admit(client(3), true, false), Admission::Full), "it has just come");
        tokio::time::advance(MIN_EVICTION_WAIT).await;
        let next = admitted(&places, 3);
        assert!(is_evicted(&reserved).await);
        drop(reserved);
        busy.handle().writing(true);
        assert!(!next.handle().promote(true));
        tokio::time::advance(MIN_EVICTION_WAIT).await;
        assert!(next.handle().promote(true), "an answer that is not read gives way");
        assert!(is_evicted(&busy).await);
        drop((busy, next));
        assert_eq!(places.lock().reserved, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn programs_of_this_machine_can_always_check() {
        let places = places(8, 1, 2);
        let first = admitted(&places, 1);
        let Admission::Admitted(check) = places.admit(client(1), true, true) else { panic!("the reserve is free") };
        assert!(!check.handle().promote(true));
        drop(first);
        assert!(check.handle().promote(true));
    }

    #[tokio::test(start_paused = true)]
    async fn visitors_of_a_proxy_are_counted_while_they_ask() {
        let places = places(8, 1, 2);
        let proxy = client(9);
        let connections: Vec<Place> = (0..3)
            .map(|_| match places.admit(proxy, false, false) {
                Admission::Admitted(place) => place,
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(connections[0].handle().belongs_to(client(1)));
        assert!(!connections[1].handle().belongs_to(client(1)));
        assert!(connections[1].handle().belongs_to(client(2)));
        connections[0].handle().belongs_to_proxy(proxy);
        assert!(connections[2].handle().belongs_to(client(1)));
        drop(connections);
        assert!(places.lock().counts.is_empty());
    }
}

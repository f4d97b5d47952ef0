//! Open sockets, counted in all and by client.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::client::Client;
use crate::games::outbox::ClientMemory;

/// The sockets that are open.
#[derive(Clone, Debug, Default)]
pub struct SocketCounts(Arc<Mutex<Counts>>);

#[derive(Debug, Default)]
struct Counts {
    total: usize,
    clients: HashMap<Client, OfClient>,
}

/// The sockets of a client, and what waits for them.
#[derive(Debug, Default)]
struct OfClient {
    count: usize,
    memory: Arc<ClientMemory>,
}

impl SocketCounts {
    /// Counts a socket of a client as long as the returned value exists; `None` when there are too many.
    pub fn add(&self, client: Client, total: usize, per_client: usize) -> Option<CountedSocket> {
        let mut counts = self.lock();
        if counts.total >= total
            || counts.clients.get(&client).is_some_and(|of_client| of_client.count >= per_client.max(1))
        {
            return None;
        }
        counts.total += 1;
        let of_client = counts.clients.entry(client).or_default();
        of_client.count += 1;
        let memory = Arc::clone(&of_client.memory);
        Some(CountedSocket { counts: self.clone(), client, memory })
    }

    /// All open sockets.
    pub fn total(&self) -> usize {
        self.lock().total
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open socket.
#[derive(Debug)]
pub struct CountedSocket {
    counts: SocketCounts,
    client: Client,
    memory: Arc<ClientMemory>,
}

impl CountedSocket {
    /// Bytes that wait for all sockets of the client.
    pub fn memory(&self) -> Arc<ClientMemory> {
        Arc::clone(&self.memory)
    }
}

impl Drop for CountedSocket {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        counts.total -= 1;
        if let Some(of_client) = counts.clients.get_mut(&self.client) {
            of_client.count -= 1;
            if of_client.count == 0 {
                counts.clients.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_are_counted_by_client_and_forgotten() {
        let counts = SocketCounts::default();
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|text| Client::new(text.parse().expect("an address")));
        let first = counts.add(one, 3, 2).expect("below the limit");
        let second = counts.add(one, 3, 2).expect("below the limit");
        assert!(counts.add(one, 3, 2).is_none());
        let third = counts.add(other, 3, 2).expect("another client");
        assert!(counts.add(other, 3, 2).is_none(), "all together are too many");
        drop((first, second, third));
        assert_eq!(counts.total(), 0);
        assert!(counts.lock().clients.is_empty());
    }
}

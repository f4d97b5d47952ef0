//! How many sockets there may be, and how many messages one may send.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::time::Instant;

use crate::http::client::Client;
use crate::live::outbox::ClientMemory;

/// The sockets that are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct SocketCounts(Arc<Mutex<Counts>>);

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
    pub(crate) fn add(&self, client: Client, total: usize, per_client: usize) -> Option<CountedSocket> {
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
    pub(crate) fn total(&self) -> usize {
        self.lock().total
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open socket.
#[derive(Debug)]
pub(crate) struct CountedSocket {
    counts: SocketCounts,
    client: Client,
    memory: Arc<ClientMemory>,
}

impl CountedSocket {
    /// What waits for all sockets of the client.
    pub(crate) fn memory(&self) -> Arc<ClientMemory> {
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

/// An allowance of messages that is refilled at a constant rate (token bucket).
#[derive(Debug)]
pub(crate) struct Allowance {
    left: f64,
    burst: f64,
    per_second: f64,
    at: Instant,
}

impl Allowance {
    pub(crate) fn new(burst: u32, per_second: f64) -> Self {
        Self { left: f64::from(burst), burst: f64::from(burst), per_second, at: Instant::now() }
    }

    /// Whether all of it is there.
    pub(crate) fn is_full(&self) -> bool {
        self.left + self.at.elapsed().as_secs_f64() * self.per_second >= self.burst
    }

    /// Takes one; the seconds until there is one again where there is none.
    pub(crate) fn take(&mut self) -> Result<(), u64> {
        let now = Instant::now();
        self.left = (self.left + now.duration_since(self.at).as_secs_f64() * self.per_second).min(self.burst);
        self.at = now;
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Ok(());
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few seconds")]
        Err(((1.0 - self.left) / self.per_second).ceil().max(1.0) as u64)
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

    #[tokio::test(start_paused = true)]
    async fn an_allowance_is_refilled() {
        let mut allowance = Allowance::new(2, 0.5);
        assert_eq!([allowance.take(), allowance.take(), allowance.take()], [Ok(()), Ok(()), Err(2)]);
        tokio::time::advance(std::time::Duration::from_secs(2)).await;
        assert_eq!([allowance.take(), allowance.take()], [Ok(()), Err(2)]);
    }
}

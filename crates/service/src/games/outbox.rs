//! Bounded queue of messages to a connection.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use saffron_protocol::socket::ServerMessage;
use saffron_store::GameId;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc};

use crate::config::limits::{MAX_WAITING_BYTES, MAX_WAITING_BYTES_OF_CLIENT};

/// Text of a message, encoded once for all connections that get it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame(Bytes);

impl Deref for Frame {
    type Target = str;

    fn deref(&self) -> &str {
        // It was made from a string.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl From<String> for Frame {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl From<&str> for Frame {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Frame> for Bytes {
    fn from(frame: Frame) -> Self {
        frame.0
    }
}

/// Encodes a message.
pub fn frame(message: &ServerMessage) -> Frame {
    // Plain data with names for keys always becomes text.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// Bytes that wait for all connections of a client.
#[derive(Debug, Default)]
pub struct ClientMemory(AtomicUsize);

/// The number of a connection, unique while the server runs.
pub type ConnectionId = u64;

/// The writing end of a connection's queue.
#[derive(Clone, Debug)]
pub struct Outbox {
    id: ConnectionId,
    sender: mpsc::Sender<Frame>,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    /// Games of which messages were left out.
    behind: Mutex<BTreeSet<GameId>>,
    /// Whether a message that cannot be left out did not fit.
    overflowed: AtomicBool,
    /// Whether the server closes the connection.
    closed: AtomicBool,
    /// Wakes the reading end when it is closed.
    wake: Notify,
    /// Bytes that wait.
    waiting: AtomicUsize,
    client: Arc<ClientMemory>,
}

impl Shared {
    fn new(client: Arc<ClientMemory>) -> Self {
        Self {
            behind: Mutex::default(),
            overflowed: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            wake: Notify::new(),
            waiting: AtomicUsize::new(0),
            client,
        }
    }

    /// Counts a message that is to wait. Returns false if it does not fit.
    fn hold(&self, bytes: usize) -> bool {
        let waiting = self.waiting.fetch_add(bytes, Ordering::Relaxed);
        let of_client = self.client.0.fetch_add(bytes, Ordering::Relaxed);
        let fits =
            waiting == 0 || waiting + bytes <= MAX_WAITING_BYTES && of_client + bytes <= MAX_WAITING_BYTES_OF_CLIENT;
        if !fits {
            self.release(bytes);
        }
        fits
    }

    fn release(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::Relaxed);
        self.client.0.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let waiting = *self.waiting.get_mut();
        self.client.0.fetch_sub(waiting, Ordering::Relaxed);
    }
}

impl Outbox {
    /// Creates a queue for this many messages, at least one, and returns its two ends.
    pub fn new(id: ConnectionId, capacity: usize) -> (Self, Inbox) {
        Self::of_client(id, capacity, Arc::default())
    }

    /// Creates a queue for a client with other connections, which share its memory.
    pub fn of_client(id: ConnectionId, capacity: usize, client: Arc<ClientMemory>) -> (Self, Inbox) {
        let (sender, receiver) = mpsc::channel(capacity.max(1));
        let shared = Arc::new(Shared::new(client));
        (Self { id, sender, shared: Arc::clone(&shared) }, Inbox { receiver, shared })
    }

    /// The number of the connection.
    pub fn id(&self) -> ConnectionId {
        self.id
    }

    /// Sends a message of a game's stream. If the queue is full, the game is noted as behind: its messages are left out
    /// until the client watches it again. Returns whether the message was taken.
    pub fn stream(&self, game: GameId, frame: Frame) -> bool {
        match self.put(frame) {
            Ok(()) => true,
            Err(TrySendError::Closed(_)) => false,
            Err(TrySendError::Full(_)) => {
                self.shared.behind.lock().unwrap_or_else(PoisonError::into_inner).insert(game);
                false
            }
        }
    }

    /// Sends a message that the client may miss.
    pub fn hint(&self, frame: Frame) {
        let _ = self.put(frame);
    }

    /// Closes the connection, whatever waits.
    pub fn close(&self) {
        self.shared.closed.store(true, Ordering::Relaxed);
        self.shared.wake.notify_one();
    }

    /// Sends a message that must not be left out: if the queue is full, the connection is closed.
    pub fn send(&self, frame: Frame) {
        if let Err(TrySendError::Full(_)) = self.put(frame) {
            self.shared.overflowed.store(true, Ordering::Relaxed);
        }
    }

    fn put(&self, frame: Frame) -> Result<(), TrySendError<Frame>> {
        let bytes = frame.0.len();
        if !self.shared.hold(bytes) {
            return Err(TrySendError::Full(frame));
        }
        self.sender.try_send(frame).inspect_err(|_| self.shared.release(bytes))
    }
}

/// The reading end.
#[derive(Debug)]
pub struct Inbox {
    receiver: mpsc::Receiver<Frame>,
    shared: Arc<Shared>,
}

impl Inbox {
    /// The next message; `None` if the connection must be closed.
    pub async fn next(&mut self) -> Option<Frame> {
        if self.shared.overflowed.load(Ordering::Relaxed) || self.is_closed() {
            return None;
        }
        if self.receiver.is_empty()
            && let Some(game) = self.shared.behind.lock().unwrap_or_else(PoisonError::into_inner).pop_first()
        {
            return Some(frame(&ServerMessage::Resync { game: game.to_string() }));
        }
        tokio::select! {
            biased;
            () = self.shared.wake.notified() => None,
            next = self.receiver.recv() => self.taken(next),
        }
    }

    /// Returns whether the server closed the connection for a reason other than slow reading.
    pub fn is_closed(&self) -> bool {
        self.shared.closed.load(Ordering::Relaxed)
    }

    /// A message that waits already.
    pub fn waiting(&mut self) -> Option<Frame> {
        let next = self.receiver.try_recv().ok();
        self.taken(next)
    }

    fn taken(&self, next: Option<Frame>) -> Option<Frame> {
        next.inspect(|frame| self.shared.release(frame.0.len()))
    }
}

/// Connections that follow something, with what they want of it. In order, so that simulations are the same every time.
#[derive(Debug)]
pub struct Followers<T> {
    connections: Mutex<BTreeMap<ConnectionId, (Outbox, T)>>,
}

impl<T> Default for Followers<T> {
    fn default() -> Self {
        Self { connections: Mutex::default() }
    }
}

impl<T> Followers<T> {
    /// Adds a connection, or changes what it wants.
    pub fn add(&self, outbox: &Outbox, wanted: T) {
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        connections.insert(outbox.id(), (outbox.clone(), wanted));
    }

    /// Removes a connection.
    pub fn remove(&self, connection: ConnectionId) {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner).remove(&connection);
    }

    /// What all connections want, in their order.
    pub fn wanted(&self) -> Vec<T>
    where
        T: Clone,
    {
        let connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        connections.values().map(|(_, wanted)| wanted.clone()).collect()
    }

    /// Sends a message to those that want it.
    pub fn tell(&self, message: &ServerMessage, wanted: impl Fn(&T) -> bool) {
        let connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        if connections.is_empty() {
            return;
        }
        let frame = frame(message);
        let to = connections.values().filter(|(_, each)| wanted(each));
        to.for_each(|(outbox, _)| outbox.hint(frame.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPACITY: usize = 256;

    fn game() -> GameId {
        GameId::from_random(5)
    }

    #[tokio::test]
    async fn a_slow_reader_is_told_to_resync_once_it_has_caught_up() {
        let (outbox, mut inbox) = Outbox::new(1, CAPACITY);
        for n in 0..CAPACITY {
            assert!(outbox.stream(game(), n.to_string().into()));
        }
        assert!(!outbox.stream(game(), "more".into()));
        for n in 0..CAPACITY {
            assert_eq!(inbox.next().await.as_deref(), Some(n.to_string().as_str()));
        }
        let resync = inbox.next().await.expect("a message");
        assert!(resync.contains(r#""t":"resync""#) && resync.contains(game().as_str()), "{resync}");
        assert!(outbox.stream(game(), "again".into()));
        assert_eq!(inbox.next().await.as_deref(), Some("again"));
    }

    #[tokio::test]
    async fn the_server_can_close_a_connection_that_waits() {
        let (outbox, mut inbox) = Outbox::new(1, CAPACITY);
        let (next, ()) = tokio::join!(inbox.next(), async { outbox.close() });
        assert_eq!(next, None);
        assert!(inbox.is_closed());
        assert_eq!(inbox.next().await, None);
    }

    #[tokio::test]
    async fn a_connection_that_cannot_be_answered_is_closed() {
        let (outbox, mut inbox) = Outbox::new(1, CAPACITY);
        for _ in 0..=CAPACITY {
            outbox.send("answer".into());
        }
        assert_eq!(inbox.next().await, None);
    }

    #[tokio::test]
    async fn bytes_that_wait_are_limited_for_a_connection_and_for_a_client() {
        let memory = Arc::new(ClientMemory::default());
        let mut queues: Vec<_> = (0..8).map(|id| Outbox::of_client(id, CAPACITY, Arc::clone(&memory))).collect();
        let mib = Frame::from("x".repeat(1 << 20));
        let mut taken: Vec<usize> = Vec::new();
        for (outbox, _) in &queues {
            taken.push((0..10).filter(|_| outbox.stream(game(), mib.clone())).count());
        }
        // The first ones have their own limit; then the client's is reached, and one message each is always taken.
        assert_eq!(taken, [4, 4, 4, 4, 1, 1, 1, 1]);
        while queues[0].1.waiting().is_some() {}
        assert_eq!((0..10).filter(|_| queues[0].0.stream(game(), mib.clone())).count(), 1, "20 MiB less 4 wait");
        drop(queues);
        assert_eq!(memory.0.load(Ordering::Relaxed), 0);
    }
}

//! What waits to be sent to a connection, with a limit.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use saffron_protocol::socket::ServerMessage;
use saffron_store::GameId;
use tokio::sync::Notify;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

/// A message as the text of a frame.
pub(crate) fn frame(message: &ServerMessage) -> Utf8Bytes {
    // Plain data with names for keys always becomes text.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// The number of a connection, unique while the server runs.
pub(crate) type ConnectionId = u64;

/// The writing end of a connection's queue.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    id: ConnectionId,
    sender: mpsc::Sender<Utf8Bytes>,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Games of which messages were left out.
    behind: Mutex<BTreeSet<GameId>>,
    /// Whether a message that cannot be left out did not fit.
    overflowed: AtomicBool,
    /// Whether the server closes the connection.
    closed: AtomicBool,
    /// Wakes the reading end when it is closed.
    wake: Notify,
}

impl Outbox {
    /// The two ends of a queue of so many messages, at least one.
    pub(crate) fn new(id: ConnectionId, capacity: usize) -> (Self, Inbox) {
        let (sender, receiver) = mpsc::channel(capacity.max(1));
        let shared = Arc::new(Shared::default());
        (Self { id, sender, shared: Arc::clone(&shared) }, Inbox { receiver, shared })
    }

    /// The number of the connection.
    pub(crate) fn id(&self) -> ConnectionId {
        self.id
    }

    /// Sends a message of a game's stream. Where the queue is full, the game is noted as behind: its messages are left out
    /// until the client watches it again. Returns whether the message was taken.
    pub(crate) fn stream(&self, game: GameId, frame: Utf8Bytes) -> bool {
        match self.sender.try_send(frame) {
            Ok(()) => true,
            Err(TrySendError::Closed(_)) => false,
            Err(TrySendError::Full(_)) => {
                self.shared.behind.lock().unwrap_or_else(PoisonError::into_inner).insert(game);
                false
            }
        }
    }

    /// Sends a message that the client may miss.
    pub(crate) fn hint(&self, frame: Utf8Bytes) {
        let _ = self.sender.try_send(frame);
    }

    /// Closes the connection, whatever waits.
    pub(crate) fn close(&self) {
        self.shared.closed.store(true, Ordering::Relaxed);
        self.shared.wake.notify_one();
    }

    /// Sends a message that must not be left out: where the queue is full, the connection is closed.
    pub(crate) fn send(&self, frame: Utf8Bytes) {
        if let Err(TrySendError::Full(_)) = self.sender.try_send(frame) {
            self.shared.overflowed.store(true, Ordering::Relaxed);
        }
    }
}

/// The reading end.
#[derive(Debug)]
pub(crate) struct Inbox {
    receiver: mpsc::Receiver<Utf8Bytes>,
    shared: Arc<Shared>,
}

impl Inbox {
    /// The next message; `None` where the connection must be closed.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
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
            next = self.receiver.recv() => next,
        }
    }

    /// Whether the server has closed the connection, other than for reading too slowly.
    pub(crate) fn is_closed(&self) -> bool {
        self.shared.closed.load(Ordering::Relaxed)
    }

    /// A message that waits already.
    pub(crate) fn waiting(&mut self) -> Option<Utf8Bytes> {
        self.receiver.try_recv().ok()
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
}

//! Connections that wait for games that cannot be read because the store cannot be reached.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use saffron_protocol::socket::ServerMessage;
use saffron_store::GameId;

use crate::games::outbox::{ConnectionId, Outbox, frame};

/// The games that are being read again, with those who want to follow them.
#[derive(Debug, Default)]
pub(crate) struct Waiting(Mutex<HashMap<GameId, BTreeMap<ConnectionId, Outbox>>>);

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, BTreeMap<ConnectionId, Outbox>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds those who want to follow a game. Returns true if no one is reading it again yet: the caller then does.
    pub(crate) fn add(&self, game: GameId, outboxes: impl IntoIterator<Item = Outbox>) -> bool {
        let mut games = self.lock();
        let begins = !games.contains_key(&game);
        games.entry(game).or_default().extend(outboxes.into_iter().map(|outbox| (outbox.id(), outbox)));
        begins
    }

    /// A connection has the game, or wants it no longer.
    pub(crate) fn remove(&self, game: GameId, connection: ConnectionId) {
        if let Some(outboxes) = self.lock().get_mut(&game) {
            outboxes.remove(&connection);
        }
    }

    /// Ends the attempts to read a game. If it was read, the waiting connections are asked to watch it again.
    pub(crate) fn end(&self, game: GameId, is_there: bool) {
        let waiting = self.lock().remove(&game).unwrap_or_default();
        if is_there {
            let resync = frame(&ServerMessage::Resync { game: game.to_string() });
            waiting.values().for_each(|outbox| outbox.send(resync.clone()));
        }
    }
}

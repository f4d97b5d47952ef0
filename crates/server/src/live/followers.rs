//! Who follows the lobby and the best games.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use saffron_protocol::socket::ServerMessage;

use crate::live::outbox::{ConnectionId, Outbox, frame};

/// Connections that follow something, with what they want of it. In order, so that simulations are the same every time.
#[derive(Debug)]
pub(crate) struct Followers<T> {
    connections: Mutex<BTreeMap<ConnectionId, (Outbox, T)>>,
}

impl<T> Default for Followers<T> {
    fn default() -> Self {
        Self { connections: Mutex::default() }
    }
}

impl<T> Followers<T> {
    /// Adds a connection, or changes what it wants.
    pub(crate) fn add(&self, outbox: &Outbox, wanted: T) {
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        connections.insert(outbox.id(), (outbox.clone(), wanted));
    }

    /// Removes a connection.
    pub(crate) fn remove(&self, connection: ConnectionId) {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner).remove(&connection);
    }

    /// Sends a message to those that want it.
    pub(crate) fn tell(&self, message: &ServerMessage, wanted: impl Fn(&T) -> bool) {
        let connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        if connections.is_empty() {
            return;
        }
        let frame = frame(message);
        let to = connections.values().filter(|(_, each)| wanted(each));
        to.for_each(|(outbox, _)| outbox.hint(frame.clone()));
    }
}

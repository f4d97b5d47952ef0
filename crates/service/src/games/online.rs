//! Connected accounts.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use saffron_protocol::socket::ServerMessage;
use saffron_store::AccountId;

use crate::games::outbox::{ConnectionId, Outbox, frame};

/// The connections of accounts.
#[derive(Debug, Default)]
pub struct Online {
    accounts: Mutex<HashMap<AccountId, Vec<Outbox>>>,
}

impl Online {
    /// Adds a connection. Returns whether it is the account's first.
    pub fn add(&self, account: AccountId, outbox: Outbox) -> bool {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        let outboxes = accounts.entry(account).or_default();
        outboxes.push(outbox);
        outboxes.len() == 1
    }

    /// Removes a connection. Returns whether it was the account's last.
    pub fn remove(&self, account: AccountId, connection: ConnectionId) -> bool {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(outboxes) = accounts.get_mut(&account) else { return false };
        outboxes.retain(|outbox| outbox.id() != connection);
        let last = outboxes.is_empty();
        if last {
            accounts.remove(&account);
        }
        last
    }

    /// Returns whether an account is connected.
    pub fn is_online(&self, account: AccountId) -> bool {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&account)
    }

    /// Number of connected accounts.
    pub fn count(&self) -> usize {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Closes all connections of an account. Those that may come back do so by themselves.
    pub fn disconnect(&self, account: AccountId) {
        let accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.get(&account).into_iter().flatten().for_each(Outbox::close);
    }

    /// Sends a message to all connections of an account.
    pub fn tell(&self, account: AccountId, message: &ServerMessage) {
        let accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outboxes) = accounts.get(&account) {
            let frame = frame(message);
            outboxes.iter().for_each(|outbox| outbox.hint(frame.clone()));
        }
    }
}

//! What of the computer players is in memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use saffron_live::Millis;
use saffron_store::accounts::Account;
use saffron_store::{AccountId, GameId};
use tokio::sync::Notify;

use crate::computers::queue::Queue;
use crate::computers::thinking::Mind;
use crate::config::ComputerLimits;

/// The computer players.
#[derive(Debug)]
pub(crate) struct Computers {
    pub(crate) limits: ComputerLimits,
    /// By level, the weakest first; none where there are no computer players.
    pub(crate) accounts: Vec<Account>,
    queue: Mutex<Queue>,
    minds: Mutex<BTreeMap<GameId, Mind>>,
    /// A game waits for an engine.
    pub(crate) work: Notify,
    /// A game has come that may become urgent before the others.
    pub(crate) sooner: Notify,
}

impl Computers {
    pub(crate) fn new(limits: ComputerLimits, accounts: Vec<Account>) -> Self {
        Self {
            limits,
            accounts,
            queue: Mutex::default(),
            minds: Mutex::default(),
            work: Notify::new(),
            sooner: Notify::new(),
        }
    }

    /// The account of a level.
    pub(crate) fn of_level(&self, level: u8) -> Option<&Account> {
        self.accounts.iter().find(|account| account.level == Some(u32::from(level)))
    }

    pub(crate) fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a game to those that wait.
    pub(crate) fn add(&self, game: GameId, opponent: AccountId, urgent_at: Millis) {
        self.queue().add(game, opponent, urgent_at);
        self.work.notify_one();
        self.sooner.notify_one();
    }

    /// What the computer remembers of a game, changed.
    pub(crate) fn with_mind<T>(&self, game: GameId, change: impl FnOnce(&mut Mind) -> T) -> T {
        change(self.minds.lock().unwrap_or_else(PoisonError::into_inner).entry(game).or_default())
    }

    /// Forgets an ended game.
    pub(crate) fn forget(&self, game: GameId) {
        self.minds.lock().unwrap_or_else(PoisonError::into_inner).remove(&game);
    }
}

//! What all features of live play share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use saffron_store::Database;
use tokio::sync::{Semaphore, watch};

use crate::account::state::AccountState;
use crate::archive::ArchiveState;
use crate::budgets::Budgets;
use crate::clock::Clock;
use crate::computers::Computers;
use crate::config::PlayConfig;
use crate::game::chat_floods::ChatState;
use crate::jobs::Jobs;
use crate::live::games::Games;
use crate::live::online::Online;
use crate::live::outbox::ConnectionId;
use crate::lobby::LobbyState;
use crate::people::PeopleState;
use crate::random::Random;
use crate::sockets::SocketCounts;
use crate::telemetry::metrics::Metrics;

/// The state of the server, but for its page and its analysis.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) database: DatabaseHandle,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) config: PlayConfig,
    pub(crate) games: Arc<Games>,
    pub(crate) online: Online,
    pub(crate) budgets: Arc<Budgets>,
    pub(crate) accounts: AccountState,
    pub(crate) lobby: LobbyState,
    pub(crate) computers: Computers,
    pub(crate) sockets: SocketCounts,
    pub(crate) chat: ChatState,
    pub(crate) jobs: Jobs,
    pub(crate) people: PeopleState,
    pub(crate) archive: ArchiveState,
    pub(crate) metrics: Arc<Metrics>,
    /// Becomes true when the server is going to stop.
    pub(crate) stopping: watch::Receiver<bool>,
    /// Closed then: it wakes the sockets in order, so that simulations are the same every time.
    pub(crate) stop: Arc<Semaphore>,
    pub(crate) connections: AtomicU64,
    /// Whether the last sign of life could be written: one is due every second.
    pub(crate) writing: AtomicBool,
    /// Whether the operator was told that the server's time is another one than the wall clock's, and stays so.
    pub(crate) clock_differs: AtomicBool,
}

impl App {
    /// A number that no connection has had.
    pub(crate) fn next_connection(&self) -> ConnectionId {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }
}

/// The store.
#[derive(Clone)]
pub(crate) struct DatabaseHandle(pub(crate) Arc<dyn Database>);

impl std::fmt::Debug for DatabaseHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Database")
    }
}

impl std::ops::Deref for DatabaseHandle {
    type Target = dyn Database;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

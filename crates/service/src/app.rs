//! State of the service in memory, and its parts by feature.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use saffron_live::{Millis, RoundTrip};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::CommandRequest;
use saffron_protocol::limits::{MAX_BODY, OFFER_BURST};
use saffron_protocol::people::Leaderboard;
use saffron_store::accounts::Account;
use saffron_store::games::Totals;
use saffron_store::{AccountId, Database, GameId};
use tokio::sync::{Notify, Semaphore, oneshot, watch};

use crate::client::Client;
use crate::clock::Clock;
use crate::config::limits::{MAX_PGN_STREAMS, OFFERS_PER_SECOND};
use crate::config::{AccountConfig, ComputerLimits, ServiceConfig};
use crate::error::Error;
use crate::games::online::Online;
use crate::games::outbox::{ConnectionId, Followers};
use crate::games::table::Table;
use crate::games::{Games, ReplyTo};
use crate::metrics::Metrics;
use crate::names::ErasedNames;
use crate::parts::budgets::{Budgets, Cost, Payer};
use crate::parts::cache::Cache;
use crate::parts::chat_floods::ChatState;
use crate::parts::computer_queue::Queue;
use crate::parts::current_games::CurrentGames;
use crate::parts::jobs::Jobs;
use crate::parts::limits::{Limits, Rates};
use crate::parts::passwords::Passwords;
use crate::parts::seek_book::SeekBook;
use crate::parts::session_cache::{SessionCache, Viewer};
use crate::parts::sockets::SocketCounts;
use crate::parts::thinking::Mind;
use crate::parts::vacations::Vacations;
use crate::random::Random;

/// The state of the server, but for its page and its analysis.
#[derive(Debug)]
pub struct App {
    pub database: DatabaseHandle,
    pub clock: Clock,
    pub random: Random,
    pub config: ServiceConfig,
    pub games: Arc<Games>,
    pub online: Online,
    pub budgets: Arc<Budgets>,
    pub accounts: AccountState,
    pub lobby: LobbyState,
    pub computers: Computers,
    pub sockets: SocketCounts,
    pub chat: ChatState,
    pub jobs: Jobs,
    pub people: PeopleState,
    pub archive: ArchiveState,
    pub metrics: Arc<Metrics>,
    /// Becomes true when the server is going to stop.
    pub stopping: watch::Receiver<bool>,
    /// Closed then: it wakes the sockets in order, so that simulations are the same every time.
    pub stop: Arc<Semaphore>,
    pub connections: AtomicU64,
    /// Whether the last sign of life could be written: one is due every second.
    pub writing: AtomicBool,
    /// Whether the operator was told that the server's time is another one than the wall clock's, and stays so.
    pub clock_differs: AtomicBool,
}

impl App {
    /// A number that no connection has had.
    pub fn next_connection(&self) -> ConnectionId {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Opens a game, and charges a client for the processor time of its replay and of its answer.
    ///
    /// # Errors
    /// `NotFound`; `RateLimited` if the client has used up its processor time.
    pub async fn open_game(&self, client: Client, id: GameId) -> Result<Arc<Table>, Error> {
        let payer = Payer::Client(client);
        self.budgets.may_use_processor(payer)?;
        let table = self.games.open(id).await?;
        let events = table.lock().live.next_seq();
        self.budgets.owe(payer, Cost::of_replay(events as usize));
        Ok(table)
    }

    /// Carries out a command of a player that came as a request. Returns the number of its first event once that is durable.
    ///
    /// # Errors
    /// Those of [`open_game`](Self::open_game); `RateLimited` if the account or the game has used up its storage; refusals.
    pub async fn command_game(
        &self,
        viewer: &Viewer,
        client: Client,
        id: GameId,
        request: CommandRequest,
    ) -> Result<u32, Error> {
        // The client has paid for the body.
        let bytes = serde_json::to_vec(&request.command).map_or(MAX_BODY, |bytes| bytes.len());
        self.budgets.charge(&[Payer::Account(viewer.account), Payer::Game(id)], Cost::of_message(bytes))?;
        let table = self.open_game(client, id).await?;
        let (answer, answered) = oneshot::channel();
        let reply_to = ReplyTo::Request(answer);
        self.games.command(&table, viewer.account, request.id, &request.command, RoundTrip::default(), reply_to);
        Ok(answered.await.map_err(|_| ErrorCode::ShuttingDown)??)
    }
}

/// The store.
#[derive(Clone)]
pub struct DatabaseHandle(pub Arc<dyn Database>);

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

/// In-memory state of accounts.
#[derive(Debug)]
pub struct AccountState {
    pub cache: SessionCache,
    pub limits: Limits,
    pub passwords: Passwords,
    /// Whether e-mail can be sent.
    pub has_mail: bool,
    pub vacations: Vacations,
    pub erased_names: ErasedNames,
}

impl AccountState {
    pub fn new(config: &AccountConfig, erased_names: ErasedNames) -> Self {
        Self {
            cache: SessionCache::default(),
            limits: Limits::new(&config.limits),
            passwords: Passwords::default(),
            has_mail: config.mail.is_some(),
            vacations: Vacations::default(),
            erased_names,
        }
    }
}

/// In-memory state of the lobby.
#[derive(Debug)]
pub struct LobbyState {
    /// Connections that show the lobby.
    pub followers: Followers<()>,
    /// The open seeks.
    pub seeks: SeekBook,
    /// Held while a seek is made: of two that match, the second finds the first.
    pub making: tokio::sync::Mutex<()>,
    /// Held while a rematch is made: two players who ask for it at once get one game.
    pub rematching: tokio::sync::Mutex<()>,
    /// Allowances of new offers by account.
    pub rates: Rates<AccountId>,
    /// The games that are played now.
    pub current: CurrentGames,
    /// Connections that follow the best game of a variant, or of all.
    pub tv_followers: Followers<Option<String>>,
}

impl Default for LobbyState {
    fn default() -> Self {
        Self {
            followers: Followers::default(),
            seeks: SeekBook::default(),
            making: tokio::sync::Mutex::default(),
            rematching: tokio::sync::Mutex::default(),
            rates: Rates::new(OFFER_BURST, OFFERS_PER_SECOND),
            current: CurrentGames::default(),
            tv_followers: Followers::default(),
        }
    }
}

/// In-memory state of the computer players.
#[derive(Debug)]
pub struct Computers {
    pub limits: ComputerLimits,
    /// By level, the weakest first; none where there are no computer players.
    pub accounts: Vec<Account>,
    queue: Mutex<Queue>,
    minds: Mutex<BTreeMap<GameId, Mind>>,
    /// A game waits for an engine.
    pub work: Notify,
    /// A game has come that may become urgent before the others.
    pub sooner: Notify,
}

impl Computers {
    pub fn new(limits: ComputerLimits, accounts: Vec<Account>) -> Self {
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
    pub fn of_level(&self, level: u8) -> Option<&Account> {
        self.accounts.iter().find(|account| account.level == Some(u32::from(level)))
    }

    pub fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a game to those that wait.
    pub fn add(&self, game: GameId, opponent: AccountId, urgent_at: Millis) {
        self.queue().add(game, opponent, urgent_at);
        self.work.notify_one();
        self.sooner.notify_one();
    }

    /// Changes what the computer remembers of a game.
    pub fn with_mind<T>(&self, game: GameId, change: impl FnOnce(&mut Mind) -> T) -> T {
        change(self.minds.lock().unwrap_or_else(PoisonError::into_inner).entry(game).or_default())
    }

    /// Forgets an ended game.
    pub fn forget(&self, game: GameId) {
        self.minds.lock().unwrap_or_else(PoisonError::into_inner).remove(&game);
    }
}

/// Variant and pool of a leaderboard.
pub type Board = (&'static str, &'static str);

/// Cached answers about people.
#[derive(Debug, Default)]
pub struct PeopleState {
    pub leaderboards: Cache<Board, Arc<Leaderboard>>,
    pub totals: Cache<AccountId, Totals>,
}

/// In-memory state of the archive.
#[derive(Debug)]
pub struct ArchiveState {
    /// A stream holds one until it ends.
    pub streams: Arc<Semaphore>,
}

impl Default for ArchiveState {
    fn default() -> Self {
        Self { streams: Arc::new(Semaphore::new(MAX_PGN_STREAMS)) }
    }
}

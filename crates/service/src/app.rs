//! The service's state in memory, grouped by feature.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use saffron_live::{Millis, RoundTrip};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::CommandRequest;
use saffron_protocol::limits::{MAX_BODY, OFFER_BURST};
use saffron_protocol::people::{Leaderboard, PlayerSummary};
use saffron_store::accounts::Account;
use saffron_store::games::Totals;
use saffron_store::{AccountId, Database, GameId, Statement, StoreError};
use tokio::sync::{Notify, Semaphore, oneshot, watch};

use crate::client::Client;
use crate::clock::Clock;
use crate::config::limits::{MAX_PGN_STREAMS, OFFER_REFILL};
use crate::config::{AccountConfig, ComputerLimits, Quota, ServiceConfig};
use crate::content::Content;
use crate::error::Error;
use crate::games::live_game::LiveGame;
use crate::games::online::Online;
use crate::games::outbox::{ConnectionId, Followers};
use crate::games::{Games, ReplyTo};
use crate::metrics::Metrics;
use crate::names::ErasedNames;
use crate::notifications::push::PushClient;
use crate::parts::arenas::LiveArenas;
use crate::parts::budgets::{Budgets, Cost, Payer};
use crate::parts::cache::Cache;
use crate::parts::chat_floods::ChatState;
use crate::parts::computer_queue::Queue;
use crate::parts::contacts::Contacts;
use crate::parts::current_games::CurrentGames;
use crate::parts::jobs::Jobs;
use crate::parts::limits::{Allowances, Limits};
use crate::parts::passwords::Passwords;
use crate::parts::seek_book::SeekBook;
use crate::parts::session_cache::{SessionCache, Viewer};
use crate::parts::sockets::SocketCounts;
use crate::parts::thinking::Mind;
use crate::parts::tournaments::{LoadedTeamTournament, LoadedTournament, LoadedTournaments};
use crate::parts::vacations::Vacations;
use crate::random::Random;

/// State of the service; the page and the analysis engines are the server's.
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
    pub contacts: Contacts,
    pub jobs: Jobs,
    pub people: PeopleState,
    pub archive: ArchiveState,
    pub puzzles: PuzzleState,
    pub tournaments: LoadedTournaments<LoadedTournament>,
    pub team_tournaments: LoadedTournaments<LoadedTeamTournament>,
    pub arenas: LiveArenas,
    pub push: PushClient,
    pub metrics: Arc<Metrics>,
    /// Becomes true when the server is about to stop.
    pub stopping: watch::Receiver<bool>,
    /// Closed at the same time. Unlike `stopping` it wakes the sockets in a fixed order, so that simulations are
    /// reproducible.
    pub stop: Arc<Semaphore>,
    pub connections: AtomicU64,
    /// Whether the last heartbeat could be stored. One is due every second.
    pub writing: AtomicBool,
    /// Whether the operator has been warned of a lasting difference between the server's time and the wall clock.
    pub clock_differs: AtomicBool,
}

impl App {
    /// A new id for a connection.
    pub fn next_connection(&self) -> ConnectionId {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Stores statements that follow on what was read. Returns false, and stores none of them, if others were faster.
    ///
    /// # Errors
    /// Failures of the store.
    pub async fn transact_if_unchanged(&self, statements: Vec<Statement>) -> Result<bool, StoreError> {
        match self.database.transact(statements).await {
            Ok(_) => Ok(true),
            Err(StoreError::Conflict { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Opens a game, and charges the client for the processor time of its replay.
    ///
    /// # Errors
    /// `NotFound` if there is no such game, `RateLimited` if the client has used up its processor time.
    pub async fn open_game(&self, client: Client, id: GameId) -> Result<Arc<LiveGame>, Error> {
        let payer = Payer::Client(client);
        self.budgets.may_use_processor(payer)?;
        let live_game = self.games.open(id).await?;
        let events = live_game.lock().live.next_seq();
        self.budgets.owe(payer, Cost::of_replay(events as usize));
        Ok(live_game)
    }

    /// Carries out a player's command that came as an HTTP request. Returns the number of its first event once that is
    /// durable.
    ///
    /// # Errors
    /// The errors of [`open_game`](Self::open_game), `RateLimited` if the account or the game has used up its storage,
    /// and the refusals of the game.
    pub async fn command_game(
        &self,
        viewer: &Viewer,
        client: Client,
        id: GameId,
        request: CommandRequest,
    ) -> Result<u32, Error> {
        // The extractor of the body has charged the client already.
        let bytes = serde_json::to_vec(&request.command).map_or(MAX_BODY, |bytes| bytes.len());
        self.budgets.charge(&[Payer::Account(viewer.account), Payer::Game(id)], Cost::of_message(bytes))?;
        let live_game = self.open_game(client, id).await?;
        let (answer, answered) = oneshot::channel();
        let reply_to = ReplyTo::Request(answer);
        self.games.command(&live_game, viewer.account, request.id, &request.command, RoundTrip::default(), reply_to);
        Ok(answered.await.map_err(|_| ErrorCode::ShuttingDown)??)
    }
}

/// Shared handle to the store.
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
    /// Open seeks.
    pub seeks: SeekBook,
    /// Held while a seek is created, so that the second of two matching seeks finds the first.
    pub seek_creation: tokio::sync::Mutex<()>,
    /// Held while a rematch is created, so that two players who ask for one at the same time get one game.
    pub rematch_creation: tokio::sync::Mutex<()>,
    /// Rate limit of new seeks and challenges, by account.
    pub rates: Allowances<AccountId>,
    /// Games in progress.
    pub current: CurrentGames,
    /// Connections that watch TV: the featured game of a variant, or of all (`None`).
    pub tv_followers: Followers<Option<String>>,
}

impl Default for LobbyState {
    fn default() -> Self {
        Self {
            followers: Followers::default(),
            seeks: SeekBook::default(),
            seek_creation: tokio::sync::Mutex::default(),
            rematch_creation: tokio::sync::Mutex::default(),
            rates: Allowances::new(Quota { burst: OFFER_BURST, refill: OFFER_REFILL }),
            current: CurrentGames::default(),
            tv_followers: Followers::default(),
        }
    }
}

/// In-memory state of the computer players.
#[derive(Debug)]
pub struct Computers {
    pub limits: ComputerLimits,
    /// Accounts by level, the weakest first; empty if the server has no computer players.
    pub accounts: Vec<Account>,
    queue: Mutex<Queue>,
    minds: Mutex<BTreeMap<GameId, Mind>>,
    /// Notified when a game needs an engine.
    pub work: Notify,
    /// Notified when a queued game may have become the most urgent one.
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

    /// Account of a level; `None` if the server has no such computer.
    pub fn of_level(&self, level: u8) -> Option<&Account> {
        self.accounts.iter().find(|account| account.level == Some(u32::from(level)))
    }

    pub fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a game in which a computer has something to do, at the latest at `urgent_at` of the steady clock.
    pub fn add(&self, game: GameId, opponent: AccountId, urgent_at: Millis) {
        self.queue().add(game, opponent, urgent_at);
        self.work.notify_one();
        self.sooner.notify_one();
    }

    /// Changes the computer's memory of a game.
    pub fn with_mind<T>(&self, game: GameId, change: impl FnOnce(&mut Mind) -> T) -> T {
        change(self.minds.lock().unwrap_or_else(PoisonError::into_inner).entry(game).or_default())
    }

    /// Drops the computer's memory of an ended game.
    pub fn forget(&self, game: GameId) {
        self.minds.lock().unwrap_or_else(PoisonError::into_inner).remove(&game);
    }
}

/// Variant and rating pool of a leaderboard.
pub type Board = (&'static str, &'static str);

/// Caches of leaderboards, and of profiles' totals and summaries.
#[derive(Debug, Default)]
pub struct PeopleState {
    pub leaderboards: Cache<Board, Arc<Leaderboard>>,
    pub totals: Cache<AccountId, Totals>,
    pub summaries: Cache<AccountId, Arc<PlayerSummary>>,
}

/// Cache of what the server knows of puzzles, by the ids of their variants.
#[derive(Debug, Default)]
pub struct PuzzleState {
    /// JSON of [`PuzzleNews`](saffron_protocol::puzzles::PuzzleNews).
    pub news: Cache<&'static str, Content>,
}

/// In-memory state of the archive.
#[derive(Debug)]
pub struct ArchiveState {
    /// Permits of PGN streams; a stream holds one until it ends.
    pub streams: Arc<Semaphore>,
}

impl Default for ArchiveState {
    fn default() -> Self {
        Self { streams: Arc::new(Semaphore::new(MAX_PGN_STREAMS)) }
    }
}

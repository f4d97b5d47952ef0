//! Live games in memory: commands in, durable events out to those who watch. Knows nothing of accounts but their ids.

mod asleep;
mod commands;
mod conditional;
pub mod info;
pub mod live_game;
pub mod notices;
pub mod online;
pub mod outbox;
mod rows;
pub mod seat;
pub mod stored;
#[cfg(test)]
mod tests;
mod timers;
mod waiting;
mod waking;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use saffron_live::{Live, Settings};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::{GameInfo, Player};
use saffron_protocol::socket::ServerMessage;
use saffron_store::server::Downtime;
use saffron_store::{
    AccountId, Database, GameId, LogEntry, Statement, StoreError, challenges, conditional_moves, games,
};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, oneshot};

use crate::clock::Clock;
use crate::config::limits::{FIRST_GAME_RETRY_DELAY, MAX_GAME_RETRY_DELAY, MAX_WAKING_GAMES};
use crate::games::asleep::{Sleepers, away_since};
use crate::games::conditional::LastSets;
use crate::games::info::{GameData, accounts_of, rounded, settings_error};
use crate::games::live_game::{LiveGame, LiveGameState};
use crate::games::notices::{GameNotice, NoticeSender, to_players};
use crate::games::outbox::{ConnectionId, Outbox, frame};
use crate::games::rows::{live_game_of, new_row};
use crate::games::stored::stored;
use crate::games::timers::Timers;
use crate::games::waiting::Waiting;
use crate::metrics::Metrics;

/// Recipient of a command's result.
pub enum ReplyTo {
    /// A connection: by messages.
    Connection(Outbox),
    /// A request: with the number of the first event.
    Request(oneshot::Sender<Result<u32, ErrorCode>>),
    /// No one: time, or the server.
    NoOne,
}

/// Result of a decision of the server, not durable until it is awaited.
#[derive(Debug)]
#[must_use]
pub enum Decided {
    /// No event followed.
    Nothing,
    /// The game has just failed to be stored, and is read again.
    Failed,
    /// Events, which are under way.
    Something(oneshot::Receiver<Result<u32, ErrorCode>>),
}

impl Decided {
    /// Waits until it is durable; returns whether there was anything.
    ///
    /// # Errors
    /// `Busy` or `Internal` if it could not be stored: nothing has happened.
    pub async fn durable(self) -> Result<bool, ErrorCode> {
        match self {
            Self::Nothing => Ok(false),
            Self::Failed => Err(ErrorCode::Busy),
            Self::Something(answered) => answered.await.map_err(|_| ErrorCode::ShuttingDown)?.map(|_| true),
        }
    }
}

/// A game that is to begin.
#[derive(Clone, Debug)]
pub struct Opening {
    pub settings: Settings,
    /// White and Black.
    pub players: [(AccountId, Player); 2],
    /// Data stored with the game.
    pub data: GameData,
}

/// The games in memory.
pub struct Games {
    pub database: Arc<dyn Database>,
    pub clock: Clock,
    pub epoch: i64,
    pub notices: NoticeSender,
    live_games: RwLock<HashMap<GameId, Arc<LiveGame>>>,
    pub(crate) sleepers: Sleepers,
    /// Downtimes that running games may not know of.
    pub downtimes: OnceLock<Vec<Downtime>>,
    pub timers: Timers,
    /// Held by each game that is read since its time may be up.
    waking: Arc<Semaphore>,
    waiting: Waiting,
    runtime: Handle,
    metrics: Arc<Metrics>,
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("epoch", &self.epoch).finish_non_exhaustive()
    }
}

impl Games {
    /// No game yet. `epoch` is the one that this server has taken. Called in the runtime that the server runs in.
    pub fn new(
        database: Arc<dyn Database>,
        clock: Clock,
        epoch: i64,
        notices: NoticeSender,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self {
            database,
            clock,
            epoch,
            notices,
            live_games: RwLock::default(),
            sleepers: Sleepers::default(),
            downtimes: OnceLock::new(),
            timers: Timers::default(),
            waking: Arc::new(Semaphore::new(MAX_WAKING_GAMES)),
            waiting: Waiting::default(),
            runtime: Handle::current(),
            metrics,
        }
    }

    fn add(&self, live_game: &Arc<LiveGame>) {
        self.live_games_mut().insert(live_game.id, Arc::clone(live_game));
        self.set_timer(live_game.id, &live_game.lock());
        self.notices.send(GameNotice::Started(live_game.id));
    }

    /// Begins a game: its row and its first event are durable when this returns. `also` goes into the same transaction.
    ///
    /// # Errors
    /// Settings that cannot be played; `Gone` where `also` met other data than it expects.
    pub async fn begin(
        self: &Arc<Self>,
        id: GameId,
        opening: Opening,
        also: Vec<Statement>,
    ) -> Result<GameId, ErrorCode> {
        let now = self.clock.now();
        let (live, created) = Live::create(opening.settings, now).map_err(|error| settings_error(&error))?;
        let [(white, white_player), (black, black_player)] = opening.players;
        let settings = live.settings();
        let info = GameInfo {
            id: id.to_string(),
            variant: settings.variant.clone(),
            start_fen: live.start().to_fen(),
            control: settings.control,
            speed: live.speed(),
            rated: settings.rated,
            white: white_player,
            black: black_player,
            arena: opening.data.arena.clone(),
            tournament: opening.data.tournament.clone(),
            simul: opening.data.simul.clone(),
            created_at: now,
            ended_at: None,
            outcome: None,
        };
        let event = saffron_store::Event { at: created.at, data: stored(&created) };
        let players = [Some(white), Some(black)];
        let live_game = LiveGame::new(id, live, info, players, (vec![event.clone()], LastSets::default()), &self.clock);
        let row = new_row(&live_game.lock(), id, &opening.data);
        let mut statements = vec![games::insert(&row)];
        statements.extend(also);
        statements.extend(to_players(id, &live_game.lock().info, now));
        let entry = LogEntry { game: id, seq: 0, at: created.at, epoch: self.epoch, data: event.data };
        let (done, committed) = oneshot::channel();
        self.database.append(
            vec![entry],
            statements,
            Box::new(move |result| {
                let _ = done.send(result);
            }),
        );
        match committed.await {
            Ok(Ok(())) => {}
            Ok(Err(StoreError::Conflict { .. } | StoreError::Unique(_))) => return Err(ErrorCode::Gone),
            Ok(Err(error)) => {
                tracing::error!(%error, "a game could not be begun");
                return Err(ErrorCode::Internal);
            }
            Err(_) => return Err(ErrorCode::ShuttingDown),
        }
        self.metrics.games_begun.inc();
        self.add(&Arc::new(live_game));
        Ok(id)
    }

    /// Returns a game from memory or from the store. It then stays in memory while it has watchers, and a running one until it
    /// has rested for a while. Its first event excludes the downtime of the server from its clocks.
    ///
    /// # Errors
    /// `NotFound`; `Busy` if the store cannot be reached; `Internal` if the stored game cannot be read.
    pub async fn open(self: &Arc<Self>, id: GameId) -> Result<Arc<LiveGame>, ErrorCode> {
        if let Some(live_game) = self.used(id) {
            return Ok(live_game);
        }
        let _gate = self.sleepers.gate(id).await;
        match self.used(id) {
            Some(live_game) => Ok(live_game),
            None => self.read(id).await,
        }
    }

    /// Game in memory, on request of a viewer.
    fn used(&self, id: GameId) -> Option<Arc<LiveGame>> {
        self.get(id).inspect(|live_game| live_game.is_used(&self.clock))
    }

    /// Reads a game from the store. One at a time reads the same game.
    async fn read(self: &Arc<Self>, id: GameId) -> Result<Arc<LiveGame>, ErrorCode> {
        let internal = |error: StoreError| {
            tracing::error!(game = %id, %error, "a game cannot be read");
            if passes(&error) { ErrorCode::Busy } else { ErrorCode::Internal }
        };
        let mut row = games::by_id(&*self.database, id).await.map_err(internal)?.ok_or(ErrorCode::NotFound)?;
        let asleep = self.sleepers.get(id).filter(|_| row.status == games::Status::Running);
        if row.status == games::Status::Running && asleep.is_none() {
            // A running game is neither in memory nor asleep only after a failed commit. Others of it may be under way still.
            self.database.flush().await.map_err(internal)?;
            row = games::by_id(&*self.database, id).await.map_err(internal)?.ok_or(ErrorCode::NotFound)?;
        }
        let events = match &asleep {
            Some(tail) => games::events_at(&*self.database, id, tail).await,
            None => games::events(&*self.database, id).await,
        };
        let events = events.map_err(internal)?;
        let kept = conditional_moves::of(&*self.database, id).await.map_err(internal)?;
        let seated = [row.white, row.black].into_iter().flatten().collect();
        let accounts = accounts_of(&*self.database, seated).await.map_err(internal)?;
        let live_game = live_game_of(&row, events, &kept, &accounts, &self.clock).map_err(|problem| {
            tracing::error!(game = %id, problem, "a game cannot be read");
            ErrorCode::Internal
        })?;
        if row.status != games::Status::Running {
            let rematches = challenges::rematches(&*self.database, id).await.map_err(internal)?;
            live_game.lock().rematch = rematches.into_iter().find_map(|challenge| challenge.game);
        }
        let live_game = Arc::new(live_game);
        if row.status == games::Status::Running {
            self.sleepers.remove(id);
            self.resume(&live_game).await?;
        }
        let live_game = Arc::clone(self.live_games_mut().entry(id).or_insert(live_game));
        if row.status == games::Status::Ended && row.rated && row.white_change.is_none() {
            // Ratings that were written since the row was read were reported to the games that were in memory already.
            let now = games::by_id(&*self.database, id).await.map_err(internal)?.ok_or(ErrorCode::NotFound)?;
            if let (Some(white), Some(black)) = (now.white_change, now.black_change) {
                let mut state = live_game.lock();
                state.info.white.rating_change = Some(rounded(white));
                state.info.black.rating_change = Some(rounded(black));
            }
        }
        self.set_timer(id, &live_game.lock());
        Ok(live_game)
    }

    /// Records that the time does not count in which the server was away, as of the moment when it came back.
    async fn resume(self: &Arc<Self>, live_game: &Arc<LiveGame>) -> Result<(), ErrorCode> {
        {
            let mut state = live_game.lock();
            let downtimes = self.downtimes.get().map_or(&[][..], Vec::as_slice);
            let Some((from, to)) = away_since(downtimes, state.live.last_at()) else { return Ok(()) };
            let events = state.live.resume(from, to);
            if events.is_empty() {
                return Ok(());
            }
            self.carry_out(live_game, &mut state, events, to, None, ReplyTo::NoOne);
        }
        // No one sees it without that.
        let flushed = self.database.flush().await;
        if live_game.has_failed() || flushed.is_err() { Err(ErrorCode::Busy) } else { Ok(()) }
    }

    /// A game in memory.
    pub fn get(&self, id: GameId) -> Option<Arc<LiveGame>> {
        self.live_games.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// Shows the rating changes of a game, White's first, to those who watch it.
    pub fn show_rating_changes(&self, id: GameId, [white, black]: [i32; 2]) {
        let Some(live_game) = self.get(id) else { return };
        let mut state = live_game.lock();
        state.info.white.rating_change = Some(white);
        state.info.black.rating_change = Some(black);
        state.hint_all(&ServerMessage::Changed { game: id.to_string() }, |_| true);
    }

    /// The ids of all games in memory.
    pub fn ids(&self) -> Vec<GameId> {
        self.live_games.read().unwrap_or_else(PoisonError::into_inner).keys().copied().collect()
    }

    /// Shows an account otherwise from now on, in all games in memory.
    pub fn rename(&self, account: AccountId, change: impl Fn(&mut Player)) {
        for id in self.ids() {
            let Some(live_game) = self.get(id) else { continue };
            let mut state = live_game.lock();
            if let Some(side) = state.side_of(Some(account)) {
                state.rename(id, side, &change);
            }
        }
    }

    /// Tells the timers of the deadline.
    fn set_timer(&self, id: GameId, state: &LiveGameState) {
        if let Some(deadline) = state.live.deadline() {
            self.timers.add(state.steady(deadline), id);
        }
    }

    /// Ends what time has ended, for ever.
    pub async fn keep_time(self: &Arc<Self>) {
        loop {
            for id in self.timers.due(&self.clock).await {
                if let Some(live_game) = self.get(id) {
                    self.tick(&live_game);
                } else if self.sleepers.has(id) {
                    let games = Arc::clone(self);
                    drop(self.runtime.spawn(async move {
                        // It is never closed.
                        let _permit = Arc::clone(&games.waking).acquire_owned().await;
                        games.wake(id).await;
                    }));
                }
            }
        }
    }

    pub fn tick(self: &Arc<Self>, live_game: &Arc<LiveGame>) {
        let mut state = live_game.lock();
        if live_game.has_failed() {
            return;
        }
        let now = state.time(&self.clock);
        let events = state.live.tick(now);
        if events.is_empty() {
            self.set_timer(live_game.id, &state);
        } else {
            self.carry_out(live_game, &mut state, events, now, None, ReplyTo::NoOne);
        }
    }

    /// Follows a game. The connection gets its state now, or the events since `from`. If the store cannot be reached, it is
    /// asked to watch again once the game can be read.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub async fn watch(
        self: &Arc<Self>,
        id: GameId,
        outbox: &Outbox,
        account: Option<AccountId>,
        from: Option<u32>,
    ) -> Result<Arc<LiveGame>, ErrorCode> {
        loop {
            let live_game = match self.open(id).await {
                Ok(live_game) => live_game,
                Err(ErrorCode::Busy) => {
                    self.await_store(id, [outbox.clone()]);
                    return Err(ErrorCode::Busy);
                }
                Err(error) => return Err(error),
            };
            // An ended game may be forgotten as long as no one watches it.
            let live_games = self.live_games.read().unwrap_or_else(PoisonError::into_inner);
            if live_games.get(&id).is_some_and(|kept| Arc::ptr_eq(kept, &live_game)) {
                self.waiting.remove(id, outbox.id());
                let mut state = live_game.lock();
                let now = state.time(&self.clock);
                state.watch(id, outbox, account, from, now);
                drop(state);
                return Ok(Arc::clone(&live_game));
            }
        }
    }

    /// Follows it no longer.
    pub fn unwatch(&self, id: GameId, connection: ConnectionId, closed: bool) {
        self.waiting.remove(id, connection);
        if let Some(live_game) = self.get(id) {
            let mut state = live_game.lock();
            let now = state.time(&self.clock);
            state.unwatch(id, connection, closed, now);
            drop(state);
            self.forget_idle(&live_game);
        }
    }

    /// Forgets a game that no one needs in memory.
    pub fn forget_idle(&self, live_game: &LiveGame) {
        let mut live_games = self.live_games_mut();
        if live_game.is_idle() && live_games.get(&live_game.id).is_some_and(|kept| std::ptr::eq(&**kept, live_game)) {
            live_games.remove(&live_game.id);
        }
    }

    /// Forgets a game that may not be what is stored, and asks its watchers to come back: now, and where that is too early, once
    /// it can be read again.
    fn fail(self: &Arc<Self>, live_game: &Arc<LiveGame>) {
        // First out of the map: no one begins to watch it after that.
        let mut live_games = self.live_games_mut();
        if live_games.get(&live_game.id).is_some_and(|kept| Arc::ptr_eq(kept, live_game)) {
            live_games.remove(&live_game.id);
        }
        drop(live_games);
        let watchers = std::mem::take(&mut live_game.lock().watchers);
        let resync = frame(&ServerMessage::Resync { game: live_game.id.to_string() });
        watchers.iter().for_each(|watcher| watcher.outbox.send(resync.clone()));
        self.await_store(live_game.id, watchers.into_iter().map(|watcher| watcher.outbox));
    }

    /// Reads a game again, since its time runs even if no one watches, and then tells these connections.
    pub fn await_store(self: &Arc<Self>, id: GameId, outboxes: impl IntoIterator<Item = Outbox>) {
        if self.waiting.add(id, outboxes) {
            let games = Arc::clone(self);
            drop(self.runtime.spawn(async move { games.recover(id).await }));
        }
    }

    /// Reads a game again, however long the store cannot be reached, and asks those who wait for it to come.
    async fn recover(self: &Arc<Self>, id: GameId) {
        let mut pause = FIRST_GAME_RETRY_DELAY;
        loop {
            tokio::time::sleep(pause).await;
            match self.open(id).await {
                Ok(live_game) => {
                    self.waiting.end(id, true);
                    // A computer may be to move.
                    self.notices.send(GameNotice::Turn(id));
                    return self.forget_idle(&live_game);
                }
                Err(ErrorCode::Busy) => pause = (pause * 2).min(MAX_GAME_RETRY_DELAY),
                Err(_) => return self.waiting.end(id, false),
            }
        }
    }

    pub fn live_games_mut(&self) -> std::sync::RwLockWriteGuard<'_, HashMap<GameId, Arc<LiveGame>>> {
        self.live_games.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether another attempt may succeed.
fn passes(error: &StoreError) -> bool {
    use StoreError as E;
    matches!(error, E::Overloaded | E::Unknown(_) | E::InUse(_) | E::Busy(_) | E::Full(_) | E::Io(_) | E::Closed)
}

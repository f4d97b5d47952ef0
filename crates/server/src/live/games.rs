//! All games in memory: commands, time, watchers.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use saffron_live::{Command, CommandDigest, CommandId, Context, Event, Live, Millis, Recorded, RoundTrip, Settings};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::{GameInfo, Player};
use saffron_protocol::socket::ServerMessage;
use saffron_rules::{Color, Outcome};
use saffron_store::accounts::Account;
use saffron_store::conditional_moves::{self, ConditionalMoves};
use saffron_store::games::{self, Finish, NewGame, Turn};
use saffron_store::server::Downtime;
use saffron_store::{AccountId, Database, GameId, LogEntry, Statement, StoreError, challenges, ratings};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, oneshot};

use crate::clock::Clock;
use crate::live::asleep::{Sleepers, away_since};
use crate::live::conditional::{self, LastSets};
use crate::live::info::{accounts_of, info_of, rounded};
use crate::live::news::{News, NewsSender};
use crate::live::outbox::{ConnectionId, Outbox, frame};
use crate::live::stored::{recorded, stored};
use crate::live::table::{Table, TableState};
use crate::live::timers::Timers;
use crate::live::waiting::Waiting;
use crate::telemetry::metrics::Metrics;

/// Games that are read at once since their time may be up.
const WAKING: usize = 16;

/// The half-moves of a game by which lists can be filtered.
const OPENING_PLIES: usize = 16;

/// The first and the longest pause before a game is read again after a failure.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Who hears how a command ended.
pub(crate) enum Asker {
    /// A connection: by messages.
    Connection(Outbox),
    /// A request: with the number of the first event.
    Request(oneshot::Sender<Result<u32, ErrorCode>>),
    /// Nobody: time, or the server.
    Nobody,
}

/// A game that is to begin.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) settings: Settings,
    /// White and Black.
    pub(crate) players: [(AccountId, Player); 2],
    /// What is kept with the game, such as the game of which it is a rematch.
    pub(crate) data: String,
}

/// What became of something that the server decides on. It is durable only when that is awaited.
#[derive(Debug)]
#[must_use]
pub(crate) enum Decided {
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
    /// `Busy` or `Internal` where it could not be stored: nothing has happened.
    pub(crate) async fn durable(self) -> Result<bool, ErrorCode> {
        match self {
            Self::Nothing => Ok(false),
            Self::Failed => Err(ErrorCode::Busy),
            Self::Something(answered) => answered.await.map_err(|_| ErrorCode::ShuttingDown)?.map(|_| true),
        }
    }
}

/// The games in memory.
pub(crate) struct Games {
    pub(super) database: Arc<dyn Database>,
    pub(super) clock: Clock,
    pub(super) epoch: i64,
    pub(super) news: NewsSender,
    tables: RwLock<HashMap<GameId, Arc<Table>>>,
    pub(super) sleepers: Sleepers,
    /// When the server was away, as far as running games may not know of it.
    pub(super) downtimes: OnceLock<Vec<Downtime>>,
    pub(super) timers: Timers,
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
    pub(crate) fn new(
        database: Arc<dyn Database>,
        clock: Clock,
        epoch: i64,
        news: NewsSender,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self {
            database,
            clock,
            epoch,
            news,
            tables: RwLock::default(),
            sleepers: Sleepers::default(),
            downtimes: OnceLock::new(),
            timers: Timers::default(),
            waking: Arc::new(Semaphore::new(WAKING)),
            waiting: Waiting::default(),
            runtime: Handle::current(),
            metrics,
        }
    }

    fn add(&self, table: &Arc<Table>) {
        self.tables_mut().insert(table.id, Arc::clone(table));
        self.set_timer(table.id, &table.lock());
        self.news.send(News::Started(table.id));
    }

    /// Begins a game: its row and its first event are durable when this returns. `also` goes into the same transaction.
    ///
    /// # Errors
    /// Settings that cannot be played; `Gone` where `also` met other data than it expects.
    pub(crate) async fn begin(
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
            created_at: now,
            ended_at: None,
            outcome: None,
        };
        let event = saffron_store::Event { at: created.at, data: stored(&created) };
        let players = [Some(white), Some(black)];
        let table = Table::new(id, live, info, players, (vec![event.clone()], LastSets::default()), &self.clock);
        let row = new_row(&table.lock(), id, opening.data);
        let mut statements = vec![games::insert(&row)];
        statements.extend(also);
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
        self.add(&Arc::new(table));
        Ok(id)
    }

    /// A game: the one in memory, or read from the store, where it then stays in memory while somebody watches, and a running one
    /// until it has rested for a while. The first that happens in it is that the time does not count in which the server was away.
    ///
    /// # Errors
    /// `NotFound`; `Busy` where the store cannot be reached, `Internal` where what it has cannot be read.
    pub(crate) async fn open(self: &Arc<Self>, id: GameId) -> Result<Arc<Table>, ErrorCode> {
        if let Some(table) = self.used(id) {
            return Ok(table);
        }
        let _gate = self.sleepers.gate(id).await;
        match self.used(id) {
            Some(table) => Ok(table),
            None => self.read(id).await,
        }
    }

    /// A game in memory that somebody asks for.
    fn used(&self, id: GameId) -> Option<Arc<Table>> {
        self.get(id).inspect(|table| table.is_used(&self.clock))
    }

    /// Reads a game from the store. One at a time reads the same game.
    async fn read(self: &Arc<Self>, id: GameId) -> Result<Arc<Table>, ErrorCode> {
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
        let table = table_of(&row, events, &kept, &accounts, &self.clock).map_err(|problem| {
            tracing::error!(game = %id, problem, "a game cannot be read");
            ErrorCode::Internal
        })?;
        if row.status != games::Status::Running {
            let rematches = challenges::rematches(&*self.database, id).await.map_err(internal)?;
            table.lock().rematch = rematches.into_iter().find_map(|challenge| challenge.game);
        }
        let table = Arc::new(table);
        if row.status == games::Status::Running {
            self.sleepers.remove(id);
            self.resume(&table).await?;
        }
        let table = Arc::clone(self.tables_mut().entry(id).or_insert(table));
        if row.status == games::Status::Ended && row.rated && row.white_change.is_none() {
            // Ratings that were written since the row was read were told to the tables that were there already.
            let now = games::by_id(&*self.database, id).await.map_err(internal)?.ok_or(ErrorCode::NotFound)?;
            if let (Some(white), Some(black)) = (now.white_change, now.black_change) {
                let mut state = table.lock();
                state.info.white.rating_change = Some(rounded(white));
                state.info.black.rating_change = Some(rounded(black));
            }
        }
        self.set_timer(id, &table.lock());
        Ok(table)
    }

    /// Records that the time does not count in which the server was away, as of the moment when it came back.
    async fn resume(self: &Arc<Self>, table: &Arc<Table>) -> Result<(), ErrorCode> {
        {
            let mut state = table.lock();
            let downtimes = self.downtimes.get().map_or(&[][..], Vec::as_slice);
            let Some((from, to)) = away_since(downtimes, state.live.last_at()) else { return Ok(()) };
            let events = state.live.resume(from, to);
            if events.is_empty() {
                return Ok(());
            }
            self.carry_out(table, &mut state, events, to, None, Asker::Nobody);
        }
        // Nobody sees it without that.
        let flushed = self.database.flush().await;
        if table.has_failed() || flushed.is_err() { Err(ErrorCode::Busy) } else { Ok(()) }
    }

    /// A game in memory.
    pub(crate) fn get(&self, id: GameId) -> Option<Arc<Table>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// The ids of all games in memory.
    pub(crate) fn ids(&self) -> Vec<GameId> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).keys().copied().collect()
    }

    /// Shows an account otherwise from now on, in all games in memory.
    pub(crate) fn rename(&self, account: AccountId, change: impl Fn(&mut Player)) {
        for id in self.ids() {
            let Some(table) = self.get(id) else { continue };
            let mut state = table.lock();
            if let Some(side) = state.side_of(Some(account)) {
                state.rename(id, side, &change);
            }
        }
    }

    /// Carries out a command of a player. The answer comes when its events are durable.
    pub(crate) fn command(
        self: &Arc<Self>,
        table: &Arc<Table>,
        account: AccountId,
        id: CommandId,
        command: &Command,
        round_trip: RoundTrip,
        asker: Asker,
    ) {
        let mut state = table.lock();
        let Some(side) = state.side_of(Some(account)) else {
            drop(state);
            return refuse(table.id, Some(&id), ErrorCode::Forbidden, asker);
        };
        if !id.is_valid() {
            drop(state);
            return refuse(table.id, Some(&id), ErrorCode::InvalidField { field: "id".to_owned() }, asker);
        }
        if table.has_failed() {
            drop(state);
            return refuse(table.id, Some(&id), ErrorCode::Busy, asker);
        }
        match state.live.seen(side, &id, command) {
            Ok(None) => {}
            Ok(Some(seq)) => return self.acknowledge_again(table, id, seq, asker),
            Err(refusal) => {
                drop(state);
                return refuse(table.id, Some(&id), ErrorCode::Refused(refusal), asker);
            }
        }
        let now = state.time(&self.clock);
        let round_trip = round_trip.delayed(state.shown_after);
        let context = Context { round_trip, opponent: state.seat(!side).presence() };
        match state.live.decide(side, command, context, now) {
            Ok(events) => self.carry_out(table, &mut state, events, now, Some((id, command.digest())), asker),
            Err(refusal) => {
                // The time may have ended the game without its having been said.
                let ended = state.live.tick(now);
                if !ended.is_empty() {
                    self.carry_out(table, &mut state, ended, now, None, Asker::Nobody);
                }
                drop(state);
                refuse(table.id, Some(&id), ErrorCode::Refused(refusal), asker);
            }
        }
    }

    /// Answers a command that was carried out before, once everything before the answer is durable.
    fn acknowledge_again(&self, table: &Arc<Table>, id: CommandId, seq: u32, asker: Asker) {
        let table = Arc::clone(table);
        self.database.append(
            Vec::new(),
            Vec::new(),
            Box::new(move |result| {
                // The commit that it stands for may have failed before this one.
                if result.is_ok() && !table.has_failed() {
                    acknowledge(table.id, Some(id), seq, asker, false);
                } else {
                    refuse(table.id, Some(&id), ErrorCode::Internal, asker);
                }
            }),
        );
    }

    /// Carries out events that the server has decided on, with `also` in the same transaction where there are any. What is
    /// returned says when they are durable.
    pub(crate) fn by_server(
        self: &Arc<Self>,
        table: &Arc<Table>,
        also: Vec<Statement>,
        decide: impl FnOnce(&Live, Millis) -> Vec<Event>,
    ) -> Decided {
        let mut state = table.lock();
        let now = state.time(&self.clock);
        let events = decide(&state.live, now);
        if events.is_empty() {
            return Decided::Nothing;
        }
        if table.has_failed() {
            return Decided::Failed;
        }
        let (answer, answered) = oneshot::channel();
        self.carry_out_with(table, &mut state, events, also, now, None, Asker::Request(answer));
        Decided::Something(answered)
    }

    /// Records events, and shows them when they are durable.
    fn carry_out(
        self: &Arc<Self>,
        table: &Arc<Table>,
        state: &mut TableState,
        events: Vec<Event>,
        now: Millis,
        command: Option<(CommandId, CommandDigest)>,
        asker: Asker,
    ) {
        self.carry_out_with(table, state, events, Vec::new(), now, command, asker);
    }

    #[allow(clippy::too_many_arguments, reason = "the game, what happens to it, and who is told")]
    fn carry_out_with(
        self: &Arc<Self>,
        table: &Arc<Table>,
        state: &mut TableState,
        events: Vec<Event>,
        mut also: Vec<Statement>,
        now: Millis,
        command: Option<(CommandId, CommandDigest)>,
        asker: Asker,
    ) {
        let id = table.id;
        table.is_used(&self.clock);
        let recorded = state.live.record(events, now, command.clone());
        let command = command.map(|(id, _)| id);
        let recorded = match recorded {
            Ok(recorded) => recorded,
            Err(error) => {
                tracing::error!(game = %id, %error, "events do not fit their game");
                return refuse(id, command.as_ref(), ErrorCode::Internal, asker);
            }
        };
        let Some(first) = recorded.first().map(|first| first.seq) else {
            // A command that changes nothing, such as the same conditional moves again.
            return acknowledge(id, command, state.live.next_seq(), asker, false);
        };
        let entries = self.entries(id, state, &recorded);
        match statements(id, state, &recorded, now, self.clock.now()) {
            Ok(statements) => also.extend(statements),
            Err(error) => tracing::error!(game = %id, %error, "the end of a game cannot be written"),
        }
        let ended = state.live.outcome().is_some();
        let moves = recorded.iter().filter(|one| matches!(one.event, Event::Moved { .. })).count();
        let publication = state.publication(id, &recorded, now);
        self.set_timer(id, state);
        let (games, table) = (Arc::clone(self), Arc::clone(table));
        self.database.append(
            entries,
            also,
            Box::new(move |result| match result {
                Ok(()) => {
                    games.metrics.moves.inc_by(moves as u64);
                    let mut state = table.lock();
                    // After a failure the events before these were not shown: the watchers are asked to come back.
                    if !table.has_failed() {
                        let now = state.time(&games.clock);
                        state.publish(id, &publication, now);
                    }
                    let watched = !table.has_failed()
                        && matches!(&asker, Asker::Connection(outbox) if state.is_watched_by(outbox.id()));
                    if ended {
                        state.info.outcome = state.live.outcome();
                        state.info.ended_at = Some(state.live.last_at());
                    } else {
                        state.tell_absence(id);
                    }
                    let news = news_of(id, &state, ended);
                    drop(state);
                    acknowledge(id, command, first, asker, watched);
                    if let Some(news) = news {
                        games.news.send(news);
                    }
                    if ended {
                        games.metrics.games_ended.inc();
                        games.forget_idle(&table);
                    }
                }
                Err(error) => {
                    tracing::error!(game = %id, %error, "events could not be stored");
                    table.note_failure();
                    // A store that is overloaded or closed answers at once, while the table is locked.
                    let runtime = games.runtime.clone();
                    drop(runtime.spawn(async move { games.fail(&table) }));
                    refuse(id, command.as_ref(), ErrorCode::Internal, asker);
                }
            }),
        );
    }

    /// The entries of the log for events, which become part of the state's list.
    fn entries(&self, id: GameId, state: &mut TableState, recorded: &[Recorded]) -> Vec<LogEntry> {
        recorded
            .iter()
            .map(|one| {
                state.events.push(saffron_store::Event { at: one.at, data: stored(one) });
                LogEntry { game: id, seq: one.seq, at: one.at, epoch: self.epoch, data: conditional::logged(one) }
            })
            .collect()
    }

    /// Tells the timers of the deadline.
    fn set_timer(&self, id: GameId, state: &TableState) {
        if let Some(deadline) = state.live.deadline() {
            self.timers.add(state.steady(deadline), id);
        }
    }

    /// Ends what time has ended, for ever.
    pub(crate) async fn keep_time(self: &Arc<Self>) {
        loop {
            for id in self.timers.due(&self.clock).await {
                if let Some(table) = self.get(id) {
                    self.tick(&table);
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

    pub(super) fn tick(self: &Arc<Self>, table: &Arc<Table>) {
        let mut state = table.lock();
        if table.has_failed() {
            return;
        }
        let now = state.time(&self.clock);
        let events = state.live.tick(now);
        if events.is_empty() {
            self.set_timer(table.id, &state);
        } else {
            self.carry_out(table, &mut state, events, now, None, Asker::Nobody);
        }
    }

    /// Follows a game. The connection gets its state now, or the events since `from`. Where the store cannot be reached, it is
    /// asked to come again once the game can be read.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub(crate) async fn watch(
        self: &Arc<Self>,
        id: GameId,
        outbox: &Outbox,
        account: Option<AccountId>,
        from: Option<u32>,
    ) -> Result<Arc<Table>, ErrorCode> {
        loop {
            let table = match self.open(id).await {
                Ok(table) => table,
                Err(ErrorCode::Busy) => {
                    self.await_store(id, [outbox.clone()]);
                    return Err(ErrorCode::Busy);
                }
                Err(error) => return Err(error),
            };
            // An ended game may be forgotten as long as nobody watches it.
            let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
            if tables.get(&id).is_some_and(|kept| Arc::ptr_eq(kept, &table)) {
                self.waiting.remove(id, outbox.id());
                let mut state = table.lock();
                let now = state.time(&self.clock);
                state.watch(id, outbox, account, from, now);
                drop(state);
                return Ok(Arc::clone(&table));
            }
        }
    }

    /// Follows it no longer.
    pub(crate) fn unwatch(&self, id: GameId, connection: ConnectionId, closed: bool) {
        self.waiting.remove(id, connection);
        if let Some(table) = self.get(id) {
            let mut state = table.lock();
            let now = state.time(&self.clock);
            state.unwatch(id, connection, closed, now);
            drop(state);
            self.forget_idle(&table);
        }
    }

    /// Forgets a table that nobody needs in memory.
    pub(crate) fn forget_idle(&self, table: &Table) {
        let mut tables = self.tables_mut();
        if table.is_idle() && tables.get(&table.id).is_some_and(|kept| std::ptr::eq(&**kept, table)) {
            tables.remove(&table.id);
        }
    }

    /// Forgets a table that may not be what is stored, and asks its watchers to come back: now, and where that is too early, once
    /// it can be read again.
    fn fail(self: &Arc<Self>, table: &Arc<Table>) {
        // First out of the map: nobody begins to watch it after that.
        let mut tables = self.tables_mut();
        if tables.get(&table.id).is_some_and(|kept| Arc::ptr_eq(kept, table)) {
            tables.remove(&table.id);
        }
        drop(tables);
        let watchers = std::mem::take(&mut table.lock().watchers);
        let resync = frame(&ServerMessage::Resync { game: table.id.to_string() });
        watchers.iter().for_each(|watcher| watcher.outbox.send(resync.clone()));
        self.await_store(table.id, watchers.into_iter().map(|watcher| watcher.outbox));
    }

    /// Sees to it that a game is read again, whose time goes on also where nobody watches, and then tells these connections.
    pub(super) fn await_store(self: &Arc<Self>, id: GameId, outboxes: impl IntoIterator<Item = Outbox>) {
        if self.waiting.add(id, outboxes) {
            let games = Arc::clone(self);
            drop(self.runtime.spawn(async move { games.recover(id).await }));
        }
    }

    /// Reads a game again, however long the store cannot be reached, and asks those who wait for it to come.
    async fn recover(self: &Arc<Self>, id: GameId) {
        let mut pause = FIRST_PAUSE;
        loop {
            tokio::time::sleep(pause).await;
            match self.open(id).await {
                Ok(table) => {
                    self.waiting.end(id, true);
                    // A computer may be to move.
                    self.news.send(News::Turn(id));
                    return self.forget_idle(&table);
                }
                Err(ErrorCode::Busy) => pause = (pause * 2).min(LONGEST_PAUSE),
                Err(_) => return self.waiting.end(id, false),
            }
        }
    }

    pub(super) fn tables_mut(&self) -> std::sync::RwLockWriteGuard<'_, HashMap<GameId, Arc<Table>>> {
        self.tables.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the same may work later.
fn passes(error: &StoreError) -> bool {
    use StoreError as E;
    matches!(error, E::Overloaded | E::Unknown(_) | E::InUse(_) | E::Busy(_) | E::Full(_) | E::Io(_) | E::Closed)
}

/// What others are told of events that are durable.
fn news_of(id: GameId, state: &TableState, ended: bool) -> Option<News> {
    use saffron_protocol::game::PlayerKind::Computer;
    if ended {
        return Some(News::Ended(id));
    }
    let info = &state.info;
    let watched = !info.control.is_real_time() || [info.white.kind, info.black.kind].contains(&Computer);
    watched.then_some(News::Turn(id))
}

/// What the row of a game needs beside the events.
fn statements(
    id: GameId,
    state: &TableState,
    recorded: &[Recorded],
    now: Millis,
    server_time: Millis,
) -> Result<Vec<Statement>, StoreError> {
    let live = &state.live;
    if let Some(outcome) = live.outcome() {
        let finish = finish(id, state, outcome, now);
        let mut statements = vec![games::finish(&finish)?, conditional_moves::remove(id)];
        if live.settings().rated && !finish.aborted {
            statements.push(ratings::enqueue(id, server_time));
        }
        return Ok(statements);
    }
    let mut statements = conditional::kept(id, recorded);
    let turned = recorded.iter().any(|one| {
        matches!(
            one.event,
            Event::Moved { .. } | Event::TakenBack { .. } | Event::Extended { .. } | Event::Resumed { .. }
        ) || matches!(one.event, Event::TimeAdded { .. })
    });
    if live.settings().control.is_real_time() || !turned {
        return Ok(statements);
    }
    let to_move = state.players[live.turn().index()];
    statements.push(games::turn(&Turn { game: id, plies: u32::from(live.ply()), to_move, deadline: live.deadline() }));
    Ok(statements)
}

fn finish(id: GameId, state: &TableState, outcome: Outcome, now: Millis) -> Finish {
    let moves = state.live.moves();
    let aborted = outcome == Outcome::ABORTED;
    Finish {
        game: id,
        ended_at: state.live.last_at().max(now),
        aborted,
        result: (!aborted).then(|| outcome.result().to_owned()),
        points: (!aborted).then(|| u32::from(outcome.quarters(Color::White))),
        reason: outcome.reason().id().to_owned(),
        plies: u32::from(state.live.ply()),
        opening: moves[..moves.len().min(OPENING_PLIES)].join(" "),
        moves: moves.join(" "),
        white_change: None,
        black_change: None,
        events: state.last_sets.ended(&state.events, state.committed).into_owned(),
    }
}

fn new_row(state: &TableState, id: GameId, data: String) -> NewGame {
    let info = &state.info;
    let settings = state.live.settings();
    let by_correspondence = !settings.control.is_real_time();
    let turn = state.players[state.live.turn().index()];
    NewGame {
        id,
        variant: info.variant.clone(),
        speed: info.speed.id().to_owned(),
        // A small enumeration always becomes text.
        control: serde_json::to_string(&settings.control).unwrap_or_default(),
        rated: info.rated,
        white: state.players[0],
        black: state.players[1],
        white_rating: info.white.rating.map(f64::from),
        white_provisional: info.white.provisional,
        black_rating: info.black.rating.map(f64::from),
        black_provisional: info.black.provisional,
        created_at: info.created_at,
        start_fen: settings.start_fen.clone(),
        to_move: turn.filter(|_| by_correspondence),
        deadline: state.live.deadline().filter(|_| by_correspondence),
        data,
    }
}

/// The table of a game in the store.
fn table_of(
    row: &games::Game,
    mut events: Vec<saffron_store::Event>,
    kept: &[ConditionalMoves],
    accounts: &HashMap<AccountId, Account>,
    clock: &Clock,
) -> Result<Table, String> {
    let in_row = if conditional::have_lines(&events) { 0 } else { row.events_count as usize };
    let last_sets = conditional::restore(&mut events, kept)?;
    let replayed: Result<Vec<Recorded>, _> =
        events.iter().enumerate().map(|(seq, event)| recorded(seq, event)).collect();
    let live = Live::replay(replayed.map_err(|error| error.to_string())?).map_err(|error| error.to_string())?;
    let info = info_of(row, accounts).ok_or("unknown variant or time control")?;
    let table = Table::new(row.id, live, info, [row.white, row.black], (events, last_sets), clock);
    table.lock().in_row = in_row;
    Ok(table)
}

pub(crate) fn settings_error(error: &saffron_live::SettingsError) -> ErrorCode {
    use saffron_live::SettingsError as E;
    match error {
        E::UnknownVariant { .. } => ErrorCode::UnknownVariant,
        E::Control => ErrorCode::InvalidControl,
        E::RatedPosition | E::RatedUnlimited => ErrorCode::CannotBeRated,
        _ => ErrorCode::InvalidPosition,
    }
}

/// Says that a command is durable. A connection that watches the game has learned it from the events.
fn acknowledge(game: GameId, id: Option<CommandId>, seq: u32, asker: Asker, watched: bool) {
    match asker {
        Asker::Connection(outbox) if !watched => {
            if let Some(id) = id {
                outbox.send(frame(&ServerMessage::Ack { game: game.to_string(), id, seq }));
            }
        }
        Asker::Connection(_) | Asker::Nobody => {}
        Asker::Request(answer) => {
            // The request may have gone.
            let _ = answer.send(Ok(seq));
        }
    }
}

fn refuse(game: GameId, id: Option<&CommandId>, error: ErrorCode, asker: Asker) {
    match asker {
        Asker::Connection(outbox) => {
            if let Some(id) = id {
                outbox.send(frame(&ServerMessage::Refused { game: game.to_string(), id: id.clone(), error }));
            }
        }
        Asker::Nobody => {}
        Asker::Request(answer) => {
            let _ = answer.send(Err(error));
        }
    }
}

#[cfg(test)]
mod tests;

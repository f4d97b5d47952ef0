//! All games in memory: commands, time, watchers.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use saffron_live::{Command, CommandDigest, CommandId, Context, Event, Live, Millis, Recorded, RoundTrip, Settings};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::{GameInfo, Player};
use saffron_protocol::socket::ServerMessage;
use saffron_rules::{Color, Outcome};
use saffron_store::accounts::Account;
use saffron_store::conditional_moves::{self, ConditionalMoves};
use saffron_store::games::{self, Finish, NewGame, RunningGame, Turn};
use saffron_store::{AccountId, Database, GameId, LogEntry, Statement, StoreError, challenges};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::clock::Clock;
use crate::live::conditional::{self, LastSets};
use crate::live::info::{accounts_of, info_of, rounded};
use crate::live::news::{News, NewsSender};
use crate::live::outbox::{ConnectionId, Outbox, frame};
use crate::live::table::{Table, TableState, recorded, stored};
use crate::live::timers::Timers;
use crate::live::waiting::Waiting;
use crate::telemetry::metrics::Metrics;

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
    database: Arc<dyn Database>,
    clock: Clock,
    epoch: i64,
    news: NewsSender,
    tables: RwLock<HashMap<GameId, Arc<Table>>>,
    timers: Timers,
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
        let (tables, timers, waiting) = (RwLock::default(), Timers::default(), Waiting::default());
        Self { database, clock, epoch, news, tables, timers, waiting, runtime: Handle::current(), metrics }
    }

    /// Takes the running games. Time since `stopped_at`, or since a game's last event where that is later, does not count.
    ///
    /// # Errors
    /// Failures of the store, also where it could not be stored that a game goes on. A game whose events cannot be read is
    /// logged and left as it is.
    pub(crate) async fn load(
        self: &Arc<Self>,
        running: Vec<RunningGame>,
        stopped_at: Millis,
    ) -> Result<usize, StoreError> {
        let seated = running.iter().flat_map(|running| [running.game.white, running.game.black]).flatten().collect();
        let accounts = accounts_of(&*self.database, seated).await?;
        let mut tables = Vec::with_capacity(running.len());
        for running in running {
            let id = running.game.id;
            let kept = conditional_moves::of(&*self.database, id).await?;
            match table_of(&running.game, running.events, &kept, &accounts, self.clock.now()) {
                Ok(table) => {
                    let table = Arc::new(table);
                    self.add(&table, Some(stopped_at));
                    tables.push(table);
                }
                Err(problem) => tracing::error!(game = %id, problem, "a running game cannot be read"),
            }
        }
        self.database.flush().await?;
        if tables.iter().any(|table| table.has_failed()) {
            // Read again later, these games would be charged for the time since `stopped_at`.
            return Err(StoreError::Io("it could not be stored that the running games go on".to_owned()));
        }
        Ok(tables.len())
    }

    fn add(self: &Arc<Self>, table: &Arc<Table>, stopped_at: Option<Millis>) {
        self.tables_mut().insert(table.id, Arc::clone(table));
        let mut state = table.lock();
        let now = self.clock.now();
        let resumed = stopped_at.map(|stopped_at| state.live.resume(stopped_at, now)).unwrap_or_default();
        if resumed.is_empty() {
            self.set_timer(table.id, &mut state);
        } else {
            self.carry_out(table, &mut state, resumed, now, None, Asker::Nobody);
        }
        drop(state);
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
        let table = Table::new(id, live, info, players, (vec![event.clone()], LastSets::default()), now);
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
        self.add(&Arc::new(table), None);
        Ok(id)
    }

    /// A game: the one in memory, or read from the store, where it then stays in memory while somebody watches.
    ///
    /// # Errors
    /// `NotFound`; `Busy` where the store cannot be reached, `Internal` where what it has cannot be read.
    pub(crate) async fn open(self: &Arc<Self>, id: GameId) -> Result<Arc<Table>, ErrorCode> {
        if let Some(table) = self.get(id) {
            return Ok(table);
        }
        let internal = |error: StoreError| {
            tracing::error!(game = %id, %error, "a game cannot be read");
            if passes(&error) { ErrorCode::Busy } else { ErrorCode::Internal }
        };
        let mut row = games::by_id(&*self.database, id).await.map_err(internal)?.ok_or(ErrorCode::NotFound)?;
        if row.status == games::Status::Running {
            // A running game is not in memory only after a failed commit. Others of it may be under way still.
            self.database.flush().await.map_err(internal)?;
            row = games::by_id(&*self.database, id).await.map_err(internal)?.ok_or(ErrorCode::NotFound)?;
        }
        let events = games::events(&*self.database, id).await.map_err(internal)?;
        let kept = conditional_moves::of(&*self.database, id).await.map_err(internal)?;
        let seated = [row.white, row.black].into_iter().flatten().collect();
        let accounts = accounts_of(&*self.database, seated).await.map_err(internal)?;
        let table = table_of(&row, events, &kept, &accounts, self.clock.now()).map_err(|problem| {
            tracing::error!(game = %id, problem, "a game cannot be read");
            ErrorCode::Internal
        })?;
        if row.status != games::Status::Running {
            let rematches = challenges::rematches(&*self.database, id).await.map_err(internal)?;
            table.lock().rematch = rematches.into_iter().find_map(|challenge| challenge.game);
        }
        let table = Arc::new(table);
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
        let mut state = table.lock();
        self.set_timer(id, &mut state);
        drop(state);
        Ok(table)
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
        let now = self.clock.now();
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
        let now = self.clock.now();
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
        match statements(id, state, &recorded, now) {
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
                        state.publish(id, &publication, games.clock.now());
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

    /// Tells the timers of the deadline where it is an earlier one than they know.
    fn set_timer(&self, id: GameId, state: &mut TableState) {
        match (state.live.deadline(), state.timer) {
            (Some(deadline), Some(timer)) if timer <= deadline => {}
            (Some(deadline), _) => {
                state.timer = Some(deadline);
                self.timers.add(deadline, id);
            }
            (None, _) => {}
        }
    }

    /// Ends what time has ended, for ever.
    pub(crate) async fn keep_time(self: &Arc<Self>) {
        loop {
            for id in self.timers.due(&self.clock).await {
                if let Some(table) = self.get(id) {
                    self.tick(&table);
                }
            }
        }
    }

    fn tick(self: &Arc<Self>, table: &Arc<Table>) {
        let mut state = table.lock();
        state.timer = None;
        if table.has_failed() {
            return;
        }
        let now = self.clock.now();
        let events = state.live.tick(now);
        if events.is_empty() {
            self.set_timer(table.id, &mut state);
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
                table.lock().watch(id, outbox, account, from, self.clock.now());
                return Ok(Arc::clone(&table));
            }
        }
    }

    /// Follows it no longer.
    pub(crate) fn unwatch(&self, id: GameId, connection: ConnectionId, closed: bool) {
        self.waiting.remove(id, connection);
        if let Some(table) = self.get(id) {
            table.lock().unwatch(id, connection, closed, self.clock.now());
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
    fn await_store(self: &Arc<Self>, id: GameId, outboxes: impl IntoIterator<Item = Outbox>) {
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

    fn tables_mut(&self) -> std::sync::RwLockWriteGuard<'_, HashMap<GameId, Arc<Table>>> {
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
) -> Result<Vec<Statement>, StoreError> {
    let live = &state.live;
    if let Some(outcome) = live.outcome() {
        return Ok(vec![games::finish(&finish(id, state, outcome, now))?, conditional_moves::remove(id)]);
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
    now: Millis,
) -> Result<Table, String> {
    let last_sets = conditional::restore(&mut events, kept)?;
    let replayed: Result<Vec<Recorded>, _> =
        events.iter().enumerate().map(|(seq, event)| recorded(seq, event)).collect();
    let live = Live::replay(replayed.map_err(|error| error.to_string())?).map_err(|error| error.to_string())?;
    let info = info_of(row, accounts).ok_or("unknown variant or time control")?;
    Ok(Table::new(row.id, live, info, [row.white, row.black], (events, last_sets), now))
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
mod tests {
    use saffron_live::{Refusal, TimeControl};
    use saffron_protocol::game::PlayerKind;
    use saffron_store::accounts::{self, Kind};
    use saffron_store::{MemoryDisk, MemoryOptions};

    use super::*;
    use crate::live::outbox::Inbox;

    const SYNC: Duration = Duration::from_millis(50);

    /// Takes the running games from the store.
    async fn load(games: &Arc<Games>, stopped_at: Millis) -> Result<usize, StoreError> {
        games.load(games::running_games(&*games.database).await?, stopped_at).await
    }

    struct World {
        disk: Arc<MemoryDisk>,
        games: Arc<Games>,
        players: [AccountId; 2],
    }

    async fn games_on(disk: &Arc<MemoryDisk>, at: Millis) -> Arc<Games> {
        let database: Arc<dyn Database> = Arc::new(disk.open());
        let epoch = database.take_epoch().await.expect("an epoch");
        let (news, _) = NewsSender::new();
        Arc::new(Games::new(database, Clock::starting_at(at), epoch.number, news, Arc::new(Metrics::new())))
    }

    async fn world() -> World {
        let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
        let disk = MemoryDisk::new(options).expect("a disk");
        let games = games_on(&disk, 1_000_000).await;
        let players = [1, 2].map(AccountId::from_random);
        let rows = players.map(|id| accounts::insert(&accounts::Account::new(id, Kind::Guest, 0)));
        games.database.transact(rows.to_vec()).await.expect("two accounts");
        World { disk, games, players }
    }

    fn opening(players: [AccountId; 2], control: TimeControl) -> Opening {
        let settings = Settings { variant: "shafran".to_owned(), start_fen: None, control, rated: false };
        let player = |account: AccountId| Player {
            account: account.to_string(),
            name: None,
            kind: PlayerKind::Guest,
            level: None,
            rating: None,
            provisional: false,
            rating_change: None,
        };
        Opening { settings, players: players.map(|account| (account, player(account))), data: String::new() }
    }

    const BLITZ: TimeControl = TimeControl::Clock { initial: 180, increment: 2 };

    fn command(n: u32) -> CommandId {
        CommandId { client: "test".to_owned(), n }
    }

    fn mv(uci: &str, ply: u16) -> Command {
        Command::Move { uci: uci.to_owned(), ply, thought: None }
    }

    async fn ask(
        games: &Arc<Games>,
        table: &Arc<Table>,
        by: AccountId,
        n: u32,
        what: &Command,
    ) -> Result<u32, ErrorCode> {
        let (answer, answered) = oneshot::channel();
        games.command(table, by, command(n), what, RoundTrip::default(), Asker::Request(answer));
        answered.await.expect("an answer")
    }

    /// The kinds of the messages that wait.
    fn kinds(inbox: &mut Inbox) -> Vec<String> {
        std::iter::from_fn(|| inbox.waiting())
            .map(|text| {
                let message: serde_json::Value = serde_json::from_str(&text).expect("JSON");
                message["t"].as_str().expect("a kind").to_owned()
            })
            .collect()
    }

    #[tokio::test(start_paused = true)]
    async fn a_move_is_shown_and_acknowledged_after_its_commit_only() {
        let World { games, players, .. } = world().await;
        let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
        let (outbox, mut inbox) = Outbox::new(1, 256);
        let table = games.watch(id, &outbox, Some(players[1]), None).await.expect("the game");
        assert_eq!(kinds(&mut inbox), ["game"]);
        let (answer, mut answered) = oneshot::channel();
        games.command(&table, players[0], command(1), &mv("e2e5", 0), RoundTrip::default(), Asker::Request(answer));
        tokio::time::sleep(SYNC / 2).await;
        assert!(kinds(&mut inbox).is_empty() && answered.try_recv().is_err(), "not durable yet");
        // Whoever comes in between does not see it either.
        let (late, mut late_inbox) = Outbox::new(2, 256);
        games.watch(id, &late, None, None).await.expect("the game");
        assert!(late_inbox.waiting().expect("the game").contains(r#""moves":[]"#));
        tokio::time::sleep(SYNC * 2).await;
        assert_eq!(answered.try_recv().expect("an answer"), Ok(1));
        assert!(kinds(&mut inbox).contains(&"events".to_owned()));
        assert_eq!(kinds(&mut late_inbox), ["events"]);
        // Sent again, it is acknowledged and not repeated; a move of the wrong side is refused.
        assert_eq!(ask(&games, &table, players[0], 1, &mv("e2e5", 0)).await, Ok(1));
        let refused = ask(&games, &table, players[0], 2, &mv("d1f5", 1)).await;
        assert_eq!(refused, Err(ErrorCode::Refused(Refusal::NotYourTurn)));
        assert_eq!(ask(&games, &table, AccountId::from_random(77), 1, &mv("e9e6", 1)).await, Err(ErrorCode::Forbidden));
        assert!(kinds(&mut inbox).is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn an_id_stands_for_one_command_for_ever() {
        let World { disk, games, players } = world().await;
        let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
        let table = games.get(id).expect("in memory");
        ask(&games, &table, players[0], 1, &mv("e2e5", 0)).await.expect("played");
        ask(&games, &table, players[1], 1, &mv("e9e6", 1)).await.expect("played");
        let given = ask(&games, &table, players[0], 2, &Command::AddTime).await.expect("given");
        for n in 3..40 {
            ask(&games, &table, players[0], n, &Command::AddTime).await.expect("given");
        }
        let before = table.lock().live.next_seq();
        assert_eq!(ask(&games, &table, players[0], 2, &Command::AddTime).await, Ok(given));
        let used = Err(ErrorCode::Refused(Refusal::CommandIdUsed));
        assert_eq!(ask(&games, &table, players[0], 2, &mv("d1f5", 2)).await, used);
        assert_eq!(ask(&games, &table, players[0], 1, &Command::Resign).await, used);
        assert_eq!(table.lock().live.next_seq(), before);
        // So also by what is stored.
        let stopped = games.clock.now();
        disk.crash();
        let after = games_on(&disk, stopped).await;
        load(&after, stopped).await.expect("the game");
        let table = after.get(id).expect("loaded");
        assert_eq!(ask(&after, &table, players[0], 2, &Command::AddTime).await, Ok(given));
        assert_eq!(ask(&after, &table, players[0], 2, &mv("d1f5", 2)).await, used);
    }

    #[tokio::test(start_paused = true)]
    async fn what_the_server_decides_on_is_said_when_it_is_durable() {
        let World { disk, games, players } = world().await;
        let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
        let table = games.get(id).expect("in memory");
        let forfeit = |live: &Live, now| live.forfeit(saffron_rules::Color::White, now);
        let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
        disk.set_options(MemoryOptions { failing: 1000, ..options.clone() });
        let failed = games.by_server(&table, Vec::new(), forfeit).durable().await;
        assert_eq!(failed, Err(ErrorCode::Internal));
        disk.set_options(options);
        tokio::time::sleep(SYNC * 2).await;
        let table = games.open(id).await.expect("the game");
        assert_eq!(table.lock().live.outcome(), None);
        let began = tokio::time::Instant::now();
        assert_eq!(games.by_server(&table, Vec::new(), forfeit).durable().await, Ok(true));
        assert!(began.elapsed() >= SYNC, "said before its commit");
        assert_eq!(games.by_server(&table, Vec::new(), forfeit).durable().await, Ok(false));
    }

    #[tokio::test(start_paused = true)]
    async fn a_failed_commit_leaves_nothing_and_the_watchers_come_back() {
        let World { disk, games, players } = world().await;
        let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
        let (outbox, mut inbox) = Outbox::new(1, 256);
        let table = games.watch(id, &outbox, Some(players[1]), None).await.expect("the game");
        kinds(&mut inbox);
        let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
        disk.set_options(MemoryOptions { failing: 1000, ..options.clone() });
        assert_eq!(ask(&games, &table, players[0], 1, &mv("e2e5", 0)).await, Err(ErrorCode::Internal));
        tokio::time::sleep(SYNC).await;
        assert_eq!(kinds(&mut inbox), ["resync"]);
        disk.set_options(options);
        let table = games.watch(id, &outbox, Some(players[1]), Some(1)).await.expect("the game");
        assert_eq!(ask(&games, &table, players[0], 1, &mv("e2e5", 0)).await, Ok(1));
        assert!(kinds(&mut inbox).contains(&"events".to_owned()));
    }

    #[tokio::test(start_paused = true)]
    async fn games_survive_a_crash_without_the_time_of_it() {
        let World { disk, games, players } = world().await;
        let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
        let table = games.get(id).expect("in memory");
        for (n, (by, uci)) in [(0, "e2e5"), (1, "e9e6"), (0, "d1f5")].into_iter().enumerate() {
            let ply = u16::try_from(n).expect("small");
            tokio::time::sleep(Duration::from_secs(1)).await;
            let number = u32::from(ply) + 1;
            ask(&games, &table, players[by], number, &mv(uci, ply)).await.expect("played");
        }
        let stopped = games.clock.now();
        disk.crash();
        let after = games_on(&disk, stopped + 3_600_000).await;
        assert_eq!(load(&after, stopped).await, Ok(1));
        tokio::time::sleep(SYNC * 2).await;
        let state = after.get(id).expect("loaded");
        let state = state.lock();
        assert_eq!(state.live.moves(), ["e2e5", "e9e6", "d1f5"]);
        let clocks = state.live.clocks_at(after.clock.now()).expect("clocks");
        assert!((178_000..=180_000).contains(&clocks.b), "{clocks:?}");
        assert!(state.live.outcome().is_none());
    }

    /// Boards that were open during an outage of the database once stayed as they were: told to come back once, and refused.
    #[tokio::test(start_paused = true)]
    async fn who_watches_during_an_outage_is_told_when_the_game_is_back() {
        let World { disk, games, players } = world().await;
        let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
        let ([one, two, left], mut inboxes): ([Outbox; 3], Vec<Inbox>) = {
            let [a, b, c] = [1, 2, 3].map(|number| Outbox::new(number, 256));
            ([a.0, b.0, c.0], vec![a.1, b.1, c.1])
        };
        let table = games.watch(id, &one, Some(players[0]), None).await.expect("the game");
        games.watch(id, &left, None, None).await.expect("the game");
        inboxes.iter_mut().for_each(|inbox| drop(kinds(inbox)));
        disk.set_unreachable(true);
        assert_eq!(ask(&games, &table, players[0], 1, &mv("e2e5", 0)).await, Err(ErrorCode::Internal));
        tokio::time::sleep(SYNC).await;
        for (outbox, account) in [(&one, Some(players[0])), (&two, None), (&left, None)] {
            assert!(matches!(games.watch(id, outbox, account, None).await, Err(ErrorCode::Busy)));
        }
        games.unwatch(id, left.id(), true);
        tokio::time::sleep(Duration::from_secs(600)).await;
        let heard: Vec<Vec<String>> = inboxes.iter_mut().map(kinds).collect();
        assert_eq!(heard, [vec!["resync"], vec![], vec!["resync"]]);
        disk.set_unreachable(false);
        tokio::time::sleep(LONGEST_PAUSE + SYNC * 4).await;
        let heard: Vec<Vec<String>> = inboxes.iter_mut().map(kinds).collect();
        assert_eq!(heard, [vec!["resync"], vec!["resync"], vec![]]);
        for outbox in [&one, &two] {
            games.watch(id, outbox, None, Some(1)).await.expect("the game");
        }
        tokio::time::sleep(LONGEST_PAUSE * 2).await;
        assert!(inboxes.iter_mut().all(|inbox| !kinds(inbox).contains(&"resync".to_owned())));
    }

    #[tokio::test(start_paused = true)]
    async fn a_command_whose_commit_failed_is_not_acknowledged_when_it_comes_again() {
        let World { disk, games, players } = world().await;
        let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
        let table = games.get(id).expect("in memory");
        let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
        disk.set_options(MemoryOptions { failing: 1000, ..options.clone() });
        let command = mv("e2e5", 0);
        let works_again = async {
            tokio::time::sleep(SYNC + SYNC / 2).await;
            disk.set_options(options);
        };
        let again = async {
            // In the commit after the one that fails.
            tokio::time::sleep(SYNC / 2).await;
            ask(&games, &table, players[0], 1, &command).await
        };
        let (first, again, ()) = tokio::join!(ask(&games, &table, players[0], 1, &command), again, works_again);
        assert_eq!((first, again), (Err(ErrorCode::Internal), Err(ErrorCode::Internal)));
        let table = games.open(id).await.expect("the game");
        assert_eq!(table.lock().live.next_seq(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_goes_on_after_a_failure_though_nobody_watches() {
        let World { disk, games, players } = world().await;
        let keeper = tokio::spawn({
            let games = Arc::clone(&games);
            async move { games.keep_time().await }
        });
        let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
        let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
        // The end of the game fails, as it was not begun in time.
        disk.set_options(MemoryOptions { failing: 1000, ..options.clone() });
        tokio::time::sleep(Duration::from_millis(20_500)).await;
        disk.set_options(options);
        tokio::time::sleep(Duration::from_secs(5)).await;
        let row = games::by_id(&*games.database, id).await.expect("a row").expect("a row");
        assert_eq!(row.status, games::Status::Aborted);
        keeper.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_does_not_start_where_its_games_cannot_go_on() {
        let World { disk, games, players } = world().await;
        games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
        let stopped = games.clock.now();
        let after = games_on(&disk, stopped + 3_600_000).await;
        let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
        disk.set_options(MemoryOptions { failing: 1000, ..options.clone() });
        assert!(load(&after, stopped).await.is_err());
        disk.set_options(options);
        let after = games_on(&disk, stopped + 3_600_000).await;
        assert_eq!(load(&after, stopped).await, Ok(1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_player_who_reads_too_slowly_is_not_counted_twice() {
        let World { games, players, .. } = world().await;
        let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
        let (outbox, mut inbox) = Outbox::new(1, 1);
        let table = games.watch(id, &outbox, Some(players[1]), None).await.expect("the game");
        assert!(table.lock().seat(Color::Black).is_there());
        ask(&games, &table, players[0], 1, &mv("e2e5", 0)).await.expect("played");
        assert!(!table.lock().seat(Color::Black).is_there(), "the queue is full");
        kinds(&mut inbox);
        games.watch(id, &outbox, Some(players[1]), Some(1)).await.expect("the game");
        assert!(table.lock().seat(Color::Black).is_there());
        games.unwatch(id, 1, false);
        assert!(!table.lock().seat(Color::Black).is_there());
    }

    #[tokio::test(start_paused = true)]
    async fn an_ended_game_that_is_rated_while_it_is_read_has_its_changes() {
        let World { disk, games, players } = world().await;
        let mut rated = opening(players, BLITZ);
        rated.settings.rated = true;
        let id = games.begin(GameId::from_random(9), rated, Vec::new()).await.expect("a game");
        let table = games.get(id).expect("in memory");
        for (n, what) in [mv("e2e5", 0), mv("e9e6", 1), Command::Resign].iter().enumerate() {
            ask(&games, &table, players[n % 2], u32::try_from(n).expect("small"), what).await.expect("carried out");
        }
        assert!(games.get(id).is_none(), "nobody watches");
        let read = Duration::from_millis(100);
        disk.set_options(MemoryOptions { read: (read, read), ..MemoryOptions::default() });
        let rate = async {
            tokio::time::sleep(read * 3 / 2).await;
            games.database.transact(vec![games::set_changes(id, 8.4, -8.4)]).await.expect("stored");
        };
        let (table, ()) = tokio::join!(games.open(id), rate);
        let table = table.expect("the game");
        let state = table.lock();
        assert_eq!((state.info.white.rating_change, state.info.black.rating_change), (Some(8), Some(-8)));
    }

    /// 26,000 sets of conditional moves in two minutes once made the log 210 MB long, which every start read again.
    #[tokio::test(start_paused = true)]
    async fn of_conditional_moves_only_the_last_set_is_kept() {
        let World { disk, games, players } = world().await;
        let opened = opening(players, TimeControl::Unlimited);
        let id = games.begin(GameId::from_random(9), opened, Vec::new()).await.expect("a game");
        let table = games.get(id).expect("in memory");
        let set = |answer: &str| Command::SetConditionalMoves { lines: vec![vec!["e2e5".into(), answer.into()]; 60] };
        for n in 1..=100 {
            let answer = if n % 2 == 0 { "e9e6" } else { "h10i8" };
            assert_eq!(ask(&games, &table, players[1], n, &set(answer)).await, Ok(n));
        }
        // Sent again, an earlier one is not carried out again.
        assert_eq!(ask(&games, &table, players[1], 99, &set("h10i8")).await, Ok(99));
        let stored = games::events(&*games.database, id).await.expect("events");
        let size: usize = stored.iter().map(|event| event.data.len()).sum();
        assert!(stored.len() == 101 && size < 15_000, "{size} bytes");
        let lines = vec![vec!["e2e5".to_owned(), "e9e6".to_owned()]];
        assert_eq!(table.lock().live.conditional_moves(Color::Black), lines);
        let in_memory: usize = table.lock().events.iter().map(|event| event.data.len()).sum();
        assert!(in_memory < 15_000, "{in_memory} bytes");
        disk.crash();
        let after = games_on(&disk, games.clock.now() + 1000).await;
        assert_eq!(load(&after, games.clock.now()).await, Ok(1));
        let table = after.open(id).await.expect("the game");
        assert_eq!(table.lock().live.conditional_moves(Color::Black), lines);
        assert_eq!(ask(&after, &table, players[1], 99, &set("h10i8")).await, Ok(99));
        assert_eq!(ask(&after, &table, players[0], 1, &mv("e2e5", 0)).await, Ok(101));
        assert_eq!(table.lock().live.moves(), ["e2e5", "e9e6"]);
        // The end leaves nothing of them.
        assert_eq!(ask(&after, &table, players[1], 101, &Command::Resign).await, Ok(103));
        assert_eq!(conditional_moves::of(&*after.database, id).await, Ok(Vec::new()));
        let stored = games::events(&*after.database, id).await.expect("events");
        assert!(stored.iter().all(|event| event.data.len() < 200));
    }

    #[tokio::test(start_paused = true)]
    async fn time_ends_games_by_itself() {
        let World { games, players, .. } = world().await;
        let keeper = tokio::spawn({
            let games = Arc::clone(&games);
            async move { games.keep_time().await }
        });
        let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
        let (outbox, mut inbox) = Outbox::new(1, 256);
        games.watch(id, &outbox, None, None).await.expect("the game");
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(kinds(&mut inbox), ["game", "events"]);
        let row = games::by_id(&*games.database, id).await.expect("a row").expect("a row");
        assert_eq!(row.status, games::Status::Aborted);
        games.unwatch(id, 1, true);
        assert!(games.get(id).is_none(), "nobody needs it in memory");
        let again = games.open(id).await.expect("read from the store");
        assert_eq!(again.lock().info.outcome, Some(Outcome::ABORTED));
        keeper.abort();
    }
}

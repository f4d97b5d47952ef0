//! One running game in memory: its state, its seats, and who watches it.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use saffron_live::{Event, Live, Millis, Recorded};
use saffron_protocol::game::{GameInfo, GameState, GameSummary, GameView, Player, PlayerKind, PresenceView};
use saffron_protocol::limits::MAX_EVENTS_BEHIND;
use saffron_protocol::socket::ServerMessage;
use saffron_rules::Color;
use saffron_store::{AccountId, GameId};

use crate::clock::Clock;
use crate::config::limits::{FEW_WATCHERS, MAX_GAME_AHEAD};
use crate::games::conditional::LastSets;
use crate::games::outbox::{ConnectionId, Frame, Outbox, frame};
use crate::games::seat::Seat;
use crate::games::stored::recorded;

/// Viewer of a game, and the seat from which it watches.
#[derive(Debug)]
pub struct Watcher {
    pub outbox: Outbox,
    pub account: Option<AccountId>,
    pub side: Option<Color>,
    /// It was sent the chats so far, and is sent each new line.
    pub chats: bool,
}

/// Live game in memory: the state machine of `saffron_live` with its seats, watchers and stored events.
#[derive(Debug)]
pub struct LiveGame {
    pub id: GameId,
    state: Mutex<LiveGameState>,
    /// A commit has failed: what is here may not be what is stored. Known at once, also while the state is locked.
    failed: AtomicBool,
    /// Time of the last request, by the steady clock.
    used_at: AtomicI64,
}

/// Mutable state of a live game.
#[derive(Debug)]
pub struct LiveGameState {
    /// Difference of the game's time from the steady clock (milliseconds). The game's time begins when the game comes into memory,
    /// with the server's time or its last event, whichever is later, and runs with the steady clock.
    offset: Millis,
    pub live: Live,
    pub info: GameInfo,
    pub players: [Option<AccountId>; 2],
    /// All events, those that wait for their commit included. Those of conditional moves have their lines as long as these may
    /// count.
    pub events: Vec<saffron_store::Event>,
    pub(crate) last_sets: LastSets,
    /// So many of them are in the game's row as they are kept there; at least, since others move events there, too.
    pub in_row: usize,
    /// Number of them that are durable.
    pub committed: usize,
    pub watchers: Vec<Watcher>,
    pub seats: [Seat; 2],
    /// Milliseconds between the beginning of the turn and its display: the time of its commit.
    pub shown_after: u32,
    /// The game that a rematch became.
    pub rematch: Option<GameId>,
    /// Whether the name of a player has changed since the beginning.
    renamed: bool,
}

/// Events that are shown once they are durable.
#[derive(Debug)]
pub struct Publication {
    end: usize,
    /// Time at which these events began a turn.
    turned_at: Option<Millis>,
    /// For everybody, or for White, Black and spectators.
    frames: Frames,
}

#[derive(Debug)]
enum Frames {
    Common(Frame),
    Apart([Option<Frame>; 3]),
}

/// The place of a viewer in [`Frames::Apart`].
fn place(side: Option<Color>) -> usize {
    side.map_or(2, Color::index)
}

impl LiveGame {
    pub(crate) fn new(
        id: GameId,
        live: Live,
        info: GameInfo,
        players: [Option<AccountId>; 2],
        (events, last_sets): (Vec<saffron_store::Event>, LastSets),
        clock: &Clock,
    ) -> Self {
        let committed = events.len();
        let (now, steady) = (clock.now().max(live.last_at()), clock.steady());
        // A computer is always there.
        let seats = [&info.white, &info.black].map(|player| match player.kind {
            PlayerKind::Computer => Seat::taken(),
            PlayerKind::Person | PlayerKind::Guest | PlayerKind::Closed => Seat::empty_since(now),
        });
        let state = LiveGameState {
            offset: now - steady,
            live,
            info,
            players,
            events,
            last_sets,
            in_row: 0,
            committed,
            watchers: Vec::new(),
            seats,
            shown_after: 0,
            rematch: None,
            renamed: false,
        };
        Self { id, state: Mutex::new(state), failed: AtomicBool::new(false), used_at: AtomicI64::new(steady) }
    }

    /// Whether a commit has failed, so that this state may differ from the store's.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }

    /// Notes that a commit has failed.
    pub fn note_failure(&self) {
        self.failed.store(true, Ordering::Release);
    }

    /// Notes a request for the game.
    pub fn is_used(&self, clock: &Clock) {
        self.used_at.store(clock.steady(), Ordering::Relaxed);
    }

    /// Returns whether the game is played without a clock and no one has asked for it since a moment: it need not be in memory then.
    /// One that is dated in the future is in memory as long as the server runs: its time would stand still otherwise.
    pub fn rests_since(&self, before: Millis, clock: &Clock) -> bool {
        self.used_at.load(Ordering::Relaxed) <= before && !self.has_failed() && {
            let state = self.lock();
            state.rests() && state.time(clock) - clock.now() <= MAX_GAME_AHEAD
        }
    }

    /// Returns whether the game can be forgotten: it has failed; or the game has ended, its end is durable, and no one watches.
    pub fn is_idle(&self) -> bool {
        self.has_failed() || self.lock().is_idle()
    }

    /// No thread panics while holding the lock: a state is changed as a whole.
    pub fn lock(&self) -> MutexGuard<'_, LiveGameState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LiveGameState {
    /// The game's time now.
    pub fn time(&self, clock: &Clock) -> Millis {
        clock.steady() + self.offset
    }

    /// Converts a moment of the game's time to the steady clock.
    pub fn steady(&self, at: Millis) -> Millis {
        at.saturating_sub(self.offset)
    }

    /// The side of an account.
    pub fn side_of(&self, account: Option<AccountId>) -> Option<Color> {
        let account = account?;
        Color::ALL.into_iter().find(|side| self.players[side.index()] == Some(account))
    }

    /// The presence of a side, as the other one's claim depends on it.
    pub fn seat(&self, side: Color) -> &Seat {
        &self.seats[side.index()]
    }

    /// Makes the messages about events that were just recorded.
    pub fn publication(&self, id: GameId, recorded: &[Recorded], now: Millis) -> Publication {
        let state = GameState::new(&self.live, now, self.offset);
        let message = |events: Vec<Recorded>| {
            frame(&ServerMessage::Events { game: id.to_string(), events, state: state.clone() })
        };
        let common = recorded.iter().all(|one| Live::visible(&one.event, None));
        let frames = if common {
            Frames::Common(message(recorded.to_vec()))
        } else {
            let to = |side| {
                let seen: Vec<Recorded> =
                    recorded.iter().filter(|one| Live::visible(&one.event, side)).cloned().collect();
                (!seen.is_empty()).then(|| message(seen))
            };
            Frames::Apart([to(Some(Color::White)), to(Some(Color::Black)), to(None)])
        };
        let turns = |one: &&Recorded| matches!(one.event, Event::Moved { .. } | Event::TakenBack { .. });
        let turned_at = recorded.iter().rfind(turns).map(|one| one.at);
        Publication { end: self.events.len(), turned_at, frames }
    }

    /// Shows events that are durable now. Watchers whose queues are full watch no longer, and do not count as there, until
    /// they have read and watch again: they get a request to resync.
    pub fn publish(&mut self, id: GameId, publication: &Publication, now: Millis) {
        // What these events replace counts for nothing only now.
        self.last_sets.advance(&mut self.events, self.committed, publication.end);
        self.committed = publication.end;
        if let Some(turned_at) = publication.turned_at {
            self.shown_after = u32::try_from((now - turned_at).max(0)).unwrap_or(u32::MAX);
        }
        let (seats, mut left) = (&mut self.seats, false);
        self.watchers.retain(|watcher| {
            let frame = match &publication.frames {
                Frames::Common(frame) => Some(frame),
                Frames::Apart(frames) => frames[place(watcher.side)].as_ref(),
            };
            let kept = frame.is_none_or(|frame| watcher.outbox.stream(id, frame.clone()));
            if !kept && let Some(side) = watcher.side {
                left |= seats[side.index()].leave(now, false);
            }
            kept
        });
        if left {
            self.tell_presence(id, None);
        }
    }

    /// Returns whether a connection watches the game.
    pub fn is_watched_by(&self, connection: ConnectionId) -> bool {
        self.watchers.iter().any(|watcher| watcher.outbox.id() == connection)
    }

    /// Adds a watcher and sends it the game, or the events from a number on if it knows those before.
    pub fn watch(&mut self, id: GameId, outbox: &Outbox, account: Option<AccountId>, from: Option<u32>, now: Millis) {
        let side = self.side_of(account);
        let first = !self.is_watched_by(outbox.id());
        if first {
            self.watchers.push(Watcher { outbox: outbox.clone(), account, side, chats: false });
        }
        let arrived = first && side.is_some_and(|side| self.seats[side.index()].arrive());
        match self.events_since(id, side, from, now) {
            Some(events) => {
                outbox.send(events);
                self.tell_what_is_no_event(id, side, outbox);
            }
            None => outbox.send(frame(&ServerMessage::Game { view: Box::new(self.view(side, now)) })),
        }
        if arrived || first && side.is_none() && self.watchers.len() <= FEW_WATCHERS {
            self.tell_presence(id, Some(outbox.id()));
        }
    }

    /// Removes a watcher; `closed` where its page was closed. Returns whether it was one.
    pub fn unwatch(&mut self, id: GameId, connection: ConnectionId, closed: bool, now: Millis) -> bool {
        let Some(index) = self.watchers.iter().position(|watcher| watcher.outbox.id() == connection) else {
            return false;
        };
        let watcher = self.watchers.swap_remove(index);
        let left = watcher.side.is_some_and(|side| self.seats[side.index()].leave(now, closed));
        if left || watcher.side.is_none() && self.watchers.len() < FEW_WATCHERS {
            self.tell_presence(id, None);
        }
        true
    }

    /// Returns whether the game can be forgotten: the game has ended, its end is durable, and no one watches.
    fn is_idle(&self) -> bool {
        self.watchers.is_empty() && self.committed == self.events.len() && self.live.outcome().is_some()
    }

    /// Returns whether a running game changes only by a request or when its time is up.
    fn rests(&self) -> bool {
        let live = &self.live;
        let computer = |side| {
            let player = if side == Color::White { &self.info.white } else { &self.info.black };
            player.kind == PlayerKind::Computer
        };
        let asked =
            |side| live.turn() == side || live.draw_offer() == Some(!side) || live.takeback_proposal() == Some(!side);
        self.watchers.is_empty()
            && self.committed == self.events.len()
            && live.outcome().is_none()
            && !live.settings().control.is_real_time()
            && !Color::ALL.into_iter().any(|side| computer(side) && asked(side))
    }

    /// Shows a player otherwise from now on: the watchers are asked to read the game again.
    pub fn rename(&mut self, id: GameId, side: Color, change: impl FnOnce(&mut Player)) {
        change(if side == Color::White { &mut self.info.white } else { &mut self.info.black });
        self.renamed = true;
        self.hint_all(&ServerMessage::Changed { game: id.to_string() }, |_| true);
    }

    /// Tells all watchers but one who is there.
    pub fn tell_presence(&self, id: GameId, except: Option<ConnectionId>) {
        let game = id.to_string();
        let frames = [Some(Color::White), Some(Color::Black), None]
            .map(|side| frame(&ServerMessage::Presence { game: game.clone(), presence: self.presence(side) }));
        for watcher in self.watchers.iter().filter(|watcher| Some(watcher.outbox.id()) != except) {
            watcher.outbox.hint(frames[place(watcher.side)].clone());
        }
    }

    /// Tells the players of a claim that has become possible or impossible by a move.
    pub fn tell_absence(&self, id: GameId) {
        if self.live.outcome().is_none()
            && self.seats.iter().any(Seat::is_there)
            && !self.seats.iter().all(Seat::is_there)
        {
            let game = id.to_string();
            for watcher in &self.watchers {
                if watcher.side.is_some() {
                    let presence = self.presence(watcher.side);
                    watcher.outbox.hint(frame(&ServerMessage::Presence { game: game.clone(), presence }));
                }
            }
        }
    }

    /// Presence of the players, as a viewer sees it.
    pub fn presence(&self, viewer: Option<Color>) -> PresenceView {
        let spectators = self.spectators();
        PresenceView {
            white: self.seats[0].is_there(),
            black: self.seats[1].is_there(),
            spectators: u32::try_from(spectators).unwrap_or(u32::MAX),
            claim_from: viewer
                .and_then(|side| self.live.claimable_from(side, self.seat(!side).presence()))
                .map(|at| self.steady(at)),
        }
    }

    /// Sends a message to all watchers, who may miss it.
    pub fn hint_all(&self, message: &ServerMessage, to: impl Fn(Option<Color>) -> bool) {
        let frame = frame(message);
        self.watchers.iter().filter(|watcher| to(watcher.side)).for_each(|watcher| watcher.outbox.hint(frame.clone()));
    }

    /// The message with the events from a number on; `None` if a viewer needs the whole game.
    fn events_since(&self, id: GameId, side: Option<Color>, from: Option<u32>, now: Millis) -> Option<Frame> {
        let from = usize::try_from(from?).ok()?;
        if self.renamed || from > self.committed || self.committed - from > MAX_EVENTS_BEHIND {
            return None;
        }
        let events = self.durable_events(from, side)?;
        let state = GameState::new(&self.durable(), now, self.offset);
        Some(frame(&ServerMessage::Events { game: id.to_string(), events, state }))
    }

    /// Tells a viewer who comes back what no event shows: who is there, and after the end that a rematch and ratings may have
    /// come.
    fn tell_what_is_no_event(&self, id: GameId, side: Option<Color>, outbox: &Outbox) {
        let game = id.to_string();
        outbox.hint(frame(&ServerMessage::Presence { game: game.clone(), presence: self.presence(side) }));
        if self.info.outcome.is_some() {
            outbox.hint(frame(&ServerMessage::Changed { game }));
        }
    }

    /// The durable events from a number on that a viewer may see; `None` if one cannot be read.
    pub fn durable_events(&self, from: usize, side: Option<Color>) -> Option<Vec<Recorded>> {
        let events = self.events.get(from..self.committed)?.iter().enumerate();
        let events: Result<Vec<Recorded>, _> = events.map(|(index, event)| recorded(from + index, event)).collect();
        let mut events = events.ok()?;
        events.retain(|one| Live::visible(&one.event, side));
        Some(events)
    }

    /// The game by its durable events.
    pub fn durable(&self) -> std::borrow::Cow<'_, Live> {
        if self.committed < self.events.len()
            && let Some(events) = self.all_durable_events()
            && let Ok(live) = Live::replay(events)
        {
            return std::borrow::Cow::Owned(live);
        }
        std::borrow::Cow::Borrowed(&self.live)
    }

    fn all_durable_events(&self) -> Option<Vec<Recorded>> {
        let events = self.events.get(..self.committed)?.iter().enumerate();
        events.map(|(index, event)| recorded(index, event).ok()).collect()
    }

    /// The game as lists show it.
    pub fn summary(&self) -> GameSummary {
        let live = &self.live;
        let goes_on = live.outcome().is_none();
        GameSummary {
            info: self.info.clone(),
            plies: live.ply(),
            fen: live.position().to_fen(),
            last_move: live.last_move(),
            turn: goes_on.then(|| live.turn()),
            deadline: live
                .deadline()
                .filter(|_| goes_on && !self.info.control.is_real_time())
                .map(|deadline| self.steady(deadline)),
        }
    }

    /// Number of watchers who do not play.
    pub fn spectators(&self) -> usize {
        self.watchers.iter().filter(|watcher| watcher.side.is_none()).count()
    }

    /// The game as a viewer sees it.
    pub fn view(&self, side: Option<Color>, now: Millis) -> GameView {
        let live = self.durable();
        GameView {
            info: self.info.clone(),
            you: side,
            moves: live.moves(),
            times: live.times().iter().copied().map(i64::from).collect(),
            state: GameState::new(&live, now, self.offset),
            presence: self.presence(side),
            conditional_moves: side.map(|side| live.conditional_moves(side)).unwrap_or_default(),
            rematch: self.rematch.map(|id| id.to_string()),
        }
    }
}

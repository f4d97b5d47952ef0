//! What the hosts of a simulation share: the disk, the clocks, the history.

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use saffron_live::Millis;
use saffron_protocol::game::GameView;
use saffron_store::{AccountId, GameId, MemoryDisk};
use tokio::sync::watch;

use crate::history::History;
use crate::plan::Plan;

/// When simulations begin, by the wall clock.
pub(crate) const BEGINNING: Millis = 1_800_000_000_000;

/// The name of the server's host, and its port.
pub(crate) const SERVER: &str = "server";
pub(crate) const PORT: u16 = 80;

/// What people do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// They play; there are faults.
    Play,
    /// They do nothing new; there are no faults any more.
    Settle,
    /// Whoever is to move makes one move more.
    Last,
    /// They leave.
    Leave,
}

/// Somebody's account.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) id: AccountId,
    pub(crate) token: String,
}

/// A game as a viewer got it over HTTP at the end.
#[derive(Clone, Debug)]
pub(crate) struct FinalView {
    pub(crate) game: usize,
    /// The place of the person who asked; `None` for somebody without a session.
    pub(crate) person: Option<usize>,
    pub(crate) view: GameView,
    pub(crate) events: Vec<saffron_live::Recorded>,
    /// When it was got.
    pub(crate) at: u64,
}

/// What of a followed game a client had at the end.
#[derive(Clone, Debug)]
pub(crate) struct FinalGame {
    pub(crate) person: usize,
    pub(crate) game: usize,
    pub(crate) next: u32,
    pub(crate) moves: Vec<String>,
    pub(crate) over: bool,
    /// Commands without an answer.
    pub(crate) pending: usize,
    pub(crate) following: bool,
    /// When the last ping was sent that was answered.
    pub(crate) answered_ping: u64,
}

/// Everything that is shared. It lives in one thread.
pub(crate) struct World {
    pub(crate) plan: Plan,
    pub(crate) disk: Arc<MemoryDisk>,
    pub(crate) accounts: Vec<Account>,
    pub(crate) games: Vec<GameId>,
    history: RefCell<History>,
    pub(crate) phase: Cell<Phase>,
    /// How much the wall clock is wrong (milliseconds).
    pub(crate) wall_error: Cell<Millis>,
    /// Tells the running server to stop.
    pub(crate) stop: RefCell<Option<watch::Sender<bool>>>,
    /// The server has stopped in an orderly way.
    pub(crate) stopped: Cell<bool>,
    /// The server answers.
    pub(crate) up: Cell<bool>,
    pub(crate) starts: Cell<u64>,
    /// How often somebody's client was started.
    pub(crate) lives: RefCell<Vec<u64>>,
    pub(crate) final_views: RefCell<Vec<FinalView>>,
    /// By person and place among the games that it follows.
    pub(crate) final_games: RefCell<Vec<Vec<FinalGame>>>,
    /// The last moves that were made to see that games go on, by game.
    pub(crate) last_moves: RefCell<Vec<bool>>,
    /// The presence of the games after everybody has left: White, Black, spectators.
    pub(crate) left: RefCell<Option<Vec<(bool, bool, u32)>>>,
}

impl World {
    pub(crate) fn new(
        plan: Plan,
        disk: Arc<MemoryDisk>,
        accounts: Vec<Account>,
        games: Vec<GameId>,
        trace: bool,
    ) -> Rc<Self> {
        let (people, count) = (plan.people.len(), games.len());
        Rc::new(Self {
            history: RefCell::new(History::new(count, trace)),
            plan,
            disk,
            accounts,
            games,
            phase: Cell::new(Phase::Play),
            wall_error: Cell::new(0),
            stop: RefCell::default(),
            stopped: Cell::new(false),
            up: Cell::new(false),
            starts: Cell::new(0),
            lives: RefCell::new(vec![0; people]),
            final_views: RefCell::default(),
            final_games: RefCell::new(vec![Vec::new(); people]),
            last_moves: RefCell::new(vec![false; count]),
            left: RefCell::default(),
        })
    }

    pub(crate) fn history(&self) -> RefMut<'_, History> {
        self.history.borrow_mut()
    }

    pub(crate) fn seen(&self) -> Ref<'_, History> {
        self.history.borrow()
    }

    /// Adds a line to the trace, from within a host.
    pub(crate) fn note(&self, who: &str, what: &str) {
        self.history().note(now(), who, what);
    }

    /// Notes something wrong, from within a host.
    pub(crate) fn violation(&self, what: impl std::fmt::Display) {
        self.history().violation(now(), what);
    }

    /// The wall clock, from within a host.
    pub(crate) fn wall(&self) -> Millis {
        Self::right_time() + self.wall_error.get()
    }

    /// The time that a right wall clock shows, from within a host.
    pub(crate) fn right_time() -> Millis {
        BEGINNING + Millis::try_from(now()).unwrap_or(0)
    }

    /// The index of a game by its id.
    pub(crate) fn game_index(&self, id: &str) -> Option<usize> {
        self.games.iter().position(|game| game.as_str() == id)
    }
}

/// Milliseconds since the start of the simulation, from within a host.
pub(crate) fn now() -> u64 {
    millis(turmoil::sim_elapsed().unwrap_or_default())
}

/// A duration as whole milliseconds.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

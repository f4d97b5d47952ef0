//! State shared by the hosts of a simulation: disk, clocks, history.

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use saffron_live::Millis;
use saffron_protocol::game::GameView;
use saffron_store::{AccountId, GameId, MemoryDisk};
use tokio::sync::{mpsc, watch};

use crate::history::History;
use crate::plan::Plan;
use crate::played::Seen;
use crate::tournaments::Known;

/// Start of every simulation by the wall clock.
pub(crate) const START_TIME: Millis = 1_800_000_000_000;

/// Host name and port of the server.
pub(crate) const SERVER: &str = "server";
pub(crate) const PORT: u16 = 80;

/// Phase of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// People play, and there are faults.
    Play,
    /// People start no new games, and there are no more faults.
    Settle,
    /// Each side to move makes one more move.
    Last,
    /// People leave.
    Leave,
}

/// Account of a person.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) id: AccountId,
    pub(crate) token: String,
}

/// Game as a viewer received it over HTTP at the end.
#[derive(Clone, Debug)]
pub(crate) struct FinalView {
    pub(crate) game: usize,
    /// Index of the viewer; `None` for a viewer without a session.
    pub(crate) person: Option<usize>,
    pub(crate) view: GameView,
    pub(crate) events: Vec<saffron_live::Recorded>,
    /// Time of the request, in simulated milliseconds.
    pub(crate) at: u64,
}

/// State of a followed game in a client at the end.
#[derive(Clone, Debug)]
pub(crate) struct FinalGame {
    pub(crate) person: usize,
    pub(crate) game: usize,
    pub(crate) next: u32,
    pub(crate) moves: Vec<String>,
    pub(crate) over: bool,
    /// Number of commands without an answer.
    pub(crate) pending: usize,
    pub(crate) following: bool,
    /// Time at which the last answered ping was sent.
    pub(crate) answered_ping: u64,
}

/// Shared state of a simulation. It lives on one thread.
pub(crate) struct World {
    pub(crate) plan: Plan,
    pub(crate) disk: Arc<MemoryDisk>,
    pub(crate) accounts: Vec<Account>,
    pub(crate) games: Vec<GameId>,
    /// Tournaments as their organisers know them.
    pub(crate) tournaments: RefCell<Vec<Known>>,
    /// Tournament as its players know it, if it is one whose games are played on the server.
    pub(crate) played: RefCell<Option<Seen>>,
    history: RefCell<History>,
    pub(crate) phase: Cell<Phase>,
    /// Error of the wall clock in milliseconds.
    pub(crate) wall_error: Cell<Millis>,
    /// Signal that stops the running server.
    pub(crate) stop: RefCell<Option<watch::Sender<bool>>>,
    /// Durations in milliseconds that the running server passes at once.
    pub(crate) idle: RefCell<Option<mpsc::UnboundedSender<u64>>>,
    /// True after the server has shut down in an orderly way.
    pub(crate) stopped: Cell<bool>,
    /// True while the server answers requests.
    pub(crate) up: Cell<bool>,
    pub(crate) starts: Cell<u64>,
    /// Number of starts of each person's client.
    pub(crate) lives: RefCell<Vec<u64>>,
    pub(crate) final_views: RefCell<Vec<FinalView>>,
    /// Final states by person, then in the order of the games that the person follows.
    pub(crate) final_games: RefCell<Vec<Vec<FinalGame>>>,
    /// Moves made to check that each game continues, by game.
    pub(crate) last_moves: RefCell<Vec<bool>>,
    /// Presence in the games after everyone has left: White, Black, number of spectators.
    pub(crate) left: RefCell<Option<Vec<(bool, bool, u32)>>>,
}

impl World {
    pub(crate) fn new(
        plan: Plan,
        disk: Arc<MemoryDisk>,
        accounts: Vec<Account>,
        games: Vec<GameId>,
        (tournaments, played): (Vec<Known>, Option<Seen>),
        trace: bool,
    ) -> Rc<Self> {
        let (people, count) = (plan.people.len(), games.len());
        Rc::new(Self {
            history: RefCell::new(History::new(count, trace)),
            plan,
            disk,
            accounts,
            games,
            tournaments: RefCell::new(tournaments),
            played: RefCell::new(played),
            phase: Cell::new(Phase::Play),
            wall_error: Cell::new(0),
            stop: RefCell::default(),
            idle: RefCell::default(),
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

    /// Records a violation, from within a host.
    pub(crate) fn violation(&self, what: impl std::fmt::Display) {
        self.history().violation(now(), what);
    }

    /// Returns the wall clock, from within a host.
    pub(crate) fn wall(&self) -> Millis {
        START_TIME + Millis::try_from(now()).unwrap_or(0) + self.wall_error.get()
    }

    /// Returns the index of a game by its id.
    pub(crate) fn game_index(&self, id: &str) -> Option<usize> {
        self.games.iter().position(|game| game.as_str() == id)
    }
}

/// Returns the milliseconds since the start of the simulation, from within a host.
pub(crate) fn now() -> u64 {
    millis(turmoil::sim_elapsed().unwrap_or_default())
}

/// Converts a duration to whole milliseconds.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

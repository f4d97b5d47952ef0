//! When a search ends: limits fixed beforehand, and a handle to stop it from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use saffron_rules::Move;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until more time comes; `None` when the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// What ends a search. Whatever is reached first counts; with no limit at all a search goes to its greatest depth.
///
/// ```
/// use saffron_engine::Limits;
/// let limits = Limits { depth: Some(6), multi_pv: 3, ..Limits::default() };
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The greatest depth in plies, from 1.
    pub depth: Option<u32>,
    /// The greatest number of nodes.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub movetime: Option<Duration>,
    /// The clock to manage time by.
    pub clock: Option<Clock>,
    /// End once a mate in this many moves or fewer is proved.
    pub mate: Option<u32>,
    /// Consider these moves only, unless the list is empty.
    pub search_moves: Vec<Move>,
    /// How many best lines to work out; 0 is taken as 1.
    pub multi_pv: usize,
    /// Time that passes between the engine's answer and its arrival on the clock. `movetime` is not made shorter by it.
    pub overhead: Duration,
}

impl Limits {
    /// A search to a fixed depth in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of a fixed number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search of a fixed time.
    pub fn movetime(time: Duration) -> Limits {
        Limits { movetime: Some(time), ..Limits::default() }
    }
}

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    pondering: AtomicBool,
}

/// Stops one search from outside, from any thread. Each search gets a handle of its own, so that stopping it early, even
/// before it has begun, is never lost and never stops another.
#[derive(Clone, Debug, Default)]
pub struct Control {
    flags: Arc<Flags>,
}

impl Control {
    /// For a search whose time counts from its start.
    pub fn new() -> Control {
        Control::default()
    }

    /// For a search on the opponent's time: time limits count from [`Control::ponder_hit`] on.
    pub fn pondering() -> Control {
        let control = Control::default();
        control.flags.pondering.store(true, Relaxed);
        control
    }

    /// Ends the search as soon as it looks: within a few milliseconds.
    pub fn stop(&self) {
        self.flags.stop.store(true, Relaxed);
    }

    /// The expected move was played: from now on the search is on its own time.
    pub fn ponder_hit(&self) {
        self.flags.pondering.store(false, Relaxed);
    }

    /// Whether the search was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.flags.stop.load(Relaxed)
    }

    /// Whether the search is on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.flags.pondering.load(Relaxed)
    }
}

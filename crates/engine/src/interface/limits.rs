//! The limits of a search: depth, nodes, time, a mate to prove.

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

/// What ends a search: the limit that is reached first. Without any limit a search goes to its greatest depth.
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
    /// How many best lines to search; 0 is taken as 1.
    pub multi_pv: usize,
    /// Delay between the engine's answer and its arrival on the clock. It is subtracted from `clock`, not from `movetime`.
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

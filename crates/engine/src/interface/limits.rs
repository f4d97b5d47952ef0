//! Limits of a search: depth, nodes, time, a mate to prove.

use std::time::Duration;

use saffron_rules::Move;

/// Clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until more time is added; `None` if the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Limits of a search, which ends at the first one reached. Without any limit a search runs to the maximum depth.
///
/// ```
/// use saffron_engine::Limits;
/// let limits = Limits { depth: Some(6), multi_pv: 3, ..Limits::default() };
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Maximum depth in plies, from 1.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Clock for time management.
    pub clock: Option<Clock>,
    /// Length in moves of a mate to prove: the search ends once a mate of this length or shorter is proved.
    pub mate: Option<u32>,
    /// Moves to consider; empty for all.
    pub search_moves: Vec<Move>,
    /// Number of best lines to search; 0 counts as 1.
    pub multi_pv: usize,
    /// Delay between the engine's answer and its arrival at the clock. It is subtracted from `clock`, not from `movetime`.
    pub overhead: Duration,
}

impl Limits {
    /// Limits a search to a depth in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Limits a search to a number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Limits a search to a fixed time.
    pub fn movetime(time: Duration) -> Limits {
        Limits { movetime: Some(time), ..Limits::default() }
    }
}

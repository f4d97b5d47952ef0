//! Result of a search.

use std::time::Duration;

use saffron_rules::Move;

use super::info::nps;
use crate::score::Score;

/// One of the best lines of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Score from the point of view of the side to move.
    pub score: Score,
    /// Moves of the line; never empty.
    pub pv: Vec<Move>,
}

/// Result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// Move to play; `None` if there is no legal or no permitted move.
    pub best: Option<Move>,
    /// Expected reply.
    pub ponder: Option<Move>,
    /// Score of the best line, from the point of view of the side to move.
    pub score: Score,
    /// Last completed depth.
    pub depth: u32,
    /// Number of nodes searched, by all threads.
    pub nodes: u64,
    /// Number of positions found in the endgame tables, by all threads.
    pub table_hits: u64,
    /// Time taken.
    pub time: Duration,
    /// Best lines, best first: as many as requested, or as there are moves.
    pub lines: Vec<Line>,
}

impl SearchResult {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.time)
    }
}

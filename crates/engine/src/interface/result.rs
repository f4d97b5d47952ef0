//! What a search returns.

use std::time::Duration;

use saffron_rules::Move;

use super::info::nps;
use crate::score::Score;

/// One of the best lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its score, from the side to move's point of view.
    pub score: Score,
    /// Its moves; never empty.
    pub pv: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The move to play; none where there is no legal (or no permitted) move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The score of the best line, from the side to move's point of view.
    pub score: Score,
    /// The last depth that was finished.
    pub depth: u32,
    /// Nodes searched, by all threads.
    pub nodes: u64,
    /// Positions found in the endgame tables, by all threads.
    pub table_hits: u64,
    /// Time taken.
    pub time: Duration,
    /// The best lines, the best first: as many as were asked for, or as there are moves.
    pub lines: Vec<Line>,
}

impl SearchResult {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.time)
    }
}

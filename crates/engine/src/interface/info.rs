//! Reports of a running search.

use std::time::Duration;

use saffron_rules::Move;

use crate::score::Score;

/// Report of one line after one iteration.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Deepest ply searched.
    pub seldepth: u32,
    /// Rank of the line among the best ones, from 1.
    pub multi_pv: usize,
    /// Score from the point of view of the side to move.
    pub score: Score,
    /// Number of nodes searched so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Number of positions found in the endgame tables so far, by all threads.
    pub table_hits: u64,
    /// Fill of the transposition table, in permille.
    pub hashfull: u32,
    /// Principal variation; never empty.
    pub pv: &'a [Move],
}

/// Direction in which the true score differs from a reported bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreBound {
    /// The true score is the reported one or higher: the search has failed high.
    Lower,
    /// The true score is the reported one or lower: the search has failed low.
    Upper,
}

/// Progress of a search between two infos.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Number of nodes searched so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Number of positions found in the endgame tables so far, by all threads.
    pub table_hits: u64,
    /// Fill of the transposition table, in permille.
    pub hashfull: u32,
}

impl Progress {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.time)
    }
}

impl Info<'_> {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.time)
    }
}

/// Nodes per second.
pub(super) fn nps(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}

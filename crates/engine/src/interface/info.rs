//! What a search reports while it runs.

use std::time::Duration;

use saffron_rules::Move;

use crate::score::Score;

/// One line after one iteration.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// The deepest ply that was searched.
    pub seldepth: u32,
    /// Rank of the line among the best ones, from 1.
    pub multi_pv: usize,
    /// The score, from the side to move's point of view.
    pub score: Score,
    /// Nodes searched so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Positions found in the endgame tables so far, by all threads.
    pub table_hits: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// The line; never empty.
    pub pv: &'a [Move],
}

/// On which side of the true score a reported score lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreBound {
    /// The true score is the reported one or higher: the search has failed high.
    Lower,
    /// The true score is the reported one or lower: the search has failed low.
    Upper,
}

/// What a search has done so far, between two infos.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Nodes searched so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Positions found in the endgame tables so far, by all threads.
    pub table_hits: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
}

impl Progress {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.time)
    }
}

impl Info<'_> {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        nps(self.nodes, self.time)
    }
}

/// Nodes a second.
pub(super) fn nps(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}

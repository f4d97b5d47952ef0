//! Data of a search thread that is kept between searches.

use saffron_rules::{Position, Variant};

use super::correction::CorrectionHistory;
use super::cuckoo::ReversibleMoves;
use super::history::History;
use super::move_picker::ScoredMove;
use super::stack::{PositionKey, StackEntry};
use crate::evaluation::AccumulatorStack;
use crate::score::MAX_PLY;

/// Statistics and buffers of one search thread.
pub(crate) struct ThreadData {
    pub(super) history: History,
    pub(super) corrections: CorrectionHistory,
    /// Table for upcoming repetitions, for the variant that was searched last.
    pub(super) reversible_moves: Option<ReversibleMoves>,
    /// Move lists of all nodes on the path, each node's after its parent's.
    pub(super) moves: Vec<ScoredMove>,
    pub(super) stack: Vec<StackEntry>,
    /// Positions of the game and of the path, the current one last.
    pub(super) keys: Vec<PositionKey>,
    pub(super) accumulators: AccumulatorStack,
}

impl ThreadData {
    pub(crate) fn new() -> ThreadData {
        ThreadData {
            history: History::new(),
            corrections: CorrectionHistory::new(),
            reversible_moves: None,
            moves: Vec::with_capacity(1 << 12),
            stack: vec![StackEntry::default(); MAX_PLY + 2],
            keys: Vec::new(),
            accumulators: AccumulatorStack::new(MAX_PLY + 2),
        }
    }

    /// Resets the statistics.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }

    /// Prepares the buffers for a search of a position; `past` has the hashes of the game's earlier positions.
    pub(super) fn start_search(&mut self, position: &Position, past: &[u64]) {
        self.moves.clear();
        self.keys.clear();
        self.keys.extend(past.iter().map(|&hash| PositionKey { hash, reversible: 0 }));
        self.keys.push(PositionKey { hash: position.hash(), reversible: usize::from(position.halfmove_clock()) });
        for entry in &mut self.stack {
            entry.killers = [None; 2];
            entry.excluded = None;
        }
        self.load_reversible_moves(position.variant());
    }

    fn load_reversible_moves(&mut self, variant: &'static Variant) {
        if !self.reversible_moves.as_ref().is_some_and(|moves| moves.is_for(variant)) {
            self.reversible_moves = Some(ReversibleMoves::new(variant));
        }
    }
}

//! Types that describe a node of the search and its moves.

use saffron_rules::{Move, Position};

use super::move_picker::is_tactical;
use crate::score;
use crate::transposition_table::{Bound, Entry};

/// Node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) in_check: bool,
    /// True if the node is expected to fail high.
    pub(super) cut: bool,
    pub(super) table: Option<Entry>,
    /// Move of the table entry, checked to be legal.
    pub(super) table_move: Option<Move>,
    /// Static evaluation, `NONE` in check.
    pub(super) raw_eval: i32,
    /// Static evaluation with the correction history, `NONE` in check.
    pub(super) static_eval: i32,
    /// Static evaluation refined by the table's score, `NONE` in check.
    pub(super) eval: i32,
    /// True if the static evaluation has risen since the side's last turn.
    pub(super) improving: bool,
}

impl Node {
    /// Returns whether the position was ever searched as a PV node, as far as the table shows.
    pub(super) fn is_table_pv(&self) -> bool {
        self.table.is_some_and(|entry| entry.pv)
    }

    /// Move of the table, if it is quiet.
    pub(super) fn quiet_table_move(&self, position: &Position) -> Option<Move> {
        self.table_move.filter(|&mv| !is_tactical(position, mv))
    }
}

/// Result of a node so far: best value and move, and the current window.
#[derive(Clone, Copy)]
pub(super) struct NodeResult {
    pub(super) value: i32,
    pub(super) mv: Option<Move>,
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

/// Properties of a move on which pruning and reductions depend.
#[derive(Clone, Copy)]
pub(super) struct MoveContext {
    /// Number of the move in the search order, from 1.
    pub(super) count: usize,
    pub(super) quiet: bool,
    /// True for a capture that loses material by static exchange evaluation.
    pub(super) loses_material: bool,
    /// Score of the move in the histories; 0 for the first move.
    pub(super) history: i32,
}

/// Extension of the depth of a move.
pub(super) enum Extension {
    /// Search the move this many plies deeper, or shallower if negative.
    Plies(i32),
    /// Multi-cut: return this score for the node at once.
    Cut(i32),
}

/// Returns the static evaluation, or the table's score if that is the tighter bound.
pub(super) fn refined_eval(static_eval: i32, entry: Option<Entry>) -> i32 {
    match entry {
        Some(Entry { value, .. }) if score::is_mate(value) => static_eval,
        Some(Entry { value, bound: Bound::Exact, .. }) => value,
        Some(Entry { value, bound: Bound::Lower, .. }) => value.max(static_eval),
        Some(Entry { value, bound: Bound::Upper, .. }) => value.min(static_eval),
        _ => static_eval,
    }
}

//! Types that describe a node and its moves.

use saffron_rules::{Move, Position};

use super::move_picker::is_tactical;
use crate::score;
use crate::transposition_table::{Bound, Entry};

/// A node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) in_check: bool,
    /// Whether the node is expected to fail high.
    pub(super) cut: bool,
    pub(super) table: Option<Entry>,
    /// The table's move; legal.
    pub(super) table_move: Option<Move>,
    /// The static evaluation, `NONE` in check.
    pub(super) raw_eval: i32,
    /// The static evaluation with the correction history, `NONE` in check.
    pub(super) static_eval: i32,
    /// The static evaluation refined by the table's score, `NONE` in check.
    pub(super) eval: i32,
    /// Whether the static evaluation has risen since the side's last turn.
    pub(super) improving: bool,
}

impl Node {
    /// Whether the position was ever searched as a PV node, as far as the table knows.
    pub(super) fn is_table_pv(&self) -> bool {
        self.table.is_some_and(|entry| entry.pv)
    }

    /// The table's move, where it is quiet.
    pub(super) fn quiet_table_move(&self, position: &Position) -> Option<Move> {
        self.table_move.filter(|&mv| !is_tactical(position, mv))
    }
}

/// The best that the loop over the moves has found so far.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) value: i32,
    pub(super) mv: Option<Move>,
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

/// What pruning and reductions need to know of a move.
#[derive(Clone, Copy)]
pub(super) struct MoveContext {
    /// Its number in the order of the moves, from 1.
    pub(super) count: usize,
    pub(super) quiet: bool,
    /// Whether it is a capture that loses material by static exchange evaluation.
    pub(super) loses_material: bool,
    /// Its score in the histories; 0 for the first move.
    pub(super) history: i32,
}

/// How the depth of a move is changed.
pub(super) enum Extension {
    /// Search it this many plies deeper, or less deep when negative.
    Plies(i32),
    /// Multi-cut: return this score of the node at once.
    Cut(i32),
}

/// A static evaluation, or the table's score where that is the tighter bound.
pub(super) fn refined_eval(static_eval: i32, entry: Option<Entry>) -> i32 {
    match entry {
        Some(Entry { value, .. }) if score::is_mate(value) => static_eval,
        Some(Entry { value, bound: Bound::Exact, .. }) => value,
        Some(Entry { value, bound: Bound::Lower, .. }) => value.max(static_eval),
        Some(Entry { value, bound: Bound::Upper, .. }) => value.min(static_eval),
        _ => static_eval,
    }
}

//! The search stack: what is known of each ply of the current path.

use saffron_rules::Move;

use super::correction::CorrectionKeys;
use super::history::{HistoryContext, PieceTo};

/// One ply of the current path.
#[derive(Clone, Default)]
pub(super) struct StackEntry {
    /// The move played here; none for a null move.
    pub(super) mv: Option<Move>,
    /// Piece and target of that move, as the histories index it.
    pub(super) played: Option<PieceTo>,
    /// Whether a null move was played here.
    pub(super) null: bool,
    /// Whether the move played here is quiet and the first one that its node tries.
    pub(super) first_quiet: bool,
    /// The corrected static evaluation.
    pub(super) eval: i32,
    /// Indices into the correction history.
    pub(super) correction_keys: CorrectionKeys,
    pub(super) killers: [Option<Move>; 2],
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    /// The best line from here.
    pub(super) pv: Vec<Move>,
    /// Quiet moves that have been searched at this node.
    pub(super) quiets: Vec<Move>,
    /// Captures and queen promotions that have been searched at this node.
    pub(super) captures: Vec<Move>,
    /// Cut-offs of the nodes at this ply since the last node two plies before was entered.
    pub(super) cutoff_count: u32,
    /// Context of this node's quiet moves in the histories.
    pub(super) context: HistoryContext,
    /// The late-move reduction in plies with which the move played here is being searched.
    pub(super) reduction: i32,
}

/// A position of the game or of the path, for repetitions.
#[derive(Clone, Copy)]
pub(super) struct PositionKey {
    pub(super) hash: u64,
    /// Number of plies directly before it that are all reversible.
    pub(super) reversible: usize,
}

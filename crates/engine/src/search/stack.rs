//! Search stack: the state of each ply of the current path.

use saffron_rules::Move;

use super::correction::CorrectionKeys;
use super::history::{HistoryContext, PieceTo};

/// Entry of the search stack: one ply of the current path.
#[derive(Clone, Default)]
pub(super) struct StackEntry {
    /// Move played at this ply; `None` for a null move.
    pub(super) mv: Option<Move>,
    /// Index of that move in the histories, by piece and target.
    pub(super) played: Option<PieceTo>,
    /// True if a null move was played at this ply.
    pub(super) null: bool,
    /// True if the move played at this ply is quiet and the first one that its node tries.
    pub(super) first_quiet: bool,
    /// Corrected static evaluation.
    pub(super) eval: i32,
    /// Indices into the correction history.
    pub(super) correction_keys: CorrectionKeys,
    pub(super) killers: [Option<Move>; 2],
    /// Move excluded by a singular search.
    pub(super) excluded: Option<Move>,
    /// Best line from this ply.
    pub(super) pv: Vec<Move>,
    /// Quiet moves that have been searched at this node.
    pub(super) quiets: Vec<Move>,
    /// Captures and queen promotions that have been searched at this node.
    pub(super) captures: Vec<Move>,
    /// Number of cut-offs at this ply since the last node two plies above was entered.
    pub(super) cutoff_count: u32,
    /// Context of this node's quiet moves in the histories.
    pub(super) context: HistoryContext,
    /// Late-move reduction of the move being searched at this ply, in plies.
    pub(super) reduction: i32,
}

/// Key of a position of the game or of the path, to detect repetitions.
#[derive(Clone, Copy)]
pub(super) struct PositionKey {
    pub(super) hash: u64,
    /// Number of reversible plies directly before the position.
    pub(super) reversible: usize,
}

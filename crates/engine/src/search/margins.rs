//! Margins, reductions and limits of the selective search, as functions of the depth and the kind of node or move.
//!
//! Units are plies, centipawns or moves, unless stated otherwise.

use super::history::LIMIT;
use super::parameters::SearchParameters;

/// Maximum depth of reverse futility pruning: a node fails high if its evaluation is far above the window.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;

/// Maximum depth of razoring: a node with an evaluation far below the window gets only a quiescence search.
pub(super) const RAZOR_DEPTH: i32 = 3;

/// Minimum depth of null move pruning.
pub(super) const NULL_MOVE_DEPTH: i32 = 3;

/// Minimum depth of ProbCut.
pub(super) const PROBCUT_DEPTH: i32 = 5;

/// Reduction of the verification search of ProbCut, in plies.
pub(super) const PROBCUT_REDUCTION: i32 = 4;

/// Number of cut-offs of a node's children above which its late moves are reduced more.
pub(super) const MANY_CUTOFFS: u32 = 3;

/// Maximum reduced depth of futility pruning of moves.
pub(super) const FUTILITY_DEPTH: i32 = 7;

/// Maximum reduced depth of history pruning.
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 6;

/// Maximum depth of pruning by static exchange evaluation; for quiet moves, the maximum reduced depth.
pub(super) const SEE_DEPTH: i32 = 7;

/// Minimum depth of internal iterative reduction: a node without a table move is searched one ply shallower.
pub(super) const INTERNAL_ITERATIVE_REDUCTION_DEPTH: i32 = 4;

/// Minimum depth of late-move reductions.
pub(super) const LATE_MOVE_REDUCTION_DEPTH: i32 = 3;

/// Maximum depth of late move pruning.
pub(super) const LATE_MOVE_PRUNING_DEPTH: i32 = 8;

/// Unit of reductions: the value of one ply.
const PLY: i32 = 1024;

/// Search parameters, and the reductions computed from them.
#[derive(Clone)]
pub(crate) struct Margins {
    pub(super) parameters: SearchParameters,
    /// Late-move reductions by depth and number of the move, in 1024ths of a ply.
    reductions: Box<[[i32; 64]; 64]>,
}

/// Factors that increase or decrease the reduction of a late move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReductionFactors {
    /// True if the node is expected to fail high.
    pub(super) cut_node: bool,
    /// True if the node is expected to fail high and has no table move.
    pub(super) no_table_move: bool,
    /// True for a PV node.
    pub(super) pv_node: bool,
    /// True if the static evaluation has not risen.
    pub(super) not_improving: bool,
    /// True if the table's entry is that of a PV node.
    pub(super) table_pv: bool,
    /// True if the table's score is an upper bound below the window.
    pub(super) table_fail_low: bool,
    /// True if the node's children have had many cut-offs.
    pub(super) many_cutoffs: bool,
    /// True if the table's move is a capture or a promotion to a queen.
    pub(super) table_capture: bool,
    /// True if the move is a killer.
    pub(super) killer: bool,
    /// True if the move is a capture that loses material.
    pub(super) bad_capture: bool,
    /// True if the move is a capture that does not lose material.
    pub(super) good_capture: bool,
    /// History score of the move.
    pub(super) history: i32,
    /// Absolute correction of the static evaluation, in centipawns.
    pub(super) correction: i32,
}

impl Margins {
    pub(crate) fn new(parameters: SearchParameters) -> Margins {
        let (base, slope) = (f64::from(parameters.reduction_base), f64::from(parameters.reduction_slope));
        let mut reductions = Box::new([[0; 64]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (count, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (base + slope * (depth as f64).ln() * (count as f64).ln()) as i32;
            }
        }
        Margins { parameters, reductions }
    }

    /// Margin of the evaluation above the window for reverse futility pruning.
    pub(super) fn reverse_futility_margin(&self, depth: i32, improving: bool) -> i32 {
        let p = &self.parameters;
        p.reverse_futility_slope * depth - p.reverse_futility_improving * i32::from(improving) + p.reverse_futility_base
    }

    /// Margin of the evaluation below the window for razoring.
    pub(super) fn razor_margin(&self, depth: i32) -> i32 {
        self.parameters.razor_base + self.parameters.razor_slope * depth
    }

    /// Margin of a capture's score above the window for ProbCut.
    pub(super) fn probcut_margin(&self, improving: bool) -> i32 {
        self.parameters.probcut_margin - self.parameters.probcut_improving * i32::from(improving)
    }

    /// Reduction of the search after a null move, in plies. `margin` is the evaluation minus beta.
    pub(super) fn null_move_reduction(&self, depth: i32, margin: i32) -> i32 {
        let p = &self.parameters;
        (p.null_move_base + p.null_move_slope * depth) / PLY + (margin / p.null_move_eval_divisor).clamp(0, 3)
    }

    /// Tolerance of the static evaluation below beta for null move pruning.
    pub(super) fn null_move_eval_margin(&self, depth: i32) -> i32 {
        self.parameters.null_move_eval_slope * depth - self.parameters.null_move_eval_base
    }

    /// Number of moves after which late move pruning prunes the remaining quiet ones. A position has about one and a half times
    /// as many moves as in chess, so the numbers are higher than there.
    pub(super) fn late_move_limit(&self, depth: i32, improving: bool) -> usize {
        let p = &self.parameters;
        let base = p.late_move_base + depth * depth * p.late_move_slope / 100;
        (if improving { base } else { base * p.late_move_not_improving / 100 + 2 }) as usize
    }

    /// Margin of the evaluation below alpha at which futility pruning prunes a quiet move with this history score.
    pub(super) fn futility_margin(&self, depth: i32, history: i32) -> i32 {
        let p = &self.parameters;
        p.futility_base + p.futility_slope * depth + history * p.futility_history / LIMIT
    }

    /// Margin of the evaluation plus the captured piece below alpha at which futility pruning prunes a capture.
    pub(super) fn capture_futility_margin(&self, depth: i32) -> i32 {
        self.parameters.capture_futility_base + self.parameters.capture_futility_slope * depth
    }

    /// Exchange value below which a quiet move is pruned.
    pub(super) fn quiet_see_limit(&self, reduced_depth: i32) -> i32 {
        -self.parameters.quiet_see * reduced_depth * reduced_depth
    }

    /// Exchange value below which a capture is pruned.
    pub(super) fn capture_see_limit(&self, depth: i32) -> i32 {
        -self.parameters.capture_see * depth
    }

    /// History score below which a quiet move is pruned.
    pub(super) fn history_pruning_limit(&self, depth: i32) -> i32 {
        -self.parameters.history_pruning_slope * depth
    }

    /// History bonus of a move that causes a cut-off at this depth.
    pub(super) fn history_bonus(&self, depth: i32) -> i32 {
        let p = &self.parameters;
        (p.history_bonus_slope * depth - p.history_bonus_base).min(p.history_bonus_max)
    }

    /// History malus of the moves searched before a cut-off at this depth.
    pub(super) fn history_malus(&self, depth: i32) -> i32 {
        let p = &self.parameters;
        (p.history_malus_slope * depth - p.history_malus_base).min(p.history_malus_max)
    }

    /// Late-move reduction by depth and move number alone, in plies.
    pub(super) fn base_reduction(&self, depth: i32, count: usize) -> i32 {
        self.base_reduction_1024(depth, count) / PLY
    }

    /// Late-move reduction by all factors, in 1024ths of a ply.
    pub(super) fn reduction(&self, depth: i32, count: usize, factors: &ReductionFactors) -> i32 {
        let p = &self.parameters;
        let either = |condition: bool, amount: i32| if condition { amount } else { 0 };
        let more = either(factors.cut_node, p.reduction_cut_node)
            + either(factors.no_table_move, p.reduction_no_table_move)
            + either(factors.not_improving, p.reduction_not_improving)
            + either(factors.table_fail_low, p.reduction_table_fail_low)
            + either(factors.many_cutoffs, p.reduction_cutoff_count)
            + either(factors.table_capture, p.reduction_table_capture);
        let less = either(factors.pv_node, p.reduction_pv_node)
            + either(factors.table_pv, p.reduction_table_pv)
            + either(factors.killer, p.reduction_killer)
            + either(factors.bad_capture, p.reduction_bad_capture)
            + either(factors.good_capture, p.reduction_good_capture)
            + factors.correction * p.reduction_correction
            + (factors.history * PLY / p.reduction_history).clamp(-2 * PLY, 2 * PLY);
        self.base_reduction_1024(depth, count) + more - less
    }

    /// Converts a reduction to whole plies, after the deduction for a move that gives check.
    pub(super) fn reduction_plies(&self, reduction: i32, check: bool) -> i32 {
        (reduction - if check { self.parameters.reduction_check } else { 0 }).max(0) / PLY
    }

    fn base_reduction_1024(&self, depth: i32, count: usize) -> i32 {
        self.reductions[depth.clamp(0, 63) as usize][count.min(63)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_more() {
        let margins = Margins::new(SearchParameters::default());
        assert_eq!((margins.base_reduction_1024(0, 9), margins.base_reduction_1024(9, 0)), (0, 0));
        for depth in 1..63 {
            for count in 1..63 {
                let here = margins.base_reduction_1024(depth, count);
                assert!(
                    here <= margins.base_reduction_1024(depth + 1, count)
                        && here <= margins.base_reduction_1024(depth, count + 1)
                );
                assert!(here / PLY < depth + 1);
            }
        }
        assert!(margins.late_move_limit(3, true) > margins.late_move_limit(3, false));
    }
}

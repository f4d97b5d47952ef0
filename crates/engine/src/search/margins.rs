//! The margins, reductions and limits of the selective search: functions of the depth and the kind of node or move.
//!
//! Everything here is in plies, centipawns or moves.

use super::history::LIMIT;
use super::parameters::SearchParameters;

/// Reverse futility pruning: up to this depth a node fails high when its evaluation is far above the window.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;

/// Razoring: up to this depth a node with an evaluation far below the window is searched by the quiescence search only.
pub(super) const RAZOR_DEPTH: i32 = 3;

/// Null move pruning starts at this depth.
pub(super) const NULL_MOVE_DEPTH: i32 = 3;

/// ProbCut starts at this depth.
pub(super) const PROBCUT_DEPTH: i32 = 5;

/// ProbCut: by how many plies the verifying search is reduced.
pub(super) const PROBCUT_REDUCTION: i32 = 4;

/// Late moves are reduced more after more than this many cut-offs of the node's children.
pub(super) const MANY_CUTOFFS: u32 = 3;

/// Futility pruning of moves: up to this reduced depth.
pub(super) const FUTILITY_DEPTH: i32 = 7;

/// History pruning: up to this reduced depth.
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 6;

/// Pruning by static exchange evaluation: up to this depth, for quiet moves the reduced one.
pub(super) const SEE_DEPTH: i32 = 7;

/// Internal iterative reduction: from this depth on a node without a table move is searched one ply less deep.
pub(super) const INTERNAL_ITERATIVE_REDUCTION_DEPTH: i32 = 4;

/// Late-move reductions start at this depth.
pub(super) const LATE_MOVE_REDUCTION_DEPTH: i32 = 3;

/// Late move pruning: up to this depth.
pub(super) const LATE_MOVE_PRUNING_DEPTH: i32 = 8;

/// One ply of a reduction.
const PLY: i32 = 1024;

/// The parameters, and the reductions computed from them.
#[derive(Clone)]
pub(crate) struct Margins {
    pub(super) parameters: SearchParameters,
    /// Late-move reductions by depth and number of the move, in 1024ths of a ply.
    reductions: Box<[[i32; 64]; 64]>,
}

/// What makes the reduction of a late move greater or smaller.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReductionFactors {
    /// The node is expected to fail high.
    pub(super) cut_node: bool,
    /// The node is expected to fail high, and the table has no move.
    pub(super) no_table_move: bool,
    /// The node is a PV node.
    pub(super) pv_node: bool,
    /// The static evaluation has not risen.
    pub(super) not_improving: bool,
    /// The table's entry is of a PV node.
    pub(super) table_pv: bool,
    /// The table's score is an upper bound below the window.
    pub(super) table_fail_low: bool,
    /// The node's children have had many cut-offs.
    pub(super) many_cutoffs: bool,
    /// The table's move is a capture or a promotion to a queen.
    pub(super) table_capture: bool,
    /// The move is a killer.
    pub(super) killer: bool,
    /// The move is a capture that loses material.
    pub(super) bad_capture: bool,
    /// The move is another capture.
    pub(super) good_capture: bool,
    /// The history score of the move.
    pub(super) history: i32,
    /// The size of the correction of the static evaluation, in centipawns.
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

    /// How far above the window the evaluation must be for reverse futility pruning.
    pub(super) fn reverse_futility_margin(&self, depth: i32, improving: bool) -> i32 {
        let p = &self.parameters;
        p.reverse_futility_slope * depth - p.reverse_futility_improving * i32::from(improving) + p.reverse_futility_base
    }

    /// How far below the window the evaluation must be for razoring.
    pub(super) fn razor_margin(&self, depth: i32) -> i32 {
        self.parameters.razor_base + self.parameters.razor_slope * depth
    }

    /// How far above the window a capture's score must be for ProbCut.
    pub(super) fn probcut_margin(&self, improving: bool) -> i32 {
        self.parameters.probcut_margin - self.parameters.probcut_improving * i32::from(improving)
    }

    /// By how many plies the search after a null move is reduced. `margin` is by how much the evaluation exceeds beta.
    pub(super) fn null_move_reduction(&self, depth: i32, margin: i32) -> i32 {
        let p = &self.parameters;
        (p.null_move_base + p.null_move_slope * depth) / PLY + (margin / p.null_move_eval_divisor).clamp(0, 3)
    }

    /// How far below beta the static evaluation may be for null move pruning.
    pub(super) fn null_move_eval_margin(&self, depth: i32) -> i32 {
        self.parameters.null_move_eval_slope * depth - self.parameters.null_move_eval_base
    }

    /// Late move pruning: the number of moves after which the remaining quiet ones are pruned. A position has about half as
    /// many moves again as in chess, so the numbers are higher than there.
    pub(super) fn late_move_limit(&self, depth: i32, improving: bool) -> usize {
        let p = &self.parameters;
        let base = p.late_move_base + depth * depth * p.late_move_slope / 100;
        (if improving { base } else { base * p.late_move_not_improving / 100 + 2 }) as usize
    }

    /// Futility pruning: how far below alpha the evaluation must be for a quiet move with this history score to be pruned.
    pub(super) fn futility_margin(&self, depth: i32, history: i32) -> i32 {
        let p = &self.parameters;
        p.futility_base + p.futility_slope * depth + history * p.futility_history / LIMIT
    }

    /// Futility pruning of captures: how far below alpha the evaluation plus the captured piece must be.
    pub(super) fn capture_futility_margin(&self, depth: i32) -> i32 {
        self.parameters.capture_futility_base + self.parameters.capture_futility_slope * depth
    }

    /// The exchange value below which a quiet move is pruned.
    pub(super) fn quiet_see_limit(&self, reduced_depth: i32) -> i32 {
        -self.parameters.quiet_see * reduced_depth * reduced_depth
    }

    /// The exchange value below which a capture is pruned.
    pub(super) fn capture_see_limit(&self, depth: i32) -> i32 {
        -self.parameters.capture_see * depth
    }

    /// The history score below which a quiet move is pruned.
    pub(super) fn history_pruning_limit(&self, depth: i32) -> i32 {
        -self.parameters.history_pruning_slope * depth
    }

    /// The history bonus of a move that brings a cut-off at this depth.
    pub(super) fn history_bonus(&self, depth: i32) -> i32 {
        let p = &self.parameters;
        (p.history_bonus_slope * depth - p.history_bonus_base).min(p.history_bonus_max)
    }

    /// The history malus of the moves searched before it.
    pub(super) fn history_malus(&self, depth: i32) -> i32 {
        let p = &self.parameters;
        (p.history_malus_slope * depth - p.history_malus_base).min(p.history_malus_max)
    }

    /// The late-move reduction of depth and move number alone, in plies.
    pub(super) fn base_reduction(&self, depth: i32, count: usize) -> i32 {
        self.base_reduction_1024(depth, count) / PLY
    }

    /// The late-move reduction, in 1024ths of a ply.
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

    /// A reduction in whole plies, after the deduction for a move that gives check.
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

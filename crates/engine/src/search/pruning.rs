//! The numbers of the selective search: margins, reductions and limits, each a small function of depth and circumstances.
//!
//! Everything here is in plies, centipawns or moves.

use super::history::LIMIT;
use super::parameters::SearchParameters;

/// Reverse futility pruning: up to which depth a node is taken as won when its evaluation is far above the window.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;

/// Razoring: up to which depth a hopeless evaluation sends a node straight to the quiescence search.
pub(super) const RAZOR_DEPTH: i32 = 3;

/// Null move: from which depth on passing is tried.
pub(super) const NULL_DEPTH: i32 = 3;

/// ProbCut: from which depth on a capture is tried that may already decide the node.
pub(super) const PROBCUT_DEPTH: i32 = 5;

/// By how many plies the search that confirms a ProbCut is less deep.
pub(super) const PROBCUT_REDUCTION: i32 = 4;

/// After how many cut-offs below a node its late moves are reduced more.
pub(super) const MANY_CUTS: u32 = 3;

/// Futility pruning: up to which (reduced) depth quiet moves are dropped for a low evaluation.
pub(super) const FUTILITY_DEPTH: i32 = 7;

/// History pruning: up to which (reduced) depth quiet moves are dropped for a bad history.
pub(super) const HISTORY_DEPTH: i32 = 6;

/// Exchange pruning: up to which depth moves that lose material are dropped.
pub(super) const EXCHANGE_DEPTH: i32 = 7;

/// Internal iterative reduction: from which depth on a node without a table move is searched one ply less deep.
pub(super) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Late-move reductions start at this depth.
pub(super) const REDUCTION_DEPTH: i32 = 3;

/// Late move pruning stops at this depth.
pub(super) const LATE_MOVE_DEPTH: i32 = 8;

/// What one ply of a reduction is.
const PLY: i32 = 1024;

/// What the selective parts decide by: the parameters, and the table that is made from them.
#[derive(Clone)]
pub(crate) struct Pruning {
    pub(super) parameters: SearchParameters,
    /// Late-move reductions by depth and number of the move, in 1024ths of a ply.
    reductions: Box<[[i32; 64]; 64]>,
}

/// What makes a late move's reduction greater or smaller.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Circumstances {
    /// The node is expected to be cut off.
    pub(super) cut: bool,
    /// The node is expected to be cut off, and the table knows no move.
    pub(super) no_move: bool,
    /// The window is open.
    pub(super) pv: bool,
    /// The evaluation has not risen.
    pub(super) worse: bool,
    /// The table's entry is of an open window.
    pub(super) table_pv: bool,
    /// The table's score says that the window is out of reach.
    pub(super) below: bool,
    /// The answers cut off again and again.
    pub(super) many_cuts: bool,
    /// The table's move is a capture.
    pub(super) tactical: bool,
    /// The move is a killer.
    pub(super) killer: bool,
    /// The move is a capture that loses material.
    pub(super) losing: bool,
    /// The move is another capture.
    pub(super) capture: bool,
    /// The history of the move.
    pub(super) history: i32,
    /// By how many centipawns the evaluation was corrected.
    pub(super) correction: i32,
}

impl Pruning {
    pub(crate) fn new(parameters: SearchParameters) -> Pruning {
        let (base, slope) = (f64::from(parameters.reduction_base), f64::from(parameters.reduction_slope));
        let mut reductions = Box::new([[0; 64]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (count, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (base + slope * (depth as f64).ln() * (count as f64).ln()) as i32;
            }
        }
        Pruning { parameters, reductions }
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

    /// By how many plies the search after a null move is reduced, beyond the ply itself.
    pub(super) fn null_reduction(&self, depth: i32, above: i32) -> i32 {
        let p = &self.parameters;
        (p.null_base + p.null_slope * depth) / PLY + (above / p.null_above).clamp(0, 3)
    }

    /// How far below the window the static evaluation may be for passing to be tried.
    pub(super) fn null_eval_margin(&self, depth: i32) -> i32 {
        self.parameters.null_eval_slope * depth - self.parameters.null_eval_base
    }

    /// After how many moves the remaining quiet ones are dropped. A hexagonal board has about half as many moves again as
    /// the square one, so the numbers are higher than there.
    pub(super) fn late_move_limit(&self, depth: i32, improving: bool) -> usize {
        let p = &self.parameters;
        let base = p.late_base + depth * depth * p.late_slope / 100;
        (if improving { base } else { base * p.late_worse / 100 + 2 }) as usize
    }

    /// How far below the window the evaluation must be for a quiet move of this history to be dropped.
    pub(super) fn futility_margin(&self, depth: i32, history: i32) -> i32 {
        let p = &self.parameters;
        p.futility_base + p.futility_slope * depth + history * p.futility_history / LIMIT
    }

    /// How far below the window the evaluation and the captured man together must be for a capture to be dropped.
    pub(super) fn capture_futility_margin(&self, depth: i32) -> i32 {
        self.parameters.capture_futility_base + self.parameters.capture_futility_slope * depth
    }

    /// The material that a quiet move may lose before it is dropped.
    pub(super) fn quiet_exchange_limit(&self, reduced: i32) -> i32 {
        -self.parameters.quiet_exchange * reduced * reduced
    }

    /// The material that a capture may lose before it is dropped.
    pub(super) fn capture_exchange_limit(&self, depth: i32) -> i32 {
        -self.parameters.capture_exchange * depth
    }

    /// Below which history a quiet move is dropped.
    pub(super) fn history_limit(&self, depth: i32) -> i32 {
        -self.parameters.history_limit * depth
    }

    /// How much a cut-off at this depth adds to the histories of the move that brought it.
    pub(super) fn history_bonus(&self, depth: i32) -> i32 {
        let p = &self.parameters;
        (p.bonus_slope * depth - p.bonus_base).min(p.bonus_most)
    }

    /// How much it takes from those of the moves before it.
    pub(super) fn history_malus(&self, depth: i32) -> i32 {
        let p = &self.parameters;
        (p.malus_slope * depth - p.malus_base).min(p.malus_most)
    }

    /// By how many plies late moves are reduced as a rule.
    pub(super) fn usual_reduction(&self, depth: i32, count: usize) -> i32 {
        self.fine_reduction(depth, count) / PLY
    }

    /// By how much a late move is reduced, in 1024ths of a ply; below 1024 it is not.
    pub(super) fn reduction(&self, depth: i32, count: usize, now: &Circumstances) -> i32 {
        let p = &self.parameters;
        let either = |condition: bool, amount: i32| if condition { amount } else { 0 };
        let more = either(now.cut, p.reduction_cut)
            + either(now.no_move, p.reduction_no_move)
            + either(now.worse, p.reduction_worse)
            + either(now.below, p.reduction_below)
            + either(now.many_cuts, p.reduction_many_cuts)
            + either(now.tactical, p.reduction_tactical);
        let less = either(now.pv, p.reduction_pv)
            + either(now.table_pv, p.reduction_table_pv)
            + either(now.killer, p.reduction_killer)
            + either(now.losing, p.reduction_losing)
            + either(now.capture, p.reduction_capture)
            + now.correction * p.reduction_correction
            + (now.history * PLY / p.reduction_history).clamp(-2 * PLY, 2 * PLY);
        self.fine_reduction(depth, count) + more - less
    }

    /// The plies of a reduction, which is smaller where the move gives check.
    pub(super) fn plies(&self, reduction: i32, check: bool) -> i32 {
        (reduction - if check { self.parameters.reduction_check } else { 0 }).max(0) / PLY
    }

    fn fine_reduction(&self, depth: i32, count: usize) -> i32 {
        self.reductions[depth.clamp(0, 63) as usize][count.min(63)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_more() {
        let pruning = Pruning::new(SearchParameters::default());
        assert_eq!((pruning.fine_reduction(0, 9), pruning.fine_reduction(9, 0)), (0, 0));
        for depth in 1..63 {
            for count in 1..63 {
                let here = pruning.fine_reduction(depth, count);
                assert!(
                    here <= pruning.fine_reduction(depth + 1, count)
                        && here <= pruning.fine_reduction(depth, count + 1)
                );
                assert!(here / PLY < depth + 1);
            }
        }
        assert!(pruning.late_move_limit(3, true) > pruning.late_move_limit(3, false));
    }
}

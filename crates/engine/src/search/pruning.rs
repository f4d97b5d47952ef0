//! The numbers of the selective search: margins, reductions and limits, each a small function of depth and circumstances.
//!
//! Everything here is in plies, centipawns or moves.

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

/// Exchange pruning: up to which depth moves that lose material are dropped.
pub(super) const EXCHANGE_DEPTH: i32 = 7;

/// Internal iterative reduction: from which depth on a node without a table move is searched one ply less deep.
pub(super) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Late-move reductions start at this depth.
pub(super) const REDUCTION_DEPTH: i32 = 3;

/// Late move pruning stops at this depth.
pub(super) const LATE_MOVE_DEPTH: i32 = 8;

/// How far above the window the evaluation must be for reverse futility pruning.
pub(super) fn reverse_futility_margin(depth: i32, improving: bool) -> i32 {
    75 * (depth - i32::from(improving)).max(0) + 15
}

/// How far below the window the evaluation must be for razoring.
pub(super) fn razor_margin(depth: i32) -> i32 {
    220 + 200 * depth
}

/// How far above the window a capture's score must be for ProbCut.
pub(super) fn probcut_margin(improving: bool) -> i32 {
    180 - 50 * i32::from(improving)
}

/// By how many plies the search after a null move is reduced, beyond the ply itself.
pub(super) fn null_reduction(depth: i32, above: i32) -> i32 {
    3 + depth / 4 + (above / 200).clamp(0, 3)
}

/// After how many moves the remaining quiet ones are dropped. A hexagonal board has about half as many moves again as
/// the square one, so the numbers are higher than there.
pub(super) fn late_move_limit(depth: i32, improving: bool) -> usize {
    let base = 5 + depth * depth * 3 / 2;
    (if improving { base } else { base / 2 + 2 }) as usize
}

/// How far below the window the evaluation must be for quiet moves to be dropped.
pub(super) fn futility_margin(depth: i32) -> i32 {
    110 + 90 * depth
}

/// The material that a quiet move may lose before it is dropped.
pub(super) fn quiet_exchange_limit(depth: i32) -> i32 {
    -45 * depth
}

/// The material that a capture may lose before it is dropped.
pub(super) fn capture_exchange_limit(depth: i32) -> i32 {
    -95 * depth
}

/// Below which history a quiet move is dropped.
pub(super) fn history_limit(depth: i32) -> i32 {
    -3500 * depth
}

/// How much a cut-off at this depth changes the histories.
pub(super) fn history_bonus(depth: i32) -> i32 {
    (160 * depth - 60).min(1600)
}

/// Late-move reductions in plies by depth and number of the move, the product of two logarithms.
pub(super) struct Reductions {
    quiet: [[u8; 64]; 64],
}

impl Reductions {
    pub(super) fn new() -> Reductions {
        let mut quiet = [[0; 64]; 64];
        for (depth, row) in quiet.iter_mut().enumerate().skip(1) {
            for (count, plies) in row.iter_mut().enumerate().skip(1) {
                *plies = (0.6 + (depth as f64).ln() * (count as f64).ln() / 2.2) as u8;
            }
        }
        Reductions { quiet }
    }

    pub(super) fn of(&self, depth: i32, count: usize) -> i32 {
        i32::from(self.quiet[depth.clamp(0, 63) as usize][count.min(63)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_more() {
        let reductions = Reductions::new();
        assert_eq!(reductions.of(1, 1), 0);
        for depth in 1..63 {
            for count in 1..63 {
                let here = reductions.of(depth, count);
                assert!(here <= reductions.of(depth + 1, count) && here <= reductions.of(depth, count + 1));
                assert!(here < depth.max(1) + 1);
            }
        }
        assert!(late_move_limit(3, true) > late_move_limit(3, false));
    }
}

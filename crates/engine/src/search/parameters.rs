//! Tuned parameters of the search.
//!
//! They are data, because the tuner needs two engines in one program with different parameters. Units are centipawns, moves,
//! 1024ths of a ply, or those of the histories.

/// Defines the struct, its defaults and the list of tunable parameters.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $least:literal..=$most:literal;)*) => {
        /// Parameters of the margins, reductions and statistics of a search. The defaults are the tuned values.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct SearchParameters {
            $($(#[$doc])* pub(super) $name: i32,)*
        }

        impl Default for SearchParameters {
            fn default() -> SearchParameters {
                SearchParameters { $($name: $default,)* }
            }
        }

        impl SearchParameters {
            /// Name, minimum and maximum of each parameter.
            pub const LIST: &[(&str, i32, i32)] = &[$((stringify!($name), $least, $most),)*];

            /// Returns the values in the order of [`SearchParameters::LIST`].
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)*]
            }

            /// Sets the values in the order of [`SearchParameters::LIST`], each clamped to its bounds. Missing values are unchanged.
            pub fn set(&mut self, values: &[i32]) {
                let mut values = values.iter();
                $(if let Some(&value) = values.next() { self.$name = value.clamp($least, $most); })*
            }
        }
    };
}

parameters! {
    /// Reverse futility pruning: margin of the evaluation above the window, per ply of depth.
    reverse_futility_slope: 46, 30..=150;
    /// Reverse futility pruning: margin at depth 0.
    reverse_futility_base: 32, -40..=80;
    /// Reverse futility pruning: deduction from the margin if the evaluation has risen.
    reverse_futility_improving: 23, 0..=150;
    /// Reverse futility pruning: deduction from the margin if the opponent's evaluation has fallen.
    reverse_futility_opponent_worsening: 15, 0..=60;
    /// Razoring: margin of the evaluation below the window, at depth 0.
    razor_base: 285, 50..=500;
    /// Razoring: margin per ply of depth.
    razor_slope: 161, 50..=400;
    /// ProbCut: margin of a capture's score above the window.
    probcut_margin: 178, 80..=320;
    /// ProbCut: deduction from the margin if the evaluation has risen.
    probcut_improving: 54, 0..=120;
    /// Cut-off by a table score from a search nearly as deep: margin of that score above the window.
    table_cutoff_margin: 399, 150..=900;
    /// Null move pruning: reduction at depth 0, in 1024ths of a ply.
    null_move_base: 3676, 2048..=5120;
    /// Null move pruning: reduction per ply of depth, in 1024ths of a ply.
    null_move_slope: 280, 100..=500;
    /// Null move pruning: centipawns of evaluation above the window for one more ply of reduction.
    null_move_eval_divisor: 204, 80..=400;
    /// Null move pruning: tolerance of the static evaluation below the window, per ply of depth.
    null_move_eval_slope: 24, 0..=50;
    /// Null move pruning: deduction from the tolerance.
    null_move_eval_base: 67, -60..=200;
    /// Late move pruning: number of moves searched before pruning, at depth 0.
    late_move_base: 5, 2..=14;
    /// Late move pruning: number of moves for the square of the depth, in hundredths.
    late_move_slope: 187, 60..=300;
    /// Late move pruning: percentage of that number if the evaluation has not risen.
    late_move_not_improving: 46, 25..=100;
    /// Futility pruning: margin of the evaluation below the window, at depth 0.
    futility_base: 97, 30..=250;
    /// Futility pruning: margin per ply of depth.
    futility_slope: 86, 40..=200;
    /// Futility pruning: margin for the history score of the move, in 16384ths of that score.
    futility_history: 1, 0..=80;
    /// Futility pruning of captures: margin of the evaluation plus the captured piece below the window, at depth 0.
    capture_futility_base: 180, 50..=500;
    /// Futility pruning of captures: margin per ply of depth.
    capture_futility_slope: 101, 40..=300;
    /// Exchange pruning: loss allowed for a quiet move, for the square of the reduced depth.
    quiet_see: 62, 15..=90;
    /// Exchange pruning: loss allowed for a capture, per ply of depth.
    capture_see: 102, 40..=200;
    /// History pruning: negative history score at which a quiet move is pruned, per ply of depth.
    history_pruning_slope: 4278, 1500..=7000;
    /// Histories: bonus for a cut-off, per ply of depth.
    history_bonus_slope: 168, 60..=320;
    /// Histories: deduction from the bonus.
    history_bonus_base: 74, -100..=250;
    /// Histories: maximum of the bonus.
    history_bonus_max: 1881, 600..=3200;
    /// Histories: margin of a score above the window at which the cut-off counts as one ply deeper.
    history_bonus_margin: 60, 0..=300;
    /// Histories: malus for the moves searched before the cut-off, per ply of depth.
    history_malus_slope: 216, 60..=320;
    /// Histories: deduction from the malus.
    history_malus_base: 52, -100..=250;
    /// Histories: maximum of the malus.
    history_malus_max: 1072, 600..=3200;
    /// Histories: share of the bonus that the previous move gets after a fail low, in 256ths.
    previous_move_bonus: 105, 0..=256;
    /// Continuation histories: bonus for a late move whose re-search succeeds.
    research_bonus: 966, 0..=2500;
    /// Ordering of quiet moves: bonus for leaving an attack by a lower-valued piece.
    escape_bonus: 6259, 0..=16000;
    /// Ordering of quiet moves: penalty for entering an attack by a lower-valued piece.
    threat_penalty: 5628, 0..=16000;
    /// Ordering of quiet moves: bonus for a check.
    check_bonus: 4848, 0..=16000;
    /// Ordering of captures: exchange loss up to which a capture comes before the quiet moves, in 1024ths of its score.
    good_capture_margin: 51, 0..=200;
    /// Maximum depth at which a table score causes a cut-off only on the expected side of the window.
    table_cutoff_depth: 4, 0..=12;
    /// Late-move reductions, in 1024ths of a ply: base of every move.
    reduction_base: 1176, -500..=1800;
    /// Late-move reductions: factor of the product of the logarithms of depth and move number.
    reduction_slope: 586, 280..=750;
    /// Late-move reductions: added if the node is expected to fail high.
    reduction_cut_node: 1150, 0..=2600;
    /// Late-move reductions: added if the node is expected to fail high and has no table move.
    reduction_no_table_move: 324, 0..=2200;
    /// Late-move reductions: subtracted in PV nodes.
    reduction_pv_node: 1040, 0..=2200;
    /// Late-move reductions: added if the static evaluation has not risen.
    reduction_not_improving: 714, 0..=2200;
    /// Late-move reductions: added if the table's score is an upper bound below the window.
    reduction_table_fail_low: 800, 0..=2200;
    /// Late-move reductions: subtracted if the table's entry is that of a PV node.
    reduction_table_pv: 878, 0..=2200;
    /// Late-move reductions: added if the node's children have had many cut-offs.
    reduction_cutoff_count: 989, 0..=2200;
    /// Late-move reductions: added if the table's move is a capture.
    reduction_table_capture: 851, 0..=2200;
    /// Late-move reductions: subtracted for killers.
    reduction_killer: 1038, 0..=2600;
    /// Late-move reductions: subtracted for captures that lose material.
    reduction_bad_capture: 1241, 0..=2600;
    /// Late-move reductions: subtracted for captures that do not lose material.
    reduction_good_capture: 2833, 1000..=4500;
    /// Late-move reductions: subtracted for moves that give check.
    reduction_check: 896, 0..=2200;
    /// Late-move reductions: history score that changes the reduction by one ply.
    reduction_history: 8723, 4000..=16000;
    /// Late-move reductions: weight of a capture's history, in 256ths.
    capture_history_weight: 78, 0..=256;
    /// Late-move reductions: subtracted for each centipawn by which the evaluation was corrected.
    reduction_correction: 5, 0..=32;
    /// Re-search after a reduction: margin above the best score for searching one ply deeper.
    research_deeper_margin: 44, 5..=120;
    /// Re-search after a reduction: margin above the best score below which it is one ply shallower.
    research_shallower_margin: 3, -60..=40;
    /// Hindsight: loss of the previous move above which a node is searched one ply shallower.
    hindsight_margin: 146, 20..=400;
    /// Singular extension: margin of the table's score over all other moves, in 64ths of a centipawn per ply of depth.
    singular_margin: 101, 40..=256;
    /// Singular extension: further margin for a second ply.
    double_extension_margin: 17, 5..=80;
    /// Singular extension: further margin for a third ply.
    triple_extension_margin: 108, 40..=250;
    /// Delta pruning: gain assumed for a capture beyond the captured piece.
    delta_margin: 135, 60..=320;
    /// Quiescence search: number of captures searched before only recaptures are.
    quiescence_captures: 4, 1..=12;
    /// Aspiration windows: first half width.
    aspiration_window: 13, 6..=40;
    /// Correction history: weight of the pawns.
    correction_pawns: 25, 0..=90;
    /// Correction history: weight of either side's other pieces.
    correction_pieces: 30, 0..=90;
    /// Correction history: weight of the previous move, and of the two previous ones.
    correction_moves: 29, 0..=90;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_the_order_of_the_list_and_within_bounds() {
        let mut parameters = SearchParameters::default();
        let values = parameters.values();
        assert_eq!(values.len(), SearchParameters::LIST.len());
        for (&value, &(name, least, most)) in values.iter().zip(SearchParameters::LIST) {
            assert!((least..=most).contains(&value), "{name}");
        }
        let other: Vec<i32> = values.iter().map(|value| value + 1).collect();
        parameters.set(&other);
        assert_eq!(parameters.values(), other);
        parameters.set(&[i32::MAX]);
        assert_eq!(parameters.values()[0], SearchParameters::LIST[0].2);
        assert_eq!(parameters.values()[1..], other[1..]);
    }
}

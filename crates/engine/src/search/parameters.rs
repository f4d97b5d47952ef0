//! The numbers of the search that are tuned.
//!
//! They are data, so that two engines in one program can search with different ones, as the tuner needs it. Units are
//! centipawns, moves, 1024ths of a ply, or those of the histories.

/// Defines the struct, its defaults and the list of tunable parameters.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $least:literal..=$most:literal;)*) => {
        /// The numbers that margins, reductions and statistics of a search depend on. The defaults are the tuned ones.
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
            /// The parameters: name, least and greatest sensible value.
            pub const LIST: &[(&str, i32, i32)] = &[$((stringify!($name), $least, $most),)*];

            /// The values in the order of [`SearchParameters::LIST`].
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)*]
            }

            /// Sets the values in the order of [`SearchParameters::LIST`], each clamped to its bounds; missing ones stay.
            pub fn set(&mut self, values: &[i32]) {
                let mut values = values.iter();
                $(if let Some(&value) = values.next() { self.$name = value.clamp($least, $most); })*
            }
        }
    };
}

parameters! {
    /// Reverse futility pruning: how far above the window the evaluation must be, by ply.
    reverse_futility_slope: 46, 30..=150;
    /// The same at depth 0.
    reverse_futility_base: 32, -40..=80;
    /// How much less it may be when the evaluation has risen.
    reverse_futility_improving: 23, 0..=150;
    /// The same when the opponent's evaluation has fallen.
    reverse_futility_opponent_worsening: 15, 0..=60;
    /// Razoring: how far below the window the evaluation must be, at depth 0.
    razor_base: 285, 50..=500;
    /// The same by ply.
    razor_slope: 161, 50..=400;
    /// ProbCut: how far above the window a capture's score must be.
    probcut_margin: 178, 80..=320;
    /// How much less it may be when the evaluation has risen.
    probcut_improving: 54, 0..=120;
    /// How far above the window the table's score, of a search nearly as deep, must be for a cut-off.
    table_cutoff_margin: 399, 150..=900;
    /// Null move pruning: the reduction, in 1024ths of a ply.
    null_move_base: 3676, 2048..=5120;
    /// The same by ply of depth.
    null_move_slope: 280, 100..=500;
    /// One ply more for so many centipawns of evaluation above the window.
    null_move_eval_divisor: 204, 80..=400;
    /// Null move pruning: how far below the window the static evaluation may be, by ply.
    null_move_eval_slope: 24, 0..=50;
    /// The same, less at depth 0.
    null_move_eval_base: 67, -60..=200;
    /// Late move pruning: after how many moves, at depth 0.
    late_move_base: 5, 2..=14;
    /// The same by the square of the depth, in hundredths of a move.
    late_move_slope: 187, 60..=300;
    /// What is left of it when the evaluation has not risen, in hundredths.
    late_move_not_improving: 46, 25..=100;
    /// Futility pruning: how far below the window the evaluation must be, at depth 0.
    futility_base: 97, 30..=250;
    /// The same by ply.
    futility_slope: 86, 40..=200;
    /// More for a move with a good history, less for one with a bad one, in 16384ths of it.
    futility_history: 1, 0..=80;
    /// Futility pruning of captures: how far below the window the evaluation plus the captured piece must be, at depth 0.
    capture_futility_base: 180, 50..=500;
    /// The same by ply.
    capture_futility_slope: 101, 40..=300;
    /// Exchange pruning: what a quiet move may lose by the square of the reduced depth.
    quiet_see: 62, 15..=90;
    /// Exchange pruning: what a capture may lose by ply.
    capture_see: 102, 40..=200;
    /// History pruning: how bad a quiet move's history must be by ply.
    history_pruning_slope: 4278, 1500..=7000;
    /// Histories: the bonus for a cut-off, by ply.
    history_bonus_slope: 168, 60..=320;
    /// The same, less at depth 0.
    history_bonus_base: 74, -100..=250;
    /// Its maximum.
    history_bonus_max: 1881, 600..=3200;
    /// A score so far above the window counts as a cut-off of a depth greater by one.
    history_bonus_margin: 60, 0..=300;
    /// The malus for the moves searched before it, by ply.
    history_malus_slope: 216, 60..=320;
    /// The same, less at depth 0.
    history_malus_base: 52, -100..=250;
    /// Its maximum.
    history_malus_max: 1072, 600..=3200;
    /// The share of the bonus for the previous move after a fail low, in 256ths.
    previous_move_bonus: 105, 0..=256;
    /// The bonus in the continuation histories for a late move whose re-search succeeds.
    research_bonus: 966, 0..=2500;
    /// Order of quiet moves: bonus for leaving an attack by a lower-valued piece.
    escape_bonus: 6259, 0..=16000;
    /// Penalty for entering one.
    threat_penalty: 5628, 0..=16000;
    /// Bonus for a check.
    check_bonus: 4848, 0..=16000;
    /// How much a capture may lose by static exchange evaluation and still come before the quiet moves, in 1024ths of its score.
    good_capture_margin: 51, 0..=200;
    /// Up to this depth the table's score cuts a node off only on the expected side of the window.
    table_cutoff_depth: 4, 0..=12;
    /// Late-move reductions, in 1024ths of a ply: for every move.
    reduction_base: 1176, -500..=1800;
    /// By the product of the logarithms of depth and number.
    reduction_slope: 586, 280..=750;
    /// More where the node is expected to fail high.
    reduction_cut_node: 1150, 0..=2600;
    /// More there where the table has no move.
    reduction_no_table_move: 324, 0..=2200;
    /// Less in PV nodes.
    reduction_pv_node: 1040, 0..=2200;
    /// More where the static evaluation has not risen.
    reduction_not_improving: 714, 0..=2200;
    /// More where the table's score is an upper bound below the window.
    reduction_table_fail_low: 800, 0..=2200;
    /// Less where the table's entry is of a PV node.
    reduction_table_pv: 878, 0..=2200;
    /// More where the node's children have had many cut-offs.
    reduction_cutoff_count: 989, 0..=2200;
    /// More where the table's move is a capture.
    reduction_table_capture: 851, 0..=2200;
    /// Less for killers.
    reduction_killer: 1038, 0..=2600;
    /// Less for captures that lose material.
    reduction_bad_capture: 1241, 0..=2600;
    /// Less for captures that do not.
    reduction_good_capture: 2833, 1000..=4500;
    /// Less for a move that gives check.
    reduction_check: 896, 0..=2200;
    /// The history score that changes the reduction by one ply.
    reduction_history: 8723, 4000..=16000;
    /// The weight of a capture's history there, in 256ths.
    capture_history_weight: 78, 0..=256;
    /// Less for every centipawn by which the evaluation was corrected.
    reduction_correction: 5, 0..=32;
    /// A reduced move that is better than the best by this much is searched a ply deeper again.
    research_deeper_margin: 44, 5..=120;
    /// One that is better by less than this, a ply less deep.
    research_shallower_margin: 3, -60..=40;
    /// Hindsight: how much the previous move must have lost for a node to be searched a ply less deep.
    hindsight_margin: 146, 20..=400;
    /// Singular extension: by how much the other moves must fall short, in 64ths by ply.
    singular_margin: 101, 40..=256;
    /// Another ply where they fall short by this much more.
    double_extension_margin: 17, 5..=80;
    /// And another.
    triple_extension_margin: 108, 40..=250;
    /// Delta pruning: what a capture may gain beyond the captured piece.
    delta_margin: 135, 60..=320;
    /// Quiescence search: so many captures are searched, then recaptures only.
    quiescence_captures: 4, 1..=12;
    /// Aspiration windows: the first half width.
    aspiration_window: 13, 6..=40;
    /// Correction history: weight of the pawns.
    correction_pawns: 25, 0..=90;
    /// Weight of either side's other pieces.
    correction_pieces: 30, 0..=90;
    /// Weight of the previous move, and of the two previous ones.
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

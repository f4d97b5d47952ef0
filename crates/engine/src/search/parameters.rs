//! The numbers that the selective parts of the search are tuned by.
//!
//! They are data, so that two engines in one program can search with different ones: that is how the example `tune` finds
//! better ones. Everything is in centipawns, moves, 1024ths of a ply or units of the histories.

/// Makes the struct, its defaults and the list of what can be tuned.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $least:literal..=$most:literal;)*) => {
        /// The numbers that margins, reductions and statistics of a search depend on; by default the tuned ones.
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
            /// What there is to tune: name, least and greatest sensible value.
            pub const LIST: &[(&str, i32, i32)] = &[$((stringify!($name), $least, $most),)*];

            /// The values in the order of [`SearchParameters::LIST`].
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name,)*]
            }

            /// Sets them in the order of [`SearchParameters::LIST`], each within its bounds; what is missing stays.
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
    reverse_futility_worsened: 15, 0..=60;
    /// Razoring: how far below the window the evaluation must be, at depth 0.
    razor_base: 285, 50..=500;
    /// The same by ply.
    razor_slope: 161, 50..=400;
    /// ProbCut: how far above the window a capture's score must be.
    probcut_margin: 178, 80..=320;
    /// How much less it may be when the evaluation has risen.
    probcut_improving: 54, 0..=120;
    /// How far above the window the table's score must be, from a search nearly as deep, to decide a node.
    table_margin: 399, 150..=900;
    /// Null move: by how much it is reduced beyond the ply itself.
    null_base: 3676, 2048..=5120;
    /// The same by ply of depth.
    null_slope: 280, 100..=500;
    /// One ply more for so many centipawns above the window.
    null_above: 204, 80..=400;
    /// Null move: how far below the window the static evaluation may be, by ply.
    null_eval_slope: 24, 0..=50;
    /// The same, less at depth 0.
    null_eval_base: 67, -60..=200;
    /// Late move pruning: after how many moves, at depth 0.
    late_base: 5, 2..=14;
    /// The same by the square of the depth, in hundredths of a move.
    late_slope: 187, 60..=300;
    /// What is left of it when the evaluation has not risen, in hundredths.
    late_worse: 46, 25..=100;
    /// Futility pruning: how far below the window the evaluation must be, at depth 0.
    futility_base: 97, 30..=250;
    /// The same by ply.
    futility_slope: 86, 40..=200;
    /// More for a move with a good history, less for one with a bad one, in 16384ths of it.
    futility_history: 1, 0..=80;
    /// Futility pruning of captures: how far below the window the evaluation and the captured man must be, at depth 0.
    capture_futility_base: 180, 50..=500;
    /// The same by ply.
    capture_futility_slope: 101, 40..=300;
    /// Exchange pruning: what a quiet move may lose by the square of the reduced depth.
    quiet_exchange: 62, 15..=90;
    /// Exchange pruning: what a capture may lose by ply.
    capture_exchange: 102, 40..=200;
    /// History pruning: how bad a quiet move's history must be by ply.
    history_limit: 4278, 1500..=7000;
    /// Histories: what a cut-off brings by ply.
    bonus_slope: 168, 60..=320;
    /// The same, less at depth 0.
    bonus_base: 74, -100..=250;
    /// The most that it brings.
    bonus_most: 1881, 600..=3200;
    /// A score so far above the window counts as one of a ply more.
    bonus_margin: 60, 0..=300;
    /// What it costs the moves before it, by ply.
    malus_slope: 216, 60..=320;
    /// The same, less at depth 0.
    malus_base: 52, -100..=250;
    /// The most that it costs.
    malus_most: 1072, 600..=3200;
    /// What the move before a node that failed low gets of it, in 256ths.
    before_bonus: 105, 0..=256;
    /// What a late move brings as an answer that its full search has confirmed.
    research_bonus: 966, 0..=2500;
    /// Order of quiet moves: what is added for leaving the reach of a lesser man.
    escape: 6259, 0..=16000;
    /// What is taken for entering it.
    exposure: 5628, 0..=16000;
    /// What is added for a check.
    check_order: 4848, 0..=16000;
    /// What a capture may lose by the exchange and come before the quiet moves all the same, in 1024ths of its score.
    daring: 51, 0..=200;
    /// Up to which depth the table's score cuts a node off only on the side that was expected.
    cutoff_depth: 4, 0..=12;
    /// Late-move reductions: for every move.
    reduction_base: 1176, -500..=1800;
    /// By the product of the logarithms of depth and number.
    reduction_slope: 586, 280..=750;
    /// Where the node is expected to be cut off.
    reduction_cut: 1150, 0..=2600;
    /// More there where the table knows no move.
    reduction_no_move: 324, 0..=2200;
    /// Less where the window is open.
    reduction_pv: 1040, 0..=2200;
    /// Where the evaluation has not risen.
    reduction_worse: 714, 0..=2200;
    /// Where the table's score says that the window is out of reach.
    reduction_below: 800, 0..=2200;
    /// Less where the table's entry is of an open window.
    reduction_table_pv: 878, 0..=2200;
    /// Where the answers cut off again and again.
    reduction_many_cuts: 989, 0..=2200;
    /// Where the table's move is a capture.
    reduction_tactical: 851, 0..=2200;
    /// Less for killers.
    reduction_killer: 1038, 0..=2600;
    /// Less for captures that lose material.
    reduction_losing: 1241, 0..=2600;
    /// Less for captures that do not.
    reduction_capture: 2833, 1000..=4500;
    /// Less for a check.
    reduction_check: 896, 0..=2200;
    /// One ply less for so much history, one more for as little.
    reduction_history: 8723, 4000..=16000;
    /// What the history of a capture counts there, in 256ths.
    capture_history: 78, 0..=256;
    /// Less for every centipawn by which the evaluation was corrected.
    reduction_correction: 5, 0..=32;
    /// Where a reduced move has done better than the best by this much, it is searched a ply deeper.
    deeper_margin: 44, 5..=120;
    /// Where it has done better by less than this, a ply less deep.
    shallower_margin: 3, -60..=40;
    /// How much the move before must have lost for a node to be searched a ply less deep.
    hindsight_margin: 146, 20..=400;
    /// Singular extension: how far the other moves must fall short, in 64ths by ply.
    singular_slope: 101, 40..=256;
    /// Another ply where they fall short by this much more.
    singular_double: 17, 5..=80;
    /// And another.
    singular_triple: 108, 40..=250;
    /// Delta pruning: what a capture may bring beyond the captured man.
    delta: 135, 60..=320;
    /// Quiescence search: so many captures are looked at, and after them only those that take back.
    quiet_captures: 4, 1..=12;
    /// Aspiration windows: the first half width.
    aspiration: 13, 6..=40;
    /// Correction history: weight of the pawns.
    correction_pawns: 25, 0..=90;
    /// Weight of either side's men.
    correction_men: 30, 0..=90;
    /// Weight of the move before, and of the two before.
    correction_move: 29, 0..=90;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_in_and_out_in_the_order_of_the_list_and_stay_within_bounds() {
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

//! Counting the leaves of the tree of legal moves, the usual test of a move generator.

use crate::piece::Move;
use crate::position::Position;
use alloc::vec::Vec;

/// Number of sequences of `depth` legal moves; draws end none of them.
///
/// ```
/// use saffron_rules::{Variant, perft};
///
/// let start = Variant::by_id("shafran").unwrap().start();
/// assert_eq!(perft(&start, 3), 75_494);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => {
            let mut count = 0;
            position.generate(!crate::CellSet::EMPTY, |moves| {
                for mv in moves {
                    let mut next = *position;
                    next.play_role(mv, moves.role, &mut ());
                    count += perft(&next, depth - 1);
                }
                false
            });
            count
        }
    }
}

/// Leaves below each first move, in the order of generation; empty at depth 0.
pub fn perft_divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let after = |mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        perft(&next, depth - 1)
    };
    position.legal_moves().into_iter().map(|mv| (mv, after(mv))).collect()
}

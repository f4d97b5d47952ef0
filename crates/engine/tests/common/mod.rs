//! Test helpers: random positions.

#![allow(dead_code, reason = "each test file uses its own part")]

use saffron_engine::Random;
use saffron_rules::{Position, Variant};

/// Returns a position after up to `plies` random moves from the start; games that end earlier start again.
pub(crate) fn random_position(variant: &'static Variant, plies: usize, random: &mut Random) -> Position {
    let mut position = variant.start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            position = variant.start();
            continue;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    position
}

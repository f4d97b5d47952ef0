//! Helpers of the tests: random positions, an exhaustive mate solver, fixtures.

#![allow(dead_code, reason = "each test file uses its own part")]

use saffron_engine::Random;
use saffron_rules::{Position, Variant};

/// A position after up to `plies` random moves from the start; games that end earlier start again.
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

/// In how many moves the side to move mates against every defence, looking `most` moves deep and at every move.
pub(crate) fn mate_in(position: &Position, most: u32) -> Option<u32> {
    (1..=most).find(|&moves| mates(position, moves))
}

/// Whether the side to move mates within this many moves.
fn mates(position: &Position, moves: u32) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let mut child = *position;
        child.play_unchecked(mv);
        // The last move must give check, which spares most of the work.
        (moves > 1 || child.in_check()) && is_lost(&child, moves - 1)
    })
}

/// Whether the side to move is mated now or within this many moves of its opponent.
fn is_lost(position: &Position, moves: u32) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.in_check();
    }
    moves > 0
        && replies.into_iter().all(|reply| {
            let mut child = *position;
            child.play_unchecked(reply);
            mates(&child, moves)
        })
}

/// The lines of a fixture: variant, position, and the rest of the columns.
pub(crate) fn fixture(text: &str) -> Vec<(Position, Vec<&str>)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut columns = line.split('\t');
            let variant = Variant::by_id(columns.next().unwrap()).unwrap();
            let position = Position::from_fen(variant, columns.next().unwrap()).unwrap();
            (position, columns.collect())
        })
        .collect()
}

//! Shortest ways to a goal that no defence prevents.

use saffron_rules::{Move, Position};

use crate::goal::Goal;

/// Returns the fewest moves, at most `limit`, in which the side to move reaches the goal against every defence.
pub(crate) fn fewest(position: &Position, goal: Goal, limit: u32) -> Option<u32> {
    (1..=limit).find(|&moves| !solutions_until(position, goal, moves, 1).is_empty())
}

/// Returns the moves that reach the goal against every defence in at most `limit` moves.
pub(crate) fn solutions(position: &Position, goal: Goal, limit: u32) -> Vec<Move> {
    solutions_until(position, goal, limit, usize::MAX)
}

/// Returns the first solutions, at most `count`.
fn solutions_until(position: &Position, goal: Goal, limit: u32, count: usize) -> Vec<Move> {
    let moves = position.legal_moves().into_iter();
    moves.filter(|&mv| solves(position, mv, goal, limit)).take(count).collect()
}

/// Returns whether a move reaches the goal against every defence in at most `limit` moves, this one included.
pub(crate) fn solves(position: &Position, mv: Move, goal: Goal, limit: u32) -> bool {
    let mut after = *position;
    after.play_unchecked(mv);
    goal.is_met(position, mv, &after) || (limit > 1 && is_lost(&after, goal, limit - 1))
}

/// Returns whether the side to move has replies, and none prevents the goal for `limit` moves.
fn is_lost(position: &Position, goal: Goal, limit: u32) -> bool {
    let replies = position.legal_moves();
    !replies.is_empty()
        && replies.into_iter().all(|reply| {
            let mut after = *position;
            after.play_unchecked(reply);
            fewest(&after, goal, limit).is_some()
        })
}

/// Returns the reply after which the goal is furthest away and has the fewest solutions; the first of the best ones. `None` if
/// there is no legal move.
pub(crate) fn best_reply(position: &Position, goal: Goal, limit: u32) -> Option<Move> {
    let hardness = |reply: Move| {
        let mut after = *position;
        after.play_unchecked(reply);
        match fewest(&after, goal, limit) {
            None => (u32::MAX, 0),
            Some(moves) => (moves, usize::MAX - solutions(&after, goal, moves).len()),
        }
    };
    // `max_by_key` returns the last of equals.
    position.legal_moves().into_iter().rev().max_by_key(|&reply| hardness(reply))
}

//! Flaws of exercises, found by exhaustive search.

use std::fmt;

use saffron_rules::Color;

use crate::exercise::{Board, Exercise};
use crate::forced::fewest;
use crate::goal::Goal;

/// Number of moves beyond the stated one up to which a way is looked for on a board without kings.
const BEYOND: usize = 3;

/// Flaw of an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The goal is not reached, or not in so few moves.
    NotReached,
    /// The goal is reached in fewer moves.
    Shorter(u32),
    /// There are no stars, no black pieces or no white pieces to which the goal could apply.
    NothingToDo,
    /// White is in check in an exercise that does not say so, or is not in one that does.
    Check,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::NotReached => f.write_str("the goal is not reached in so many moves"),
            Flaw::Shorter(moves) => write!(f, "the goal is reached in {moves}"),
            Flaw::NothingToDo => f.write_str("there is nothing to collect, to capture or to move"),
            Flaw::Check => f.write_str("White is in check without a word of it, or not in check"),
        }
    }
}

/// Proves that an exercise can be solved in its number of moves and in no fewer. Returns its flaw if not.
pub fn prove(exercise: &Exercise) -> Option<Flaw> {
    let moves = exercise.moves;
    let found = match exercise.board() {
        Board::Solo(board) => {
            let occupied = board.side(Color::White) | board.side(Color::Black);
            let has_target = match exercise.goal {
                Goal::Stars => !board.stars().is_empty() && !board.stars().intersects(occupied),
                Goal::Captures => !board.side(Color::Black).is_empty(),
                _ => true,
            };
            if !has_target || board.moves().is_empty() {
                return Some(Flaw::NothingToDo);
            }
            board.shortest_way(exercise.goal, moves as usize + BEYOND).map(|way| way.len() as u32)
        }
        Board::Game(position) => {
            let escapes = matches!(exercise.goal, Goal::EscapeByKing | Goal::EscapeByCapture | Goal::EscapeByBlock);
            if position.in_check() != escapes {
                return Some(Flaw::Check);
            }
            fewest(&position, exercise.goal, moves)
        }
    };
    match found {
        Some(found) if found < moves => Some(Flaw::Shorter(found)),
        Some(found) if found == moves => None,
        _ => Some(Flaw::NotReached),
    }
}

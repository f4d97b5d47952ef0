//! Exercise: a position, a goal, and the fewest moves in which it is reached.

use saffron_rules::{CellSet, Move, Position, Role, Setup, Variant};

use crate::goal::Goal;
use crate::solo::SoloBoard;
use crate::topic::Topic;

/// Exercise. White solves it.
#[derive(Clone, Debug)]
pub struct Exercise {
    pub topic: Topic,
    /// Number within the topic, from 1.
    pub number: u32,
    pub variant: &'static Variant,
    pub goal: Goal,
    /// Fewest moves of the solver.
    pub moves: u32,
    pub start: Start,
}

/// Position of an exercise.
#[derive(Clone, Debug)]
pub enum Start {
    /// Pieces without kings, and the cells with stars.
    Solo { setup: Setup, stars: CellSet },
    /// Position of a game, before the opponent's move that is shown first, if there is one.
    Game { position: Position, shown: Option<Move> },
}

impl Exercise {
    /// Id, such as `rook-1`.
    pub fn id(&self) -> String {
        format!("{}-{}", self.topic, self.number)
    }

    /// Returns the board on which the solver moves first.
    pub(crate) fn board(&self) -> Board {
        match self.start {
            Start::Solo { setup, stars } => {
                let role = self.topic.role().unwrap_or(Role::King);
                Board::Solo(SoloBoard::new(self.variant, setup, role, stars))
            }
            Start::Game { mut position, shown } => {
                shown.into_iter().for_each(|mv| position.play_unchecked(mv));
                Board::Game(position)
            }
        }
    }
}

/// Board at one moment of an exercise.
#[derive(Clone, Copy, Debug)]
pub enum Board {
    /// Pieces without kings.
    Solo(SoloBoard),
    /// Position of a game.
    Game(Position),
}

//! The engine's look at every position of one game.

use saffron_analysis::{Assessment, Review};
use saffron_engine::{Control, Engine, Limits, Root};
use saffron_rules::{Game, GameError, Move, Position};

use super::progress::Progress;
use crate::analyse::stop_observer::StopObserver;
use crate::interrupt::Interrupt;

/// A game of which the positions from one on have been assessed.
pub(super) struct AnalysedGame {
    game: Game,
    /// Index of the first position that has been assessed.
    pub(super) first: usize,
    assessments: Vec<Assessment>,
}

impl AnalysedGame {
    /// Looks at the positions from the last to the first: so the engine remembers at each of them what it has found
    /// further on. Where it is interrupted, the earlier positions are missing.
    pub(super) fn new(
        game: Game,
        engine: &mut Engine,
        limits: &Limits,
        interrupt: &Interrupt,
        progress: &mut Progress,
    ) -> Self {
        let positions = game.positions().len();
        let mut assessments = Vec::with_capacity(positions);
        let mut now = game.clone();
        engine.new_game();
        while assessments.len() < positions {
            let is_last = assessments.is_empty();
            let outcome = if is_last { now.outcome() } else { now.position().outcome() };
            let assessment = match outcome {
                Some(outcome) => Assessment::over(outcome),
                None => {
                    let result =
                        engine.search(&Root::from(&now), limits, &Control::new(), &mut StopObserver::new(interrupt, 1));
                    Assessment::searched(now.position(), &result)
                }
            };
            // A search that was broken off has not seen enough.
            if interrupt.is_requested() {
                break;
            }
            assessments.push(assessment);
            progress.done(assessments.len());
            now.undo();
        }
        assessments.reverse();
        Self { game, first: positions - assessments.len(), assessments }
    }

    /// The moves between assessed positions, judged.
    pub(super) fn review(&self) -> Review {
        match self.assessments() {
            [] => Review::new(self.game.start().turn(), &[], &[]),
            assessed => Review::new(self.before(0).turn(), assessed, &self.game.moves()[self.first..]),
        }
    }

    /// What the engine says of the first assessed position and those after it.
    pub(super) fn assessments(&self) -> &[Assessment] {
        &self.assessments
    }

    /// The position before the reviewed move with this index.
    pub(super) fn before(&self, index: usize) -> &Position {
        &self.game.positions()[self.first + index]
    }

    /// The reviewed move with this index.
    pub(super) fn played(&self, index: usize) -> Move {
        self.game.moves()[self.first + index]
    }
}

/// The game of these moves, even where the rules would have ended it by a draw before.
pub(super) fn replayed(start: Position, moves: &[Move]) -> Result<Game, GameError> {
    Game::from_moves(start, moves.iter().copied())
}

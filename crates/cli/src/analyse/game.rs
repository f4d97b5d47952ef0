//! Evaluation of every position of a game by the engine.

use saffron_analysis::{Assessment, Review};
use saffron_engine::{Control, Engine, Limits, Root};
use saffron_rules::{Game, GameError, Move, Position};

use super::progress::Progress;
use crate::analyse::stop_observer::StopObserver;
use crate::interrupt::Interrupt;

/// Game with the assessments of its positions from `first` to the end.
pub(super) struct AnalysedGame {
    game: Game,
    /// Index of the first assessed position.
    pub(super) first: usize,
    assessments: Vec<Assessment>,
}

impl AnalysedGame {
    /// Searches the positions from the last to the first, so that the transposition table holds what was found later in the
    /// game. After an interruption, the earlier positions are missing.
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
            // An interrupted search is not deep enough.
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

    /// Returns the review of the moves between assessed positions.
    pub(super) fn review(&self) -> Review {
        match self.assessments() {
            [] => Review::new(self.game.start().turn(), &[], &[]),
            assessed => Review::new(self.before(0).turn(), assessed, &self.game.moves()[self.first..]),
        }
    }

    /// Returns the assessments of the first assessed position and of those after it.
    pub(super) fn assessments(&self) -> &[Assessment] {
        &self.assessments
    }

    /// Returns the position before the reviewed move with this index.
    pub(super) fn before(&self, index: usize) -> &Position {
        &self.game.positions()[self.first + index]
    }

    /// Returns the reviewed move with this index.
    pub(super) fn played(&self, index: usize) -> Move {
        self.game.moves()[self.first + index]
    }
}

/// Replays the moves, even past a draw by the rules.
pub(super) fn replayed(start: Position, moves: &[Move]) -> Result<Game, GameError> {
    Game::from_moves(start, moves.iter().copied())
}

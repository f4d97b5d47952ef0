//! Finished puzzles of single games, for a server that mines its own.

use saffron_engine::{Control, HashSizeError};

use crate::judge::Judge;
use crate::mine::{MinedGame, mine_game};
use crate::puzzle::Puzzle;
use crate::rate::{Solvers, rating};
use crate::verify::{Verdict, verify};

/// Nodes of each search while mining, and while verifying, as for the puzzles of the page.
const MINING_NODES: u64 = 4000;
const VERIFYING_NODES: u64 = 100_000;

/// Margin of the verification: most puzzles that fail with more nodes lack it.
const MARGIN: f64 = 1.0;

/// Engines that mine, verify and rate.
pub struct Maker {
    miner: Judge<'static>,
    verifier: Judge<'static>,
    solvers: Solvers,
}

impl Maker {
    /// Creates the engines.
    ///
    /// # Errors
    /// There is no memory for them.
    pub fn new() -> Result<Maker, HashSizeError> {
        Ok(Maker {
            miner: Judge::new(MINING_NODES, &[])?,
            verifier: Judge::new(VERIFYING_NODES, &[])?.with_margin(MARGIN),
            solvers: Solvers::new()?,
        })
    }

    /// Finds the sound puzzles of a game, each with its rating; `None` if the control stopped it.
    pub fn make(&mut self, game: &MinedGame, control: &Control) -> Option<Vec<Puzzle>> {
        let mut puzzles = Vec::new();
        for puzzle in mine_game(&mut self.miner, game, control)? {
            if verify(&mut self.verifier, &puzzle, control)? == Verdict::Sound {
                let tries = self.solvers.try_puzzle(&puzzle, 1, 0, control)?;
                puzzles.push(Puzzle { rating: Some(rating(&puzzle, &tries)), ..puzzle });
            }
        }
        Some(puzzles)
    }
}

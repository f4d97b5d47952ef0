//! Moves of the games of a tournament as they were entered.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::state::settings::check_moves;
use crate::state::{MAX_GAMES, TournamentRefusal};

/// Moves by round, from 0, and board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EnteredGames<B> {
    moves: BTreeMap<(usize, B), Arc<str>>,
    /// Bytes of all games that were ever entered, which the log keeps.
    bytes: usize,
}

impl<B> Default for EnteredGames<B> {
    fn default() -> Self {
        Self { moves: BTreeMap::new(), bytes: 0 }
    }
}

impl<B: Ord> EnteredGames<B> {
    /// Moves of a board.
    pub(crate) fn get(&self, round: usize, board: B) -> Option<&str> {
        self.moves.get(&(round, board)).map(AsRef::as_ref)
    }

    /// Enters or replaces a game; without moves, removes it.
    pub(crate) fn set(&mut self, round: usize, board: B, moves: Option<&str>) {
        match moves {
            Some(moves) => {
                self.bytes += moves.len();
                self.moves.insert((round, board), moves.into());
            }
            None => {
                self.moves.remove(&(round, board));
            }
        }
    }

    /// Returns whether a game would change. Refuses one that is too long, or for which there is no room.
    pub(crate) fn would_change(&self, round: usize, board: B, moves: Option<&str>) -> Result<bool, TournamentRefusal> {
        if let Some(moves) = moves {
            check_moves(moves)?;
        }
        if self.get(round, board) == moves {
            return Ok(false);
        }
        if self.bytes + moves.map_or(0, str::len) > MAX_GAMES {
            return Err(TournamentRefusal::TooManyGames { limit: MAX_GAMES });
        }
        Ok(true)
    }

    /// Refuses more than there is room for.
    pub(crate) fn check(&self) -> Result<(), TournamentRefusal> {
        let fits = self.bytes <= MAX_GAMES;
        if fits { Ok(()) } else { Err(TournamentRefusal::TooManyGames { limit: MAX_GAMES }) }
    }

    /// Drops the games of rounds that are there no more, and those of the last round whose boards are not.
    pub(crate) fn keep(&mut self, rounds: usize, is_in_last: impl Fn(&B) -> bool) {
        self.moves.retain(|(round, board), _| *round + 1 < rounds || *round + 1 == rounds && is_in_last(board));
    }
}

//! What to search.

use saffron_rules::{Game, Position};

/// A position to search, with the history of its game.
#[derive(Clone, Debug)]
pub struct Root {
    /// The position.
    pub position: Position,
    /// Hashes of the earlier positions of the game, the oldest first, for repetitions.
    pub past: Vec<u64>,
}

impl From<Position> for Root {
    fn from(position: Position) -> Root {
        Root { position, past: Vec::new() }
    }
}

impl From<&Game> for Root {
    fn from(game: &Game) -> Root {
        let past = game.positions().iter().map(Position::hash);
        Root { position: *game.position(), past: past.take(game.moves().len()).collect() }
    }
}

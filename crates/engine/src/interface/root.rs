//! Root of a search.

use saffron_rules::{Game, Position};

/// Position to search, with the history of its game.
#[derive(Clone, Debug)]
pub struct Root {
    /// Position to search.
    pub position: Position,
    /// Hashes of the earlier positions of the game, oldest first, to detect repetitions.
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

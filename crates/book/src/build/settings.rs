//! The settings of a build.

/// The settings of a build. The same settings give the same book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Nodes of a search.
    pub nodes: u64,
    /// How many of its best moves a position gets by its first search, 1 to 32.
    pub lines: usize,
    /// Positions of the book; up to 7 more come with the last searches.
    pub positions: usize,
    /// Games played from the ends of its lines, up to [`MAX_GAMES`].
    pub games: usize,
    /// Nodes of a move in these games.
    pub game_nodes: u64,
    /// Seed of the choice of moves in the games.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { nodes: 20_000, lines: 5, positions: 2000, games: 400, game_nodes: 2000, seed: 1 }
    }
}

/// The largest number of games of a book.
pub const MAX_GAMES: usize = 16_383;

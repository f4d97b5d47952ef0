//! Settings of a build.

/// Settings of a build. Equal settings give equal books.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Node limit of a search.
    pub nodes: u64,
    /// Number of best moves that the first search of a position adds, 1 to 32.
    pub lines: usize,
    /// Number of positions of the book; the last batch of searches may add up to 7 more.
    pub positions: usize,
    /// Number of games played from the ends of the book's lines, up to [`MAX_GAMES`].
    pub games: usize,
    /// Node limit of a move in these games.
    pub game_nodes: u64,
    /// Seed of the random choice of moves in the games.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { nodes: 20_000, lines: 5, positions: 2000, games: 400, game_nodes: 2000, seed: 1 }
    }
}

/// Maximum number of games of a book.
pub const MAX_GAMES: usize = 16_383;

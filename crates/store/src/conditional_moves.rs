//! Conditional moves: for each side of a running game the last set, in place of the one before. The event of a set, which is
//! in the log as every other, is without the lines.

use crate::database::Database;
use crate::error::StoreError;
use crate::id::GameId;
use crate::statement::Statement;

/// The last set of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalMoves {
    pub game: GameId,
    /// The side, in the caller's notation.
    pub side: String,
    /// The number of the event that the lines belong to.
    pub seq: u32,
    /// The lines, in the caller's notation.
    pub lines: String,
}

/// The statement that keeps a set in place of the one before. It goes with its event, into
/// [`Database::append`].
pub fn set(set: &ConditionalMoves) -> Statement {
    Statement::new(
        "INSERT INTO conditional_moves (game, side, seq, lines) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (game, side) DO UPDATE SET seq = excluded.seq, lines = excluded.lines",
    )
    .with(set.game)
    .with(set.side.as_str())
    .with(set.seq)
    .with(set.lines.as_str())
    .expecting(1)
}

/// The statement that removes the sets of both sides, as at the end of a game.
pub fn remove(game: GameId) -> Statement {
    Statement::new("DELETE FROM conditional_moves WHERE game = $1").with(game)
}

/// The last sets of both sides.
///
/// # Errors
///
/// Failures of the database.
pub async fn of(database: &dyn Database, game: GameId) -> Result<Vec<ConditionalMoves>, StoreError> {
    let sql = "SELECT side, seq, lines FROM conditional_moves WHERE game = $1 ORDER BY side";
    let rows = database.read(Statement::new(sql).with(game)).await?;
    let read = rows.into_iter().map(|row| {
        let mut columns = row.columns();
        Ok(ConditionalMoves { game, side: columns.take()?, seq: columns.take()?, lines: columns.take()? })
    });
    read.collect()
}

//! Conditional moves: the latest set of each side of a running game. The log has an event for each set, without its lines.

use crate::database::Database;
use crate::error::StoreError;
use crate::id::GameId;
use crate::statement::Statement;

/// Latest set of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalMoves {
    pub game: GameId,
    /// Side, in the caller's notation.
    pub side: String,
    /// Sequence number of the event of this set.
    pub seq: u32,
    /// Lines, in the caller's notation.
    pub lines: String,
}

/// Statement that stores a set, replacing the previous one. It belongs with the set's event, into
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

/// Statement that removes the sets of both sides, for the end of a game.
pub fn remove(game: GameId) -> Statement {
    Statement::new("DELETE FROM conditional_moves WHERE game = $1").with(game)
}

/// Latest sets of both sides.
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

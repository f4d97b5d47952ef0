//! Row of a game, and queries for single games.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, GameId};
use crate::statement::Statement;
use crate::text_enum::text_enum;
use crate::value::{Row, Value};

text_enum!(
    /// Status of a game.
    Status {
        Running = "running",
        /// Ended with a result.
        Ended = "ended",
        /// Ended without a result, before it counted.
        Aborted = "aborted",
    }
);

/// Row of a game, without its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    pub id: GameId,
    /// Id of the variant.
    pub variant: String,
    /// Class of the time control.
    pub speed: String,
    /// Time control, in the caller's notation.
    pub control: String,
    pub rated: bool,
    /// Player of White, if it has an account.
    pub white: Option<AccountId>,
    /// Player of Black, if it has an account.
    pub black: Option<AccountId>,
    /// White's rating at the start.
    pub white_rating: Option<f64>,
    /// True if White's rating was provisional.
    pub white_provisional: bool,
    /// Change of White's rating by the game.
    pub white_change: Option<f64>,
    /// Black's rating at the start.
    pub black_rating: Option<f64>,
    /// True if Black's rating was provisional.
    pub black_provisional: bool,
    /// Change of Black's rating by the game.
    pub black_change: Option<f64>,
    pub created_at: Millis,
    pub ended_at: Option<Millis>,
    pub status: Status,
    /// Result, in the caller's notation.
    pub result: Option<String>,
    /// White's points in quarters, 0 to 4.
    pub points: Option<u32>,
    /// Reason of the end, as a code.
    pub reason: Option<String>,
    /// Number of plies; updated with each move in correspondence games, otherwise at the end.
    pub plies: u32,
    /// First moves, separated by spaces.
    pub opening: String,
    /// Account to move in a running correspondence game.
    pub to_move: Option<AccountId>,
    /// Time at which the time of `to_move` runs out.
    pub deadline: Option<Millis>,
    /// Data of the caller.
    pub data: String,
    /// Start position, if it is not that of the variant.
    pub start_fen: Option<String>,
    /// Moves of an ended game.
    pub moves: String,
    /// Number of events in the row. A running game can have more in the log.
    pub events_count: u32,
}

/// Columns of [`Game`], in the order in which [`game`] reads them.
pub(super) const COLUMNS: &str = "id, variant, speed, control, rated, white, black, white_rating, white_provisional, \
     white_change, black_rating, black_provisional, black_change, created_at, ended_at, status, result, points, reason, \
     plies, opening, to_move, deadline, data, start_fen, moves, events_count";

/// Reads the [`COLUMNS`] of a row, and returns the columns after them.
pub(super) fn game(row: Row) -> Result<(Game, crate::value::Columns), StoreError> {
    let mut columns = row.columns();
    let game = Game {
        id: columns.take()?,
        variant: columns.take()?,
        speed: columns.take()?,
        control: columns.take()?,
        rated: columns.take()?,
        white: columns.take()?,
        black: columns.take()?,
        white_rating: columns.take()?,
        white_provisional: columns.take()?,
        white_change: columns.take()?,
        black_rating: columns.take()?,
        black_provisional: columns.take()?,
        black_change: columns.take()?,
        created_at: columns.take()?,
        ended_at: columns.take()?,
        status: columns.take()?,
        result: columns.take()?,
        points: columns.take()?,
        reason: columns.take()?,
        plies: columns.take()?,
        opening: columns.take()?,
        to_move: columns.take()?,
        deadline: columns.take()?,
        data: columns.take()?,
        start_fen: columns.take()?,
        moves: columns.take()?,
        events_count: columns.take()?,
    };
    Ok((game, columns))
}

pub(super) fn games(rows: Vec<Row>) -> Result<Vec<Game>, StoreError> {
    rows.into_iter().map(|row| game(row).map(|(game, _)| game)).collect()
}

/// Game with an id.
///
/// # Errors
///
/// Failures of the database.
pub async fn by_id(database: &dyn Database, id: GameId) -> Result<Option<Game>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM games WHERE id = $1");
    Ok(games(database.read(Statement::new(sql).with(id)).await?)?.pop())
}

/// Several games, in any order. Ids without a game are left out.
///
/// # Errors
///
/// Failures of the database.
pub async fn by_ids(database: &dyn Database, ids: &[GameId]) -> Result<Vec<Game>, StoreError> {
    let mut found = Vec::new();
    for chunk in ids.chunks(IDS_PER_STATEMENT) {
        let sql = format!("SELECT {COLUMNS} FROM games WHERE id IN ({PLACEHOLDERS})");
        let parameters = padded(chunk.iter().map(|id| Value::from(*id)));
        found.extend(games(database.read(Statement { parameters, ..Statement::new(sql) }).await?)?);
    }
    Ok(found)
}

/// Number of ids in one statement, fixed so that the statement is prepared once.
pub(crate) const IDS_PER_STATEMENT: usize = 16;

/// Placeholders of [`IDS_PER_STATEMENT`] ids.
pub(crate) const PLACEHOLDERS: &str = "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16";

/// Adds values up to [`IDS_PER_STATEMENT`] with `NULL`, which equals no id.
pub(crate) fn padded(values: impl Iterator<Item = Value>) -> Vec<Value> {
    values.chain(std::iter::repeat(Value::Null)).take(IDS_PER_STATEMENT).collect()
}

/// Number of running correspondence games in which it is an account's turn.
///
/// # Errors
///
/// Failures of the database.
pub async fn count_to_move(database: &dyn Database, account: AccountId) -> Result<u32, StoreError> {
    let statement = Statement::new("SELECT COUNT(*) FROM games WHERE to_move = $1").with(account);
    database.read(statement).await?.pop().map_or(Ok(0), Row::first)
}

/// Correspondence games in which it is an account's turn, the one with the least time first.
///
/// # Errors
///
/// Failures of the database.
pub async fn to_move(database: &dyn Database, account: AccountId, limit: u32) -> Result<Vec<Game>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM games WHERE to_move = $1 ORDER BY COALESCE(deadline, {}), created_at, id LIMIT $2",
        i64::MAX
    );
    games(database.read(Statement::new(sql).with(account).with(limit)).await?)
}

/// Number of running games of an account.
///
/// # Errors
///
/// Failures of the database.
pub async fn count_running(database: &dyn Database, account: AccountId) -> Result<u32, StoreError> {
    // Each half uses an index of the running games. A game with the same account on both sides counts once.
    let sql = "SELECT (SELECT COUNT(*) FROM games WHERE status = 'running' AND white = $1) \
               + (SELECT COUNT(*) FROM games WHERE status = 'running' AND black = $1 AND (white IS NULL OR white <> $1))";
    database.read(Statement::new(sql).with(account)).await?.pop().map_or(Ok(0), Row::first)
}

/// Running games of an account, the oldest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn running_of(database: &dyn Database, account: AccountId, limit: u32) -> Result<Vec<Game>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM games WHERE status = 'running' AND (white = $1 OR black = $1) \
         ORDER BY created_at, id LIMIT $2"
    );
    games(database.read(Statement::new(sql).with(account).with(limit)).await?)
}

/// Running correspondence games whose time has run out, the earliest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn overdue(database: &dyn Database, now: Millis, limit: u32) -> Result<Vec<GameId>, StoreError> {
    let sql = "SELECT id FROM games WHERE deadline IS NOT NULL AND deadline <= $1 ORDER BY deadline, id LIMIT $2";
    let rows = database.read(Statement::new(sql).with(now).with(limit)).await?;
    rows.into_iter().map(Row::first).collect()
}

/// Numbers of an account's games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Running games.
    pub running: u32,
    /// Games won: those with all points.
    pub won: u32,
    /// Games drawn: those with points for both sides.
    pub drawn: u32,
    /// Games lost: those without a point.
    pub lost: u32,
    /// Ended rated games.
    pub rated: u32,
}

/// Counts the games of an account, without aborted ones.
///
/// # Errors
///
/// Failures of the database.
pub async fn totals(database: &dyn Database, account: AccountId) -> Result<Totals, StoreError> {
    let mut totals = Totals::default();
    for (side, all) in [("white", 4), ("black", 0)] {
        let sql = format!(
            "SELECT status, points, rated, COUNT(*) FROM games WHERE {side} = $1 AND status <> 'aborted' \
             GROUP BY status, points, rated"
        );
        for row in database.read(Statement::new(sql).with(account)).await? {
            let mut columns = row.columns();
            let (status, points): (Status, Option<u32>) = (columns.take()?, columns.take()?);
            let (rated, count): (bool, u32) = (columns.take()?, columns.take()?);
            if status == Status::Running {
                totals.running += count;
                continue;
            }
            match points {
                Some(points) if points == all => totals.won += count,
                Some(0 | 4) => totals.lost += count,
                Some(_) => totals.drawn += count,
                None => {}
            }
            totals.rated += if rated { count } else { 0 };
        }
    }
    Ok(totals)
}

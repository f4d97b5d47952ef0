//! The row of a game, and the questions about few of them.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, GameId};
use crate::statement::Statement;
use crate::text_enum::text_enum;
use crate::value::{Row, Value};

text_enum!(
    /// Where a game stands.
    Status {
        /// It is being played.
        Running = "running",
        /// It has a result.
        Ended = "ended",
        /// It was given up before it counted.
        Aborted = "aborted",
    }
);

/// A game, without its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its id.
    pub id: GameId,
    /// Id of the variant.
    pub variant: String,
    /// Class of its time control.
    pub speed: String,
    /// The time control, in the caller's notation.
    pub control: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The player of white, where it has an account.
    pub white: Option<AccountId>,
    /// The player of black, where it has an account.
    pub black: Option<AccountId>,
    /// Rating of white at the start.
    pub white_rating: Option<f64>,
    /// Whether that rating was provisional.
    pub white_provisional: bool,
    /// What the rating of white changed by.
    pub white_change: Option<f64>,
    /// Rating of black at the start.
    pub black_rating: Option<f64>,
    /// Whether that rating was provisional.
    pub black_provisional: bool,
    /// What the rating of black changed by.
    pub black_change: Option<f64>,
    /// When it began.
    pub created_at: Millis,
    /// When it ended.
    pub ended_at: Option<Millis>,
    /// Where it stands.
    pub status: Status,
    /// The result, in the caller's notation.
    pub result: Option<String>,
    /// Points of white in quarters, 0 to 4.
    pub points: Option<u32>,
    /// The reason of the end, as a code.
    pub reason: Option<String>,
    /// Moves of both sides: kept up to date in correspondence games, and at the end.
    pub plies: u32,
    /// The first moves.
    pub opening: String,
    /// Whose turn it is, in a running correspondence game.
    pub to_move: Option<AccountId>,
    /// When the time of that side runs out.
    pub deadline: Option<Millis>,
    /// What the caller keeps with the game.
    pub data: String,
    /// The start position, where it is not the one of the variant.
    pub start_fen: Option<String>,
    /// All moves, once it has ended.
    pub moves: String,
    /// How many events the row has. A running game can have more in the log.
    pub events_count: u32,
}

/// The columns of [`Game`], in the order in which [`game`] reads them.
pub(super) const COLUMNS: &str = "id, variant, speed, control, rated, white, black, white_rating, white_provisional, \
     white_change, black_rating, black_provisional, black_change, created_at, ended_at, status, result, points, reason, \
     plies, opening, to_move, deadline, data, start_fen, moves, events_count";

/// Reads a row of [`COLUMNS`], and the columns after them.
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

/// A game.
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
    for chunk in ids.chunks(MANY) {
        let sql = format!("SELECT {COLUMNS} FROM games WHERE id IN ({PLACES})");
        let parameters = padded(chunk.iter().map(|id| Value::from(*id)));
        found.extend(games(database.read(Statement { parameters, ..Statement::new(sql) }).await?)?);
    }
    Ok(found)
}

/// Ids that one statement asks for. The number is fixed so that the statement is prepared once.
pub(crate) const MANY: usize = 16;

/// The places of [`MANY`] ids.
pub(crate) const PLACES: &str = "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16";

/// Fills up with nothing, which equals no id.
pub(crate) fn padded(values: impl Iterator<Item = Value>) -> Vec<Value> {
    values.chain(std::iter::repeat(Value::Null)).take(MANY).collect()
}

/// The number of running correspondence games in which it is an account's turn.
///
/// # Errors
///
/// Failures of the database.
pub async fn count_to_move(database: &dyn Database, account: AccountId) -> Result<u32, StoreError> {
    let statement = Statement::new("SELECT COUNT(*) FROM games WHERE to_move = $1").with(account);
    database.read(statement).await?.pop().map_or(Ok(0), Row::first)
}

/// The correspondence games in which it is an account's turn; the one with the least time first.
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

/// How many running games an account has.
///
/// # Errors
///
/// Failures of the database.
pub async fn count_running(database: &dyn Database, account: AccountId) -> Result<u32, StoreError> {
    // Each half has an index of the running games. One against oneself counts once.
    let sql = "SELECT (SELECT COUNT(*) FROM games WHERE status = 'running' AND white = $1) \
               + (SELECT COUNT(*) FROM games WHERE status = 'running' AND black = $1 AND (white IS NULL OR white <> $1))";
    database.read(Statement::new(sql).with(account)).await?.pop().map_or(Ok(0), Row::first)
}

/// The running games of an account, the oldest first.
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

/// Running games whose time has run out at a moment, the earliest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn overdue(database: &dyn Database, now: Millis, limit: u32) -> Result<Vec<GameId>, StoreError> {
    let sql = "SELECT id FROM games WHERE deadline IS NOT NULL AND deadline <= $1 ORDER BY deadline, id LIMIT $2";
    let rows = database.read(Statement::new(sql).with(now).with(limit)).await?;
    rows.into_iter().map(Row::first).collect()
}

/// How many games an account has played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Running games.
    pub running: u32,
    /// Games with all points.
    pub won: u32,
    /// Games in which both sides got points.
    pub drawn: u32,
    /// Games without a point.
    pub lost: u32,
    /// Ended games that counted for ratings.
    pub rated: u32,
}

/// How many games an account has played. Aborted games are not counted.
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

//! Ratings: one for each account, variant and speed, and their history.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, GameId};
use crate::jobs::{self, NewJob};
use crate::statement::Statement;
use crate::value::Row;

/// Queue of games to be rated.
pub const QUEUE: &str = "ratings";

/// Statement that enqueues the rating of a game, for the transaction of the game's end.
pub fn enqueue(game: GameId, now: Millis) -> Statement {
    jobs::enqueue(&NewJob {
        queue: QUEUE,
        kind: "rate",
        key: game.to_string(),
        payload: String::new(),
        account: None,
        created_at: now,
        run_at: now,
        expires_at: None,
    })
}

/// A rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    pub account: AccountId,
    /// Id of the variant.
    pub variant: String,
    /// Class of the time control.
    pub speed: String,
    pub rating: f64,
    /// Deviation at `updated_at`.
    pub deviation: f64,
    pub volatility: f64,
    /// Number of rated games.
    pub games: u32,
    pub updated_at: Millis,
}

/// A point of the history of a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub at: Millis,
    /// Rating after that game.
    pub rating: f64,
    pub deviation: f64,
}

const COLUMNS: &str = "account, variant, speed, rating, deviation, volatility, games, updated_at";

fn rating(row: Row) -> Result<Rating, StoreError> {
    let mut columns = row.columns();
    Ok(Rating {
        account: columns.take()?,
        variant: columns.take()?,
        speed: columns.take()?,
        rating: columns.take()?,
        deviation: columns.take()?,
        volatility: columns.take()?,
        games: columns.take()?,
        updated_at: columns.take()?,
    })
}

async fn all(database: &dyn Database, statement: Statement) -> Result<Vec<Rating>, StoreError> {
    database.read(statement).await?.into_iter().map(rating).collect()
}

/// Statement that sets a rating unconditionally, for initial ratings of computer players and for corrections.
pub fn set(rating: &Rating) -> Statement {
    upsert(rating, "")
}

/// Statements that store a rating after a game, and a point of its history. They conflict unless the stored rating has one
/// game less: another game was faster, and the rating must be computed again.
pub fn update(rating: &Rating) -> Vec<Statement> {
    update_from(rating, rating.games.saturating_sub(1))
}

/// Statements that store a rating after several games, as [`update`] does after one; before them it had `games`.
pub fn update_from(rating: &Rating, games: u32) -> Vec<Statement> {
    let store = if games == 0 {
        upsert(rating, " WHERE ratings.games = 0")
    } else {
        let sql = "UPDATE ratings SET rating = $1, deviation = $2, volatility = $3, games = $4, updated_at = $5 \
                   WHERE account = $6 AND variant = $7 AND speed = $8 AND games = $9";
        Statement::new(sql)
            .with(rating.rating)
            .with(rating.deviation)
            .with(rating.volatility)
            .with(rating.games)
            .with(rating.updated_at)
            .with(rating.account)
            .with(rating.variant.as_str())
            .with(rating.speed.as_str())
            .with(games)
            .expecting(1)
    };
    let history = Statement::new(
        "INSERT INTO rating_history (account, variant, speed, at, rating, deviation) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .with(rating.account)
    .with(rating.variant.as_str())
    .with(rating.speed.as_str())
    .with(rating.updated_at)
    .with(rating.rating)
    .with(rating.deviation)
    .expecting(1);
    vec![store, history]
}

fn upsert(rating: &Rating, condition: &str) -> Statement {
    let sql = format!(
        "INSERT INTO ratings ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
         ON CONFLICT (account, variant, speed) DO UPDATE SET rating = excluded.rating, \
         deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, \
         updated_at = excluded.updated_at{condition}"
    );
    Statement::new(sql)
        .with(rating.account)
        .with(rating.variant.as_str())
        .with(rating.speed.as_str())
        .with(rating.rating)
        .with(rating.deviation)
        .with(rating.volatility)
        .with(rating.games)
        .with(rating.updated_at)
        .expecting(1)
}

/// Rating of an account in a variant and speed, or `None` if it has none.
///
/// # Errors
///
/// Failures of the database.
pub async fn find(
    database: &dyn Database,
    account: AccountId,
    variant: &str,
    speed: &str,
) -> Result<Option<Rating>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM ratings WHERE account = $1 AND variant = $2 AND speed = $3");
    Ok(all(database, Statement::new(sql).with(account).with(variant).with(speed)).await?.pop())
}

/// Ratings of an account in all variants and speeds.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_account(database: &dyn Database, account: AccountId) -> Result<Vec<Rating>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM ratings WHERE account = $1 ORDER BY variant, speed");
    all(database, Statement::new(sql).with(account)).await
}

/// History of a rating from a time on, in order; the last `limit` points.
///
/// # Errors
///
/// Failures of the database.
pub async fn history(
    database: &dyn Database,
    account: AccountId,
    (variant, speed): (&str, &str),
    from: Millis,
    limit: u32,
) -> Result<Vec<Point>, StoreError> {
    let sql = "SELECT at, rating, deviation FROM rating_history WHERE account = $1 AND variant = $2 AND speed = $3 \
               AND at >= $4 ORDER BY at DESC, position DESC LIMIT $5";
    let statement = Statement::new(sql).with(account).with(variant).with(speed).with(from).with(limit);
    points(database, statement).await
}

/// History of a rating from a time on, in order: the last point of each day (UTC), the last `limit` of them.
///
/// # Errors
///
/// Failures of the database.
pub async fn daily_history(
    database: &dyn Database,
    account: AccountId,
    (variant, speed): (&str, &str),
    from: Millis,
    limit: u32,
) -> Result<Vec<Point>, StoreError> {
    let sql = "SELECT at, rating, deviation FROM rating_history WHERE position IN (SELECT MAX(position) \
               FROM rating_history WHERE account = $1 AND variant = $2 AND speed = $3 AND at >= $4 \
               GROUP BY at / 86400000) ORDER BY position DESC LIMIT $5";
    let statement = Statement::new(sql).with(account).with(variant).with(speed).with(from).with(limit);
    points(database, statement).await
}

/// Reads points that the statement returns last first, and puts them into order.
async fn points(database: &dyn Database, statement: Statement) -> Result<Vec<Point>, StoreError> {
    let rows = database.read(statement).await?;
    let point = |row: Row| {
        let mut columns = row.columns();
        Ok(Point { at: columns.take()?, rating: columns.take()?, deviation: columns.take()? })
    };
    let mut points: Vec<_> = rows.into_iter().map(point).collect::<Result<_, StoreError>>()?;
    points.reverse();
    Ok(points)
}

/// Conditions of a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Id of the variant.
    pub variant: String,
    /// Class of the time control.
    pub speed: String,
    /// Limit of the deviation; a listed one is below it.
    pub deviation: f64,
    /// Time of the last change; a listed rating changed then or later.
    pub since: Millis,
}

/// SQL condition of a listed rating; closed and banned accounts are not listed.
const LISTED: &str = "variant = $1 AND speed = $2 AND deviation < $3 AND updated_at >= $4 AND EXISTS (SELECT 1 FROM accounts \
     WHERE accounts.id = ratings.account AND kind = 'person' AND (banned_until IS NULL OR banned_until <= $5))";

fn listed(sql: String, listed: &Listed, now: Millis) -> Statement {
    Statement::new(sql)
        .with(listed.variant.as_str())
        .with(listed.speed.as_str())
        .with(listed.deviation)
        .with(listed.since)
        .with(now)
}

/// Best ratings of people, the best first. Closed and banned accounts are left out.
///
/// # Errors
///
/// Failures of the database.
pub async fn best(database: &dyn Database, who: &Listed, now: Millis, limit: u32) -> Result<Vec<Rating>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM ratings WHERE {LISTED} ORDER BY rating DESC, account LIMIT $6");
    all(database, listed(sql, who, now).with(limit)).await
}

/// Best ratings of computer players, the best first.
///
/// # Errors
///
/// Failures of the database.
pub async fn best_computers(
    database: &dyn Database,
    variant: &str,
    speed: &str,
    limit: u32,
) -> Result<Vec<Rating>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM ratings WHERE variant = $1 AND speed = $2 AND EXISTS (SELECT 1 FROM accounts \
         WHERE accounts.id = ratings.account AND kind = 'computer') ORDER BY rating DESC, account LIMIT $3"
    );
    all(database, Statement::new(sql).with(variant).with(speed).with(limit)).await
}

/// Rank of a rating among those that [`best`] lists: 1 for the best.
///
/// # Errors
///
/// Failures of the database.
pub async fn rank(database: &dyn Database, who: &Listed, now: Millis, rating: f64) -> Result<u32, StoreError> {
    let sql = format!("SELECT COUNT(*) + 1 FROM ratings WHERE {LISTED} AND rating > $6");
    let rows = database.read(listed(sql, who, now).with(rating)).await?;
    rows.into_iter().next().map_or(Ok(1), Row::first)
}

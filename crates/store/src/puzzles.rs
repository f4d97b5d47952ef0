//! Puzzles with their ratings, and the results of the accounts that tried them.
//!
//! The puzzles of the page are no rows here before the first account has tried them; those that the server has mined are.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, GameId};
use crate::statement::Statement;
use crate::value::Row;

/// Puzzle with its rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// Id of the variant.
    pub variant: String,
    /// Id within the variant.
    pub id: String,
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
    /// Number of results that counted for the rating.
    pub results: u32,
    /// Votes for it less votes against it.
    pub votes: i64,
    /// Text, in the caller's form, of a puzzle that the server has mined; `None` for one of the page.
    pub line: Option<String>,
}

/// Last result of an account with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleResult {
    /// Id of the puzzle within its variant.
    pub puzzle: String,
    pub solved: bool,
    /// Days since 1970-01-01 by the solver's calendar.
    pub day: i64,
    /// Vote on the puzzle: 1, -1, or 0 for none.
    pub vote: i64,
}

const COLUMNS: &str = "variant, id, rating, deviation, volatility, results, votes, line";

fn puzzle(row: Row) -> Result<Puzzle, StoreError> {
    let mut columns = row.columns();
    Ok(Puzzle {
        variant: columns.take()?,
        id: columns.take()?,
        rating: columns.take()?,
        deviation: columns.take()?,
        volatility: columns.take()?,
        results: columns.take()?,
        votes: columns.take()?,
        line: columns.take()?,
    })
}

/// Statement that adds a puzzle unless there is one with its id.
pub fn add(puzzle: &Puzzle, now: Millis) -> Statement {
    let sql = "INSERT INTO puzzles (variant, id, rating, deviation, volatility, results, votes, line, changed_at) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (variant, id) DO NOTHING";
    Statement::new(sql)
        .with(puzzle.variant.as_str())
        .with(puzzle.id.as_str())
        .with(puzzle.rating)
        .with(puzzle.deviation)
        .with(puzzle.volatility)
        .with(puzzle.results)
        .with(puzzle.votes)
        .with(puzzle.line.clone())
        .with(now)
}

/// Statement that stores the rating of a puzzle after a result. It conflicts unless the stored puzzle has one result less:
/// another result was faster, and the rating must be computed again.
pub fn update(puzzle: &Puzzle, now: Millis) -> Statement {
    let sql = "UPDATE puzzles SET rating = $1, deviation = $2, volatility = $3, results = $4, changed_at = $5 \
               WHERE variant = $6 AND id = $7 AND results = $8";
    Statement::new(sql)
        .with(puzzle.rating)
        .with(puzzle.deviation)
        .with(puzzle.volatility)
        .with(puzzle.results)
        .with(now)
        .with(puzzle.variant.as_str())
        .with(puzzle.id.as_str())
        .with(puzzle.results.saturating_sub(1))
        .expecting(1)
}

/// Statement that stores the first result of an account with a puzzle. It conflicts if there is one.
pub fn add_result(account: AccountId, variant: &str, result: &PuzzleResult) -> Statement {
    let sql = "INSERT INTO puzzle_results (account, variant, puzzle, solved, day, vote) VALUES ($1, $2, $3, $4, $5, $6) \
               ON CONFLICT (account, variant, puzzle) DO NOTHING";
    Statement::new(sql)
        .with(account)
        .with(variant)
        .with(result.puzzle.as_str())
        .with(result.solved)
        .with(result.day)
        .with(result.vote)
        .expecting(1)
}

/// Statement that replaces the result of an account with a puzzle, unless that is of a later day. The vote stays.
pub fn set_result(account: AccountId, variant: &str, result: &PuzzleResult) -> Statement {
    let sql = "UPDATE puzzle_results SET solved = $1, day = $2 WHERE account = $3 AND variant = $4 AND puzzle = $5 \
               AND day <= $2";
    Statement::new(sql).with(result.solved).with(result.day).with(account).with(variant).with(result.puzzle.as_str())
}

/// Statement that stores the result of an account with the puzzle of a day; the first one stands.
pub fn add_day(account: AccountId, variant: &str, day: i64, solved: bool) -> Statement {
    let sql = "INSERT INTO puzzle_days (account, variant, day, solved) VALUES ($1, $2, $3, $4) \
               ON CONFLICT (account, variant, day) DO NOTHING";
    Statement::new(sql).with(account).with(variant).with(day).with(solved)
}

/// Statements that change the vote of an account on a puzzle that it has tried. They conflict if the stored vote is not
/// `from`, or the puzzle has no row.
pub fn vote(account: AccountId, (variant, id): (&str, &str), (from, to): (i64, i64), now: Millis) -> [Statement; 2] {
    let own = "UPDATE puzzle_results SET vote = $1 WHERE account = $2 AND variant = $3 AND puzzle = $4 AND vote = $5";
    let all = "UPDATE puzzles SET votes = votes + $1, changed_at = $2 WHERE variant = $3 AND id = $4";
    [
        Statement::new(own).with(to).with(account).with(variant).with(id).with(from).expecting(1),
        Statement::new(all).with(to - from).with(now).with(variant).with(id).expecting(1),
    ]
}

/// Puzzle by its id; `None` if it has no row.
///
/// # Errors
///
/// Failures of the database.
pub async fn find(database: &dyn Database, variant: &str, id: &str) -> Result<Option<Puzzle>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM puzzles WHERE variant = $1 AND id = $2");
    let rows = database.read(Statement::new(sql).with(variant).with(id)).await?;
    rows.into_iter().next().map(puzzle).transpose()
}

/// Puzzles of a variant that have rows, by their ids.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_variant(database: &dyn Database, variant: &str) -> Result<Vec<Puzzle>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM puzzles WHERE variant = $1 ORDER BY id");
    let rows = database.read(Statement::new(sql).with(variant)).await?;
    rows.into_iter().map(puzzle).collect()
}

fn result(row: Row) -> Result<PuzzleResult, StoreError> {
    let mut columns = row.columns();
    Ok(PuzzleResult { puzzle: columns.take()?, solved: columns.take()?, day: columns.take()?, vote: columns.take()? })
}

/// Last result of an account with a puzzle; `None` if it has not tried it.
///
/// # Errors
///
/// Failures of the database.
pub async fn find_result(
    database: &dyn Database,
    account: AccountId,
    (variant, id): (&str, &str),
) -> Result<Option<PuzzleResult>, StoreError> {
    let sql =
        "SELECT puzzle, solved, day, vote FROM puzzle_results WHERE account = $1 AND variant = $2 AND puzzle = $3";
    let rows = database.read(Statement::new(sql).with(account).with(variant).with(id)).await?;
    rows.into_iter().next().map(result).transpose()
}

/// Results of an account with the puzzles of a variant, the latest day first.
///
/// # Errors
///
/// Failures of the database.
pub async fn results(
    database: &dyn Database,
    account: AccountId,
    variant: &str,
    limit: u32,
) -> Result<Vec<PuzzleResult>, StoreError> {
    let sql = "SELECT puzzle, solved, day, vote FROM puzzle_results WHERE account = $1 AND variant = $2 \
               ORDER BY day DESC, puzzle LIMIT $3";
    let rows = database.read(Statement::new(sql).with(account).with(variant).with(limit)).await?;
    rows.into_iter().map(result).collect()
}

/// Results of an account with the puzzles of the day of a variant, the latest first: the day, and whether it was solved.
///
/// # Errors
///
/// Failures of the database.
pub async fn days(
    database: &dyn Database,
    account: AccountId,
    variant: &str,
    limit: u32,
) -> Result<Vec<(i64, bool)>, StoreError> {
    let sql = "SELECT day, solved FROM puzzle_days WHERE account = $1 AND variant = $2 ORDER BY day DESC LIMIT $3";
    let rows = database.read(Statement::new(sql).with(account).with(variant).with(limit)).await?;
    let day = |row: Row| {
        let mut columns = row.columns();
        Ok((columns.take()?, columns.take()?))
    };
    rows.into_iter().map(day).collect()
}

/// Variants whose puzzles an account has tried.
///
/// # Errors
///
/// Failures of the database.
pub async fn variants(database: &dyn Database, account: AccountId) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT DISTINCT variant FROM puzzle_results WHERE account = $1 ORDER BY variant";
    database.read(Statement::new(sql).with(account)).await?.into_iter().map(Row::first).collect()
}

/// Game up to which the server has mined, with the time of its end; `None` before the first.
///
/// # Errors
///
/// Failures of the database.
pub async fn mined(database: &dyn Database) -> Result<Option<(Millis, GameId)>, StoreError> {
    let rows = database.read(Statement::new("SELECT ended_at, game FROM puzzle_mining WHERE id = 1")).await?;
    let mined = |row: Row| {
        let mut columns = row.columns();
        Ok((columns.take()?, columns.take()?))
    };
    rows.into_iter().next().map(mined).transpose()
}

/// Statement that stores the game up to which the server has mined, with the time of its end.
pub fn set_mined((ended_at, game): (Millis, GameId)) -> Statement {
    let sql = "INSERT INTO puzzle_mining (id, ended_at, game) VALUES (1, $1, $2) \
               ON CONFLICT (id) DO UPDATE SET ended_at = excluded.ended_at, game = excluded.game";
    Statement::new(sql).with(ended_at).with(game)
}

//! Solving contests: rounds of puzzles, which solvers begin in their own time, and their answers.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, ContestId};
use crate::statement::Statement;
use crate::value::Row;

/// Contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    pub id: ContestId,
    pub organiser: AccountId,
    pub name: String,
    /// Id of the variant.
    pub variant: String,
    pub created_at: Millis,
    /// Time from which rounds can be begun.
    pub opens_at: Millis,
    /// Time at which the last round ends.
    pub closes_at: Millis,
    /// Rounds, in the caller's form.
    pub rounds: String,
    /// Number of accounts that have begun the first round; it is counted, not stored.
    pub solvers: u32,
}

/// Round that a solver has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartedRound {
    /// Number of the round, from 0.
    pub round: u32,
    pub started_at: Millis,
}

/// Answer of a solver to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Numbers of the round and of the puzzle in it, from 0.
    pub round: u32,
    pub puzzle: u32,
    /// Number of the solver's moves that were right.
    pub found: u32,
    /// `None` while moves are missing.
    pub solved: Option<bool>,
    pub points: u32,
    /// Time from the beginning of the round to the last move, in milliseconds.
    pub took: Millis,
}

/// Sum of a solver's answers of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundScore {
    pub account: AccountId,
    pub round: u32,
    pub points: u32,
    /// Number of solved puzzles.
    pub solved: u32,
    /// Sum of the times of the solved puzzles, in milliseconds.
    pub took: Millis,
}

/// Number of solvers who tried a puzzle, and who solved it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleCount {
    pub round: u32,
    pub puzzle: u32,
    pub tried: u32,
    pub solved: u32,
}

const COLUMNS: &str = "id, organiser, name, variant, created_at, opens_at, closes_at, rounds, \
                       (SELECT COUNT(*) FROM contest_rounds WHERE contest = contests.id AND round = 0)";

fn contest(row: Row) -> Result<Contest, StoreError> {
    let mut columns = row.columns();
    Ok(Contest {
        id: columns.take()?,
        organiser: columns.take()?,
        name: columns.take()?,
        variant: columns.take()?,
        created_at: columns.take()?,
        opens_at: columns.take()?,
        closes_at: columns.take()?,
        rounds: columns.take()?,
        solvers: columns.take()?,
    })
}

/// Statement that adds a contest with its puzzles, in the caller's form.
pub fn insert(contest: &Contest, puzzles: String) -> Statement {
    let sql = "INSERT INTO contests (id, organiser, name, variant, created_at, opens_at, closes_at, rounds, puzzles) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    Statement::new(sql)
        .with(contest.id)
        .with(contest.organiser)
        .with(contest.name.as_str())
        .with(contest.variant.as_str())
        .with(contest.created_at)
        .with(contest.opens_at)
        .with(contest.closes_at)
        .with(contest.rounds.as_str())
        .with(puzzles)
        .expecting(1)
}

/// Statements that remove a contest with its answers. They conflict if there is none.
pub fn remove(id: ContestId) -> Vec<Statement> {
    let mut statements = vec![Statement::new("DELETE FROM contests WHERE id = $1").with(id).expecting(1)];
    let sql = ["DELETE FROM contest_rounds WHERE contest = $1", "DELETE FROM contest_answers WHERE contest = $1"];
    statements.extend(sql.map(|sql| Statement::new(sql).with(id)));
    statements
}

/// Statement that begins a round, unless the solver has begun it or there is no such contest.
pub fn start(id: ContestId, account: AccountId, round: u32, now: Millis) -> Statement {
    let sql = "INSERT INTO contest_rounds (contest, account, round, started_at) \
               SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT) \
               WHERE EXISTS (SELECT 1 FROM contests WHERE id = $1) ON CONFLICT (contest, account, round) DO NOTHING";
    Statement::new(sql).with(id).with(account).with(round).with(now)
}

/// Statement that stores an answer. It conflicts unless the stored one has `before` right moves and is not decided.
pub fn answer(id: ContestId, account: AccountId, answer: &Answer, before: u32) -> Statement {
    let sql = "INSERT INTO contest_answers (contest, account, round, puzzle, found, solved, points, took) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (contest, account, round, puzzle) \
               DO UPDATE SET found = excluded.found, solved = excluded.solved, points = excluded.points, \
               took = excluded.took WHERE contest_answers.found = $9 AND contest_answers.solved IS NULL";
    Statement::new(sql)
        .with(id)
        .with(account)
        .with(answer.round)
        .with(answer.puzzle)
        .with(answer.found)
        .with(answer.solved)
        .with(answer.points)
        .with(answer.took)
        .with(before)
        .expecting(1)
}

async fn read(database: &dyn Database, statement: Statement) -> Result<Vec<Contest>, StoreError> {
    database.read(statement).await?.into_iter().map(contest).collect()
}

/// Contest by its id.
///
/// # Errors
///
/// Failures of the database.
pub async fn find(database: &dyn Database, id: ContestId) -> Result<Option<Contest>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM contests WHERE id = $1");
    Ok(read(database, Statement::new(sql).with(id)).await?.pop())
}

/// Contests that are not over, those that close first first.
///
/// # Errors
///
/// Failures of the database.
pub async fn current(database: &dyn Database, now: Millis, limit: u32) -> Result<Vec<Contest>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM contests WHERE closes_at > $1 ORDER BY closes_at, id LIMIT $2");
    read(database, Statement::new(sql).with(now).with(limit)).await
}

/// Contests that are over, the latest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn past(database: &dyn Database, now: Millis, limit: u32) -> Result<Vec<Contest>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM contests WHERE closes_at <= $1 ORDER BY closes_at DESC, id DESC LIMIT $2");
    read(database, Statement::new(sql).with(now).with(limit)).await
}

/// Contests of an organiser that close after a time, those that close first first.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_organiser(
    database: &dyn Database,
    organiser: AccountId,
    after: Millis,
    limit: u32,
) -> Result<Vec<Contest>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM contests WHERE organiser = $1 AND closes_at > $2 ORDER BY closes_at, id LIMIT $3"
    );
    read(database, Statement::new(sql).with(organiser).with(after).with(limit)).await
}

/// Puzzles of a contest, in the caller's form; `None` if there is no such contest.
///
/// # Errors
///
/// Failures of the database.
pub async fn puzzles(database: &dyn Database, id: ContestId) -> Result<Option<String>, StoreError> {
    let rows = database.read(Statement::new("SELECT puzzles FROM contests WHERE id = $1").with(id)).await?;
    rows.into_iter().next().map(Row::first).transpose()
}

/// Rounds that a solver has begun, in their order.
///
/// # Errors
///
/// Failures of the database.
pub async fn started(
    database: &dyn Database,
    id: ContestId,
    account: AccountId,
) -> Result<Vec<StartedRound>, StoreError> {
    let sql = "SELECT round, started_at FROM contest_rounds WHERE contest = $1 AND account = $2 ORDER BY round";
    let started = |row: Row| {
        let mut columns = row.columns();
        Ok(StartedRound { round: columns.take()?, started_at: columns.take()? })
    };
    database.read(Statement::new(sql).with(id).with(account)).await?.into_iter().map(started).collect()
}

/// Answers of a solver, in the order of the puzzles.
///
/// # Errors
///
/// Failures of the database.
pub async fn answers(database: &dyn Database, id: ContestId, account: AccountId) -> Result<Vec<Answer>, StoreError> {
    let sql = "SELECT round, puzzle, found, solved, points, took FROM contest_answers \
               WHERE contest = $1 AND account = $2 ORDER BY round, puzzle";
    let answer = |row: Row| {
        let mut columns = row.columns();
        Ok(Answer {
            round: columns.take()?,
            puzzle: columns.take()?,
            found: columns.take()?,
            solved: columns.take()?,
            points: columns.take()?,
            took: columns.take()?,
        })
    };
    database.read(Statement::new(sql).with(id).with(account)).await?.into_iter().map(answer).collect()
}

/// Scores of all solvers in the rounds that they have begun, by account and round.
///
/// # Errors
///
/// Failures of the database.
pub async fn scores(database: &dyn Database, id: ContestId) -> Result<Vec<RoundScore>, StoreError> {
    let sql = "SELECT contest_rounds.account, contest_rounds.round, CAST(COALESCE(SUM(points), 0) AS BIGINT), \
               CAST(COALESCE(SUM(solved), 0) AS BIGINT), CAST(COALESCE(SUM(took * COALESCE(solved, 0)), 0) AS BIGINT) \
               FROM contest_rounds LEFT JOIN contest_answers ON contest_answers.contest = contest_rounds.contest \
               AND contest_answers.account = contest_rounds.account AND contest_answers.round = contest_rounds.round \
               WHERE contest_rounds.contest = $1 GROUP BY contest_rounds.account, contest_rounds.round \
               ORDER BY contest_rounds.account, contest_rounds.round";
    let score = |row: Row| {
        let mut columns = row.columns();
        Ok(RoundScore {
            account: columns.take()?,
            round: columns.take()?,
            points: columns.take()?,
            solved: columns.take()?,
            took: columns.take()?,
        })
    };
    database.read(Statement::new(sql).with(id)).await?.into_iter().map(score).collect()
}

/// Numbers of solvers by puzzle, in the order of the puzzles, without those that no one has tried.
///
/// # Errors
///
/// Failures of the database.
pub async fn puzzle_counts(database: &dyn Database, id: ContestId) -> Result<Vec<PuzzleCount>, StoreError> {
    let sql = "SELECT round, puzzle, COUNT(*), CAST(COALESCE(SUM(solved), 0) AS BIGINT) FROM contest_answers \
               WHERE contest = $1 GROUP BY round, puzzle ORDER BY round, puzzle";
    let count = |row: Row| {
        let mut columns = row.columns();
        Ok(PuzzleCount {
            round: columns.take()?,
            puzzle: columns.take()?,
            tried: columns.take()?,
            solved: columns.take()?,
        })
    };
    database.read(Statement::new(sql).with(id)).await?.into_iter().map(count).collect()
}

/// Contests in which an account has begun a round, by their ids.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_solver(database: &dyn Database, account: AccountId) -> Result<Vec<ContestId>, StoreError> {
    let sql = "SELECT contest FROM contest_rounds WHERE account = $1 AND round = 0 ORDER BY contest";
    database.read(Statement::new(sql).with(account)).await?.into_iter().map(Row::first).collect()
}

//! Reports about accounts, and the log of moderators' actions.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, GameId, ReportId};
use crate::statement::Statement;
use crate::value::Row;

/// Report about an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub id: ReportId,
    pub reporter: AccountId,
    /// Account that is reported.
    pub about: AccountId,
    /// Reason, as a code.
    pub reason: String,
    /// Text of the reporter.
    pub details: String,
    /// Game that it is about.
    pub game: Option<GameId>,
    pub at: Millis,
    /// Time at which a moderator closed it.
    pub handled_at: Option<Millis>,
    /// Moderator who closed it.
    pub handled_by: Option<AccountId>,
    /// Outcome, as a code of the caller.
    pub outcome: Option<String>,
}

const REPORT: &str = "id, reporter, about, reason, details, game, at, handled_at, handled_by, outcome";

fn report(row: Row) -> Result<Report, StoreError> {
    let mut columns = row.columns();
    Ok(Report {
        id: columns.take()?,
        reporter: columns.take()?,
        about: columns.take()?,
        reason: columns.take()?,
        details: columns.take()?,
        game: columns.take()?,
        at: columns.take()?,
        handled_at: columns.take()?,
        handled_by: columns.take()?,
        outcome: columns.take()?,
    })
}

async fn reports(database: &dyn Database, statement: Statement) -> Result<Vec<Report>, StoreError> {
    database.read(statement).await?.into_iter().map(report).collect()
}

/// Statement that stores a report.
pub fn insert_report(report: &Report) -> Statement {
    Statement::new(format!("INSERT INTO reports ({REPORT}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"))
        .with(report.id)
        .with(report.reporter)
        .with(report.about)
        .with(report.reason.as_str())
        .with(report.details.as_str())
        .with(report.game)
        .with(report.at)
        .with(report.handled_at)
        .with(report.handled_by)
        .with(report.outcome.clone())
        .expecting(1)
}

/// Statement that closes a report. It conflicts if another moderator was faster.
pub fn handle_report(id: ReportId, by: AccountId, at: Millis, outcome: &str) -> Statement {
    Statement::new(
        "UPDATE reports SET handled_at = $1, handled_by = $2, outcome = $3 WHERE id = $4 AND handled_at IS NULL",
    )
    .with(at)
    .with(by)
    .with(outcome)
    .with(id)
    .expecting(1)
}

/// Report with an id.
///
/// # Errors
///
/// Failures of the database.
pub async fn report_by_id(database: &dyn Database, id: ReportId) -> Result<Option<Report>, StoreError> {
    let sql = format!("SELECT {REPORT} FROM reports WHERE id = $1");
    Ok(reports(database, Statement::new(sql).with(id)).await?.pop())
}

/// Open reports, the oldest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn open_reports(database: &dyn Database, limit: u32) -> Result<Vec<Report>, StoreError> {
    let sql = format!("SELECT {REPORT} FROM reports WHERE handled_at IS NULL ORDER BY at, id LIMIT $1");
    reports(database, Statement::new(sql).with(limit)).await
}

/// Reports that were handled, the last one first.
///
/// # Errors
///
/// Failures of the database.
pub async fn handled_reports(database: &dyn Database, limit: u32) -> Result<Vec<Report>, StoreError> {
    let sql =
        format!("SELECT {REPORT} FROM reports WHERE handled_at IS NOT NULL ORDER BY handled_at DESC, id LIMIT $1");
    reports(database, Statement::new(sql).with(limit)).await
}

/// Reports about an account, the newest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn reports_about(database: &dyn Database, account: AccountId, limit: u32) -> Result<Vec<Report>, StoreError> {
    let sql = format!("SELECT {REPORT} FROM reports WHERE about = $1 ORDER BY at DESC, id LIMIT $2");
    reports(database, Statement::new(sql).with(account).with(limit)).await
}

/// Reports that an account made, the newest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn reports_by(database: &dyn Database, account: AccountId, limit: u32) -> Result<Vec<Report>, StoreError> {
    let sql = format!("SELECT {REPORT} FROM reports WHERE reporter = $1 ORDER BY at DESC, id LIMIT $2");
    reports(database, Statement::new(sql).with(account).with(limit)).await
}

/// Entry of the log of moderation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    pub at: Millis,
    pub moderator: AccountId,
    /// Action, as a code of the caller.
    pub action: String,
    /// Account that it concerns.
    pub about: Option<AccountId>,
    /// Details, in the caller's form.
    pub details: String,
}

/// Statement that records an action of a moderator, for the transaction of the action. Records cannot be changed or removed.
pub fn note(action: &Action) -> Statement {
    Statement::new("INSERT INTO audit (at, moderator, action, about, details) VALUES ($1, $2, $3, $4, $5)")
        .with(action.at)
        .with(action.moderator)
        .with(action.action.as_str())
        .with(action.about)
        .with(action.details.as_str())
        .expecting(1)
}

/// Actions of moderators, the newest first; with an account, those about it. `before` is the number of the last
/// action of the page before.
///
/// # Errors
///
/// Failures of the database.
pub async fn actions(
    database: &dyn Database,
    about: Option<AccountId>,
    before: Option<i64>,
    limit: u32,
) -> Result<Vec<(i64, Action)>, StoreError> {
    let before = before.unwrap_or(i64::MAX);
    let columns = "SELECT position, at, moderator, action, about, details FROM audit WHERE position < $1";
    let statement = match about {
        Some(about) => Statement::new(format!("{columns} AND about = $2 ORDER BY position DESC LIMIT $3"))
            .with(before)
            .with(about)
            .with(limit),
        None => Statement::new(format!("{columns} ORDER BY position DESC LIMIT $2")).with(before).with(limit),
    };
    let action = |row: Row| {
        let mut columns = row.columns();
        let number = columns.take()?;
        let action = Action {
            at: columns.take()?,
            moderator: columns.take()?,
            action: columns.take()?,
            about: columns.take()?,
            details: columns.take()?,
        };
        Ok((number, action))
    };
    database.read(statement).await?.into_iter().map(action).collect()
}

//! Lists of games, page by page.

use std::fmt::Write as _;

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::events::{self, Event};
use crate::games::record::{COLUMNS, Game, Status, game, games};
use crate::id::{AccountId, GameId};
use crate::statement::Statement;
use crate::value::Value;

/// Result of a game from the point of view of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All points.
    Won,
    /// Points for both sides.
    Drawn,
    /// No points.
    Lost,
}

/// Conditions of a list of games. A `None` field is no condition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Player of either side.
    pub account: Option<AccountId>,
    /// Opponent of `account`; only with `account`.
    pub opponent: Option<AccountId>,
    /// Result for `account`; only with `account`.
    pub outcome: Option<Outcome>,
    /// Id of the variant.
    pub variant: Option<String>,
    /// Class of the time control.
    pub speed: Option<String>,
    /// Rated or casual.
    pub rated: Option<bool>,
    pub status: Option<Status>,
    /// Result, in the caller's notation.
    pub result: Option<String>,
    /// First moves, separated by spaces as in [`Game::opening`].
    pub opening: Option<String>,
    /// Earliest time of creation.
    pub from: Option<Millis>,
    /// Time before which it was created.
    pub until: Option<Millis>,
}

/// Last game of a page, after which the next page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub created_at: Millis,
    pub id: GameId,
}

impl From<&Game> for Cursor {
    fn from(game: &Game) -> Self {
        Self { created_at: game.created_at, id: game.id }
    }
}

/// Conditions with the values of their parameters.
#[derive(Default)]
struct Conditions {
    sql: String,
    values: Vec<Value>,
}

impl Conditions {
    fn parameter(&mut self, value: impl Into<Value>) -> usize {
        self.values.push(value.into());
        self.values.len()
    }

    /// Adds `AND {before} $n`.
    fn and(&mut self, before: &str, value: impl Into<Value>) {
        let number = self.parameter(value);
        // Writing to a string does not fail.
        let _ = write!(self.sql, " AND {before} ${number}");
    }
}

/// Games, the newest first, from the one after the cursor; at most `limit`.
///
/// # Errors
///
/// [`StoreError::Statement`] for an opponent or an outcome without an account; failures of the database.
pub async fn list(
    database: &dyn Database,
    filter: &Filter,
    after: Option<Cursor>,
    limit: u32,
) -> Result<Vec<Game>, StoreError> {
    games(database.read(statement(COLUMNS, filter, after, limit)?).await?)
}

/// Games as [`list`] returns them, each with the events in its row: all events of an ended game.
///
/// # Errors
///
/// Those of [`list`]; [`StoreError::Corrupt`] for events that cannot be read.
pub async fn list_with_events(
    database: &dyn Database,
    filter: &Filter,
    after: Option<Cursor>,
    limit: u32,
) -> Result<Vec<(Game, Vec<Event>)>, StoreError> {
    let columns = format!("{COLUMNS}, events");
    let rows = database.read(statement(&columns, filter, after, limit)?).await?;
    let with_events = |row| {
        let (game, mut columns) = game(row)?;
        let bytes: Vec<u8> = columns.take()?;
        Ok((game, events::read(&bytes)?))
    };
    rows.into_iter().map(with_events).collect()
}

/// Ended games after the one that ended at a time, or from the first, in the order of their ends.
///
/// # Errors
///
/// Failures of the database.
pub async fn ended_after(
    database: &dyn Database,
    after: Option<(Millis, GameId)>,
    limit: u32,
) -> Result<Vec<Game>, StoreError> {
    let from = if after.is_some() { " AND (ended_at, id) > ($1, $2)" } else { "" };
    let last = if after.is_some() { "$3" } else { "$1" };
    let mut statement = Statement::new(format!(
        "SELECT {COLUMNS} FROM games WHERE status = 'ended'{from} ORDER BY ended_at, id LIMIT {last}"
    ));
    if let Some((ended_at, id)) = after {
        statement = statement.with(ended_at).with(id);
    }
    games(database.read(statement.with(limit)).await?)
}

fn statement(columns: &str, filter: &Filter, after: Option<Cursor>, limit: u32) -> Result<Statement, StoreError> {
    let mut conditions = Conditions::default();
    let account = filter.account.map(|account| conditions.parameter(account));
    let opponent = filter.opponent.map(|opponent| conditions.parameter(opponent));
    if account.is_none() && (opponent.is_some() || filter.outcome.is_some()) {
        return Err(StoreError::Statement("an opponent or an outcome without an account".to_owned()));
    }
    common(&mut conditions, filter, after);
    let limit = conditions.parameter(limit);
    let end = format!("ORDER BY created_at DESC, id DESC LIMIT ${limit}");
    let Conditions { sql: common, values } = conditions;
    let Some(account) = account else {
        let sql = format!("SELECT {columns} FROM games WHERE 1 = 1{common} {end}");
        return Ok(Statement { parameters: values, ..Statement::new(sql) });
    };
    // Each half reads at most `limit` rows, since each side has an index in the order of the list.
    let half = |side: &str, other: &str, all: u32| {
        let opponent = opponent.map_or(String::new(), |number| format!(" AND {other} = ${number}"));
        let outcome = match filter.outcome {
            None => String::new(),
            Some(Outcome::Won) => format!(" AND points = {all}"),
            Some(Outcome::Lost) => format!(" AND points = {}", 4 - all),
            Some(Outcome::Drawn) => " AND points IN (1, 2, 3)".to_owned(),
        };
        // A game against oneself is listed once.
        let once = if side == "black" { " AND (white IS NULL OR white <> black)" } else { "" };
        format!(
            "SELECT * FROM (SELECT {columns} FROM games WHERE {side} = ${account}{opponent}{outcome}{once}{common} \
             {end}) AS {side}_games"
        )
    };
    let sql = format!("{} UNION ALL {} {end}", half("white", "black", 4), half("black", "white", 0));
    Ok(Statement { parameters: values, ..Statement::new(sql) })
}

fn common(conditions: &mut Conditions, filter: &Filter, after: Option<Cursor>) {
    let equal = [("variant =", &filter.variant), ("speed =", &filter.speed), ("result =", &filter.result)];
    for (before, value) in equal {
        if let Some(value) = value {
            conditions.and(before, value.as_str());
        }
    }
    if let Some(rated) = filter.rated {
        conditions.and("rated =", rated);
    }
    if let Some(status) = filter.status {
        // A constant, not a parameter: the indices of running and of ended games are used only with a constant.
        let _ = write!(conditions.sql, " AND status = '{}'", status.as_str());
    }
    if let Some(opening) = &filter.opening {
        conditions.and("opening >=", opening.as_str());
        // The exclamation mark is the next character after the space, so that the last move is not a prefix of another.
        conditions.and("opening <", format!("{opening}!"));
    }
    if let Some(from) = filter.from {
        conditions.and("created_at >=", from);
    }
    if let Some(until) = filter.until {
        conditions.and("created_at <", until);
    }
    if let Some(after) = after {
        let created_at = conditions.parameter(after.created_at);
        let id = conditions.parameter(after.id);
        let _ = write!(conditions.sql, " AND (created_at, id) < (${created_at}, ${id})");
    }
}

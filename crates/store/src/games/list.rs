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

/// How a game ended for an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With all points.
    Won,
    /// With points for both sides.
    Drawn,
    /// Without a point.
    Lost,
}

/// Which games a list shows. What is not set restricts nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// One of the players.
    pub account: Option<AccountId>,
    /// The other player; only with `account`.
    pub opponent: Option<AccountId>,
    /// How it ended for `account`; only with `account`.
    pub outcome: Option<Outcome>,
    /// Id of the variant.
    pub variant: Option<String>,
    /// Class of the time control.
    pub speed: Option<String>,
    /// Rated or casual.
    pub rated: Option<bool>,
    /// Where it stands.
    pub status: Option<Status>,
    /// The result, exactly.
    pub result: Option<String>,
    /// The moves with which the opening begins, separated by spaces as in the games.
    pub opening: Option<String>,
    /// Created at this time or later.
    pub from: Option<Millis>,
    /// Created before this time.
    pub until: Option<Millis>,
}

/// The last game of a page: the next page begins after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// When the game was created.
    pub created_at: Millis,
    /// Its id.
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

/// Games, the newest first, at most `limit`; after the cursor where there is one.
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

/// The same with the events of each game that its row has: all events of an ended one.
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
    // Each side has an index in the order of the list, so each half stops at the limit.
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
        // As a constant: the indices of the running and of the ended games are used only then.
        let _ = write!(conditions.sql, " AND status = '{}'", status.as_str());
    }
    if let Some(opening) = &filter.opening {
        conditions.and("opening >=", opening.as_str());
        // The next character after the space: so the last move is a whole one.
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

//! Chat of games.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, GameId};
use crate::statement::Statement;
use crate::text_enum::text_enum;
use crate::value::Row;

text_enum!(
    /// Readers of a line of chat.
    Room {
        /// The two players.
        Players = "players",
        /// Spectators.
        Spectators = "spectators",
    }
);

/// A line of a chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub game: GameId,
    pub room: Room,
    /// Author; `None` if the account was erased or there is none.
    pub account: Option<AccountId>,
    pub at: Millis,
    /// Hidden by moderators.
    pub hidden: bool,
    pub text: String,
}

const COLUMNS: &str = "game, room, account, at, hidden, line";

fn line(row: Row) -> Result<Line, StoreError> {
    let mut columns = row.columns();
    Ok(Line {
        game: columns.take()?,
        room: columns.take()?,
        account: columns.take()?,
        at: columns.take()?,
        hidden: columns.take()?,
        text: columns.take()?,
    })
}

/// Statement that adds a line.
pub fn insert(line: &Line) -> Statement {
    Statement::new(format!("INSERT INTO chat ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)"))
        .with(line.game)
        .with(line.room)
        .with(line.account)
        .with(line.at)
        .with(line.hidden)
        .with(line.text.as_str())
        .expecting(1)
}

/// Latest lines of a room in order, hidden ones included.
///
/// # Errors
///
/// Failures of the database.
pub async fn last(database: &dyn Database, game: GameId, room: Room, limit: u32) -> Result<Vec<Line>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM chat WHERE game = $1 AND room = $2 ORDER BY position DESC LIMIT $3");
    let rows = database.read(Statement::new(sql).with(game).with(room).with(limit)).await?;
    let mut lines: Vec<_> = rows.into_iter().map(line).collect::<Result<_, _>>()?;
    lines.reverse();
    Ok(lines)
}

/// Latest lines of chat of an account, the newest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_account(database: &dyn Database, account: AccountId, limit: u32) -> Result<Vec<Line>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM chat WHERE account = $1 ORDER BY position DESC LIMIT $2");
    database.read(Statement::new(sql).with(account).with(limit)).await?.into_iter().map(line).collect()
}

/// Statement that hides the lines of an account in the chat of a game, or everywhere.
pub fn hide(account: AccountId, game: Option<GameId>) -> Statement {
    match game {
        Some(game) => {
            Statement::new("UPDATE chat SET hidden = 1 WHERE account = $1 AND game = $2").with(account).with(game)
        }
        None => Statement::new("UPDATE chat SET hidden = 1 WHERE account = $1").with(account),
    }
}

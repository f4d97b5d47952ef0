//! Statements that change the rows of games. They go with the events of the game, into
//! [`Database::append`](crate::Database::append).

use crate::conditional_moves::{self, ConditionalMoves};
use crate::entry::Millis;
use crate::error::StoreError;
use crate::events::{self, Event};
use crate::games::record::Status;
use crate::id::{AccountId, GameId};
use crate::ratings;
use crate::statement::Statement;

/// Row of a new game.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    pub id: GameId,
    /// Id of the variant.
    pub variant: String,
    /// Class of the time control, by which ratings and lists are divided.
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
    /// Black's rating at the start.
    pub black_rating: Option<f64>,
    /// True if Black's rating was provisional.
    pub black_provisional: bool,
    pub created_at: Millis,
    /// Start position, if it is not that of the variant.
    pub start_fen: Option<String>,
    /// Account to move in a correspondence game.
    pub to_move: Option<AccountId>,
    /// Time at which the time of `to_move` runs out in a correspondence game.
    pub deadline: Option<Millis>,
    /// Data of the caller.
    pub data: String,
}

/// Statement that creates a game. An id that exists is [`StoreError::Unique`].
pub fn insert(game: &NewGame) -> Statement {
    Statement::new(
        "INSERT INTO games (id, variant, speed, control, rated, white, black, white_rating, white_provisional, \
         black_rating, black_provisional, created_at, start_fen, to_move, deadline, data, status, plies, opening, moves, \
         events_count, events) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'running', 0, '', '', 0, $17)",
    )
    .with(game.id)
    .with(game.variant.as_str())
    .with(game.speed.as_str())
    .with(game.control.as_str())
    .with(game.rated)
    .with(game.white)
    .with(game.black)
    .with(game.white_rating)
    .with(game.white_provisional)
    .with(game.black_rating)
    .with(game.black_provisional)
    .with(game.created_at)
    .with(game.start_fen.clone())
    .with(game.to_move)
    .with(game.deadline)
    .with(game.data.as_str())
    .with(Vec::new())
    .expecting(1)
}

/// Row of a correspondence game after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub game: GameId,
    /// Number of plies played.
    pub plies: u32,
    /// Account to move.
    pub to_move: Option<AccountId>,
    /// Time at which the time of `to_move` runs out.
    pub deadline: Option<Millis>,
}

/// Statement that stores a turn. It conflicts if the game has ended.
pub fn turn(turn: &Turn) -> Statement {
    Statement::new("UPDATE games SET plies = $1, to_move = $2, deadline = $3 WHERE id = $4 AND status = 'running'")
        .with(turn.plies)
        .with(turn.to_move)
        .with(turn.deadline)
        .with(turn.game)
        .expecting(1)
}

/// End of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    pub game: GameId,
    pub ended_at: Millis,
    /// True for an aborted game, which has no result.
    pub aborted: bool,
    /// Result, in the caller's notation.
    pub result: Option<String>,
    /// White's points in quarters, 0 to 4.
    pub points: Option<u32>,
    /// Reason of the end, as a code.
    pub reason: String,
    /// Number of plies.
    pub plies: u32,
    /// First moves, separated by spaces, for the filter of lists.
    pub opening: String,
    /// Moves, separated by spaces.
    pub moves: String,
    /// Change of White's rating by the game.
    pub white_change: Option<f64>,
    /// Change of Black's rating by the game.
    pub black_change: Option<f64>,
    /// Events of the game from the first one, those of this transaction included.
    pub events: Vec<Event>,
}

/// Statement that ends a game. It conflicts if the game has ended, so a game ends once.
///
/// # Errors
///
/// [`StoreError::Statement`] for an event of 4 GiB or more.
pub fn finish(finish: &Finish) -> Result<Statement, StoreError> {
    let mut bytes = Vec::new();
    for event in &finish.events {
        events::write(&mut bytes, event)?;
    }
    let count = i64::try_from(finish.events.len()).map_err(|_| StoreError::Statement("too many events".to_owned()))?;
    let status = if finish.aborted { Status::Aborted } else { Status::Ended };
    let statement = Statement::new(
        "UPDATE games SET ended_at = $1, status = $2, result = $3, points = $4, reason = $5, plies = $6, opening = $7, \
         moves = $8, white_change = $9, black_change = $10, events_count = $11, events = $12, to_move = NULL, \
         deadline = NULL WHERE id = $13 AND status = 'running'",
    );
    Ok(statement
        .with(finish.ended_at)
        .with(status)
        .with(finish.result.clone())
        .with(finish.points)
        .with(finish.reason.as_str())
        .with(finish.plies)
        .with(finish.opening.as_str())
        .with(finish.moves.as_str())
        .with(finish.white_change)
        .with(finish.black_change)
        .with(count)
        .with(bytes)
        .with(finish.game)
        .expecting(1))
}

/// Changes that the events of one commit make to a game, in addition to the log.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// The game continues.
    Continued {
        /// The last set of each side, if these events have one.
        conditional_moves: Vec<ConditionalMoves>,
        /// The turn of a correspondence game, if these events change it or its deadline.
        turn: Option<Turn>,
    },
    /// The game ends.
    Ended {
        finish: Finish,
        /// Time of the job that rates the game; `None` if it is not to be rated.
        rate_at: Option<Millis>,
    },
}

/// The statements that apply a change.
///
/// # Errors
///
/// Those of [`finish`].
pub fn change(change: &Change) -> Result<Vec<Statement>, StoreError> {
    match change {
        Change::Continued { conditional_moves, turn: to_move } => {
            let sets = conditional_moves.iter().map(conditional_moves::set);
            Ok(sets.chain(to_move.as_ref().map(turn)).collect())
        }
        Change::Ended { finish: end, rate_at } => {
            let mut statements = vec![finish(end)?, conditional_moves::remove(end.game)];
            statements.extend(rate_at.map(|at| ratings::enqueue(end.game, at)));
            Ok(statements)
        }
    }
}

/// Statement that stores all events of a running game in its row, unless the row has more. The game's log entries are then no
/// longer needed.
///
/// # Errors
///
/// [`StoreError::Statement`] for an event of 4 GiB or more.
pub fn fold(game: GameId, all: &[Event]) -> Result<Statement, StoreError> {
    let mut bytes = Vec::new();
    for event in all {
        events::write(&mut bytes, event)?;
    }
    let count = i64::try_from(all.len()).map_err(|_| StoreError::Statement("too many events".to_owned()))?;
    let sql = "UPDATE games SET events = $1, events_count = $2 \
               WHERE id = $3 AND status = 'running' AND events_count <= $2";
    Ok(Statement::new(sql).with(bytes).with(count).with(game))
}

/// Statement that stores the changes of the ratings by an ended rated game. It conflicts if they are stored already, so a game is
/// rated once.
pub fn set_changes(game: GameId, white: f64, black: f64) -> Statement {
    Statement::new(
        "UPDATE games SET white_change = $1, black_change = $2 \
         WHERE id = $3 AND status = 'ended' AND rated = 1 AND white_change IS NULL",
    )
    .with(white)
    .with(black)
    .with(game)
    .expecting(1)
}

//! Errors of the store.

use thiserror::Error;

use crate::id::GameId;

/// An error of the store.
///
/// The first group is ordinary and handled by the caller. The others are failures of the database or of the program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A statement changed or returned another number of rows than expected: another transaction was faster, or the row is
    /// gone. Its transaction was not applied.
    #[error("statement {statement} concerned {found} rows instead of {expected}")]
    Conflict {
        /// Index of the statement in its transaction.
        statement: usize,
        /// Expected number of rows.
        expected: u64,
        /// Actual number of rows.
        found: u64,
    },
    /// A value that must be unique exists already. The transaction was not applied.
    #[error("not unique: {0}")]
    Unique(String),
    /// A log entry does not follow the last one of its game: it exists already, or one before it is missing.
    #[error("game {game}: entry {found} instead of {expected}")]
    Sequence {
        game: GameId,
        /// Sequence number that comes next in this game.
        expected: u32,
        /// Sequence number of the refused entry.
        found: u32,
    },
    /// A log entry of a game that has no row in the table of games.
    #[error("there is no game {0}")]
    NoGame(GameId),
    /// The entry was written under an epoch that is not the current one: another server has taken over.
    #[error("epoch {found} is over, the current one is {current}")]
    Fenced {
        /// Current epoch.
        current: i64,
        /// Epoch of the refused entry.
        found: i64,
    },
    /// The queue of the database is full. The call had no effect and can be repeated later.
    #[error("too many operations are waiting for the database")]
    Overloaded,
    /// Connection broke while a transaction was committed: it may be durable or lost. The caller must read the data
    /// again that it wanted to change.
    #[error("whether the transaction was committed is unknown: {0}")]
    Unknown(String),

    /// The database is used by another server.
    #[error("{0} is used by another server")]
    InUse(String),
    /// The database is locked by another program for longer than the store waits.
    #[error("the database is locked: {0}")]
    Busy(String),
    /// The disk is full.
    #[error("the disk is full: {0}")]
    Full(String),
    /// Reading, writing or the connection failed.
    #[error("the database cannot be reached: {0}")]
    Io(String),
    /// The file is not a database, or is damaged.
    #[error("the database is damaged: {0}")]
    Corrupt(String),
    /// The schema was written by a newer program.
    #[error("the database has schema {found}, this program knows schemas up to {known}")]
    Schema {
        /// Number of the schema in the database.
        found: i64,
        /// Last number that this program knows.
        known: i64,
    },
    /// The store was closed, or its writer has stopped.
    #[error("the store is closed")]
    Closed,
    /// A stored value has another type or form than expected.
    #[error("column {column}: {problem}")]
    Column {
        /// Index of the column in the row.
        column: usize,
        problem: String,
    },
    /// The database refused a statement: an error of this program.
    #[error("refused statement: {0}")]
    Statement(String),
    /// Operation that this database does not have.
    #[error("not supported: {0}")]
    Unsupported(&'static str),
}

impl StoreError {
    /// Returns whether the database or the program failed, as opposed to an ordinary refusal that the caller handles.
    pub fn is_failure(&self) -> bool {
        !matches!(
            self,
            Self::Conflict { .. }
                | Self::Unique(_)
                | Self::Sequence { .. }
                | Self::NoGame(_)
                | Self::Fenced { .. }
                | Self::Overloaded
        )
    }
}

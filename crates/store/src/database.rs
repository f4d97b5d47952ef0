//! Interface of every database.

use std::path::Path;
use std::pin::Pin;

use crate::entry::{Completion, LogEntry, Millis};
use crate::error::StoreError;
use crate::statement::Statement;
use crate::value::Row;

/// Future result of a call. It does not borrow from the database.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Epoch of a server that takes over the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epoch {
    /// Number of the new epoch, which all entries of this server carry.
    pub number: i64,
    /// Time at which the previous server was last known to be alive; `None` if there was none.
    pub alive_at: Option<Millis>,
}

/// A database: statements in the SQL that all of them share, and the log of events.
///
/// All writes, appends included, are applied in the order of the calls. A call made after another one has returned or
/// completed sees the changes of that one.
pub trait Database: Send + Sync + 'static {
    /// Runs one statement that only reads. It sees all writes that were completed before the call.
    ///
    /// # Errors
    ///
    /// [`StoreError::Overloaded`] when too many reads are waiting; otherwise failures of the database.
    fn read(&self, statement: Statement) -> Answer<Vec<Row>>;

    /// Runs statements in one transaction, all or none of them, and returns their rows. The changes are durable when it
    /// returns. Once called, it is carried out even if the answer is dropped.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] and [`StoreError::Unique`] if the statements meet other data than they expect.
    fn transact(&self, statements: Vec<Statement>) -> Answer<Vec<Vec<Row>>>;

    /// Adds entries to the log, and runs statements in the same transaction, after the entries. `done` is called when
    /// both are durable, or with the error if neither was applied. All `done` are called in the order of the calls of
    /// `append`.
    ///
    /// Several calls are committed together. The entries need neither be of one game nor be sorted, but those of one
    /// game must follow each other. A game must have its row in the table of games before, or by `and`.
    ///
    /// Errors: [`StoreError::Sequence`], [`StoreError::Fenced`], [`StoreError::NoGame`], those of
    /// [`Database::transact`] for `and`, [`StoreError::Overloaded`].
    fn append(&self, entries: Vec<LogEntry>, and: Vec<Statement>, done: Completion);

    /// Starts a new epoch, durably. Entries of older epochs are refused from then on.
    fn take_epoch(&self) -> Answer<Epoch>;

    /// Removes entries of the log up to a position (its own included) that are in the rows of their games, and returns
    /// their number. An entry that its game's row lacks stays.
    fn trim(&self, through: i64) -> Answer<u64>;

    /// Waits until all earlier calls are durable or have failed.
    fn flush(&self) -> Answer<()>;

    /// Checks that the database accepts writes: waits for all writes before this call.
    fn health(&self) -> Answer<()> {
        self.flush()
    }

    /// Writes a consistent copy of the whole database to a new file. Other writes continue meanwhile.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unsupported`] if the database has tools of its own for this.
    fn backup(&self, to: &Path) -> Answer<()>;

    /// Finishes all earlier calls, then closes the database. Later calls fail with [`StoreError::Closed`].
    fn close(&self) -> Answer<()>;
}

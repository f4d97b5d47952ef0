//! Entries of the log of events.

use crate::error::StoreError;
use crate::id::GameId;

/// Milliseconds since the Unix epoch.
pub type Millis = i64;

/// An event of a game, as it is written to the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    pub game: GameId,
    /// Index of the event in its game: 0, 1, 2, ... without gaps.
    pub seq: u32,
    pub at: Millis,
    /// Epoch of the server that writes it: see [`Database::take_epoch`](crate::Database::take_epoch).
    pub epoch: i64,
    /// Encoded event; opaque to the store.
    pub data: Vec<u8>,
}

impl LogEntry {
    /// Approximate size in memory, in bytes.
    pub(crate) fn size(&self) -> usize {
        size_of::<Self>() + self.data.len()
    }
}

/// Recipient of the result of a write. It is called by the thread that writes, and must not block.
pub type Completion = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// Deletes log entries up to a position. An entry stays if the row of its game does not have its event yet.
pub(crate) const TRIM: &str = "DELETE FROM log WHERE position <= $1 AND EXISTS \
     (SELECT 1 FROM games WHERE games.id = log.game AND games.events_count > log.seq)";

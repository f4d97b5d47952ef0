//! Errors of a replay: events that are not the log of a game.

use crate::settings::SettingsError;

/// Error of a replay, at the first impossible event. Events applied before it stay applied.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {seq}: {fault}")]
pub struct ReplayError {
    /// Number of the event, or the number that it should have.
    pub seq: u32,
    /// Fault of the event.
    pub fault: Fault,
}

/// Fault of an event.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The log has no events.
    #[error("the log has no events")]
    Missing,
    /// The first event is not `created`, or a later one is.
    #[error("a game has one created event, its first")]
    Beginning,
    /// The settings are invalid, or the variant is unknown to this program.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The number is not the next one.
    #[error("its number is {found}")]
    Number {
        /// The number of the event.
        found: u32,
    },
    /// Its time is earlier than that of the previous event, or outside the years 1970 to 9999.
    #[error("its time is {at}")]
    Moment {
        /// The time of the event.
        at: i64,
    },
    /// It comes after the end of the game.
    #[error("the game ended before it")]
    AfterEnd,
    /// The move is not legal.
    #[error("{uci:?} is not a legal move")]
    Move {
        /// The move, cut after 16 characters.
        uci: String,
    },
    /// The number of plies taken back is 0, more than 2, or more than were played.
    #[error("{plies} plies cannot be taken back")]
    Takeback {
        /// The number of plies.
        plies: u8,
    },
    /// The event has clocks in a game without a time limit, lacks them in one with a limit, or has impossible times.
    #[error("the clocks are impossible")]
    Clocks,
    /// It has an abort cause, but another outcome than an abort.
    #[error("it has the cause of an abort, but the game was not aborted")]
    Abort,
    /// A conditional move is not legal.
    #[error("conditional line {line}, move {ply} is not legal")]
    ConditionalMove {
        /// The index of the line, from 0.
        line: usize,
        /// The index of the move in the line, from 0.
        ply: usize,
    },
}

//! Why events cannot be those of a game.

use crate::settings::SettingsError;

/// Why events are not the record of a game. What was read before stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {seq}: {fault}")]
pub struct ReplayError {
    /// The number of the event, or the number that it should have.
    pub seq: u32,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with an event.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// There is no event at all.
    #[error("there is none")]
    Missing,
    /// The first event is another one than the beginning, or a later event is the beginning.
    #[error("a game begins with its first event and only there")]
    Beginning,
    /// The settings cannot be played by. Also where a variant is not known to this program.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The number is not the next one.
    #[error("its number is {found}")]
    Number {
        /// The number that it has.
        found: u32,
    },
    /// It is earlier than the event before it, or no moment from 1970 to 9999.
    #[error("its moment is {at}")]
    Moment {
        /// The moment that it has.
        at: i64,
    },
    /// It comes after the end.
    #[error("the game has ended before it")]
    AfterEnd,
    /// The move is not legal.
    #[error("{uci:?} is not a legal move")]
    Move {
        /// The move, cut after 16 characters.
        uci: String,
    },
    /// More moves are taken back than were played, or none, or more than two.
    #[error("{plies} half-moves cannot be taken back")]
    Takeback {
        /// How many.
        plies: u8,
    },
    /// Clocks where there are none or the other way round, or times that cannot be.
    #[error("the clocks cannot be so")]
    Clocks,
    /// It says why a game was aborted that was not.
    #[error("the game was not aborted, and it says why it was")]
    Abort,
    /// Conditional moves that are not legal.
    #[error("conditional line {line}, move {ply} is not legal")]
    ConditionalMove {
        /// The line, from 0.
        line: usize,
        /// The move of the line, from 0.
        ply: usize,
    },
}

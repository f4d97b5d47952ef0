//! The types of the dialogue with an engine: requests, replies and errors, the same for every protocol.

use std::time::Duration;

use saffron_rules::Position;

use crate::info::Info;
use crate::limits::Limits;
use crate::process::{ReadError, StopSignal};

/// A request for one move.
pub(crate) struct SearchRequest<'a> {
    /// The position at the start of the game.
    pub(crate) start: &'a Position,
    /// Whether that is the start position of the match, and not one that an opening has set up.
    pub(crate) from_match_start: bool,
    /// The moves since, in UCI form.
    pub(crate) moves: &'a [String],
    pub(crate) limits: &'a Limits,
    /// The clocks of White and of Black; used where `limits` has a time control.
    pub(crate) clocks: [ClockState; 2],
    /// The moves of the side to move up to the next time control; `None` without one.
    pub(crate) moves_to_go: Option<u32>,
    /// The longest time for the search, after which `stop` is sent.
    pub(crate) allowed: Option<Duration>,
    /// The longest time from `stop` to the move.
    pub(crate) grace: Duration,
}

/// The clock of one side, as UCI's `go` reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClockState {
    pub(crate) remaining: Duration,
    /// The time added after each move of this side.
    pub(crate) increment: Duration,
}

/// The reply to a [`SearchRequest`].
#[derive(Clone, Debug)]
pub(crate) struct SearchReply {
    /// The move, in our coordinates if it can be translated, otherwise as the engine wrote it.
    pub(crate) mv: String,
    /// The time from the request to the reply.
    pub(crate) took: Duration,
    /// The last search information before the move.
    pub(crate) info: Info,
}

/// Why an engine did not reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum EngineError {
    /// The process ended; the text says how.
    Crashed(String),
    /// No reply within the allowed time and the grace time.
    Hung,
    /// The engine reported an error, or cannot play as described.
    Refused(String),
    /// The match was stopped.
    Stopped,
}

impl From<ReadError> for EngineError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Late => Self::Hung,
            ReadError::Gone(how) => Self::Crashed(how),
            ReadError::Stopped => Self::Stopped,
        }
    }
}

/// The settings of a match that every engine gets.
#[derive(Clone, Debug)]
pub(crate) struct MatchSettings {
    /// The start position of the match.
    pub(crate) start: Position,
    /// The longest time for a reply other than to a search on the clock.
    pub(crate) patience: Duration,
    /// Set when the match is to stop.
    pub(crate) stop: StopSignal,
}

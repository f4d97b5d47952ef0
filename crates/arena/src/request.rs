//! Requests, replies and errors of the dialogue with an engine, for every protocol.

use std::time::Duration;

use saffron_rules::Position;

use crate::info::Info;
use crate::limits::Limits;
use crate::process::{ReadError, StopSignal};

/// Request for one move.
pub(crate) struct SearchRequest<'a> {
    /// Position at the start of the game.
    pub(crate) start: &'a Position,
    /// True if `start` is the start position of the match, not one that an opening has set up.
    pub(crate) from_match_start: bool,
    /// Moves since the start, in UCI form.
    pub(crate) moves: &'a [String],
    pub(crate) limits: &'a Limits,
    /// Clocks of White and Black; used if `limits` has a time control.
    pub(crate) clocks: [ClockState; 2],
    /// Moves of the side to move up to the next time control; `None` without one.
    pub(crate) moves_to_go: Option<u32>,
    /// Maximum time for the search, after which `stop` is sent.
    pub(crate) allowed: Option<Duration>,
    /// Timeout from `stop` to the move.
    pub(crate) grace: Duration,
}

/// Clock of one side, as in UCI's `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClockState {
    pub(crate) remaining: Duration,
    /// Time added after each move of this side.
    pub(crate) increment: Duration,
}

/// Reply to a [`SearchRequest`].
#[derive(Clone, Debug)]
pub(crate) struct SearchReply {
    /// Move in Saffron's coordinates if it can be translated, otherwise as the engine wrote it.
    pub(crate) mv: String,
    /// Time from the request to the reply.
    pub(crate) took: Duration,
    /// Last search information before the move.
    pub(crate) info: Info,
}

/// Reason why an engine did not reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum EngineError {
    /// The process ended; the text describes its exit.
    Crashed(String),
    /// No reply arrived within the allowed time and the grace time.
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

/// Settings of a match that apply to every engine.
#[derive(Clone, Debug)]
pub(crate) struct MatchSettings {
    /// Start position of the match.
    pub(crate) start: Position,
    /// Timeout for a reply other than to a search on the clock.
    pub(crate) timeout: Duration,
    /// Signal that stops the match.
    pub(crate) stop: StopSignal,
}

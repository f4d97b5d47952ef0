//! An engine at the board: what it is asked, what it answers, and how it can fail.

use std::time::{Duration, Instant};

use saffron_rules::Position;

use crate::info::Info;
use crate::jocly::Jocly;
use crate::limits::Limits;
use crate::process::{Silence, Stop};
use crate::spec::{EngineSpec, Protocol};
use crate::uci::Uci;

/// What is asked of an engine.
pub(crate) struct Question<'a> {
    /// Where the game began.
    pub(crate) start: &'a Position,
    /// Whether that is the start position of the match, and not one that an opening has set up.
    pub(crate) from_match_start: bool,
    /// The moves since, in UCI form.
    pub(crate) moves: &'a [String],
    pub(crate) limits: &'a Limits,
    /// Where it plays with a clock: the time of White and of Black, and the moves to the next control.
    pub(crate) clocks: [Duration; 2],
    pub(crate) moves_to_go: Option<u32>,
    /// How long it may take; afterwards it is told to stop.
    pub(crate) allowed: Option<Duration>,
    /// How long it may take to stop.
    pub(crate) grace: Duration,
}

/// What an engine answers.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The move, in our coordinates where it can be read, and as it came where not.
    pub(crate) mv: String,
    /// From the question to the answer.
    pub(crate) took: Duration,
    pub(crate) info: Info,
}

/// How an engine fails to answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// It ended; how.
    Crashed(String),
    /// No answer came.
    Hung,
    /// It says that it cannot play on.
    Refused(String),
    /// The match is to stop.
    Stopped,
}

impl From<Silence> for Failure {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::Late => Self::Hung,
            Silence::Gone(how) => Self::Crashed(how),
            Silence::Stopped => Self::Stopped,
        }
    }
}

/// What engines have to know about the match.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// The start position of the match.
    pub(crate) start: Position,
    /// The longest time for anything but a search on the clock.
    pub(crate) patience: Duration,
    pub(crate) stop: Stop,
}

/// A running engine.
pub(crate) enum Player {
    Uci(Uci),
    Jocly(Jocly),
}

impl Player {
    /// Starts an engine and prepares it for the match.
    ///
    /// # Errors
    /// [`Failure::Refused`] says what is wrong with the description of the engine.
    pub(crate) fn start(spec: &EngineSpec, setting: &Setting) -> Result<Self, Failure> {
        match spec.protocol {
            Protocol::Uci => Uci::start(spec, setting).map(Self::Uci),
            Protocol::Jocly => Jocly::start(spec, setting).map(Self::Jocly),
        }
    }

    /// Announces a new game and waits until the engine is ready.
    pub(crate) fn new_game(&mut self) -> Result<(), Failure> {
        match self {
            Self::Uci(engine) => engine.new_game(),
            Self::Jocly(_) => Ok(()),
        }
    }

    /// Asks for a move.
    pub(crate) fn think(&mut self, question: &Question<'_>) -> Result<Answer, Failure> {
        match self {
            Self::Uci(engine) => engine.think(question),
            Self::Jocly(player) => player.think(question),
        }
    }

    /// Ends an engine that does not answer.
    pub(crate) fn abort(&mut self) {
        match self {
            Self::Uci(engine) => engine.abort(),
            Self::Jocly(player) => player.abort(),
        }
    }

    /// Whether it is held to its time to the millisecond.
    pub(crate) fn keeps_time(&self) -> bool {
        matches!(self, Self::Uci(_))
    }
}

/// The time from now on, where it is limited.
pub(crate) fn after(from: Instant, allowed: Option<Duration>) -> Option<Instant> {
    allowed.and_then(|allowed| from.checked_add(allowed))
}

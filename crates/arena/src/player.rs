//! An engine of a match, behind the protocol that it speaks.

use crate::jocly::Jocly;
use crate::request::{EngineError, MatchSettings, SearchReply, SearchRequest};
use crate::spec::{EngineSpec, Protocol};
use crate::uci::Uci;

/// A running engine.
pub(crate) enum Player {
    Uci(Uci),
    Jocly(Jocly),
}

impl Player {
    /// Starts an engine and prepares it for the match.
    ///
    /// # Errors
    /// [`EngineError::Refused`] says what is wrong with the description of the engine.
    pub(crate) fn start(spec: &EngineSpec, settings: &MatchSettings) -> Result<Self, EngineError> {
        match spec.protocol {
            Protocol::Uci => Uci::start(spec, settings).map(Self::Uci),
            Protocol::Jocly => Jocly::start(spec, settings).map(Self::Jocly),
        }
    }

    /// Announces a new game and waits until the engine is ready.
    pub(crate) fn new_game(&mut self) -> Result<(), EngineError> {
        match self {
            Self::Uci(engine) => engine.new_game(),
            Self::Jocly(_) => Ok(()),
        }
    }

    /// Asks for a move.
    pub(crate) fn think(&mut self, request: &SearchRequest<'_>) -> Result<SearchReply, EngineError> {
        match self {
            Self::Uci(engine) => engine.think(request),
            Self::Jocly(player) => player.think(request),
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

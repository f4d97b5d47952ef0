//! Engine of a match, for any protocol.

use crate::jocly::Jocly;
use crate::request::{EngineError, MatchSettings, SearchReply, SearchRequest};
use crate::spec::{EngineSpec, Protocol};
use crate::uci::Uci;

/// Running engine.
pub(crate) enum Player {
    Uci(Uci),
    Jocly(Jocly),
}

impl Player {
    /// Starts an engine and prepares it for the match.
    ///
    /// # Errors
    /// [`EngineError::Refused`] if the description of the engine is wrong; other errors if its process fails.
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

    /// Requests a move.
    pub(crate) fn think(&mut self, request: &SearchRequest<'_>) -> Result<SearchReply, EngineError> {
        match self {
            Self::Uci(engine) => engine.think(request),
            Self::Jocly(player) => player.think(request),
        }
    }

    /// Kills an engine that does not answer.
    pub(crate) fn abort(&mut self) {
        match self {
            Self::Uci(engine) => engine.abort(),
            Self::Jocly(player) => player.abort(),
        }
    }

    /// Returns whether the engine loses on time when it exceeds its limit.
    pub(crate) fn keeps_time(&self) -> bool {
        matches!(self, Self::Uci(_))
    }
}

//! What is asked: a position with the moves that led to it, and when to stop.

use std::time::Duration;

use saffron_engine::Limits;
use saffron_rules::{Game, GameError, Position, UciError, Variant};
use serde::Deserialize;

/// The most lines that a search works out.
pub const MOST_LINES: usize = 5;

/// A position to look at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnalysisRequest {
    /// Id of the variant.
    pub variant: String,
    /// The position that the game started from, in Saffron's own FEN.
    pub fen: String,
    /// The moves since, in UCI form, so that repetitions are seen.
    #[serde(default)]
    pub moves: Vec<String>,
    /// When to stop.
    #[serde(default)]
    pub limits: LimitsData,
}

/// What ends a search; whatever is reached first. Without any it goes to the engine's greatest depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct LimitsData {
    /// Plies, from 1.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub movetime: Option<u64>,
    /// How many of the best lines to work out, 1 to [`MOST_LINES`]; other numbers are brought into the range.
    pub lines: usize,
}

impl LimitsData {
    /// As the engine has them.
    pub fn to_limits(self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            multi_pv: self.lines.clamp(1, MOST_LINES),
            ..Limits::default()
        }
    }
}

/// Why a request cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// The variant is none that is known here.
    #[error("there is no variant {0:?}")]
    Variant(String),
    /// The start position is wrong.
    #[error("fen: {0}")]
    Fen(saffron_rules::FenError),
    /// A move is no move of the position.
    #[error("move {number}, {text:?}: {reason}")]
    Move {
        /// Which of the moves, from 1.
        number: usize,
        /// The move as it was given.
        text: String,
        /// What is wrong with it.
        reason: UciError,
    },
    /// A move comes after the end of the game.
    #[error("move {number}: {reason}")]
    Over {
        /// Which of the moves, from 1.
        number: usize,
        /// What the rules say.
        reason: GameError,
    },
}

impl AnalysisRequest {
    /// The game that leads to the position. Moves after a draw that the rules would have ended it by are allowed.
    ///
    /// # Errors
    ///
    /// When the variant is unknown, or the FEN or a move is wrong.
    pub fn game(&self) -> Result<Game, RequestError> {
        game(&self.variant, &self.fen, &self.moves)
    }
}

pub(crate) fn game(variant: &str, fen: &str, moves: &[String]) -> Result<Game, RequestError> {
    let variant = Variant::by_id(variant).ok_or_else(|| RequestError::Variant(variant.to_owned()))?;
    let mut game = Game::new(Position::from_fen(variant, fen).map_err(RequestError::Fen)?);
    for (index, text) in moves.iter().enumerate() {
        let number = index + 1;
        let parsed = game.position().parse_uci(text);
        let mv = parsed.map_err(|reason| RequestError::Move { number, text: text.clone(), reason })?;
        game.play_past_draw(mv).map_err(|reason| RequestError::Over { number, reason })?;
    }
    Ok(game)
}

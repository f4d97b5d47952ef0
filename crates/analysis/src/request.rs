//! The request for a search: a position with the moves that led to it, and the limits.

use std::time::Duration;

use saffron_engine::Limits;
use saffron_rules::{FenError, Game, Position, UciError, Variant};
use serde::{Deserialize, Serialize};

/// The maximum number of lines of a search.
pub const MAX_LINES: usize = 5;

/// A position to analyse.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "AnalysisRequest"))]
pub struct AnalysisRequest {
    /// Id of the variant.
    pub variant: String,
    /// The start position of the game, in Saffron's FEN.
    pub fen: String,
    /// The moves since then in UCI form; the search needs them to detect repetitions.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The limits of the search.
    #[serde(default)]
    pub limits: LimitsData,
}

/// The limits of a search, which ends at the first that is reached. Without one it ends at the engine's maximum depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "AnalysisLimits", optional_fields))]
pub struct LimitsData {
    /// Plies, from 1.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub movetime: Option<u64>,
    /// The number of best lines (MultiPV), 1 to [`MAX_LINES`]; other numbers are brought into the range.
    #[cfg_attr(feature = "typescript", ts(as = "Option<usize>"))]
    pub lines: usize,
}

impl LimitsData {
    /// The limits in the engine's form.
    pub fn to_limits(self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            multi_pv: self.lines.clamp(1, MAX_LINES),
            ..Limits::default()
        }
    }
}

/// Why a request cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum RequestError {
    /// There is no variant with this id here.
    #[error("there is no variant {0:?}")]
    UnknownVariant(String),
    /// The start position is wrong.
    #[error("fen: {0}")]
    InvalidFen(FenError),
    /// A text is not a move in UCI form.
    #[error("move {number}: {text:?} is not a move of this board")]
    MalformedMove {
        /// Which of the moves, from 1.
        number: usize,
        /// The text, shortened when long.
        text: String,
    },
    /// A move is not legal in its position.
    #[error("move {number}: {text} is not legal")]
    IllegalMove {
        /// Which of the moves, from 1; one after mate is not legal, either.
        number: usize,
        /// The text of the move.
        text: String,
    },
}

impl AnalysisRequest {
    /// The game that leads to the position. Moves after a draw that the rules would have ended it by are allowed.
    ///
    /// # Errors
    ///
    /// When the variant is unknown, or the FEN or a move is wrong.
    pub fn game(&self) -> Result<Game, RequestError> {
        replay(&self.variant, &self.fen, &self.moves)
    }
}

fn replay(variant: &str, fen: &str, moves: &[String]) -> Result<Game, RequestError> {
    let variant = Variant::by_id(variant).ok_or_else(|| RequestError::UnknownVariant(variant.to_owned()))?;
    let mut game = Game::new(Position::from_fen(variant, fen).map_err(RequestError::InvalidFen)?);
    for (number, text) in (1..).zip(moves) {
        let mv = game.position().parse_uci(text).map_err(|error| match error {
            UciError::Illegal(text) => RequestError::IllegalMove { number, text },
            UciError::Syntax(text) => RequestError::MalformedMove { number, text },
            _ => RequestError::MalformedMove { number, text: text.clone() },
        })?;
        game.play_past_draw(mv).map_err(|_| RequestError::IllegalMove { number, text: text.clone() })?;
    }
    Ok(game)
}

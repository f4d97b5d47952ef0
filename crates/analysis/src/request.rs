//! Request for a search: a position with the moves that led to it, and the limits.

use std::time::Duration;

use saffron_engine::Limits;
use saffron_rules::{FenError, Game, Position, UciError, Variant};
use serde::{Deserialize, Serialize};

/// Maximum number of lines of a search.
pub const MAX_LINES: usize = 5;

/// Request to analyse a position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

/// Limits of a search, which ends at the first one reached. Without a limit it ends at the engine's maximum depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AnalysisLimits))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "AnalysisLimits", optional_fields))]
pub struct LimitsData {
    /// The maximum depth in plies, from 1.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The maximum time in milliseconds.
    pub movetime: Option<u64>,
    /// The number of best lines (MultiPV), clamped to 1 to [`MAX_LINES`].
    #[cfg_attr(feature = "typescript", ts(as = "Option<usize>"))]
    pub lines: usize,
}

impl LimitsData {
    /// Converts to the engine's limits.
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

/// Error of a request that cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum RequestError {
    /// There is no variant with this id.
    #[error("there is no variant {0:?}")]
    UnknownVariant(String),
    /// The start position is invalid.
    #[error("fen: {0}")]
    InvalidFen(FenError),
    /// A text is not a move in UCI form.
    #[error("move {number}: {text:?} is not a move of this board")]
    MalformedMove {
        /// The number of the move, from 1.
        number: usize,
        /// The text, shortened if it is long.
        text: String,
    },
    /// A move is not legal in its position.
    #[error("move {number}: {text} is not legal")]
    IllegalMove {
        /// The number of the move, from 1. A move after mate is illegal, too.
        number: usize,
        /// The text of the move.
        text: String,
    },
}

impl AnalysisRequest {
    /// Replays the game that leads to the position. Moves after a draw by the rules are allowed.
    ///
    /// # Errors
    ///
    /// The variant is unknown, or the FEN or a move is invalid.
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

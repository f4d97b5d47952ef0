//! Endgame tables: results of positions with few pieces.

use serde::{Deserialize, Serialize};

/// The result of a position to the side to move, with best play of both sides and without the rule of 50 moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TableResult {
    /// It gives mate.
    Win,
    /// It gives stalemate, where that is worth more than a draw.
    StalemateWin,
    /// Neither side can do better.
    Draw,
    /// It gets stalemated, where that is worth less than a draw.
    StalemateLoss,
    /// It is mated.
    Loss,
}

/// What the rule of 50 moves makes of a result, given the half-move clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TableRule {
    /// A draw: the winner cannot mate, capture or move a pawn in time on its way.
    TooLate,
    /// The end comes after 50 moves, and the table does not tell whether a capture or pawn move begins their count anew in time.
    Unclear,
}

/// What the tables know of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TablePosition {
    /// The result to the side to move.
    pub result: TableResult,
    /// Half-moves to the end of the game; `None` for a draw.
    pub plies: Option<u16>,
    /// What the rule of 50 moves makes of the result; absent where the result stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub fifty_moves: Option<TableRule>,
    /// Every legal move, the best first; none where the game is over.
    pub moves: Vec<TableMove>,
}

/// A move, with its result to the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableMove {
    /// The move in UCI form.
    pub uci: String,
    /// The move in the notation of games, with English letters.
    pub san: String,
    /// The result.
    pub result: TableResult,
    /// Half-moves to the end of the game, this one included; `None` for a draw.
    pub plies: Option<u16>,
    /// What the rule of 50 moves makes of the result; absent where the result stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub fifty_moves: Option<TableRule>,
}

/// A random position of an ending in which the side to move wins, but by no capture at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableExercise {
    /// The position.
    pub fen: String,
    /// Half-moves to the mate.
    pub plies: u16,
}

/// The tables that a server has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableList {
    /// By variant.
    pub variants: Vec<VariantTables>,
}

/// The tables of a variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VariantTables {
    /// The id of the variant.
    pub variant: String,
    /// The most pieces of a table, kings included.
    pub most_pieces: usize,
    /// One table an ending.
    pub endings: Vec<TableInfo>,
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableInfo {
    /// The pieces of both sides, such as `KQKR`.
    pub ending: String,
    /// The address of the file. Its query changes with its content.
    pub file: String,
    /// The length of the file.
    pub bytes: u64,
    /// Positions with White to move.
    pub white: TableCounts,
    /// Positions with Black to move.
    pub black: TableCounts,
}

/// How many legal positions with one side to move have each result to White, captures at hand or not. Equal pieces count once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableCounts {
    /// White wins.
    pub wins: u64,
    /// White gives stalemate, where that is worth more than a draw.
    pub stalemate_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// White gets stalemated, where that is worth less than a draw.
    pub stalemate_losses: u64,
    /// Black wins.
    pub losses: u64,
    /// The most half-moves to a mate.
    pub longest: u16,
}

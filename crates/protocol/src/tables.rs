//! Endgame tables: exact results of positions with few pieces.

use serde::{Deserialize, Serialize};

/// Result of a position for the side to move, with best play of both sides and without the 50-move rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TableResult {
    /// The side to move mates.
    Win,
    /// The side to move stalemates its opponent, in variants in which that is worth more than a draw.
    StalemateWin,
    /// Neither side can do better.
    Draw,
    /// The side to move is stalemated, in variants in which that is worth less than a draw.
    StalemateLoss,
    /// The side to move is mated.
    Loss,
}

/// Effect of the 50-move rule on a result, given the half-move clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TableRule {
    /// The position is a draw: the winner cannot mate, capture or move a pawn in time.
    TooLate,
    /// The end comes after 50 moves, and the table does not show whether a capture or pawn move resets the count in time.
    Unclear,
}

/// Table entry of a position, with all its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TablePosition {
    /// The result for the side to move.
    pub result: TableResult,
    /// Plies to the end of the game; `None` for a draw.
    pub plies: Option<u16>,
    /// The effect of the 50-move rule on the result; absent if the result stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub fifty_moves: Option<TableRule>,
    /// Every legal move, best first; empty if the game is over.
    pub moves: Vec<TableMove>,
}

/// Move with its result for the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableMove {
    /// The move in UCI form.
    pub uci: String,
    /// The move in SAN, with English letters.
    pub san: String,
    /// The result.
    pub result: TableResult,
    /// Plies to the end of the game, this one included; `None` for a draw.
    pub plies: Option<u16>,
    /// The effect of the 50-move rule on the result; absent if the result stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub fifty_moves: Option<TableRule>,
}

/// Exercise: a random position of an ending in which the side to move wins, but not by an immediate capture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableExercise {
    /// The position.
    pub fen: String,
    /// Plies to the mate.
    pub plies: u16,
}

/// Endgame tables of a server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableList {
    /// The tables of each variant.
    pub variants: Vec<VariantTables>,
}

/// Endgame tables of a variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VariantTables {
    /// The id of the variant.
    pub variant: String,
    /// The maximum number of pieces in a table, kings included.
    pub most_pieces: usize,
    /// One table for each ending.
    pub endings: Vec<TableInfo>,
}

/// Endgame table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableInfo {
    /// The pieces of both sides, such as `KQKR`.
    pub ending: String,
    /// The URL of the file. Its query string changes with the content.
    pub file: String,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// The counts of positions with White to move.
    pub white: TableCounts,
    /// The counts of positions with Black to move.
    pub black: TableCounts,
}

/// Number of legal positions of each result for White, with one side to move. Positions in which a capture is possible are
/// included; permutations of equal pieces count once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableCounts {
    /// White wins.
    pub wins: u64,
    /// White stalemates Black, in variants in which that is worth more than a draw.
    pub stalemate_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// White is stalemated, in variants in which that is worth less than a draw.
    pub stalemate_losses: u64,
    /// Black wins.
    pub losses: u64,
    /// The maximum number of plies to a mate.
    pub longest: u16,
}

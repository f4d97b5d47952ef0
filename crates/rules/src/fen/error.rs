//! Why a FEN cannot be read.

use alloc::format;
use alloc::string::String;

use crate::fen::dialect::FenDialect;
use crate::setup::SetupError;

/// `6`, or `5 or 6`.
fn span(least: usize, most: usize) -> String {
    if least == most { format!("{most}") } else { format!("{least} or {most}") }
}

/// Why a FEN cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum FenError {
    /// Fields are missing or left over.
    #[error("a FEN of this game has {} fields; there are {found}", span(*.least, *.most))]
    Fields {
        /// The least number.
        least: usize,
        /// The greatest number.
        most: usize,
        /// Number found.
        found: usize,
    },
    /// The placement has too many or too few ranks.
    #[error("placement: the board has {expected} ranks; there are {found}")]
    Ranks {
        /// Number on the board.
        expected: usize,
        /// Number found.
        found: usize,
    },
    /// A rank has too many or too few cells.
    #[error("placement: rank {rank} has {expected} cells; {text:?} fills {found}")]
    RankLength {
        /// The printed number of the rank.
        rank: u8,
        /// Number of its cells.
        expected: usize,
        /// Number of cells in the text.
        found: usize,
        /// The text of the rank.
        text: String,
    },
    /// A character that is neither a piece nor a number.
    #[error("placement: {character:?} in rank {rank} is neither a piece nor a number")]
    Character {
        /// The character.
        character: char,
        /// The printed number of the rank.
        rank: u8,
    },
    /// A number of empty cells that is zero or starts with one.
    #[error("placement: a number in rank {rank} starts with 0")]
    Zero {
        /// The printed number of the rank.
        rank: u8,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("side to move: {0:?} is neither w nor b")]
    Turn(String),
    /// The castling field has an unknown letter or one twice.
    #[error("castling: {0:?} is neither - nor different letters of this game's rights")]
    Castling(String),
    /// The en passant field cannot be read.
    #[error("en passant: {0:?} is neither - nor cells as this game writes them")]
    EnPassant(String),
    /// The half-move clock is not a whole number from 0 to 9999.
    #[error("half-move clock: {0:?} is not a whole number from 0 to 9999")]
    HalfmoveClock(String),
    /// The move number is not a whole number from 1 to 999999.
    #[error("move number: {0:?} is not a whole number from 1 to 999999")]
    FullmoveNumber(String),
    /// The placement in a dialect has too many or too few rows.
    #[error("placement, {dialect}: the board has {expected} rows; there are {found}")]
    DialectRows {
        /// The dialect.
        dialect: FenDialect,
        /// Number on the board.
        expected: usize,
        /// Number found.
        found: usize,
    },
    /// A row of the placement in a dialect has too many or too few cells.
    #[error("placement, {dialect}: row {row} has {expected} cells; {text:?} fills {found}")]
    DialectRowLength {
        /// The dialect.
        dialect: FenDialect,
        /// The row, from 1.
        row: usize,
        /// Number of its cells.
        expected: usize,
        /// Number of cells in the text.
        found: usize,
        /// The text of the row.
        text: String,
    },
    /// A character in a row of a dialect that is neither a piece nor a number.
    #[error("placement, {dialect}: {character:?} in row {row} is neither a piece nor a number of empty cells")]
    DialectCharacter {
        /// The dialect.
        dialect: FenDialect,
        /// The character.
        character: char,
        /// The row, from 1.
        row: usize,
    },
    /// Two dialects read different positions from it.
    #[error("the placement can be read as {0} and as {1}: say which it is")]
    Ambiguous(FenDialect, FenDialect),
    /// Everything can be read, but no game can come to it.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

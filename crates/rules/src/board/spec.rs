//! The description of a board: plain data, and what can be wrong with it.

use alloc::string::String;

/// Orientation of a board in drawings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Orientation {
    /// Files run straight up; the hexagons have a flat top.
    VerticalFiles,
    /// Ranks run straight across; the hexagons have a pointed top and files lean to the left.
    HorizontalRanks,
}

/// One file of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileSpan {
    /// The letter that names the file.
    pub letter: char,
    /// The skewed `y` of its lowest cell.
    pub low: i8,
    /// The skewed `y` of its highest cell.
    pub high: i8,
    /// The number printed at its lowest cell; the numbers grow by one a cell.
    pub first_rank: u8,
}

/// A board as data: the files from White's left, `x` being 0 for the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSpec {
    /// Every file.
    pub files: &'static [FileSpan],
    /// Orientation in drawings.
    pub orientation: Orientation,
}

/// Why a board cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum BoardError {
    /// No file, or a file whose highest cell lies below its lowest.
    #[error("file {0} has no cell")]
    EmptyFile(char),
    /// The cells cannot be numbered below 128.
    #[error("the board needs {0} places; there are 128")]
    TooLarge(usize),
    /// A cell lies too far away.
    #[error("file {0} reaches beyond y = -60 or y = 60")]
    TooFar(char),
    /// The lines through a cell are too long for the attack tables of sliding pieces.
    #[error("the lines through {0} are too long; a file or row has at most 16 cells")]
    LongLines(String),
    /// A rank below the highest has no cell.
    #[error("no cell has rank {0}; ranks run from 1 to the highest without a gap")]
    EmptyRank(u8),
    /// Two files have one letter, or a letter is not a small English one.
    #[error("file letter {0:?} is used twice or is not one of a to z")]
    FileLetter(char),
    /// A cell would be printed with a rank above 99 or below 1.
    #[error("file {0} would have a rank below 1 or above 99")]
    Rank(char),
}

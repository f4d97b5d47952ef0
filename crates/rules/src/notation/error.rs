//! Why a move in algebraic notation cannot be read or played.

use alloc::string::String;
use core::fmt;

use crate::piece::{Color, Role};

/// Why a move in algebraic notation cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SanError {
    /// It does not have the form of a move.
    #[error("{0:?} is not a move in algebraic notation")]
    Syntax(String),
    /// No legal move fits.
    #[error("{0} is not a legal move here")]
    Illegal(String),
    /// Several legal moves fit.
    #[error("{0} could be more than one move: {1}")]
    Ambiguous(String, String),
}

/// Cell that the piece leaves, as far as the text of a move names it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", content = "name", rename_all = "snake_case")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Origin {
    /// The cell.
    Cell(String),
    /// The file.
    File(char),
    /// The rank.
    Rank(u8),
    /// The text does not name it.
    Unspecified,
}

/// Reason why a move can be read but not played. Cells and files have the names of the record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum IllegalMoveReason {
    /// The game ended before: mate.
    Checkmate,
    /// The game ended before: stalemate.
    Stalemate,
    /// This castling is not possible now.
    Castling,
    /// The board has no such cell.
    NoSuchCell(String),
    /// The side has no such piece, or not on the cell, file or rank that the text names.
    NoPiece {
        /// The side to move.
        side: Color,
        /// The kind of piece.
        role: Role,
        /// The origin, as far as the text names it.
        origin: Origin,
    },
    /// The side's own piece stands on the cell.
    OwnPiece {
        /// The side to move.
        side: Color,
        /// The cell.
        cell: String,
    },
    /// No pawn can take from one file to the other.
    NoPawnCapture {
        /// The side to move.
        side: Color,
        /// The file that it should leave.
        from: char,
        /// The file that it should come to.
        to: char,
    },
    /// A pawn that comes to this cell is promoted, and the text does not say to what.
    PromotionMissing(String),
    /// No pawn is promoted on this cell.
    NoPromotion(String),
    /// There is nothing to take on this cell.
    NothingToCapture(String),
    /// The king would step into check.
    KingIntoCheck {
        /// The side to move.
        side: Color,
        /// The cell.
        cell: String,
    },
    /// The side is in check and would stay so.
    StaysInCheck(Color),
    /// The piece may not leave the line to its king.
    Pinned {
        /// The side to move.
        side: Color,
        /// The kind of piece.
        role: Role,
    },
    /// The letter of the piece is one of the other side, as small letters are Black's in records of Game Courier.
    OtherSide {
        /// The side to move.
        side: Color,
        /// The kind of piece.
        role: Role,
    },
    /// A piece stands on the cell, and the text says that nothing is taken.
    CaptureMissing(String),
    /// The text names something that this move does not do, such as a rook's move where no castling is.
    NotPart(String),
    /// The number before the move is not that of the move.
    Number {
        /// The number of the move.
        expected: u32,
        /// The number that is written.
        found: u32,
    },
    /// The dots behind the number before the move are those of the other side.
    NumberOfOtherSide {
        /// The side to move.
        side: Color,
    },
    /// It is a null move, and not in a variation.
    NullMove,
    /// No piece of this kind can go to the cell.
    OutOfReach {
        /// The side to move.
        side: Color,
        /// The kind of piece.
        role: Role,
        /// The origin, if the text names one piece among several; otherwise [`Origin::Unspecified`].
        origin: Origin,
        /// The cell.
        cell: String,
    },
}

impl fmt::Display for IllegalMoveReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate => f.write_str("the game is over: checkmate"),
            Self::Stalemate => f.write_str("the game is over: stalemate"),
            Self::Castling => f.write_str("this castling is not possible here"),
            Self::NoSuchCell(cell) => write!(f, "the board has no cell {cell}"),
            Self::NoPiece { side, role, origin } => match origin {
                Origin::Cell(cell) => write!(f, "{side} has no {role} on {cell}"),
                Origin::File(file) => write!(f, "{side} has no {role} on the {file} file"),
                Origin::Rank(rank) => write!(f, "{side} has no {role} on rank {rank}"),
                Origin::Unspecified => write!(f, "{side} has no {role}"),
            },
            Self::OwnPiece { side, cell } => write!(f, "a piece of {side} stands on {cell}"),
            Self::NoPawnCapture { side, from, to } => {
                write!(f, "no pawn of {side} can take from the {from} file to the {to} file")
            }
            Self::PromotionMissing(cell) => write!(f, "it is not said what the pawn becomes on {cell}"),
            Self::NoPromotion(cell) => write!(f, "no pawn is promoted on {cell}"),
            Self::NothingToCapture(cell) => write!(f, "there is nothing to take on {cell}"),
            Self::KingIntoCheck { side, cell } => write!(f, "the king of {side} would be in check on {cell}"),
            Self::StaysInCheck(side) => write!(f, "{side} would stay in check"),
            Self::Pinned { side, role } => write!(f, "the {role} is pinned: the king of {side} would be in check"),
            Self::OtherSide { side, role } => {
                write!(f, "the letter is that of a {role} of {}, but {side} is to move", !*side)
            }
            Self::CaptureMissing(cell) => write!(f, "a piece stands on {cell}, but no capture is written"),
            Self::NotPart(part) => write!(f, "{part} is no part of this move"),
            Self::Number { expected, found } => write!(f, "the move is number {expected}; the record says {found}"),
            Self::NumberOfOtherSide { side } => {
                write!(f, "the number is that of a move of {}, but {side} is to move", !*side)
            }
            Self::NullMove => f.write_str("a null move is no move of a game"),
            Self::OutOfReach { side, role, origin: Origin::Cell(from), cell } => {
                write!(f, "no {role} of {side} can go from {from} to {cell}")
            }
            Self::OutOfReach { side, role, cell, .. } => write!(f, "no {role} of {side} can go to {cell}"),
        }
    }
}

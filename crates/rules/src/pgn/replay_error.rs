//! Why a game cannot be played to its end.

use alloc::string::String;
use core::fmt;

use crate::fen::FenError;
use crate::notation::{IllegalMoveReason, SanError};
use crate::pgn::raw_game::PgnError;
use crate::piece::Color;

/// A ply of a game and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Ply {
    /// The index, from 1.
    pub index: usize,
    /// The move number.
    pub number: u32,
    /// The side to move.
    pub turn: Color,
    /// The move as it is written, shortened where it is long.
    pub text: String,
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.turn == Color::White { "." } else { "..." };
        write!(f, "ply {}, {}{dots} {}", self.index, self.number, self.text)
    }
}

/// Why a game cannot be played to its end, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The line, from 1.
    pub line: usize,
    /// The ply that could not be played; none if the error is not in a move.
    pub ply: Option<Ply>,
    /// The kind of error.
    pub kind: ReplayErrorKind,
}

/// The kinds of [`ReplayError`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ReplayErrorKind {
    /// No variant is named.
    #[error("there is no tag [Variant \"...\"] that names the game")]
    NoVariant,
    /// The `Variant` tag names no known variant.
    #[error("[Variant {0:?}] is not a known game")]
    UnknownVariant(String),
    /// The `FEN` tag cannot be read.
    #[error("[FEN]: {0}")]
    Fen(FenError),
    /// The tag `SetUp` says that there is a FEN, and there is none.
    #[error("the tag SetUp says that the game starts from a position, but there is no FEN")]
    NoFen,
    /// The text has a syntax error.
    #[error("{0}")]
    Text(PgnError),
    /// A move cannot be read or is ambiguous.
    #[error("{0}")]
    Unreadable(SanError),
    /// A move is not legal.
    #[error("{0}")]
    Illegal(IllegalMoveReason),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.ply {
            Some(ply) => write!(f, "{ply}: {}", self.kind),
            None => write!(f, "{}", self.kind),
        }
    }
}

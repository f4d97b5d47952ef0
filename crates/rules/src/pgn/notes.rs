//! Notes on the moves of a record: numbers, check, mate and captures as written, compared with the board.

use alloc::string::String;
use core::fmt;

use crate::notation::marks::{CheckMark, is_mate_word, plain_text, without_marks};
use crate::notation::{FileLetters, IllegalMoveReason, Language};
use crate::pgn::raw_game::MovetextItem;
use crate::pgn::replay_error::{Ply, ReplayErrorKind};
use crate::piece::{Color, Move, Role};
use crate::position::Position;

/// Something that a record says and the board does not show, of a game that is legal all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReplayNote {
    /// The line, from 1.
    pub line: usize,
    /// The ply; none if the note is not on a move.
    pub ply: Option<Ply>,
    /// Whether the ply is one of a variation.
    pub in_variation: bool,
    /// The difference.
    pub kind: ReplayNoteKind,
}

/// The kinds of [`ReplayNote`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ReplayNoteKind {
    /// The move is marked as mate.
    #[error("marked as mate, which it is not")]
    NotMate,
    /// The move is marked as check.
    #[error("marked as check, which it is not")]
    NotCheck,
    /// The move is marked as a capture.
    #[error("marked as a capture, which it is not")]
    NotCapture,
    /// The move is marked as a capture en passant.
    #[error("marked as a capture en passant, which it is not")]
    NotEnPassant,
    /// The number before the move is not that of the move.
    #[error("the move is number {expected}; the record says {found}")]
    Number {
        /// The number of the move, counted on from the first number of the record.
        expected: u32,
        /// The number that is written.
        found: u32,
    },
    /// The game starts from a FEN with Black to move, and its numbers count as if White moved first.
    #[error("Black moves first, but the numbers are those of White's moves")]
    NumbersOfOtherSide,
    /// The tag and the moves end with different results.
    #[error("the tag says {tag}, but the moves end with {written}")]
    ResultTag {
        /// The value of the tag.
        tag: String,
        /// The result after the moves.
        written: &'static str,
    },
    /// The tag `Result` has a value that is no result.
    #[error("[Result {0:?}] is no result")]
    UnknownResult(String),
    /// The game is legal in another language, or with other names of the files, with other moves.
    #[error("the text could be other moves, {language}{}", if *.files == FileLetters::WithJ { ", with a file j" } else { "" })]
    AnotherReading {
        /// The other language.
        #[cfg_attr(feature = "serde", serde(skip))]
        language: Language,
        /// The other names of the files.
        #[cfg_attr(feature = "serde", serde(skip))]
        files: FileLetters,
    },
    /// A move of a variation cannot be played; it and what follows are kept as a comment.
    #[error("kept as a comment from here on: {0}")]
    Unplayable(ReplayErrorKind),
}

impl fmt::Display for ReplayNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.ply {
            Some(ply) if self.in_variation => write!(f, "in a variation, {ply}: {}", self.kind),
            Some(ply) => write!(f, "{ply}: {}", self.kind),
            None => write!(f, "{}", self.kind),
        }
    }
}

/// Numbering of a record's moves.
pub(super) struct Numbering {
    /// Whether a FEN says where the game starts, and so with which number.
    from_fen: bool,
    /// Difference between the record's number and the position's; `None` before the first number.
    offset: Option<i64>,
    /// Whether the record numbers Black's moves as White's.
    turned: bool,
}

impl Numbering {
    pub(super) const fn new(from_fen: bool) -> Self {
        Self { from_fen, offset: None, turned: false }
    }

    /// Difference between the numbers of variations and of their positions; `None` if the record numbers Black's moves as White's.
    pub(super) fn offset(&self) -> Option<i64> {
        (!self.turned).then(|| self.offset.unwrap_or(0))
    }

    /// Compares the number before a move with the position before it.
    ///
    /// # Errors
    /// The reason why the move is not that of the number.
    pub(super) fn check(
        &mut self,
        position: &Position,
        is_first: bool,
        (number, turn): (Option<u32>, Option<Color>),
    ) -> Result<Option<ReplayNoteKind>, IllegalMoveReason> {
        let side = position.turn();
        let mut note = None;
        if is_first && self.from_fen && side == Color::Black && turn == Some(Color::White) {
            self.turned = true;
            note = Some(ReplayNoteKind::NumbersOfOtherSide);
        }
        let named = turn.map(|turn| if self.turned { !turn } else { turn });
        if named.is_some_and(|named| named != side) {
            return Err(IllegalMoveReason::NumberOfOtherSide { side });
        }
        let Some(found) = number else { return Ok(note) };
        let actual = position.fullmove_number();
        let offset = match self.offset {
            Some(offset) => offset,
            None if self.from_fen => i64::from(found) - i64::from(actual),
            None => 0,
        };
        self.offset = Some(offset);
        // Of numbers that count as if White moved first, one comes with Black's move.
        let expected = u32::try_from(i64::from(actual) + offset).unwrap_or(0);
        let differs = found != expected;
        // A number without dots is that of White's move, or repeated before Black's.
        if differs && (named.is_none() && side == Color::Black || is_first && !self.from_fen) {
            return Err(IllegalMoveReason::Number { expected, found });
        }
        Ok(note.or_else(|| differs.then_some(ReplayNoteKind::Number { expected, found })))
    }
}

/// The first thing that the text of a move says and the board does not show; `comment` is the one behind it.
pub(super) fn of_move(before: &Position, mv: Move, text: &str, comment: Option<&str>) -> Option<ReplayNoteKind> {
    let mut after = *before;
    after.play_unchecked(mv);
    let plain = plain_text(text);
    let (bare, marks) = without_marks(&plain);
    let captures = before.captured(mv).is_some();
    let crossed = bare.ends_with('x') && !captures;
    let is_word = comment.is_some_and(is_mate_word);
    let mark = if crossed || is_word { Some(CheckMark::Mate) } else { marks.check };
    let mates = || after.in_check() && !after.has_legal_move();
    match mark {
        Some(CheckMark::Mate) if !mates() => return Some(ReplayNoteKind::NotMate),
        Some(CheckMark::DoubleCheckOrMate) if after.checkers().len() < 2 && !mates() => {
            return Some(ReplayNoteKind::NotMate);
        }
        Some(CheckMark::Check) if !after.in_check() => return Some(ReplayNoteKind::NotCheck),
        _ => {}
    }
    if marks.en_passant && !before.is_en_passant(mv) {
        return Some(ReplayNoteKind::NotEnPassant);
    }
    // A pawn's capture is read as such only where it is one.
    let is_pawn = before.role_at(mv.from) == Some(Role::Pawn);
    let inner = bare.trim_end_matches(['x', ':']);
    (!captures && !is_pawn && inner.contains(['x', ':'])).then_some(ReplayNoteKind::NotCapture)
}

/// The comment behind the item at an index.
pub(super) fn comment_behind(items: &[MovetextItem], index: usize) -> Option<&str> {
    match items.get(index + 1) {
        Some(MovetextItem::Comment(comment)) => Some(&comment.text),
        _ => None,
    }
}

//! Files of game records: reading them as they are really written, checking, and writing.
//!
//! A [`PgnReader`] is fed with lines and gives back one [`Score`] a game: tags and moves as
//! text, with everything around them. A [`Replayer`] plays a score on the board; a
//! [`Replay`] says which moves were made, in which language they are written, and what the
//! first mistake is. [`Replay::write`] writes the game again in any notation.
//!
//! ```
//! use saffron_rules::{Language, Notation, PgnReader, Replayer};
//!
//! let mut reader = PgnReader::new();
//! for line in ["[Variant \"Glinski\"]", "", "1.Hdf4 Hdf8 2.Fd4 {jó} remi"] {
//!     reader.push_line(line);
//! }
//! reader.finish();
//! let score = reader.next_game().unwrap();
//! let replay = Replayer::new().replay(&score);
//! assert_eq!(replay.language, Language::Hungarian);
//! assert!(replay.mistake.is_none() && replay.moves.len() == 3);
//! let text = replay.write(&score, Notation::ENGLISH);
//! assert!(text.ends_with("1. Ndf4 Ndf8 2. Bd4 {jó} 1/2-1/2\n"), "{text}");
//! ```

mod reader;
mod replay;
pub(crate) mod side_lines;
#[cfg(test)]
mod tests;
mod words;
pub(crate) mod write;

use alloc::string::String;
use alloc::vec::Vec;

pub use reader::PgnReader;
pub use replay::{Mistake, MistakeKind, Ply, Replay, Replayer};
pub use side_lines::SideLine;
pub use write::write_tag;

/// A game as it stands in a file: nothing here has been asked of a board yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Which game of the file it is, from 1.
    pub number: usize,
    /// The line where it begins, from 1.
    pub line: usize,
    /// Comments that stand before the tags.
    pub before: Vec<Comment>,
    /// The tag pairs in order.
    pub tags: Vec<(String, String)>,
    /// The moves and everything between them, in order.
    pub items: Vec<Item>,
    /// The result behind the moves, if there is one.
    pub result: Option<Ending>,
    /// What is wrong with the text itself.
    pub faults: Vec<TextFault>,
}

/// A comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// The line where it begins, from 1.
    pub line: usize,
    /// Its text, without the signs around it.
    pub text: String,
    /// Whether it was written behind a `;`, to the end of the line.
    pub to_line_end: bool,
}

/// One thing among the moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A move as it is written, without its number.
    Move {
        /// The line, from 1.
        line: usize,
        /// Its text.
        text: String,
    },
    /// A comment.
    Comment(Comment),
    /// A numbered glyph, such as 1 for a good move.
    Nag(u16),
    /// What stands between parentheses: other moves, or words.
    Variation {
        /// The line where it begins, from 1.
        line: usize,
        /// Its text, without the outer parentheses.
        text: String,
    },
}

/// How a record says that the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// A score: one of `1-0`, `0-1`, `1/2-1/2`, `3/4-1/4` and `1/4-3/4`.
    Score(&'static str),
    /// A word for stalemate; who gets what follows from the board.
    Stalemate,
    /// `*`: not over, or not known.
    Open,
}

/// Something wrong with the text of a record, apart from its moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextFault {
    /// A tag is not of the form `[Name "value"]`.
    #[error("line {line}: {text:?} is not a tag of the form [Name \"value\"]")]
    Tag {
        /// The line, from 1.
        line: usize,
        /// Its text.
        text: String,
    },
    /// A comment or variation is not closed.
    #[error("line {line}: {what} is not closed")]
    Unclosed {
        /// The line where it begins, from 1.
        line: usize,
        /// What it is.
        what: &'static str,
    },
    /// The record is longer than any game could be.
    #[error("line {line}: the record of this game is longer than {most} bytes; the rest is passed over")]
    TooLong {
        /// The line from which on nothing is kept.
        line: usize,
        /// The most bytes that are kept.
        most: usize,
    },
}

impl TextFault {
    /// The line, from 1.
    pub const fn line(&self) -> usize {
        match self {
            Self::Tag { line, .. } | Self::Unclosed { line, .. } | Self::TooLong { line, .. } => *line,
        }
    }
}

impl Score {
    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Whether there is nothing in it but comments.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.items.is_empty() && self.result.is_none() && self.faults.is_empty()
    }

    /// The moves as they are written.
    pub fn moves(&self) -> impl Iterator<Item = (usize, &str)> {
        self.items.iter().filter_map(|item| match item {
            Item::Move { line, text } => Some((*line, text.as_str())),
            _ => None,
        })
    }
}

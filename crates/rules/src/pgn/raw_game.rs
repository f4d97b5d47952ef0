//! A game of a PGN file as text: tags, movetext and syntax errors.

use alloc::string::String;
use alloc::vec::Vec;

use crate::piece::Color;

/// A game as text, as it stands in a file. Its moves have not been checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RawGame {
    /// The index of the game in its file, from 1.
    pub number: usize,
    /// The line where it begins, from 1.
    pub line: usize,
    /// Comments before the tags.
    pub leading_comments: Vec<Comment>,
    /// The tag pairs in order.
    pub tags: Vec<(String, String)>,
    /// The movetext: moves, comments, glyphs and variations, in order.
    pub items: Vec<MovetextItem>,
    /// The result after the moves, if there is one.
    pub result: Option<Termination>,
    /// Syntax errors, apart from the moves.
    pub errors: Vec<PgnError>,
}

/// A comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// The line where it begins, from 1.
    pub line: usize,
    /// Its text, without the delimiters.
    pub text: String,
    /// Whether it was written after a `;`, to the end of the line.
    pub to_line_end: bool,
    /// Whether it stands between a move's number and the move, so that it is of that move.
    pub after_number: bool,
}

/// An element of the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MovetextItem {
    /// A move as written, without its number.
    Move {
        /// The line, from 1.
        line: usize,
        /// Its text.
        text: String,
        /// The side that the move number before it names: `3.` White, `3...` or dots alone Black. None without such a
        /// number.
        turn: Option<Color>,
        /// The move number before it.
        number: Option<u32>,
    },
    /// A comment.
    Comment(Comment),
    /// A numeric annotation glyph, such as 1 for a good move.
    Nag(u16),
    /// The text between parentheses: a variation, or a remark.
    Variation {
        /// The line where it begins, from 1.
        line: usize,
        /// Its text, without the outer parentheses.
        text: String,
    },
}

/// The game termination marker after the moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// A score: one of `1-0`, `0-1`, `1/2-1/2`, `3/4-1/4` and `1/4-3/4`.
    Score(&'static str),
    /// A score without a game: `1-0` or `0-1` where a side did not play, as `+:-` says; `0-0` where both lost.
    Forfeit(&'static str),
    /// A word for stalemate; the score follows from the variant and the side to move.
    Stalemate,
    /// `*`: unfinished or unknown.
    Unfinished,
}

impl Termination {
    /// The result as a record writes it: `*` for a word for stalemate, whose score follows from the position.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Score(result) | Self::Forfeit(result) => result,
            Self::Stalemate | Self::Unfinished => "*",
        }
    }
}

/// Element of the text without its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Unclosed {
    /// A comment in braces.
    Comment,
    /// A variation in parentheses.
    Variation,
}

impl core::fmt::Display for Unclosed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Comment => "a comment",
            Self::Variation => "a variation",
        })
    }
}

/// A syntax error in the text of a game, apart from its moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PgnError {
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
        /// The element.
        what: Unclosed,
    },
    /// A saved game of Zillions of Games begins from a position that was set up by hand, which is not read.
    #[error("line {line}: the position was set up in Zillions of Games; such games are not read")]
    SetUp {
        /// The first line of the set-up, from 1.
        line: usize,
    },
    /// A comment or variation is closed that was not opened; moves may have been outside of it that belong into it.
    #[error("line {line}: {what} is closed that was not opened")]
    Unopened {
        /// The line, from 1.
        line: usize,
        /// The element.
        what: Unclosed,
    },
    /// A move follows the result.
    #[error("line {line}: {text:?} follows the result")]
    AfterResult {
        /// The line, from 1.
        line: usize,
        /// The move, shortened where it is long.
        text: String,
    },
    /// There are two results; the first one counts.
    #[error("line {line}: a second result, {text}")]
    SecondResult {
        /// The line of the second, from 1.
        line: usize,
        /// The second, as it is written.
        text: String,
    },
    /// A tag that tells what game it is comes twice with different values; the first one counts.
    #[error("line {line}: a second tag {name:?} with another value")]
    SecondTag {
        /// The line of the second, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// The text of the game is longer than the limit; the rest is skipped.
    #[error("line {line}: the record of this game is longer than {most} bytes; the rest is skipped")]
    TooLong {
        /// The first line that is not kept.
        line: usize,
        /// The limit in bytes.
        most: usize,
    },
}

impl PgnError {
    /// The line, from 1.
    pub const fn line(&self) -> usize {
        match self {
            Self::Tag { line, .. }
            | Self::Unclosed { line, .. }
            | Self::SetUp { line }
            | Self::Unopened { line, .. }
            | Self::AfterResult { line, .. }
            | Self::SecondResult { line, .. }
            | Self::SecondTag { line, .. }
            | Self::TooLong { line, .. } => *line,
        }
    }

    /// Returns whether the moves of the game are certain all the same.
    pub fn is_note(&self) -> bool {
        match self {
            Self::Tag { .. } | Self::SecondResult { .. } => true,
            Self::SecondTag { name, .. } => name.eq_ignore_ascii_case("Result"),
            _ => false,
        }
    }
}

impl RawGame {
    /// The value of the first tag with this name, in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Returns whether it has neither tags nor movetext nor a result; leading comments do not count.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.items.is_empty() && self.result.is_none() && self.errors.is_empty()
    }

    /// The moves as written, each with its line.
    pub fn moves(&self) -> impl Iterator<Item = (usize, &str)> {
        self.items.iter().filter_map(|item| match item {
            MovetextItem::Move { line, text, .. } => Some((*line, text.as_str())),
            _ => None,
        })
    }
}

//! State of the reader of a record.

use alloc::string::String;

/// Element to which the following text belongs.
#[derive(Debug, Default)]
pub(super) enum State {
    #[default]
    Moves,
    Comment(Open),
    Variation {
        open: Open,
        depth: usize,
        in_comment: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum RestOfLine {
    /// Whatever it looks like.
    #[default]
    Open,
    /// The rest of a comment to the end of the line.
    Comment,
    /// The rest of a line for another program.
    Ignored,
}

/// Something that began and is not closed yet.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) after_blank: bool,
}

#[derive(Debug)]
pub(super) struct Pending {
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) after_blank: bool,
}

/// Dialect of the current game, as far as it has been recognised.
#[derive(Debug, Default)]
pub(super) struct DialectState {
    /// The last move number with its dots, until its move.
    pub(super) number: String,
    /// Whether the game is one of Zillions of Games.
    pub(super) is_zillions: bool,
    /// Whether a move of a dialect came.
    pub(super) has_plies: bool,
}

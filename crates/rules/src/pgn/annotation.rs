//! Annotations of a record: comments, glyphs, drawings, evaluations and clocks.

use alloc::string::String;
use alloc::vec::Vec;

use crate::cell::Cell;

/// Contents of a comment on a position: its text and its commands, such as `[%csl Ga1]`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotation {
    /// The text, with single spaces between words. Commands that are not understood stay in it.
    pub text: String,
    /// Marks and arrows on the board: the commands `csl` and `cal`.
    pub shapes: Vec<Shape>,
    /// The evaluation from White's point of view: the command `eval`.
    pub eval: Option<WrittenEval>,
    /// The time left to the side that has moved, in milliseconds: the command `clk`.
    pub clock: Option<u64>,
}

/// Annotation of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveAnnotation {
    /// The comment before the move, with single spaces between words.
    pub before: String,
    /// Numeric annotation glyphs, such as 1 for a good move; each one once, in the order of the record.
    pub nags: Vec<u16>,
    /// The comment after the move.
    pub after: Annotation,
}

/// A mark on a cell, or an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// The colour.
    pub brush: Brush,
    /// The marked cell, or where the arrow begins.
    pub from: Cell,
    /// Target cell of the arrow; `None` for a mark.
    pub to: Option<Cell>,
}

/// The colour of a [`Shape`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Brush {
    /// Written `G`.
    Green,
    /// Written `R`.
    Red,
    /// Written `Y`.
    Yellow,
    /// Written `B`.
    Blue,
}

/// An evaluation that a record gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WrittenEval {
    /// The value from White's point of view.
    pub score: Score,
    /// The depth of the search in plies, if it is given.
    pub depth: Option<u32>,
}

/// The value of a [`WrittenEval`], from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate, negative when Black mates; never 0.
    Mate(i32),
}

impl Annotation {
    /// Returns whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.shapes.is_empty() && self.eval.is_none() && self.clock.is_none()
    }
}

impl MoveAnnotation {
    /// Returns whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.nags.is_empty() && self.after.is_empty()
    }
}

impl Brush {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Yellow, Self::Blue];

    /// The letter in a record.
    pub const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }
}

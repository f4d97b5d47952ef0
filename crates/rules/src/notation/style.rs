//! Styles of writing moves: language, form and letters of the files.

use crate::board::Board;
use crate::notation::language::Language;

/// Amount of detail with which a move is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Form {
    /// Standard algebraic notation: the target and the minimal disambiguation, `Nc4`.
    #[default]
    Short,
    /// Long algebraic notation: both cells, `Nb1-c4`.
    Long,
    /// As in UCI: `b1c4`, without letters for the pieces.
    Uci,
}

/// Letters of the eleven files of the boards with 91 cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FileLetters {
    /// a to l without j, as Gliński named them and as this library does.
    #[default]
    WithoutJ,
    /// a to k with j, as some programs name them. Boards whose files run through without a
    /// gap are written alike either way.
    WithJ,
}

impl FileLetters {
    /// The letter of a file.
    pub(crate) fn write(self, board: &Board, file: char) -> char {
        match (self, file) {
            (Self::WithJ, 'k') if board.lacks_j() => 'j',
            (Self::WithJ, 'l') if board.lacks_j() => 'k',
            _ => file,
        }
    }

    /// The file with a letter; none if there is no such file.
    pub(crate) fn read(self, board: &Board, letter: char) -> Option<char> {
        match (self, letter) {
            (Self::WithJ, 'j') if board.lacks_j() => Some('k'),
            (Self::WithJ, 'k') if board.lacks_j() => Some('l'),
            (Self::WithJ, 'l') if board.lacks_j() => None,
            _ => Some(letter),
        }
    }
}

/// Style in which moves are written and read.
///
/// ```
/// use saffron_rules::{Form, Language, Notation, Variant};
///
/// let position = Variant::by_id("glinski").unwrap().start();
/// let hungarian = Notation { language: Language::Hungarian, form: Form::Long, ..Notation::default() };
/// let mv = position.read_move("Hdf4", hungarian)?;
/// assert_eq!(position.write_move(mv, hungarian), "Hd1-f4");
/// assert_eq!(position.write_move(mv, Notation::default()), "Ndf4");
/// # Ok::<(), saffron_rules::SanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Notation {
    /// The language of the letters for the pieces.
    pub language: Language,
    /// Short, long or UCI. Ignored when reading.
    pub form: Form,
    /// The letters of the files.
    pub files: FileLetters,
}

impl Notation {
    /// Short notation with English letters.
    pub const ENGLISH: Self = Self { language: Language::English, form: Form::Short, files: FileLetters::WithoutJ };
}

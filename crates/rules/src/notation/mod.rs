//! Algebraic notation in different languages and forms.

use alloc::string::String;

mod language;
mod reading;
mod text;

pub use language::Language;
pub use reading::IllegalMoveReason;

use crate::{Board, Move, Position};

/// How much of a move is written.
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

/// Which letters name the eleven files of the boards with 91 cells.
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
    fn write(self, board: &Board, file: char) -> char {
        match (self, file) {
            (Self::WithJ, 'k') if board.lacks_j() => 'j',
            (Self::WithJ, 'l') if board.lacks_j() => 'k',
            _ => file,
        }
    }

    /// The file with a letter; none if there is no such file.
    fn read(self, board: &Board, letter: char) -> Option<char> {
        match (self, letter) {
            (Self::WithJ, 'j') if board.lacks_j() => Some('k'),
            (Self::WithJ, 'k') if board.lacks_j() => Some('l'),
            (Self::WithJ, 'l') if board.lacks_j() => None,
            _ => Some(letter),
        }
    }
}

/// How moves are written and read.
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

impl Position {
    /// Writes a legal move.
    pub fn write_move(&self, mv: Move, notation: Notation) -> String {
        let english = match notation.form {
            Form::Short => self.san(mv),
            Form::Long => self.long_san(mv),
            Form::Uci => self.uci(mv),
        };
        let board = self.variant().board();
        let mut text = String::with_capacity(english.len() + 4);
        for character in english.chars() {
            match crate::Role::from_letter(character) {
                Some(role) if character.is_ascii_uppercase() => text.push_str(notation.language.letter(role)),
                _ => text.push(notation.files.write(board, character)),
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn every_part_of_a_move_is_translated() {
        let p = Position::from_fen(Variant::by_id("shafran").unwrap(), "k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1").unwrap();
        let mv = p.parse_san("B-0-0-0").unwrap();
        let write = |language| p.write_move(mv, Notation { language, ..Notation::ENGLISH });
        assert_eq!(write(Language::English), "B-0-0-0");
        assert_eq!(write(Language::Hungarian), "F-0-0-0");
        assert_eq!(write(Language::Russian), "С-0-0-0");
    }

    #[test]
    fn promotions_and_files_with_j_are_translated() {
        let fen = "1/2k/5/7/9/11/10P/11/11/11/5K5 w - - 0 1";
        let p = Position::from_fen(Variant::by_id("glinski").unwrap(), fen).unwrap();
        let mv = p.parse_uci("l5l6q").unwrap();
        let write = |language, form, files| p.write_move(mv, Notation { language, form, files });
        assert_eq!(write(Language::English, Form::Short, FileLetters::WithoutJ), "l6=Q+");
        assert_eq!(write(Language::Russian, Form::Long, FileLetters::WithJ), "k5-k6=Ф+");
        assert_eq!(write(Language::Polish, Form::Uci, FileLetters::WithJ), "k5k6q");
        // Brusky's board has a real j.
        let brusky = Variant::by_id("brusky").unwrap().start();
        let mv = brusky.parse_uci("j2j4").unwrap();
        let with_j = Notation { form: Form::Long, files: FileLetters::WithJ, ..Notation::ENGLISH };
        assert_eq!(brusky.write_move(mv, with_j), "j2-j4");
        assert_eq!(brusky.read_move("j2-j4", with_j), Ok(mv));
    }
}

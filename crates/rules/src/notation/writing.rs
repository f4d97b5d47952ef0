//! Writing a legal move in any notation.

use alloc::string::String;

use crate::notation::style::{Form, Notation};
use crate::piece::{Move, Role};
use crate::position::Position;

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
            match Role::from_letter(character) {
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
    use crate::notation::language::Language;
    use crate::notation::style::FileLetters;
    use crate::variant::Variant;

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

//! Moves as the Universal Chess Interface writes them: `e2e5`, `e9e10q`, castling as the
//! king's move (`e1c1`).

use crate::board::Board;
use crate::cell::Cell;
use crate::piece::{Move, Role};
use crate::position::Position;
use crate::text::truncated;
use alloc::format;
use alloc::string::String;

/// Error of reading a move in UCI form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UciError {
    /// It is not two cells with an optional promotion letter.
    #[error("{0:?} is not a move: two cells of the board and, for a promotion, q, r, b or n")]
    Syntax(String),
    /// It can be read but is not legal here.
    #[error("{0} is not a legal move here")]
    Illegal(String),
}

impl Position {
    /// Reads a legal move.
    ///
    /// On boards without a j file, a move that names one is read with the files a to k.
    ///
    /// # Errors
    /// A [`UciError`]: the text is no move, or the move is not legal here.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let board = self.variant().board();
        let shift = text.contains('j') && board.lacks_j();
        let mv = parse(board, text, shift).ok_or_else(|| UciError::Syntax(truncated(text)))?;
        if self.is_legal(mv) { Ok(mv) } else { Err(UciError::Illegal(truncated(text))) }
    }

    /// Writes a move.
    pub fn uci(&self, mv: Move) -> String {
        let board = self.variant().board();
        let mut text = format!("{}{}", board.name(mv.from), board.name(mv.to));
        if let Some(role) = mv.promotion {
            text.push(role.letter().to_ascii_lowercase());
        }
        text
    }
}

fn parse(board: &Board, text: &str, shift: bool) -> Option<Move> {
    let (from, rest) = split_cell(board, text, shift)?;
    let (to, rest) = split_cell(board, rest, shift)?;
    let mut letters = rest.chars();
    let promotion = match letters.next() {
        None => None,
        Some(letter) if letter.is_ascii_lowercase() => {
            Some(Role::from_letter(letter).filter(|role| Role::PROMOTIONS.contains(role))?)
        }
        Some(_) => return None,
    };
    letters.next().is_none().then_some(Move { from, to, promotion })
}

/// A cell's name at the beginning of the text, and what follows.
fn split_cell<'a>(board: &Board, text: &'a str, shift: bool) -> Option<(Cell, &'a str)> {
    let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
    let end = text[1..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |n| n + 1);
    let (name, rest) = text.split_at(end);
    let cell = match (shift, letter) {
        (true, 'j') => board.cell(&name.replace('j', "k")),
        (true, 'k') => board.cell(&name.replace('k', "l")),
        (true, 'l'..) => None,
        _ => board.cell(name),
    };
    Some((cell?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    #[test]
    fn what_is_no_move_is_told_from_what_is_illegal() {
        let start = Variant::by_id("shafran").unwrap().start();
        for text in ["", "e2", "e2e", "e2e5k", "e2e5qq", "e2f1", "E2e5", "e2-e5", "e2e5Q", "é2e5"] {
            assert_eq!(start.parse_uci(text), Err(UciError::Syntax(text.into())), "{text}");
        }
        for text in ["e2e6", "e5e6", "e2e5q", "e9e8"] {
            assert_eq!(start.parse_uci(text), Err(UciError::Illegal(text.into())), "{text}");
        }
        let long = "x".repeat(1000);
        assert!(start.parse_uci(&long).unwrap_err().to_string().len() < 200);
    }

    #[test]
    fn files_with_j_are_read_on_the_board_without_it() {
        let start = Variant::by_id("glinski").unwrap().start();
        assert_eq!(start.parse_uci("j1j3").unwrap(), start.parse_uci("k1k3").unwrap());
        assert_eq!(start.uci(start.parse_uci("j1j2").unwrap()), "k1k2");
        // Such a naming has no l.
        for text in ["j1l1", "l1j1"] {
            assert_eq!(start.parse_uci(text), Err(UciError::Syntax(text.into())), "{text}");
        }
        assert_eq!(start.parse_uci("j1j7"), Err(UciError::Illegal("j1j7".into())));
        let brusky = Variant::by_id("brusky").unwrap().start();
        assert_eq!(brusky.uci(brusky.parse_uci("j2j4").unwrap()), "j2j4");
    }
}

//! Moves as Game Courier and Zillions of Games write them.
//!
//! Both name every change of the board, so a move is read only where each of its parts is what the rules make of it.
//!
//! | module | what it holds |
//! |---|---|
//! | `cursor` | reading cells and words from the beginning of a text |
//! | `game_courier` | `P e2-e4`, `k e8-g8; r h8-f8`, `P e9-e10; Q-e10` |
//! | `zillions` | `Pawn e2 - e4`, `King e1 - g1 Rook h1 - f1`, `Pawn e9 x f10 = Queen` |
//! | `ply` | the move of a position that a text means |

mod cursor;
mod game_courier;
mod ply;
mod zillions;

pub(crate) use ply::DialectPly;

use crate::notation::dialects::ply::WrittenNumber;
use crate::piece::Color;

impl DialectPly {
    /// Reads a move from the beginning of a text. Returns it with the number of its bytes; none where the text begins with
    /// anything else.
    pub(crate) fn split(text: &str) -> Option<(Self, usize)> {
        // Nearly every word of a record is none of a dialect.
        if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        zillions::split(text).or_else(|| game_courier::split(text))
    }

    /// Reads a whole text as one move, with the number before it or without.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let bare = without_number(text);
        let (ply, length) = Self::split(bare)?;
        let number = written_number(&text[..text.len() - bare.len()]);
        bare[length..].trim().is_empty().then_some(Self { number, ..ply })
    }

    /// Returns whether both plies of a move have its number, as in Zillions of Games.
    pub(crate) fn numbers_alike(&self) -> bool {
        self.numbers_alike
    }
}

/// The length of a move number and its dots at the beginning of a text, with the spaces behind them.
fn number_length(text: &str) -> usize {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = digits.trim_start_matches(['.', '…', ' ']);
    // Castling begins with a zero, too.
    if after.len() == digits.len() { 0 } else { text.len() - after.len() }
}

/// A move without the number before it.
pub(crate) fn without_number(text: &str) -> &str {
    &text[number_length(text)..]
}

fn written_number(text: &str) -> Option<WrittenNumber> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let dots: usize = text.chars().map(|c| [usize::from(c == '.'), 3][usize::from(c == '…')]).sum();
    let side = match dots {
        0 => None,
        1 => Some(Color::White),
        _ => Some(Color::Black),
    };
    // A number that is too great is wrong in any case.
    (end > 0).then(|| WrittenNumber { number: text[..end].parse().unwrap_or(u32::MAX), side })
}

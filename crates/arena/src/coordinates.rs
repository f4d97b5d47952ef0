//! Moves in the coordinates of engines that represent the board as a rectangle with walls.
//!
//! Such an engine names the files a, b, c and so on from White's left, and the ranks by the skewed coordinate, from 1 for the
//! lowest rank. On Shafran's board these are the printed names; on the boards with 91 cells they are not. Castling is written
//! as the king's move in both notations; the engine may not support it.

use saffron_rules::{Board, Cell};

/// Returns the skewed coordinate of the lowest rank.
fn lowest(board: &Board) -> i8 {
    board.spec().files.iter().map(|file| file.low).min().unwrap_or(0)
}

fn skewed_name(board: &Board, cell: Cell) -> String {
    let (x, y) = board.coordinates(cell);
    format!("{}{}", char::from(b'a' + x as u8), y - lowest(board) + 1)
}

fn skewed_cell(board: &Board, name: &str) -> Option<Cell> {
    let letter = name.chars().next().filter(char::is_ascii_lowercase)?;
    let rank: i8 = name[1..].parse().ok()?;
    board.at((letter as u8 - b'a') as i8, rank.checked_sub(1)?.checked_add(lowest(board))?)
}

/// Translates a move in UCI form cell by cell and keeps the promotion letter; `None` if the text is not a move.
fn translated<'a>(text: &'a str, cell: impl Fn(&'a str) -> Option<String>) -> Option<String> {
    let (from, rest) = split_cell(text)?;
    let (to, promotion) = split_cell(rest)?;
    Some(cell(from)? + &cell(to)? + promotion)
}

/// Splits the text after the letter and digits at its beginning.
fn split_cell(text: &str) -> Option<(&str, &str)> {
    text.chars().next().filter(char::is_ascii_lowercase)?;
    let end = text[1..].find(|sign: char| !sign.is_ascii_digit()).map_or(text.len(), |end| end + 1);
    (end > 1).then(|| text.split_at(end))
}

/// Translates a move of Saffron's into the engine's coordinates.
pub(crate) fn to_skewed(board: &Board, text: &str) -> Option<String> {
    translated(text, |name| board.cell(name).map(|cell| skewed_name(board, cell)))
}

/// Translates a move of the engine into Saffron's coordinates; `None` if it is not a move.
pub(crate) fn from_skewed(board: &Board, text: &str) -> Option<String> {
    translated(text, |name| skewed_cell(board, name).map(|cell| board.name(cell).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    fn board(id: &str) -> &'static Board {
        Variant::by_id(id).unwrap().board()
    }

    #[test]
    fn every_cell_of_every_board_comes_back() {
        for variant in Variant::all() {
            let board = variant.board();
            for from in board.cells() {
                for to in [board.cells().first().unwrap(), board.cells().last().unwrap()] {
                    let text = format!("{}{}q", board.name(from), board.name(to));
                    let skewed = to_skewed(board, &text).unwrap();
                    assert_eq!(from_skewed(board, &skewed), Some(text), "{}", variant.id());
                }
            }
        }
    }

    #[test]
    fn shafran_is_printed_as_it_is_skewed_and_glinski_is_not() {
        for text in ["e2e5", "f3f6", "i5h4", "i9i10q", "a1d4"] {
            assert_eq!(to_skewed(board("shafran"), text).as_deref(), Some(text));
        }
        // File l is the eleventh, and there is no j; files f to l begin one rank higher each.
        for (printed, skewed) in [("f1f2", "f1f2"), ("g1g2", "g2g3"), ("l1l6", "k6k11"), ("b6b7n", "b6b7n")] {
            assert_eq!(to_skewed(board("glinski"), printed).as_deref(), Some(skewed));
        }
    }

    #[test]
    fn text_that_is_not_a_move_is_none() {
        for text in ["", "0000", "(none)", "e2", "e2e", "e2z9", "e99e1", "é2e4", "e2e-1"] {
            assert_eq!(from_skewed(board("shafran"), text), None, "{text}");
        }
    }
}

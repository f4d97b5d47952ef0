//! The variations of a record, as moves on the board.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::notation::Notation;
use crate::pgn::raw_game::MovetextItem;
use crate::pgn::reader::items_of;
use crate::piece::{Color, Move};
use crate::position::Position;

/// The maximal nesting depth of variations; deeper ones are not read as moves.
pub(super) const DEEPEST: usize = 32;

/// A variation: alternative moves to those of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideLine {
    /// The index of the move of the line that the first move replaces, from 0.
    pub ply: usize,
    /// The moves.
    pub moves: Vec<Move>,
    /// The variations of this line, in the order of the moves that they replace.
    pub side_lines: Vec<Self>,
}

/// The index of the position from which a variation starts, of those before and after the last move: the first in which
/// its first move is legal and of the side that its move number names. Some records write variations before the move that
/// they replace, so it may be the second.
pub(super) fn starting_position(
    text: &str,
    items: &[MovetextItem],
    positions: [&Position; 2],
    read: Notation,
) -> Option<usize> {
    let first = items.iter().find_map(|item| match item {
        MovetextItem::Move { text, .. } => Some(text),
        _ => None,
    })?;
    // One move may be legal for either side: then the number tells.
    let after_first = side_of_number(text).is_some_and(|side| positions[0].turn() != side);
    let order = if after_first { [1, 0] } else { [0, 1] };
    order.into_iter().find(|&at| positions[at].read_move(first, read).is_ok())
}

/// The side that the leading move number names: `3.` White, `3...` or three dots alone Black.
fn side_of_number(text: &str) -> Option<Color> {
    let text = text.trim_start();
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let dots = after.len() - after.trim_start_matches('.').len();
    match dots {
        0 => None,
        1 => (after != text).then_some(Color::White),
        _ => Some(Color::Black),
    }
}

/// The legal moves of a line up to the first illegal one, and its variations.
pub(crate) fn read_line(items: &[MovetextItem], start: Position, read: Notation) -> (Vec<Move>, Vec<SideLine>) {
    line(items, start, read, 0)
}

fn line(items: &[MovetextItem], start: Position, read: Notation, depth: usize) -> (Vec<Move>, Vec<SideLine>) {
    let (mut before, mut now) = (start, start);
    let mut moves = Vec::new();
    let mut side_lines = Vec::new();
    for item in items {
        match item {
            MovetextItem::Move { text, .. } => {
                let Ok(mv) = now.read_move(text, read) else { break };
                before = now;
                now.play_unchecked(mv);
                moves.push(mv);
            }
            MovetextItem::Variation { text, .. } if depth < DEEPEST => {
                let items = items_of(text);
                let Some(at) = starting_position(text, &items, [&before, &now], read) else { continue };
                let ply = (moves.len() + at).saturating_sub(1);
                let (moves, inner) = line(&items, [before, now][at], read, depth + 1);
                side_lines.push(SideLine { ply, moves, side_lines: inner });
            }
            _ => {}
        }
    }
    // A variation after the last move replaces none.
    side_lines.retain(|side: &SideLine| side.ply < moves.len());
    side_lines.sort_by_key(|side| side.ply);
    (moves, side_lines)
}

/// The movetext of a line in short notation with English letters, word by word, with variations in parentheses after the
/// moves that they replace.
pub(crate) fn words_of(start: &Position, moves: &[Move], side_lines: &[SideLine]) -> Vec<String> {
    let mut words = Vec::new();
    let mut now = *start;
    let mut number_is_due = true;
    for (ply, &mv) in moves.iter().enumerate() {
        let number = now.fullmove_number();
        match now.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if number_is_due => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(now.san(mv));
        number_is_due = false;
        for side in side_lines.iter().filter(|side| side.ply == ply) {
            let mut inner = words_of(&now, &side.moves, &side.side_lines);
            if let Some(first) = inner.first_mut() {
                first.insert(0, '(');
            }
            if let Some(last) = inner.last_mut() {
                last.push(')');
            }
            words.append(&mut inner);
            number_is_due = true;
        }
        now.play_unchecked(mv);
    }
    words
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::Record;

    fn read(moves: &str) -> Record {
        Record::parse(&format!("[Variant \"Shafran\"]\n\n{moves}")).unwrap()
    }

    #[test]
    fn variations_are_read_and_written_again() {
        for moves in [
            "1. e5 (1. e4 e6 2. Nc4) 1... e6 2. Nc4 *",
            "1. e5 (1. e4) (1. e3 e8) 1... e6 (1... e7) (1... e8 2. Nc4) 2. Nc4 1-0",
            "1. e5 e6 (1... e7 2. Nc4 (2. Nd4 e6 (2... h8)) 2... e6) 2. Nc4 *",
        ] {
            let record = read(moves);
            assert!(record.to_string().ends_with(&format!("{moves}\n")), "{record}");
            assert_eq!(Record::parse(&record.to_string()), Ok(record));
        }
    }

    #[test]
    fn a_side_line_names_the_move_that_it_replaces() {
        let record = read("1. e5 e6 (1... e7 2. Nc4 (2. Nd4)) 2. Nc4 *");
        let [side] = record.side_lines.as_slice() else { panic!("{:?}", record.side_lines) };
        assert_eq!((side.ply, side.moves.len()), (1, 2));
        let [inner] = side.side_lines.as_slice() else { panic!("{side:?}") };
        assert_eq!((inner.ply, inner.moves.len()), (1, 1));
    }

    #[test]
    fn a_variation_may_precede_the_move_that_it_replaces() {
        let record = read("1. e5 (1... e7) e6 2. Nc4 (2... h8) *");
        let plies: Vec<usize> = record.side_lines.iter().map(|side| side.ply).collect();
        assert_eq!(plies, [1]);
        assert!(record.to_string().ends_with("1. e5 e6 (1... e7) 2. Nc4 *\n"), "{record}");
    }

    #[test]
    fn remarks_and_illegal_variations_are_skipped() {
        let record = read("1. e5 (why not) (1. e9) e6 (1... e7 2. e9 Nc4) *");
        assert!(record.to_string().ends_with("1. e5 e6 (1... e7) *\n"), "{record}");
    }

    #[test]
    fn deeply_nested_variations_are_cut_off() {
        let deep = format!("1. e5 {}1. e4{} *", "(1. e4 ".repeat(100), ")".repeat(100));
        let record = read(&deep);
        assert_eq!(Record::parse(&record.to_string()), Ok(record));
    }
}

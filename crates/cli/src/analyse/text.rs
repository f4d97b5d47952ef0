//! Lines of moves as text.

use saffron_rules::{Color, Move, Notation, Position};

/// Maximum width of a line of output, unless a single word is longer.
pub(super) const WIDTH: usize = 72;

/// Formats a move with its number: `12. Nc4` or `12... Nc4`.
pub(super) fn numbered(position: &Position, mv: Move, notation: Notation) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {}", position.fullmove_number(), position.write_move(mv, notation))
}

/// Formats a line of play as words that are not broken: `12... Nc4`, `13. Qd2`, `Rb5`.
pub(super) fn words(position: &Position, line: &[Move], notation: Notation) -> Vec<String> {
    let mut now = *position;
    let mut words = Vec::with_capacity(line.len());
    for (index, &mv) in line.iter().enumerate() {
        let with_number = index == 0 || now.turn() == Color::White;
        words.push(if with_number { numbered(&now, mv, notation) } else { now.write_move(mv, notation) });
        now.play_unchecked(mv);
    }
    words
}

/// Appends words to a first one, in lines of at most [`WIDTH`] columns. Lines after the first are indented.
pub(super) fn wrapped(first: &str, words: &[String], indent: usize) -> String {
    let mut text = first.to_owned();
    let mut column = first.chars().count();
    for word in words {
        let width = word.chars().count();
        if column + 1 + width > WIDTH && column > indent {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    #[test]
    fn moves_are_numbered_as_in_records() {
        let start = Variant::by_id("shafran").unwrap().start();
        let mut now = start;
        let mut line = Vec::new();
        for text in ["e5", "e6", "Nc4"] {
            let mv = now.parse_san(text).unwrap();
            now.play_unchecked(mv);
            line.push(mv);
        }
        assert_eq!(words(&start, &line, Notation::ENGLISH), ["1. e5", "e6", "2. Nc4"]);
        let after = start.play(line[0]).unwrap();
        assert_eq!(words(&after, &line[1..], Notation::ENGLISH), ["1... e6", "2. Nc4"]);
    }

    #[test]
    fn lines_stay_narrow() {
        let words = vec!["12. Nc4".to_owned(); 30];
        let text = wrapped("first", &words, 6);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.lines().skip(1).all(|line| line.starts_with("      12.")), "{text}");
        assert_eq!(text.split_whitespace().count(), 61);
        assert_eq!(wrapped("first", &[], 6), "first");
    }
}

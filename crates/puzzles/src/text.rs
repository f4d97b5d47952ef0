//! Text form of puzzles: a table with one puzzle a line, its columns separated by tabs.
//!
//! ```text
//! id          variant  fen                     moves           rating  themes              source
//! 7kq2pfd4xw  shafran  1k2/3n1/... w - - 0 40  e4e7 d9e8 e7e8  1340    fork short endgame  games/00003.games 12
//! ```
//!
//! The reader also accepts what other programs write: a FEN somewhere in the line with the moves after it, in UCI or algebraic
//! notation, separated by spaces, tabs, commas, semicolons or bars. That covers EPD (`bm`) and tables with commas. A number after
//! the moves is the rating. Lines without a FEN are comments if they start with `#`, or if they are the first, with the names
//! of the columns.

use saffron_rules::{FenError, Move, Position, Variant};

use crate::puzzle::Puzzle;

/// Names of the columns, the first line of a file.
const HEADER: &str = "id\tvariant\tfen\tmoves\trating\tthemes\tsource";

/// Operation codes of EPD that precede moves.
const OPERATIONS: [&str; 3] = ["bm", "pv", "moves"];

/// Error of a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// There is no FEN in the line.
    #[error("there is no position: a FEN of six fields")]
    NoFen,
    /// No variant is named in the line, nor for the whole file.
    #[error("no variant is named: in the first column, or by --variant")]
    NoVariant,
    /// The FEN cannot be read.
    #[error("the FEN cannot be read: {0}")]
    Fen(FenError),
    /// A move is not legal. The puzzle is wrong, but the line can be read.
    #[error("move {number} is not legal: {text}")]
    IllegalMove {
        /// Number of the move in the line, from 1.
        number: usize,
        /// Its text.
        text: String,
    },
}

/// Reads the puzzles of a text, with their line numbers from 1. `variant` is that of lines that name none.
pub fn read(text: &str, variant: Option<&'static Variant>) -> Vec<(usize, Result<Puzzle, LineError>)> {
    let mut puzzles = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let is_comment = line.trim().is_empty() || line.starts_with('#') || (number == 1 && !line.contains('/'));
        if !is_comment {
            puzzles.push((number, read_line(line, variant)));
        }
    }
    puzzles
}

/// Reads one puzzle.
///
/// # Errors
/// If the line has no position, or a move in it is not legal.
pub fn read_line(line: &str, variant: Option<&'static Variant>) -> Result<Puzzle, LineError> {
    let words: Vec<&str> = line.split([' ', '\t', ',', ';', '|', '"']).filter(|word| !word.is_empty()).collect();
    let placement = words.iter().position(|word| word.contains('/')).ok_or(LineError::NoFen)?;
    let named = words[..placement].iter().find_map(|word| Variant::by_id(word));
    let variant = named.or(variant).ok_or(LineError::NoVariant)?;
    let fields = &words[placement..];
    // The numbers of the last two fields are missing in EPD.
    let has_clocks = fields.get(4..6).is_some_and(|clocks| clocks.iter().all(|clock| clock.parse::<u32>().is_ok()));
    let (fen, rest) = fields.split_at(fields.len().min(if has_clocks { 6 } else { 4 }));
    let start = Position::from_any_fen(variant, &fen.join(" ")).map_err(LineError::Fen)?;
    let mut puzzle = Puzzle::new(start, Vec::new());
    let mut position = start;
    let mut rest = rest.iter().map(|word| without_number(word)).peekable();
    while let Some(word) = rest.peek() {
        let word = word.trim_end_matches(['!', '?']);
        if word.is_empty() || OPERATIONS.contains(&word) {
            rest.next();
            continue;
        }
        match read_move(&position, word) {
            Some(mv) => {
                puzzle.moves.push(mv);
                position.play_unchecked(mv);
                rest.next();
            }
            None if looks_like_move(word) => {
                return Err(LineError::IllegalMove { number: puzzle.moves.len() + 1, text: word.to_owned() });
            }
            None => break,
        }
    }
    let rest: Vec<&str> = rest.collect();
    puzzle.rating = rest.first().and_then(|word| word.parse().ok());
    puzzle.themes = rest.iter().copied().collect();
    if let [_, _, _, _, _, _, source] = line.split('\t').collect::<Vec<_>>()[..] {
        puzzle.source = source.to_owned();
    }
    Ok(puzzle)
}

/// Returns a word without a move number at its beginning, such as `12.` or `12...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

fn read_move(position: &Position, text: &str) -> Option<Move> {
    position.parse_uci(text).or_else(|_| position.parse_san(text)).ok()
}

/// Returns whether a word has the form of a move: it castles, or contains a cell's name. The names of themes contain none.
fn looks_like_move(word: &str) -> bool {
    if word.contains("0-0") || word.contains("O-O") {
        return true;
    }
    let bytes = word.as_bytes();
    let is_cell = bytes.windows(2).any(|pair| matches!(pair[0], b'a'..=b'l') && pair[1].is_ascii_digit());
    is_cell && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-x=+#".contains(&byte)) && bytes.len() <= 10
}

/// Writes a file of puzzles.
pub fn write<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>) -> String {
    let mut text = format!("{HEADER}\n");
    for puzzle in puzzles {
        text.push_str(&write_line(puzzle));
        text.push('\n');
    }
    text
}

/// Writes the line of a puzzle, without a line break.
pub fn write_line(puzzle: &Puzzle) -> String {
    let moves = puzzle.uci_moves();
    let rating = puzzle.rating.map_or_else(String::new, |rating| rating.to_string());
    let (variant, fen) = (puzzle.start.variant().id(), puzzle.start.to_fen());
    format!("{}\t{variant}\t{fen}\t{}\t{rating}\t{}\t{}", puzzle.id(), moves.join(" "), puzzle.themes, puzzle.source)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1";

    fn moves(line: &str) -> Result<Vec<String>, LineError> {
        Ok(read_line(line, Variant::by_id("shafran"))?.uci_moves())
    }

    #[test]
    fn moves_are_read_in_the_forms_of_other_programs() {
        for line in [
            format!("{START} e2e5 e9e6"),
            format!("shafran,{START},e2e5 e9e6,1500,fork short"),
            format!("id-7\tshafran\t{START}\te5!\te6\t\tfork"),
            format!("{START};1. e5 e6"),
            format!("{START} | 1.e5 1...e6 |"),
            format!("\"{START}\" pv e5 e6"),
            format!("{} bm e2e5 e9e6;", START.strip_suffix(" 0 1").unwrap()),
        ] {
            assert_eq!(moves(&line), Ok(vec!["e2e5".to_owned(), "e9e6".to_owned()]), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_named() {
        let illegal = |number, text: &str| Err(LineError::IllegalMove { number, text: text.to_owned() });
        assert_eq!(moves(&format!("{START} e2e5 e9e1")), illegal(2, "e9e1"));
        assert_eq!(moves(&format!("{START} Q-0-0")), illegal(1, "Q-0-0"));
        assert_eq!(moves(&format!("{START} 1500 e2e5")), Ok(Vec::new()));
        assert_eq!(moves("no position"), Err(LineError::NoFen));
        assert!(matches!(moves("9/9 w - - 0 1 e2e5"), Err(LineError::Fen(_))));
        assert_eq!(read_line(START, None), Err(LineError::NoVariant));
    }

    #[test]
    fn columns_survive_a_round_trip() {
        let line = format!("shafran {START} e2e5 1234 short fork");
        let mut puzzle = read_line(&line, None).unwrap();
        assert_eq!((puzzle.rating, puzzle.themes.to_string()), (Some(1234), "fork short".to_owned()));
        puzzle.source = "games/00003.games 12 40".to_owned();
        let text = write([&puzzle]);
        assert_eq!(read(&text, None), [(2, Ok(puzzle.clone()))]);
        assert!(text.lines().nth(1).unwrap().starts_with(&format!("{}\tshafran\t", puzzle.id())));
    }
}

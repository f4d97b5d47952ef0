//! Conditional moves: answers that a side has entered in advance.

use saffron_rules::{Color, Move, Position};

/// Maximum number of lines of a side.
pub(crate) const MAX_LINES: usize = 64;
/// Maximum number of plies in a line.
pub(crate) const MAX_LINE: usize = 20;
/// Maximum number of plies in all lines of one command. Stored events from before this limit are still read.
pub(crate) const MAX_MOVES: usize = 512;
/// Maximum number of times that a side may set its conditional moves in one position, since each adds an event to the log.
const MAX_SETS: u8 = 100;

/// Ply at which each side last set conditional moves, and the number of times that it did so there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sets([(u16, u8); 2]);

impl Sets {
    /// Returns whether a side may set conditional moves in the position after `ply` plies.
    pub(crate) fn allow(&self, side: Color, ply: u16) -> bool {
        let (at, times) = self.0[side.index()];
        at != ply || times < MAX_SETS
    }

    pub(crate) fn add(&mut self, side: Color, ply: u16) {
        let (at, times) = self.0[side.index()];
        self.0[side.index()] = (ply, if at == ply { times.saturating_add(1) } else { 1 });
    }
}

/// Returns the place of the first move beyond [`MAX_MOVES`], counting all lines together.
pub(crate) fn too_many_moves(lines: &[Vec<String>]) -> Option<BadLine> {
    let mut left = MAX_MOVES;
    for (line, moves) in lines.iter().enumerate() {
        if moves.len() > left {
            return Some(BadLine { line, ply: left });
        }
        left -= moves.len();
    }
    None
}

/// Place of the first invalid move of a set of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BadLine {
    /// Index of the line, from 0.
    pub(crate) line: usize,
    /// Index of the move in the line, from 0.
    pub(crate) ply: usize,
}

/// Conditional moves of one side, as lines from the current position.
///
/// Each line ends with an answer, no line is a prefix of another one, and the same moves never have two answers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ConditionalMoves(Vec<Vec<Move>>);

impl ConditionalMoves {
    /// Reads lines from a position in which the other side is to move. A last move without an answer is dropped, and so are
    /// lines that are a prefix of another one.
    ///
    /// # Errors
    /// [`BadLine`] for an illegal move, for an answer that differs from an earlier line's answer to the same moves, and for the
    /// first line or move beyond a limit.
    pub(crate) fn read(position: &Position, by: Color, lines: &[Vec<String>]) -> Result<Self, BadLine> {
        if lines.len() > MAX_LINES {
            return Err(BadLine { line: MAX_LINES, ply: 0 });
        }
        let mut all: Vec<Vec<Move>> = Vec::new();
        for (line, texts) in lines.iter().enumerate() {
            if position.turn() == by {
                return Err(BadLine { line, ply: 0 });
            }
            let moves = read_line(*position, texts).map_err(|ply| BadLine { line, ply })?;
            for earlier in &all {
                let common = earlier.iter().zip(&moves).take_while(|(a, b)| a == b).count();
                if common % 2 == 1 && common < earlier.len().min(moves.len()) {
                    return Err(BadLine { line, ply: common });
                }
            }
            if !all.iter().any(|other| other.starts_with(&moves)) {
                all.retain(|other| !moves.starts_with(other));
                all.push(moves);
            }
        }
        all.retain(|moves| !moves.is_empty());
        Ok(Self(all))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the lines in UCI form. Only the variant of the position matters.
    pub(crate) fn texts(&self, position: &Position) -> Vec<Vec<String>> {
        self.0.iter().map(|line| line.iter().map(|&mv| position.uci(mv)).collect()).collect()
    }

    /// Returns the answer to play now, if the owner of the lines is to move.
    pub(crate) fn answer(&self) -> Option<Move> {
        self.0.first()?.first().copied()
    }

    /// Updates the lines after a move: lines that do not begin with it are dropped, the others lose their first move.
    pub(crate) fn advance(&mut self, mv: Move) {
        self.0.retain_mut(|line| {
            let fits = line.first() == Some(&mv);
            if fits {
                line.remove(0);
            }
            fits && !line.is_empty()
        });
    }
}

/// Parses a line up to its last answer, or returns the index of the first invalid move.
fn read_line(mut position: Position, texts: &[String]) -> Result<Vec<Move>, usize> {
    let mut moves = Vec::with_capacity(texts.len().min(MAX_LINE));
    for (ply, text) in texts.iter().enumerate() {
        if ply == MAX_LINE || position.outcome().is_some() {
            return Err(ply);
        }
        let mv = position.parse_uci(text).map_err(|_| ply)?;
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves.truncate(moves.len() / 2 * 2);
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use saffron_rules::Variant;

    use super::*;

    fn lines(text: &str) -> Vec<Vec<String>> {
        text.split(',').map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    }

    fn read(text: &str) -> Result<ConditionalMoves, (usize, usize)> {
        let start = Variant::by_id("shafran").unwrap().start();
        ConditionalMoves::read(&start, Color::Black, &lines(text)).map_err(|bad| (bad.line, bad.ply))
    }

    fn texts(moves: &ConditionalMoves) -> Vec<Vec<String>> {
        moves.texts(&Variant::by_id("shafran").unwrap().start())
    }

    #[test]
    fn lines_that_say_nothing_more_are_left_out() {
        let read = read("e2e5 e9e6, e2e5, e2e5 e9e6 d1f5 f9f8, b1a3 h10i8 a3b1, e2e5 e9e6 d1f5,").unwrap();
        assert_eq!(texts(&read), lines("e2e5 e9e6 d1f5 f9f8,b1a3 h10i8"));
        assert!(self::read("").unwrap().is_empty());
        assert!(self::read("e2e5").unwrap().is_empty());
    }

    #[test]
    fn what_cannot_be_is_named() {
        assert_eq!(read("e2e6 e9e6"), Err((0, 0)));
        assert_eq!(read("e2e5 e9e6, e2e5 e2e5"), Err((1, 1)));
        assert_eq!(read("e2e5 nonsense"), Err((0, 1)));
        // Two answers to the same moves.
        assert_eq!(read("e2e5 e9e6, b1a3 h10i8, e2e5 h10i8"), Err((2, 1)));
        assert!(read("e2e5 e9e6, b1a3 e9e6").is_ok());
        let long = "b1a3 h10i8 a3b1 i8h10 ".repeat(6);
        assert_eq!(read(&long), Err((0, 20)));
        let many = vec!["b1a3 h10i8"; 65].join(",");
        assert_eq!(read(&many), Err((64, 0)));
        assert!(read(&many[..many.len() - 11]).is_ok());
        let most = vec![vec![String::new(); MAX_LINE]; MAX_MOVES / MAX_LINE];
        assert_eq!(too_many_moves(&most), None);
        let more = [most, vec![vec![String::new(); MAX_MOVES % MAX_LINE + 1]]].concat();
        let bad = too_many_moves(&more).map(|bad| (bad.line, bad.ply));
        assert_eq!(bad, Some((MAX_MOVES / MAX_LINE, MAX_MOVES % MAX_LINE)));
        // The side's own turn.
        let start = Variant::by_id("shafran").unwrap().start();
        assert!(ConditionalMoves::read(&start, Color::White, &lines("e2e5 e9e6")).is_err());
        assert!(ConditionalMoves::read(&start, Color::White, &[]).is_ok());
    }

    #[test]
    fn a_move_drops_the_lines_that_it_does_not_begin() {
        let start = Variant::by_id("shafran").unwrap().start();
        let mut moves = read("e2e5 e9e6 d1f5 f9f8, e2e5 e9e6 b1a3 h10i8, b1a3 h10i8").unwrap();
        moves.advance(start.parse_uci("e2e5").unwrap());
        assert_eq!(texts(&moves), lines("e9e6 d1f5 f9f8,e9e6 b1a3 h10i8"));
        assert_eq!(moves.answer().map(|mv| start.uci(mv)).as_deref(), Some("e9e6"));
        moves.advance(moves.answer().unwrap());
        assert_eq!(texts(&moves), lines("d1f5 f9f8,b1a3 h10i8"));
        moves.advance(start.parse_uci("c2c4").unwrap());
        assert!(moves.is_empty());
    }
}

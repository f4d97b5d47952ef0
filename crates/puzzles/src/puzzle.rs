//! Puzzle: a position and the one line that wins.

use saffron_rules::{Color, Move, Position};

use crate::themes::Themes;

/// Letters and digits of ids: without vowels, so that they make no words, and without those that look alike.
const ID_LETTERS: &[u8] = b"23456789bcdfghjkmnpqrstvwxyz";

/// Number of letters and digits of an id.
const ID_LENGTH: usize = 10;

/// Puzzle. The solver makes the last move, so an even number of moves begins with the move of the opponent that allows the
/// solution, and an odd one with the solution itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Position before the first move.
    pub start: Position,
    /// Moves, all legal, of both sides by turns. Without moves the puzzle is a question: does one move win here?
    pub moves: Vec<Move>,
    /// Rating in Elo; `None` before it is measured.
    pub rating: Option<u32>,
    /// Themes; empty before they are found.
    pub themes: Themes,
    /// Origin: file and game, or the material of a random ending.
    pub source: String,
}

/// Move of the solver, with the position before it.
#[derive(Clone, Copy, Debug)]
pub struct SolverTurn {
    /// Index of the move in [`Puzzle::moves`].
    pub ply: usize,
    /// Position before the move.
    pub position: Position,
    /// Move.
    pub mv: Move,
}

impl SolverTurn {
    /// Returns whether a legal move solves the puzzle at this turn: the solution's, or any mate.
    pub fn is_solved_by(&self, mv: Move) -> bool {
        let mut after = self.position;
        after.play_unchecked(mv);
        mv == self.mv || is_mate(&after)
    }
}

impl Puzzle {
    /// Creates a puzzle without rating, themes and source.
    pub fn new(start: Position, moves: Vec<Move>) -> Puzzle {
        Puzzle { start, moves, rating: None, themes: Themes::default(), source: String::new() }
    }

    /// Number of moves before the solver's first one: 0 or 1.
    pub fn introduction(&self) -> usize {
        usize::from(!self.moves.is_empty() && self.moves.len().is_multiple_of(2))
    }

    /// Returns the position that the solver sees first.
    pub fn question(&self) -> Position {
        let mut position = self.start;
        self.moves[..self.introduction()].iter().for_each(|&mv| position.play_unchecked(mv));
        position
    }

    /// Returns the id: ten letters and digits made from the hash of the solver's first position, which never changes.
    pub fn id(&self) -> String {
        let letters = ID_LETTERS.len() as u64;
        let digits = std::iter::successors(Some(self.question().hash()), |hash| Some(hash / letters));
        digits.take(ID_LENGTH).map(|digit| char::from(ID_LETTERS[(digit % letters) as usize])).collect()
    }

    /// Returns the moves in UCI form.
    pub fn uci_moves(&self) -> Vec<String> {
        let mut position = self.start;
        let mut uci = |&mv: &Move| {
            let text = position.uci(mv);
            position.play_unchecked(mv);
            text
        };
        self.moves.iter().map(&mut uci).collect()
    }

    /// Returns the position after the last move.
    pub fn end(&self) -> Position {
        let mut position = self.start;
        self.moves.iter().for_each(|&mv| position.play_unchecked(mv));
        position
    }

    /// Side that solves the puzzle.
    pub fn solver(&self) -> Color {
        self.question().turn()
    }

    /// Returns the solver's moves.
    pub fn solver_turns(&self) -> Vec<SolverTurn> {
        let mut position = self.start;
        let mut turns = Vec::new();
        for (ply, &mv) in self.moves.iter().enumerate() {
            if ply % 2 == self.introduction() {
                turns.push(SolverTurn { ply, position, mv });
            }
            position.play_unchecked(mv);
        }
        turns
    }

    /// Returns whether the last move mates.
    pub fn ends_in_mate(&self) -> bool {
        is_mate(&self.end())
    }
}

/// Returns whether the side to move is mated.
pub(crate) fn is_mate(position: &Position) -> bool {
    position.in_check() && !position.has_legal_move()
}

//! The suite: which positions are kept, and the file of them.

use std::fmt::{self, Write as _};
use std::sync::Mutex;

use saffron_rules::{Position, Variant};

use crate::random::Random;
use crate::solver::{Exhausted, Solver, after};
use crate::sources;

/// The moves that the solver may play for one position.
const BUDGET: u64 = 3_000_000;

/// Positions of games with more pieces are looked at two moves deep only.
const MANY_PIECES: usize = 26;

/// The games, or the positions with few pieces, that are looked at before giving up on a variant.
const MOST_TRIES: usize = 40_000;

/// How far the positions without a mate are searched: those of games, those with few pieces.
const NONE_IN_GAMES: u32 = 3;
const NONE_WITH_FEW_PIECES: u32 = 4;

/// What is known about a position of the suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// The side to move mates in exactly this many moves.
    MateIn(u32),
    /// The side to move does not mate in this many moves or fewer.
    NoneWithin(u32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::MateIn(moves) => write!(f, "{moves}"),
            Value::NoneWithin(moves) => write!(f, ">{moves}"),
        }
    }
}

/// A position with its value.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The position.
    pub position: Position,
    /// What is proved about it.
    pub value: Value,
}

impl Problem {
    /// Proves the value anew.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] when the solver's budget does not suffice.
    pub fn holds(&self, solver: &mut Solver) -> Result<bool, Exhausted> {
        Ok(match self.value {
            Value::MateIn(moves) => solver.mate_in(&self.position, moves)? == Some(moves),
            Value::NoneWithin(moves) => solver.mate_in(&self.position, moves)?.is_none(),
        })
    }
}

/// A line of a file that is not a position with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for LineError {}

/// Positions with their values.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// In the order of the file.
    pub problems: Vec<Problem>,
}

impl Suite {
    /// Makes a suite for these variants, the same for the same seed; `tell` hears about each variant that is done. Takes
    /// minutes, and as many threads as there are variants.
    pub fn build(variants: &[&'static Variant], seed: u64, tell: impl Fn(&str) + Sync) -> Suite {
        let found = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for (index, &variant) in variants.iter().enumerate() {
                let (found, tell) = (&found, &tell);
                scope.spawn(move || {
                    let maker = Maker::new(variant, seed);
                    let problems = maker.make();
                    tell(&format!("{}: {} positions", variant.id(), problems.len()));
                    found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((index, problems));
                });
            }
        });
        let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.sort_by_key(|(index, _)| *index);
        Suite { problems: found.into_iter().flat_map(|(_, problems)| problems).collect() }
    }

    /// Reads a file of positions: variant, FEN and value in columns with tabs between; lines with `#` are comments.
    ///
    /// # Errors
    ///
    /// The first line that cannot be read.
    pub fn parse(text: &str) -> Result<Suite, LineError> {
        let mut problems = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let problem = parse_line(line).map_err(|reason| LineError { line: index + 1, reason })?;
            problems.push(problem);
        }
        Ok(Suite { problems })
    }

    /// Writes what [`Suite::parse`] reads, below a head that says what it is and which command has made it.
    pub fn to_text(&self, command: &str) -> String {
        let mut text = String::from(HEAD);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "#\n#     {command}\n#\n# variant, position, moves to mate");
        for Problem { position, value } in &self.problems {
            let _ = writeln!(text, "{}\t{}\t{value}", position.variant().id(), position.to_fen());
        }
        text
    }
}

const HEAD: &str = "\
# Forced mates. The last column is the number of moves in which the side to move mates, exactly: no defence lasts longer,
# no attack is quicker; `>3` stands where there is no mate in three moves or fewer, though there may be a later one.
# The positions come from random games and from few pieces put on the board at random; no engine had a part in it. The numbers
# are proved by going through every move of both sides. From two moves on there are mates that can begin with a check and
# mates that cannot; the positions without a mate have several checks, one of which leaves few answers, or a move that
# stalemates. The counts of moves begin at 0. Made by
";

/// Reads a position of the variant with this id.
pub(crate) fn parse_position(id: &str, fen: &str) -> Result<Position, String> {
    let variant = Variant::by_id(id).ok_or_else(|| format!("there is no variant {id:?}"))?;
    Position::from_fen(variant, fen).map_err(|error| error.to_string())
}

fn parse_line(line: &str) -> Result<Problem, String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [id, fen, value] = columns[..] else {
        return Err(format!("there are {} columns, not 3", columns.len()));
    };
    let position = parse_position(id, fen)?;
    let number = |text: &str| text.parse().ok().filter(|moves| (1..=crate::MOST_MOVES).contains(moves));
    let value = match value.strip_prefix('>') {
        Some(moves) => number(moves).map(Value::NoneWithin),
        None => number(value).map(Value::MateIn),
    };
    let value = value.ok_or_else(|| format!("{:?} is no number of moves", columns[2]))?;
    Ok(Problem { position, value })
}

/// How many positions of a kind are still wanted.
#[derive(Clone)]
struct Wanted {
    /// Mates that can begin with a check, by their number of moves.
    checks: [usize; 6],
    /// Mates that cannot.
    quiet: [usize; 6],
    /// No mates, but near ones.
    near: usize,
    /// No mates, but a stalemate.
    stalemates: usize,
}

const FROM_GAMES: Wanted = Wanted { checks: [0, 20, 8, 5, 0, 0], quiet: [0, 0, 5, 4, 0, 0], near: 12, stalemates: 0 };
const FEW_PIECES: Wanted = Wanted { checks: [0, 0, 0, 5, 8, 6], quiet: [0, 0, 7, 6, 10, 8], near: 6, stalemates: 6 };

impl Wanted {
    /// The longest mate that is wanted; 0 when none is.
    fn longest(&self) -> u32 {
        (1..=5).rev().find(|&n| self.checks[n] + self.quiet[n] > 0).unwrap_or(0) as u32
    }

    fn is_over(&self) -> bool {
        self.longest() == 0 && self.near == 0 && self.stalemates == 0
    }
}

/// Makes the positions of one variant.
struct Maker {
    variant: &'static Variant,
    random: Random,
    solver: Solver,
    problems: Vec<Problem>,
}

impl Maker {
    fn new(variant: &'static Variant, seed: u64) -> Maker {
        let own = variant.id().bytes().fold(seed, |seed, byte| seed.wrapping_mul(257).wrapping_add(u64::from(byte)));
        Maker { variant, random: Random::new(own), solver: Solver::with_budget(BUDGET), problems: Vec::new() }
    }

    fn make(mut self) -> Vec<Problem> {
        let mut wanted = FROM_GAMES;
        for _ in 0..MOST_TRIES {
            if wanted.is_over() {
                break;
            }
            self.take_from_game(&mut wanted);
        }
        let mut wanted = FEW_PIECES;
        for _ in 0..MOST_TRIES {
            if wanted.is_over() {
                break;
            }
            let position = sources::few_pieces(self.variant, &mut self.random);
            // What does not get decided is left out.
            let problem = self.judge(&position, &mut wanted, 5, NONE_WITH_FEW_PIECES).unwrap_or(None);
            self.problems.extend(problem);
        }
        self.problems.sort_by_key(|problem| match problem.value {
            Value::MateIn(moves) => (0, moves),
            Value::NoneWithin(moves) => (1, moves),
        });
        self.problems
    }

    /// Plays a game and looks at some of its positions; takes at most one.
    fn take_from_game(&mut self, wanted: &mut Wanted) {
        let game = sources::game(self.variant, &mut self.random);
        let Some(late) = game.get(20..) else { return };
        for _ in 0..6 {
            let position = self.random.choose(late).and_then(|position| sources::without_counts(&position));
            let Some(position) = position.filter(Position::has_legal_move) else { continue };
            let most = if position.occupied().len() > MANY_PIECES { 2 } else { 3 };
            if let Ok(Some(problem)) = self.judge(&position, wanted, most, NONE_IN_GAMES) {
                self.problems.push(problem);
                return;
            }
        }
    }

    /// The position with its value, if it is wanted.
    fn judge(
        &mut self,
        position: &Position,
        wanted: &mut Wanted,
        most: u32,
        none: u32,
    ) -> Result<Option<Problem>, Exhausted> {
        let stalemate = wanted.stalemates > 0 && stalemates(position);
        let near = !stalemate && wanted.near > 0 && most >= none && is_near(position);
        let depth = wanted.longest().min(most).max(if stalemate || near { none } else { 0 });
        let value = match self.solver.mate_in(position, depth)? {
            Some(moves) => {
                let n = moves as usize;
                if wanted.checks[n] + wanted.quiet[n] == 0 {
                    return Ok(None);
                }
                let place =
                    if self.can_begin_with_check(position, moves)? { &mut wanted.checks } else { &mut wanted.quiet };
                if place[n] == 0 {
                    return Ok(None);
                }
                place[n] -= 1;
                Value::MateIn(moves)
            }
            None if stalemate => {
                wanted.stalemates -= 1;
                Value::NoneWithin(none)
            }
            None if near => {
                wanted.near -= 1;
                Value::NoneWithin(none)
            }
            None => return Ok(None),
        };
        Ok(Some(Problem { position: *position, value }))
    }

    /// Whether one of the moves that mate in this many is a check.
    fn can_begin_with_check(&mut self, position: &Position, moves: u32) -> Result<bool, Exhausted> {
        for mv in position.legal_moves() {
            let child = after(position, mv);
            if child.in_check() && self.solver.is_mated_within(&child, moves - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether there are several checks, one of which leaves few answers.
fn is_near(position: &Position) -> bool {
    let moves = position.legal_moves().into_iter().map(|mv| after(position, mv));
    let answers: Vec<usize> = moves.filter(Position::in_check).map(|child| child.count_legal_moves()).collect();
    answers.len() >= 4 && answers.into_iter().min().is_some_and(|fewest| fewest <= 2)
}

/// Whether a move stalemates.
fn stalemates(position: &Position) -> bool {
    let mut children = position.legal_moves().into_iter().map(|mv| after(position, mv));
    children.any(|child| !child.in_check() && !child.has_legal_move())
}

#[cfg(test)]
#[path = "suite_tests.rs"]
mod tests;

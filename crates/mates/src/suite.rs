//! Suite of mate positions: their selection and file format.

use std::fmt::{self, Write as _};
use std::sync::Mutex;

use saffron_rules::{Position, Variant};

use crate::random::Random;
use crate::solver::{Exhausted, Solver, after};
use crate::sources;

/// Maximum number of moves that the solver plays for one position.
const BUDGET: u64 = 3_000_000;

/// Number of pieces above which positions from games are searched only two moves deep.
const MAX_PIECES_FOR_THREE_MOVES: usize = 26;

/// Maximum number of games, or of positions with few pieces, examined for a variant.
const MAX_TRIES: usize = 40_000;

/// Search depths in moves for positions without a mate: from games, and with few pieces.
const NO_MATE_DEPTH_IN_GAMES: u32 = 3;
const NO_MATE_DEPTH_WITH_FEW_PIECES: u32 = 4;

/// Proved value of a position in the suite.
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

/// Position with its proved value.
#[derive(Clone, Debug)]
pub struct Problem {
    pub position: Position,
    pub value: Value,
}

impl Problem {
    /// Proves the value again.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the solver's budget does not suffice.
    pub fn holds(&self, solver: &mut Solver) -> Result<bool, Exhausted> {
        Ok(match self.value {
            Value::MateIn(moves) => solver.mate_in(&self.position, moves)? == Some(moves),
            Value::NoneWithin(moves) => solver.mate_in(&self.position, moves)?.is_none(),
        })
    }
}

/// Error in a line of a position file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError {
    /// Number of the line, from 1.
    pub line: usize,
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
    /// Positions in the order of the file.
    pub problems: Vec<Problem>,
}

impl Suite {
    /// Builds a suite for these variants, which depends only on the seed. `progress` is called after each variant. Takes minutes on
    /// one thread per variant.
    pub fn build(variants: &[&'static Variant], seed: u64, progress: impl Fn(&str) + Sync) -> Suite {
        let found = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for (index, &variant) in variants.iter().enumerate() {
                let (found, progress) = (&found, &progress);
                scope.spawn(move || {
                    let maker = SuiteBuilder::new(variant, seed);
                    let problems = maker.make();
                    progress(&format!("{}: {} positions", variant.id(), problems.len()));
                    found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((index, problems));
                });
            }
        });
        let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.sort_by_key(|(index, _)| *index);
        Suite { problems: found.into_iter().flat_map(|(_, problems)| problems).collect() }
    }

    /// Parses a file of positions: variant, FEN and value in tab-separated columns; lines with `#` are comments.
    ///
    /// # Errors
    ///
    /// The first line that cannot be parsed.
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

    /// Formats the suite as [`Suite::parse`] reads it, below a header with a description and the command that made it.
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

/// Parses a position of the variant with this id.
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
    let number = |text: &str| text.parse().ok().filter(|moves| (1..=crate::MAX_MOVES).contains(moves));
    let value = match value.strip_prefix('>') {
        Some(moves) => number(moves).map(Value::NoneWithin),
        None => number(value).map(Value::MateIn),
    };
    let value = value.ok_or_else(|| format!("{:?} is no number of moves", columns[2]))?;
    Ok(Problem { position, value })
}

/// Numbers of positions still wanted, by kind.
#[derive(Clone)]
struct Quota {
    /// Mates that can begin with a check, by number of moves.
    checks: [usize; 6],
    /// Mates that cannot begin with a check, by number of moves.
    quiet: [usize; 6],
    /// Positions without a mate, but with dangerous checks.
    near: usize,
    /// Positions without a mate, but with a stalemate.
    stalemates: usize,
}

const FROM_GAMES: Quota = Quota { checks: [0, 20, 8, 5, 0, 0], quiet: [0, 0, 5, 4, 0, 0], near: 12, stalemates: 0 };
const FEW_PIECES: Quota = Quota { checks: [0, 0, 0, 5, 8, 6], quiet: [0, 0, 7, 6, 10, 8], near: 6, stalemates: 6 };

impl Quota {
    /// Returns the length of the longest wanted mate; 0 if none is wanted.
    fn longest(&self) -> u32 {
        (1..=5).rev().find(|&n| self.checks[n] + self.quiet[n] > 0).unwrap_or(0) as u32
    }

    fn is_over(&self) -> bool {
        self.longest() == 0 && self.near == 0 && self.stalemates == 0
    }
}

/// Generator of the positions of one variant.
struct SuiteBuilder {
    variant: &'static Variant,
    random: Random,
    solver: Solver,
    problems: Vec<Problem>,
}

impl SuiteBuilder {
    fn new(variant: &'static Variant, seed: u64) -> SuiteBuilder {
        let own = variant.id().bytes().fold(seed, |seed, byte| seed.wrapping_mul(257).wrapping_add(u64::from(byte)));
        SuiteBuilder { variant, random: Random::new(own), solver: Solver::with_budget(BUDGET), problems: Vec::new() }
    }

    fn make(mut self) -> Vec<Problem> {
        let mut quota = FROM_GAMES;
        for _ in 0..MAX_TRIES {
            if quota.is_over() {
                break;
            }
            self.take_from_game(&mut quota);
        }
        let mut quota = FEW_PIECES;
        for _ in 0..MAX_TRIES {
            if quota.is_over() {
                break;
            }
            let position = sources::few_pieces(self.variant, &mut self.random);
            // Undecided positions are left out.
            let problem = self.judge(&position, &mut quota, 5, NO_MATE_DEPTH_WITH_FEW_PIECES).unwrap_or(None);
            self.problems.extend(problem);
        }
        self.problems.sort_by_key(|problem| match problem.value {
            Value::MateIn(moves) => (0, moves),
            Value::NoneWithin(moves) => (1, moves),
        });
        self.problems
    }

    /// Plays a game and examines some of its positions; keeps at most one.
    fn take_from_game(&mut self, quota: &mut Quota) {
        let game = sources::game(self.variant, &mut self.random);
        let Some(late) = game.get(20..) else { return };
        for _ in 0..6 {
            let position = self.random.choose(late).and_then(|position| sources::without_counts(&position));
            let Some(position) = position.filter(Position::has_legal_move) else { continue };
            let most = if position.occupied().len() > MAX_PIECES_FOR_THREE_MOVES { 2 } else { 3 };
            if let Ok(Some(problem)) = self.judge(&position, quota, most, NO_MATE_DEPTH_IN_GAMES) {
                self.problems.push(problem);
                return;
            }
        }
    }

    /// Returns the position with its value, if it is wanted.
    fn judge(
        &mut self,
        position: &Position,
        quota: &mut Quota,
        most: u32,
        none: u32,
    ) -> Result<Option<Problem>, Exhausted> {
        let stalemate = quota.stalemates > 0 && stalemates(position);
        let near = !stalemate && quota.near > 0 && most >= none && is_near(position);
        let depth = quota.longest().min(most).max(if stalemate || near { none } else { 0 });
        let value = match self.solver.mate_in(position, depth)? {
            Some(moves) => {
                let n = moves as usize;
                if quota.checks[n] + quota.quiet[n] == 0 {
                    return Ok(None);
                }
                let place =
                    if self.can_begin_with_check(position, moves)? { &mut quota.checks } else { &mut quota.quiet };
                if place[n] == 0 {
                    return Ok(None);
                }
                place[n] -= 1;
                Value::MateIn(moves)
            }
            None if stalemate => {
                quota.stalemates -= 1;
                Value::NoneWithin(none)
            }
            None if near => {
                quota.near -= 1;
                Value::NoneWithin(none)
            }
            None => return Ok(None),
        };
        Ok(Some(Problem { position: *position, value }))
    }

    /// Returns whether one of the moves that mate in `moves` is a check.
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

/// Returns whether there are several checks, one of which leaves few replies.
fn is_near(position: &Position) -> bool {
    let moves = position.legal_moves().into_iter().map(|mv| after(position, mv));
    let answers: Vec<usize> = moves.filter(Position::in_check).map(|child| child.count_legal_moves()).collect();
    answers.len() >= 4 && answers.into_iter().min().is_some_and(|fewest| fewest <= 2)
}

/// Returns whether a move stalemates.
fn stalemates(position: &Position) -> bool {
    let mut children = position.legal_moves().into_iter().map(|mv| after(position, mv));
    children.any(|child| !child.in_check() && !child.has_legal_move())
}

#[cfg(test)]
#[path = "suite_tests.rs"]
mod tests;

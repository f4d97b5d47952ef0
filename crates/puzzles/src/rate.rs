//! First rating of a puzzle: how many levels of the engine solve it.
//!
//! Every level below the engine itself tries the puzzle. Each try counts as a game between the level, whose Elo is measured, and
//! the puzzle; the rating is the most probable one, given what the length of the solution and the number of moves to choose from
//! let expect.

use saffron_engine::{Control, Engine, HashSizeError, LEVELS, Level, Limits, Root};

use crate::puzzle::Puzzle;

/// Levels that try puzzles: all but the engine itself, which solves nearly all.
const TRYING: std::ops::Range<usize> = 0..LEVELS.len() - 1;

/// Elo range of ratings.
const RANGE: std::ops::RangeInclusive<u32> = 300..=3000;

/// Expected rating of a puzzle of one move among [`TYPICAL_MOVES`], Elo for each further move of the solution, and Elo for
/// twice as many legal moves.
const EXPECTED: f64 = 1000.0;
const PER_MOVE: f64 = 300.0;
const PER_DOUBLING: f64 = 100.0;
const TYPICAL_MOVES: f64 = 30.0;

/// Standard deviation of ratings around the expected one, in Elo.
const DEVIATION: f64 = 500.0;

/// Size of the transposition table in MiB.
const HASH_MB: usize = 4;

/// Solvers: the engine at its levels.
pub struct Solvers(Engine);

/// Results of the levels that tried a puzzle: Elo of the level, and whether it solved the puzzle.
pub type Tries = Vec<(u32, bool)>;

impl Solvers {
    /// Creates the engine.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new() -> Result<Solvers, HashSizeError> {
        Ok(Solvers(Engine::new(HASH_MB)?))
    }

    /// Levels that try puzzles.
    pub fn levels() -> &'static [Level] {
        &LEVELS[TRYING]
    }

    /// Lets every level try a puzzle `tries` times; `None` if the control stopped it. Equal seeds give equal tries.
    pub fn try_puzzle(&mut self, puzzle: &Puzzle, tries: u64, seed: u64, control: &Control) -> Option<Tries> {
        self.0.new_game();
        let mut results = Vec::new();
        for level in Solvers::levels() {
            for number in 0..tries {
                let seed = seed.wrapping_add(number).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ puzzle.start.hash();
                results.push((level.elo, self.solves(puzzle, level, seed, control)?));
            }
        }
        Some(results)
    }

    /// Returns whether a level finds all moves of the solution.
    fn solves(&mut self, puzzle: &Puzzle, level: &Level, seed: u64, control: &Control) -> Option<bool> {
        for turn in puzzle.solver_turns() {
            let root = Root::from(turn.position);
            let result = self.0.search_at_level(&root, level, seed, &Limits::default(), control, &mut ());
            if control.is_stopped() {
                return None;
            }
            let Some(mv) = result.best else { return Some(false) };
            if !turn.is_solved_by(mv) {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Returns the rating of a puzzle, given the levels' tries.
pub fn rating(puzzle: &Puzzle, tries: &[(u32, bool)]) -> u32 {
    let turns = puzzle.solver_turns();
    let choices: f64 = turns.iter().map(|turn| turn.position.count_legal_moves().max(1) as f64).product();
    let doublings = (choices.powf(1.0 / turns.len().max(1) as f64) / TYPICAL_MOVES).log2();
    let expected = EXPECTED + PER_MOVE * (turns.len().max(1) - 1) as f64 + PER_DOUBLING * doublings;
    let likelihood = |rating: u32| {
        let from_expected = (f64::from(rating) - expected) / DEVIATION;
        let tried = tries.iter().map(|&(elo, solved)| {
            let chance = 1.0 / (1.0 + 10f64.powf((f64::from(rating) - f64::from(elo)) / 400.0));
            if solved { chance.ln() } else { (1.0 - chance).ln() }
        });
        tried.sum::<f64>() - from_expected * from_expected / 2.0
    };
    RANGE.max_by(|&a, &b| likelihood(a).total_cmp(&likelihood(b))).unwrap_or(*RANGE.start())
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    #[test]
    fn the_rating_lies_between_the_levels_that_solve_and_those_that_do_not() {
        let start = Variant::by_id("shafran").unwrap().start();
        let puzzle = Puzzle::new(start, start.legal_moves()[..1].to_vec());
        let split = |elo: u32| -> Tries {
            Solvers::levels().iter().flat_map(|level| [(level.elo, level.elo > elo); 3]).collect()
        };
        for elo in [700, 1200, 1800, 2300] {
            let found = rating(&puzzle, &split(elo));
            assert!(found.abs_diff(elo) < 200, "{elo}: {found}");
        }
        assert!(rating(&puzzle, &split(0)) < rating(&puzzle, &split(500)));
        assert!(rating(&puzzle, &split(9999)) <= *RANGE.end());
    }
}

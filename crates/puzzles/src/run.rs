//! Runs over many games, endings or puzzles, on several threads, that resume from a journal.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::Path;

use saffron_engine::{Control, HashSizeError, Level};
use saffron_rules::Variant;
use saffron_selfplay::{EngineTasks, check_engine};
use saffron_tables::Tables;

use crate::endings::mine_ending;
use crate::journal::{Journal, JournalError};
use crate::judge::Judge;
use crate::mine::{MinedGame, mine_game};
use crate::puzzle::Puzzle;
use crate::rate::{Solvers, Tries, rating};
use crate::unique::remove_duplicates;
use crate::verify::{Verdict, verify};

/// Progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Number of finished games, endings or puzzles.
    pub done: usize,
    /// Number of puzzles found, duplicates included, or rated.
    pub puzzles: usize,
}

/// Run that mines puzzles.
pub struct Mining<'a> {
    pub variant: &'static Variant,
    pub games: &'a [MinedGame],
    /// Number of random endings, after the games.
    pub endings: usize,
    /// Tables of the endings; they also judge positions of games.
    pub tables: Option<&'a Tables>,
    /// Nodes of the judge's searches.
    pub nodes: u64,
    /// Seed of the endings.
    pub seed: u64,
    /// Maximum number of puzzles, duplicates included, at which the run ends.
    pub limit: usize,
    pub threads: usize,
}

impl Mining<'_> {
    /// Mines what the journal does not have yet, and returns all puzzles of the journal without duplicates. `stop` is called
    /// about ten times a second; when it returns true, the run ends early.
    ///
    /// # Errors
    /// The journal cannot be read or written or is that of another run, there is no memory for an engine, or the embedded
    /// network cannot be used.
    pub fn run(
        &self,
        journal: &Path,
        stop: &dyn Fn() -> bool,
        mut progress: impl FnMut(Progress),
    ) -> Result<Vec<Puzzle>, JournalError> {
        check_engine(self.variant)?;
        let settings = format!("mine {} --nodes {} --seed {}", self.variant.id(), self.nodes, self.seed);
        let (mut journal, mut puzzles) =
            Journal::open(journal, &settings, self.variant, |task| (task < self.tasks()).then(|| self.name(task)))?;
        let found = std::cell::Cell::new(puzzles.len());
        let stop = || stop() || found.get() >= self.limit;
        let mut judges = EngineTasks::new(self.threads, &stop, || {
            Judge::new(self.nodes, self.tables.map_or(&[], std::slice::from_ref))
        })
        .map_err(memory)?;
        progress(Progress { done: journal.tasks(), puzzles: puzzles.len() });
        judges.run(
            journal.tasks()..self.tasks(),
            |judge, task, control| self.mine(judge, task, control),
            |new| {
                journal.add(&self.name(journal.tasks()), &new)?;
                puzzles.extend(new);
                found.set(puzzles.len());
                progress(Progress { done: journal.tasks(), puzzles: puzzles.len() });
                Ok::<(), JournalError>(())
            },
        )?;
        remove_duplicates(&mut puzzles);
        Ok(puzzles)
    }

    /// Number of games and endings.
    pub fn tasks(&self) -> usize {
        self.games.len() + self.endings
    }

    fn name(&self, task: usize) -> String {
        match self.games.get(task) {
            Some(game) => game.source.clone(),
            None => format!("ending {}", task - self.games.len()),
        }
    }

    fn mine(&self, judge: &mut Judge<'_>, task: usize, control: &Control) -> Option<Vec<Puzzle>> {
        match (self.games.get(task), self.tables) {
            (Some(game), _) => mine_game(judge, game, control),
            (None, None) => Some(Vec::new()),
            (None, Some(tables)) => {
                let number = (task - self.games.len()) as u64;
                mine_ending(judge, tables, self.seed, number, control).map(|found| found.into_iter().collect())
            }
        }
    }
}

/// Verifies puzzles in order by judges with this number of nodes and margin, and calls `done` with each verdict. Returns false if
/// `stop` ended the run early.
///
/// # Errors
/// There is no memory for an engine.
pub fn verify_all(
    puzzles: &[Puzzle],
    (nodes, margin): (u64, f64),
    tables: &[Tables],
    threads: usize,
    stop: &dyn Fn() -> bool,
    mut done: impl FnMut(&Puzzle, Verdict),
) -> Result<bool, HashSizeError> {
    let mut judges = EngineTasks::new(threads, stop, || Ok(Judge::new(nodes, tables)?.with_margin(margin)))?;
    let mut next = puzzles.iter();
    let finished = judges.run(
        puzzles,
        |judge, puzzle, control| verify(judge, puzzle, control),
        |verdict| {
            if let Some(puzzle) = next.next() {
                done(puzzle, verdict);
            }
            Ok::<(), Infallible>(())
        },
    );
    let Ok(finished) = finished;
    Ok(finished)
}

/// Run that rates puzzles.
pub struct Rating<'a> {
    pub variant: &'static Variant,
    pub puzzles: &'a [Puzzle],
    /// Number of tries of each level.
    pub tries: u64,
    /// Seed of the levels' mistakes.
    pub seed: u64,
    pub threads: usize,
}

impl Rating<'_> {
    /// Rates the puzzles that the journal does not have yet, and returns all that are rated, in order. `tried` is called with
    /// the tries of each.
    ///
    /// # Errors
    /// The journal cannot be read or written or is that of another run, or there is no memory for an engine.
    pub fn run(
        &self,
        journal: &Path,
        stop: &dyn Fn() -> bool,
        mut progress: impl FnMut(Progress),
    ) -> Result<Vec<Puzzle>, JournalError> {
        check_engine(self.variant)?;
        let settings = format!("rate {} --tries {} --seed {}", self.variant.id(), self.tries, self.seed);
        let name = |task: usize| self.puzzles.get(task).map(|puzzle| puzzle.start.to_fen());
        let (mut journal, mut rated) = Journal::open(journal, &settings, self.variant, name)?;
        let mut solvers = EngineTasks::new(self.threads, stop, Solvers::new).map_err(memory)?;
        progress(Progress { done: journal.tasks(), puzzles: rated.len() });
        solvers.run(
            &self.puzzles[journal.tasks().min(self.puzzles.len())..],
            |solvers, puzzle, control| {
                let tries: Tries = solvers.try_puzzle(puzzle, self.tries, self.seed, control)?;
                Some(Puzzle { rating: Some(rating(puzzle, &tries)), ..puzzle.clone() })
            },
            |puzzle| {
                journal.add(&puzzle.start.to_fen(), std::slice::from_ref(&puzzle))?;
                rated.push(puzzle);
                progress(Progress { done: journal.tasks(), puzzles: rated.len() });
                Ok::<(), JournalError>(())
            },
        )?;
        Ok(rated)
    }
}

fn memory(error: HashSizeError) -> JournalError {
    JournalError::Io(std::io::Error::other(error))
}

/// Solve rates of the levels, by ranges of ratings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveRates {
    /// Levels that tried the puzzles.
    pub levels: Vec<Level>,
    /// Ranges with at least one puzzle, the lowest first.
    pub ranges: Vec<RatingRange>,
}

/// Puzzles of a range of ratings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingRange {
    /// Lowest rating of the range.
    pub from: u32,
    /// Number of puzzles.
    pub puzzles: u32,
    /// Number of puzzles that each level solved.
    pub solved: Vec<u32>,
}

/// Lets each level try each puzzle once. Puzzles without a rating are not tried. `done` is called with the number of puzzles
/// that have been tried.
///
/// # Errors
/// There is no memory for an engine.
pub fn solve_rates(
    puzzles: &[Puzzle],
    width: u32,
    seed: u64,
    threads: usize,
    stop: &dyn Fn() -> bool,
    mut done: impl FnMut(usize),
) -> Result<SolveRates, HashSizeError> {
    let levels = Solvers::levels().to_vec();
    let rated: Vec<(&Puzzle, u32)> = puzzles.iter().filter_map(|puzzle| Some((puzzle, puzzle.rating?))).collect();
    let mut ranges: BTreeMap<u32, RatingRange> = BTreeMap::new();
    let mut solvers = EngineTasks::new(threads, stop, Solvers::new)?;
    let mut tried = 0;
    let Ok(_) = solvers.run(
        rated,
        |solvers, (puzzle, rating), control| Some((rating, solvers.try_puzzle(puzzle, 1, seed, control)?)),
        |(rating, tries)| {
            let from = rating / width * width;
            let empty = || RatingRange { from, puzzles: 0, solved: vec![0; levels.len()] };
            let range = ranges.entry(from).or_insert_with(empty);
            range.puzzles += 1;
            for (count, (_, solved)) in range.solved.iter_mut().zip(tries) {
                *count += u32::from(solved);
            }
            tried += 1;
            done(tried);
            Ok::<(), Infallible>(())
        },
    );
    Ok(SolveRates { levels, ranges: ranges.into_values().collect() })
}

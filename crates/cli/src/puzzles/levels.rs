//! `saffron puzzles levels`.

use std::io::Write;
use std::path::PathBuf;

use saffron_puzzles::{Puzzle, solve_rates};

use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::puzzles::file;

/// Print how often each level of the engine solves the puzzles of each range of ratings
///
/// Each row is a level with its Elo, each column a range of ratings with its number of puzzles; the numbers are percent solved.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// File of rated puzzles
    file: PathBuf,
    /// Number of puzzles to try, evenly spread over the file
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    sample: u64,
    /// Seed of the levels' mistakes; another one than that of the rating
    #[arg(long, value_name = "N", default_value_t = 1000)]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
}

/// Width of a range of ratings, in Elo.
const RANGE: u32 = 400;

/// Lets the levels try the puzzles and prints the table.
pub(super) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let (_, puzzles) = file::puzzles(&arguments.file)?;
    if puzzles.iter().any(|puzzle| puzzle.rating.is_none()) {
        return Err(CliError::new(format_args!("{}: the puzzles have no ratings", arguments.file.display())));
    }
    let step = (puzzles.len() as u64).div_ceil(arguments.sample).max(1) as usize;
    let sample: Vec<Puzzle> = puzzles.into_iter().step_by(step).collect();
    let interrupt = Interrupt::listen()?;
    let mut display = Progress::new(sample.len() as u64, "puzzles")?;
    let threads = arguments.threads as usize;
    let rates = solve_rates(&sample, RANGE, arguments.seed, threads, &|| interrupt.is_requested(), |done| {
        display.update(done as u64, "tried");
    })
    .map_err(CliError::new)?;
    display.finish();
    let mut out = std::io::stdout();
    let ranges =
        rates.ranges.iter().map(|range| format!("\t{}-{} ({})", range.from, range.from + RANGE - 1, range.puzzles));
    writeln!(out, "level{}", ranges.collect::<String>())?;
    for (row, level) in rates.levels.iter().enumerate() {
        let solved = rates
            .ranges
            .iter()
            .map(|range| format!("\t{:.0}", 100.0 * f64::from(range.solved[row]) / f64::from(range.puzzles.max(1))));
        writeln!(out, "{} ({}){}", level.number, level.elo, solved.collect::<String>())?;
    }
    Ok(())
}

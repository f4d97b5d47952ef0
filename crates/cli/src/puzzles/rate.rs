//! `saffron puzzles rate`.

use std::io::Write;
use std::path::PathBuf;

use saffron_puzzles::Rating;

use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::puzzles::file;

/// Give puzzles their first rating, by the levels of the engine that solve them
///
/// Results are stored in the journal next to the output: run the command again to continue after Ctrl-C.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// File of puzzles, made by `saffron puzzles mine`
    file: PathBuf,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of tries of each level
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=100))]
    tries: u64,
    /// Seed of the levels' mistakes
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
}

/// Rates until all puzzles are done, or Ctrl-C.
pub(super) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let (variant, puzzles) = file::puzzles(&arguments.file)?;
    let interrupt = Interrupt::listen()?;
    let threads = arguments.threads as usize;
    let rating = Rating { variant, puzzles: &puzzles, tries: arguments.tries, seed: arguments.seed, threads };
    let journal = file::journal_of(&arguments.out);
    let mut display = Progress::new(puzzles.len() as u64, "puzzles")?;
    let rated = rating
        .run(&journal, &|| interrupt.is_requested(), |progress| display.update(progress.done as u64, "rated"))
        .map_err(|error| file::journal_error(&journal, &error))?;
    display.finish();
    let mut out = std::io::stdout();
    if rated.len() < puzzles.len() {
        return Ok(writeln!(out, "Stopped after {} puzzles; run the same command again to continue.", rated.len())?);
    }
    file::write(&arguments.out, &rated)?;
    Ok(writeln!(out, "puzzles {}", rated.len())?)
}

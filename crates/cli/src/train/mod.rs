//! `saffron train`: a network for a variant, from nothing to a file, in steps that are resumed.

mod python;
mod rounds;

use std::num::NonZero;
use std::path::PathBuf;

use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::position::VariantName;
use crate::user_variants::Loaded;

/// Message of a run that Ctrl-C has ended.
const STOPPED: &str = "stopped; the same command continues";

/// Train a network for a variant: self-play, training in Python, and a match; run it again to continue
///
/// Each round plays games with the network of the round before, the first one with the evaluation that the program has, and
/// trains a network with all games so far. The last network then plays a match against the program's evaluation. The scripts of
/// the training are in the program; they need Python 3.11 or newer, and their packages are installed into the folder.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant
    variant: VariantName,
    /// Folder of games, samples and networks
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=20))]
    rounds: u32,
    /// Games of each round; 60,000 of them are about four million samples
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes per move of the games
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Epochs of each training
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Network to start the first training from, of a variant with the same board and pieces
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Games of the match at the end
    #[arg(long, value_name = "N", default_value_t = 400)]
    match_games: usize,
    /// Number of concurrent games [default: the number of processors]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Python with the packages of training/requirements.txt [default: python3, and an environment in the folder]
    #[arg(long, value_name = "FILE")]
    python: Option<PathBuf>,
}

impl Arguments {
    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get)).max(1)
    }
}

/// Runs the missing steps; Ctrl-C ends the current one.
pub(crate) fn run(arguments: &Arguments, variants: &[Loaded]) -> Result<(), CliError> {
    let interrupt = Interrupt::listen()?;
    let failed = |error: std::io::Error| CliError::new(format_args!("{}: {error}", arguments.out.display()));
    std::fs::create_dir_all(&arguments.out).map_err(failed)?;
    let python = python::prepare(&arguments.out, arguments.python.as_deref())?;
    for round in 1..=arguments.rounds {
        rounds::round(arguments, round, &python, &interrupt)?;
        if interrupt.is_requested() {
            return Err(CliError::new(STOPPED));
        }
    }
    rounds::compare(arguments, variants, &interrupt)
}

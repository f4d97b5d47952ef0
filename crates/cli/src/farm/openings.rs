//! `saffron farm openings`: openings balanced by deep search.

use std::io::Write;
use std::path::PathBuf;

use saffron_engine::Control;
use saffron_farm::{Balance, BalancedOpenings};

use crate::error::CliError;
use crate::interrupt;
use crate::position::VariantName;
use crate::progress::Progress;

/// Find openings that a deep search says are balanced; run it again to continue
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant
    variant: VariantName,
    /// File of the openings, one a line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of openings in the file
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    count: usize,
    /// Maximum score of an opening in centipawns, normalized: at 100 a win is an even chance
    #[arg(long, value_name = "CP", default_value_t = Balance::default().centipawns, value_parser = clap::value_parser!(i32).range(1..))]
    balance: i32,
    /// Nodes after which the score must be balanced; after four times as many it must still be
    #[arg(long, value_name = "N", default_value_t = Balance::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the random plies
    #[arg(long, value_name = "N", default_value_t = Balance::default().seed)]
    seed: u64,
    /// Number of candidates that are searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// Searches until the file has all openings, or Ctrl-C ends the run.
pub(super) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let control = Control::new();
    let stopped = control.clone();
    interrupt::at_first(move || stopped.stop())?;
    let balance =
        Balance { centipawns: arguments.balance, nodes: arguments.nodes, seed: arguments.seed, ..Balance::default() };
    let mut openings = BalancedOpenings::open(&arguments.out, arguments.variant.0, balance).map_err(CliError::new)?;
    let mut display = Progress::new(arguments.count as u64, "openings")?;
    openings
        .extend(arguments.count, arguments.threads, &control, |progress| {
            display.update(progress.openings as u64, format_args!("{} candidates", progress.candidates));
        })
        .map_err(CliError::new)?;
    display.finish();
    writeln!(std::io::stdout(), "openings {}", openings.len())?;
    Ok(())
}

//! `saffron puzzles mine`.

use std::io::Write;
use std::path::PathBuf;

use saffron_puzzles::Mining;
use saffron_tables::Tables;

use crate::endgame_tables;
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::position::VariantName;
use crate::progress::Progress;
use crate::puzzles::{file, sources};

/// Mine puzzles from games and endings
///
/// A position becomes a puzzle if exactly one move wins, and the solution continues for as long as that is so; a mate is proved
/// by exhaustive search. Results are stored in FILE.journal next to the file: run the
/// command again to continue after Ctrl-C, with more games or endings. Duplicates and mirror images are left out. The puzzles
/// depend only on the games and the settings, not on the number of threads or interruptions.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant
    variant: VariantName,
    /// Folders or .games files of self-play, and game records (PGN); others of the variant in a record are left out
    #[arg(value_name = "DIR|FILE")]
    games: Vec<PathBuf>,
    /// File of puzzles to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Nodes of each of the two searches that compare the best move with the others
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(10..))]
    nodes: u64,
    /// Number of random endings from tables, each for one puzzle at most
    #[arg(long, value_name = "N", default_value_t = 0)]
    endings: usize,
    /// Folder of endgame tables, in addition to those in the program
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Seed of the endings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of puzzles, duplicates included, after which the run ends
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    puzzles: usize,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
}

/// Mines until all games and endings are done, the file has enough puzzles, or Ctrl-C.
pub(super) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let VariantName(variant) = arguments.variant;
    let games = sources::games(&arguments.games, variant)?;
    if games.is_empty() && arguments.endings == 0 {
        return Err(CliError::new("there is nothing to mine: name games, or a number of --endings"));
    }
    let tables = match &arguments.tables {
        Some(folder) => Some(
            endgame_tables::open(folder, variant).map_err(|error| CliError::new(format_args!("--tables: {error}")))?,
        ),
        None => Tables::built_in(variant).ok(),
    };
    if tables.is_none() && arguments.endings > 0 {
        return Err(CliError::new(format_args!("--endings: there are no endgame tables of {}", variant.name())));
    }
    let interrupt = Interrupt::listen()?;
    let mining = Mining {
        variant,
        games: &games,
        endings: arguments.endings,
        tables: tables.as_ref(),
        nodes: arguments.nodes,
        seed: arguments.seed,
        limit: arguments.puzzles,
        threads: arguments.threads as usize,
    };
    let journal = file::journal_of(&arguments.out);
    let mut display = Progress::new(mining.tasks() as u64, "games and endings")?;
    let puzzles = mining
        .run(&journal, &|| interrupt.is_requested(), |progress| {
            display.update(progress.done as u64, format_args!("{} puzzles", progress.puzzles));
        })
        .map_err(|error| file::journal_error(&journal, &error))?;
    display.finish();
    file::write(&arguments.out, &puzzles)?;
    let mut out = std::io::stdout();
    if interrupt.is_requested() {
        writeln!(out, "Stopped; run the same command again to continue.")?;
    }
    Ok(writeln!(out, "puzzles {}", puzzles.len())?)
}

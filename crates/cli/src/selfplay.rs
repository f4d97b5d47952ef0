//! `saffron selfplay` and `saffron samples`: self-play games of the engine, and training data made from them.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use saffron_engine::{Control, NetworkChoice};
use saffron_selfplay::{Damage, Filter, Run, Settings, Summary, game_files};

use crate::error::CliError;
use crate::files;
use crate::interrupt;
use crate::network;
use crate::position::VariantName;
use crate::progress::Progress;

/// Maximum number of random plies. Hardly any game lasts longer, so the search for such an opening might not end.
const MAX_RANDOM_PLIES: i64 = 100;

/// Play games of the engine against itself as training data; run it again to continue
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant
    variant: VariantName,
    /// Folder of the run: shards of games, and a manifest
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Total number of games of the run
    #[arg(long, value_name = "N")]
    games: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Network file of the engine, or none for the handcrafted evaluation [default: the network in the program]
    #[arg(long, value_name = "FILE|none")]
    network: Option<PathBuf>,
    /// Number of random plies at the start of each game, at most 100
    #[arg(long, value_name = "N", default_value_t = Settings::default().random_plies as u16, value_parser = clap::value_parser!(u16).range(..=MAX_RANDOM_PLIES))]
    random_plies: u16,
    /// Maximum score of an opening in centipawns, by the first search
    #[arg(long, value_name = "CP", default_value_t = Settings::default().max_imbalance, value_parser = clap::value_parser!(i32).range(1..))]
    max_imbalance: i32,
    /// Seed of the random plies
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,
    /// Number of games in a shard
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    shard_games: u64,
    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// Plays until the folder has all games, or Ctrl-C ends the run.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let control = Control::new();
    let stopped = control.clone();
    interrupt::at_first(move || stopped.stop())?;
    let run = Run {
        variant: arguments.variant.0,
        settings: Settings {
            nodes: arguments.nodes,
            random_plies: usize::from(arguments.random_plies),
            max_imbalance: arguments.max_imbalance,
            seed: arguments.seed,
            ..Settings::default()
        },
        network: network(arguments)?,
        engine: saffron_uci::version(),
        games: arguments.games,
        shard_games: arguments.shard_games,
        threads: arguments.threads,
    };
    let mut display = Progress::new(run.games, "games")?;
    run.play(&arguments.out, &control, |progress| {
        display.update(progress.games, format_args!("{} plies", progress.plies));
    })
    .map_err(|error| CliError::new(format_args!("{}: {error}", arguments.out.display())))?;
    display.finish();
    Ok(())
}

fn network(arguments: &Arguments) -> Result<NetworkChoice, CliError> {
    let Some(path) = &arguments.network else { return Ok(NetworkChoice::Embedded) };
    if path.as_os_str() == "none" {
        return Ok(NetworkChoice::None);
    }
    Ok(NetworkChoice::Custom(Arc::new(network::open(path, arguments.variant.0)?)))
}

/// Convert self-play games into training samples
#[derive(Debug, clap::Args)]
pub(crate) struct SamplesArguments {
    /// Folders or game files of one variant, made by `saffron selfplay`
    #[arg(required = true, value_name = "DIR|FILE")]
    games: Vec<PathBuf>,
    /// Sample file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Maximum number of damaged games that are reported one by one.
const MAX_REPORTED: usize = 20;

/// Writes the samples. The last line gives their number and that of the skipped damaged games.
pub(crate) fn samples(arguments: &SamplesArguments) -> Result<(), CliError> {
    let summary = write_sample_file(&arguments.games, &arguments.out)?;
    let Summary { games, positions, samples, damage } = summary;
    let damaged = if damage.is_empty() { String::new() } else { format!(" damaged {}", damage.len()) };
    writeln!(std::io::stdout(), "games {games} positions {positions} samples {samples}{damaged}")?;
    Ok(())
}

/// Writes the samples of folders or game files into a file, and reports damaged games.
pub(crate) fn write_sample_file(folders: &[PathBuf], out: &Path) -> Result<Summary, CliError> {
    let failed = |error: &dyn std::fmt::Display| CliError::new(format_args!("{}: {error}", out.display()));
    // A temporary name until the file is complete keeps an earlier file after a failure.
    let partial = files::with_further_extension(out, "partial");
    let mut games = Vec::new();
    for path in folders {
        let files = game_files(path).map_err(|error| CliError::new(format_args!("{}: {error}", path.display())))?;
        games.extend(files);
    }
    let mut inputs = Vec::new();
    for path in &games {
        let file = File::open(path).map_err(|error| CliError::new(format_args!("{}: {error}", path.display())))?;
        for written in [out, partial.as_path()] {
            if files::is_same(written, path) {
                return Err(CliError::new(format_args!("--out {}: {}", written.display(), files::IS_INPUT_FILE)));
            }
        }
        inputs.push(BufReader::new(file));
    }
    let output = BufWriter::new(File::create(&partial).map_err(|error| failed(&error))?);
    let summary = match saffron_selfplay::write_samples(inputs, output, &Filter::default()) {
        Ok(summary) => summary,
        Err(error) => {
            let _ = std::fs::remove_file(&partial);
            return Err(match error.file {
                Some(file) => CliError::new(format_args!("{}: {error}", games[file].display())),
                None => failed(&error),
            });
        }
    };
    std::fs::rename(&partial, out).map_err(|error| failed(&error))?;
    for (file, damage) in summary.damage.iter().take(MAX_REPORTED) {
        let Damage { offset, length, what } = damage;
        let path = games[*file].display();
        let _ = writeln!(std::io::stderr(), "{path}: skipped {length} bytes from byte {offset}: {what}");
    }
    Ok(summary)
}

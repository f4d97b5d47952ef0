//! `saffron selfplay` and `saffron samples`: self-play games of the engine, and training data made from them.

use std::fs::File;
use std::io::{BufReader, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use saffron_engine::Control;
use saffron_selfplay::{Damage, Filter, Settings, Summary};

use crate::error::CliError;
use crate::files;
use crate::position::VariantName;

/// Progress interval when stderr is not a terminal.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(60);

/// Maximum number of random plies. Hardly any game lasts longer, so the search for such an opening might not end.
const MAX_RANDOM_PLIES: i64 = 100;

/// Play games of the engine against itself as training data; run it again to add to the same file
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant
    variant: VariantName,
    /// File to which the games are appended
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Total number of games in the file
    #[arg(long, value_name = "N")]
    games: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of random plies at the start of each game, at most 100
    #[arg(long, value_name = "N", default_value_t = Settings::default().random_plies as u16, value_parser = clap::value_parser!(u16).range(..=MAX_RANDOM_PLIES))]
    random_plies: u16,
    /// Seed of the random plies
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,
    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// Plays until the file holds all games.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let settings = Settings {
        nodes: arguments.nodes,
        random_plies: usize::from(arguments.random_plies),
        seed: arguments.seed,
        ..Settings::default()
    };
    let style = "{elapsed_precise} {wide_bar} {pos}/{len} games, {msg}, {eta} left";
    let bar = ProgressBar::new(arguments.games).with_style(ProgressStyle::with_template(style).map_err(CliError::new)?);
    let terminal = std::io::stderr().is_terminal();
    let mut last_printed = Instant::now();
    saffron_selfplay::generate(
        &arguments.out,
        arguments.variant.0,
        &settings,
        arguments.games,
        arguments.threads,
        &Control::new(),
        |progress| {
            if progress.games > 0 && bar.position() == 0 {
                bar.reset_eta();
            }
            bar.set_position(progress.games);
            bar.set_message(format!("{} plies", progress.plies));
            // Without a terminal there is no bar, so print lines instead.
            if !terminal && last_printed.elapsed() >= PROGRESS_INTERVAL {
                last_printed = Instant::now();
                let _ = writeln!(
                    std::io::stderr(),
                    "{}/{} games, {} plies",
                    progress.games,
                    arguments.games,
                    progress.plies
                );
            }
        },
    )
    .map_err(|error| CliError::new(format_args!("{}: {error}", arguments.out.display())))?;
    bar.finish();
    Ok(())
}

/// Convert self-play games into training samples
#[derive(Debug, clap::Args)]
pub(crate) struct SamplesArguments {
    /// Game files of one variant, made by `saffron selfplay`
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Sample file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Maximum number of damaged games that are reported one by one.
const MAX_REPORTED: usize = 20;

/// Writes the samples. The last line gives their number and that of the skipped damaged games.
pub(crate) fn samples(arguments: &SamplesArguments) -> Result<(), CliError> {
    let out = &arguments.out;
    let failed = |error: &dyn std::fmt::Display| CliError::new(format_args!("{}: {error}", out.display()));
    // A temporary name until the file is complete keeps an earlier file after a failure.
    let mut partial = out.clone().into_os_string();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let mut inputs = Vec::new();
    for path in &arguments.games {
        let file = File::open(path).map_err(|error| CliError::new(format_args!("{}: {error}", path.display())))?;
        for written in [out, &partial] {
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
                Some(file) => CliError::new(format_args!("{}: {error}", arguments.games[file].display())),
                None => failed(&error),
            });
        }
    };
    std::fs::rename(&partial, out).map_err(|error| failed(&error))?;
    for (file, damage) in summary.damage.iter().take(MAX_REPORTED) {
        let Damage { offset, length, what } = damage;
        let path = arguments.games[*file].display();
        let _ = writeln!(std::io::stderr(), "{path}: skipped {length} bytes from byte {offset}: {what}");
    }
    let Summary { games, positions, samples, damage } = summary;
    let damaged = if damage.is_empty() { String::new() } else { format!(" damaged {}", damage.len()) };
    writeln!(std::io::stdout(), "games {games} positions {positions} samples {samples}{damaged}")?;
    Ok(())
}

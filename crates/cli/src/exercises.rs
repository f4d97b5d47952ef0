//! `saffron exercises`: makes and proves exercises.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use saffron_exercises::{Topic, make_topic, prove, text};

use crate::error::CliError;
use crate::files::display_name;
use crate::position::VariantName;

/// Make and prove the exercises of the learning pages (docs/exercises.md)
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Make(Make),
    Prove(Prove),
}

/// Make the exercises of a variant from random positions
///
/// Prints a file of exercises: the same for the same seed.
#[derive(Debug, clap::Args)]
struct Make {
    /// Variant: id or name
    variant: VariantName,
    /// Seed of the random positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Prove that exercises take as many moves as they say and no fewer
///
/// Prints one line per exercise with a flaw: file, line, id and flaw. The last line counts exercises and flaws over all files.
/// Flaws do not change the exit status.
#[derive(Debug, clap::Args)]
struct Prove {
    /// Variant: id or name
    variant: VariantName,
    /// Files to read
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    match &arguments.command {
        Command::Make(arguments) => run_make(arguments),
        Command::Prove(arguments) => run_prove(arguments),
    }
}

fn run_make(Make { variant: VariantName(variant), seed }: &Make) -> Result<(), CliError> {
    let exercises: Vec<_> = Topic::ALL.into_iter().flat_map(|topic| make_topic(variant, topic, *seed)).collect();
    Ok(std::io::stdout().write_all(text::write(&exercises).as_bytes())?)
}

fn run_prove(Prove { variant: VariantName(variant), files }: &Prove) -> Result<(), CliError> {
    let mut out = std::io::stdout();
    let (mut exercises, mut flaws) = (0, 0);
    for path in files {
        let name = display_name(path);
        let bytes = std::fs::read(path).map_err(|error| CliError::new(format_args!("{name}: {error}")))?;
        for (number, line) in text::read(&saffron_text::decode(&bytes, None), variant) {
            let exercise = line.map_err(|error| CliError::new(format_args!("{name}:{number}: {error}")))?;
            exercises += 1;
            if let Some(flaw) = prove(&exercise) {
                flaws += 1;
                writeln!(out, "{name}:{number}: {}: {flaw}", exercise.id())?;
            }
        }
    }
    writeln!(out, "exercises {exercises} flaws {flaws}")?;
    Ok(())
}

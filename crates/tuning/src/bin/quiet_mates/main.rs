//! Generates positions in which the side to move can allow a quiet mate in one, from games of the engine against itself, and
//! measures how often the engine's best move allows a mate in one.
//!
//! `saffron-mates`, which shares only the rules with the engine, determines which moves allow a mate.

mod generate;
mod measure;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use saffron_mates::QuietMate;
use saffron_tuning::program;

/// Generate and use the suite of quiet mates in one
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play games of every variant and write positions from them
    Generate(generate::Arguments),
    /// Count the moves of every position of a file again
    Verify {
        /// File of positions
        file: PathBuf,
    },
    /// Search every position of a file and print how often the best move allows a mate in one
    Measure(measure::Arguments),
}

fn main() -> ExitCode {
    program::exit(match &Arguments::parse().command {
        Command::Generate(arguments) => generate::run(arguments),
        Command::Verify { file } => verify(file),
        Command::Measure(arguments) => measure::run(arguments),
    })
}

fn verify(file: &Path) -> Result<(), String> {
    let all = measure::read(file)?;
    for given in &all {
        if QuietMate::new(&given.position) != Some(*given) {
            return Err(format!("{}: the numbers are wrong: {given:?}", file.display()));
        }
    }
    println!("{} positions have the right counts", all.len());
    Ok(())
}

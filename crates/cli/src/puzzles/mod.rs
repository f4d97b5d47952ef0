//! `saffron puzzles`: mines, verifies and rates puzzles.

mod file;
mod levels;
mod mine;
mod rate;
mod sources;
mod verify;

use clap::Subcommand;

use crate::error::CliError;

/// Mine, verify and rate puzzles (docs/puzzles.md)
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Mine(mine::Arguments),
    Verify(verify::Arguments),
    Rate(rate::Arguments),
    Levels(levels::Arguments),
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    match &arguments.command {
        Command::Mine(arguments) => mine::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Rate(arguments) => rate::run(arguments),
        Command::Levels(arguments) => levels::run(arguments),
    }
}

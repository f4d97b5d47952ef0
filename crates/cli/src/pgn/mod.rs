//! `saffron pgn`: checks and converts PGN files game by game.

pub(crate) mod arguments;
mod check;
mod convert;
pub(crate) mod games;

use crate::error::CliError;

/// Check and convert PGN files
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(check::Arguments),
    Convert(convert::Arguments),
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
    }
}

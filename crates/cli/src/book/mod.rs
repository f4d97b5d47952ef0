//! `saffron book`: builds, shows and verifies opening books.

mod build;
pub(crate) mod file;
mod show;
mod statistics;

use clap::Subcommand;

use crate::error::CliError;

/// Build and inspect opening books (docs/book.md)
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Arguments),
    Show(show::Arguments),
    Stats(statistics::StatsArguments),
    Verify(statistics::VerifyArguments),
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    match &arguments.command {
        Command::Build(arguments) => build::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Stats(arguments) => statistics::stats(arguments),
        Command::Verify(arguments) => statistics::verify(arguments),
    }
}

//! `saffron generate`: manual pages and shell completions for packages. It is not listed in the help.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command, Subcommand};
use clap_complete::Shell;

use crate::error::CliError;

/// Write manual pages or shell completions
#[derive(Debug, Args)]
#[command(hide = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: Target,
}

#[derive(Debug, Subcommand)]
enum Target {
    /// Write a manual page for each subcommand into a folder
    Manual {
        /// An existing folder
        folder: PathBuf,
    },
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Writes the manual pages or completions, generated from the description of the command line.
pub(crate) fn run(arguments: &Arguments, mut command: Command) -> Result<(), CliError> {
    match &arguments.what {
        Target::Manual { folder } => clap_mangen::generate_to(command, folder)
            .map_err(|error| CliError::new(format_args!("{}: {error}", folder.display()))),
        Target::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut command, "saffron", &mut script);
            Ok(std::io::stdout().write_all(&script)?)
        }
    }
}

//! `saffron generate`: the manual and the shells' completions, for packages. Not listed in the help.

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
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
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

/// Writes what the arguments name, made from this description of the command line.
pub(crate) fn run(arguments: &Arguments, mut command: Command) -> Result<(), CliError> {
    match &arguments.what {
        What::Manual { folder } => clap_mangen::generate_to(command, folder)
            .map_err(|error| CliError::new(format_args!("{}: {error}", folder.display()))),
        What::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut command, "saffron", &mut script);
            Ok(std::io::stdout().write_all(&script)?)
        }
    }
}

//! `saffron uci`: the engine over the UCI protocol, for chess GUIs and match runners.

use crate::error::CliError;

/// Speak the UCI protocol on standard input and output
///
/// The release archives and packages also install this engine as saffron-uci, for programs that start an engine without
/// arguments. It is the same program, which checks its own name.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// List the parameters of the search among the options
    #[arg(long)]
    parameters: bool,
    /// Commands to run in place of standard input: one command of several words, or several quoted commands
    #[arg(value_name = "COMMAND")]
    commands: Vec<String>,
}

/// Answers commands until `quit` or the end of the input.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let options = saffron_uci::Options { parameters: arguments.parameters };
    if arguments.commands.is_empty() {
        saffron_uci::serve(options, std::io::stdin().lock(), std::io::stdout())?;
    } else {
        saffron_uci::run_commands(options, &arguments.commands, std::io::stdout())?;
    }
    Ok(())
}

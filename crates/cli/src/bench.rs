//! `saffron bench`: fixed searches, the signature of the engine.

use crate::error::CliError;
use crate::user_variants::NoVariants;

/// Run a fixed set of searches; the last line is "N nodes M nps"
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    not_taken: NoVariants,
}

/// Prints a line for each search, and the totals on the last line.
pub(crate) fn run(_: &Arguments) -> Result<(), CliError> {
    Ok(saffron_uci::bench(std::io::stdout())?)
}

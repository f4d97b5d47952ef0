//! `saffron moves`: legal moves of a position.

use std::io::Write;

use crate::error::CliError;
use crate::position::PositionArguments;

/// Print the legal moves on one line, sorted, separated by spaces
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Print algebraic notation: Nc4 instead of b1c4
    #[arg(long)]
    san: bool,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let position = arguments.position.position()?;
    let text = |mv| if arguments.san { position.san(mv) } else { position.uci(mv) };
    let mut moves: Vec<String> = position.legal_moves().into_iter().map(text).collect();
    moves.sort_unstable();
    writeln!(std::io::stdout(), "{}", moves.join(" "))?;
    Ok(())
}

//! `saffron tournament pair`: pairs the next round.

use std::io::Write;
use std::path::PathBuf;

use super::read;
use crate::error::CliError;
use crate::files::display_name;

/// Pair the next round: one line "WHITE BLACK" for each board, "N 0" for the bye
///
/// Players with an entry in the next round, or a requested bye (240 or XXZ), are not paired. If the file has a number of rounds
/// (142 or XXR), the rules for the last round apply to it.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Tournament Report File (TRF16 or TRF26); - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let report = read(&arguments.file)?;
    let round = report.paired_rounds();
    let name = display_name(&arguments.file);
    if report.rounds.is_some_and(|rounds| round >= rounds) {
        return Err(CliError::new(format_args!("{name}: all {round} rounds are paired")));
    }
    let pairing = report
        .pair(round, &report.present())
        .map_err(|error| CliError::new(format_args!("{name}: round {}: {error}", round + 1)))?;
    let mut out = std::io::stdout();
    let number = |place: usize| report.players[place].history.number;
    for pair in &pairing.pairs {
        writeln!(out, "{} {}", number(pair.white), number(pair.black))?;
    }
    if let Some(bye) = pairing.bye {
        writeln!(out, "{} 0", number(bye))?;
    }
    Ok(())
}

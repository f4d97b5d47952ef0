//! `saffron tournament standings`: ranks the players by points and tie-breaks.

use std::io::Write;
use std::path::PathBuf;

use saffron_tournament::History;
use saffron_tournament::standings::{TieBreak, TieBreakError, Tournament, standings};
use saffron_tournament::trf::Report;

use super::read;
use crate::error::CliError;
use crate::files::display_name;

/// Rank the players by points and FIDE's tie-breaks of 2026
///
/// Prints a line with the names of the columns, and one for each player: rank, number, points, the tie-breaks, and name, with tabs
/// between them.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Tournament Report File (TRF16 or TRF26); - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Tie-breaks in their order, such as DE,BH-C1,BH,SB; by default those of the file (202), or these four
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    tie_breaks: Option<Vec<TieBreak>>,
    /// Number of rounds that count; all by default
    #[arg(long, value_name = "N")]
    rounds: Option<usize>,
    /// Rank a round robin, in which forfeits are games
    #[arg(long)]
    round_robin: bool,
}

/// Tie-breaks when neither arguments nor file name any.
const DEFAULT: &str = "DE,BH-C1,BH,SB";

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let report = read(&arguments.file)?;
    let tie_breaks = match &arguments.tie_breaks {
        Some(tie_breaks) => tie_breaks.clone(),
        None => of_report(&report)
            .map_err(|error| CliError::new(format_args!("{}: {error}", display_name(&arguments.file))))?,
    };
    let players: Vec<History> = report.players.iter().map(|player| player.history.clone()).collect();
    let ratings: Vec<Option<u16>> = report.players.iter().map(|player| player.rating).collect();
    let rounds = arguments.rounds.unwrap_or_else(|| report.paired_rounds());
    let tournament = Tournament {
        players: &players,
        ratings: &ratings,
        rounds,
        points: report.points,
        is_round_robin: arguments.round_robin,
    };
    let mut out = std::io::BufWriter::new(std::io::stdout());
    write!(out, "rank\tnumber\tpoints")?;
    for tie_break in &tie_breaks {
        write!(out, "\t{tie_break}")?;
    }
    writeln!(out, "\tname")?;
    for row in standings(&tournament, &tie_breaks) {
        let player = &report.players[row.player];
        write!(out, "{}\t{}\t{}", row.rank, player.history.number, row.points)?;
        for value in &row.values {
            write!(out, "\t{value}")?;
        }
        writeln!(out, "\t{}", player.name)?;
    }
    out.flush()?;
    Ok(())
}

/// Tie-breaks that a report names.
fn of_report(report: &Report) -> Result<Vec<TieBreak>, TieBreakError> {
    let codes = report.head.iter().find(|(tag, _)| tag == "202").map_or(DEFAULT, |(_, text)| text);
    let codes = codes.split([',', ' ', ';']).filter(|code| !code.is_empty());
    codes.map(str::parse).collect()
}

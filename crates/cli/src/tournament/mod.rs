//! `saffron tournament`: pairs rounds of Tournament Report Files, checks how they were paired, and ranks the players.

mod check;
mod pair;
mod standings;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;

use saffron_tournament::trf::Report;
use saffron_tournament::{Pairing, Points};

use crate::error::CliError;
use crate::files::display_name;

/// Pair rounds of Swiss tournaments by FIDE's Dutch system, and rank the players by its tie-breaks
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(check::Arguments),
    Pair(pair::Arguments),
    Standings(standings::Arguments),
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Pair(arguments) => pair::run(arguments),
        Command::Standings(arguments) => standings::run(arguments),
    }
}

/// Reads a report; `-` is standard input.
fn read(file: &Path) -> Result<Report, CliError> {
    let name = display_name(file);
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    let bytes = bytes.map_err(|error| CliError::new(format_args!("{name}: {error}")))?;
    let report = Report::read(&saffron_text::decode(&bytes, None)).or_else(|error| {
        // Some programs count the bytes of a name as its columns.
        let bytewise: String = bytes.iter().copied().map(char::from).collect();
        if bytes.is_ascii() { Err(error) } else { Report::read(&bytewise).map_err(|_| error) }
    });
    let report = report.map_err(|error| CliError::new(format_args!("{name}: {error}")))?;
    if let Some((number, written, counted)) = differing_points(&report) {
        // If standard error is closed, the note is lost.
        let _ = writeln!(
            std::io::stderr(),
            "note: {name}: the line of player {number} has {written} points, the rounds add up to {counted}; the rounds count"
        );
    }
    Ok(report)
}

/// First player whose written points are not those of the rounds: number, written and counted points.
fn differing_points(report: &Report) -> Option<(u32, Points, Points)> {
    report.players.iter().find_map(|player| {
        let counted = player.history.score(usize::MAX);
        let written = player.written_points.filter(|written| *written != counted)?;
        Some((player.history.number, written, counted))
    })
}

/// Opponents of the white players by numbers, with 0 for the bye.
fn numbers(report: &Report, pairing: &Pairing) -> BTreeMap<u32, u32> {
    let number = |place: usize| report.players[place].history.number;
    let pairs = pairing.pairs.iter().map(|pair| (number(pair.white), number(pair.black)));
    pairs.chain(pairing.bye.map(|place| (number(place), 0))).collect()
}

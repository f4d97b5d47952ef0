//! `saffron tournament check`: pairs each round again from the rounds before it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use saffron_rules::Color;
use saffron_tournament::Round;
use saffron_tournament::trf::Report;

use super::{numbers, read};
use crate::error::CliError;
use crate::files::display_name;

/// Pair each round again from the rounds before it, and report rounds that were paired differently
///
/// Prints one line for each round that differs: file, round, and the pairs WHITE-BLACK of the file with those of the rules; a
/// bye is N-0. The last line counts rounds and those that differ over all files. Differences do not change the exit status.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Tournament Report Files (TRF16 or TRF26); - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let mut out = std::io::stdout();
    let (mut rounds, mut differences) = (0, 0);
    for file in &arguments.files {
        let report = read(file)?;
        for round in 0..report.paired_rounds() {
            rounds += 1;
            let recorded = recorded(&report, round);
            let found = report.pair(round, &report.paired_in(round));
            let found = found.map(|pairing| numbers(&report, &pairing));
            if found.as_ref() == Ok(&recorded) {
                continue;
            }
            differences += 1;
            let name = display_name(file);
            match found {
                Ok(found) => {
                    let (there, here) = (other_pairs(&recorded, &found), other_pairs(&found, &recorded));
                    writeln!(out, "{name}: round {}: file {there}; rules {here}", round + 1)?;
                }
                Err(error) => writeln!(out, "{name}: round {}: {error}", round + 1)?,
            }
        }
    }
    writeln!(out, "rounds {rounds} differences {differences}")?;
    Ok(())
}

/// Pairs of a round in the report.
fn recorded(report: &Report, round: usize) -> BTreeMap<u32, u32> {
    let number = |place: usize| report.players[place].history.number;
    let pairs = report.players.iter().filter_map(|player| match player.history.round(round) {
        Round::Game { opponent, color: Color::White, .. } => Some((player.history.number, number(opponent))),
        Round::Game { .. } => None,
        bye => bye.is_paired().then_some((player.history.number, 0)),
    });
    pairs.collect()
}

/// Pairs of one pairing that another one lacks.
fn other_pairs(pairs: &BTreeMap<u32, u32>, without: &BTreeMap<u32, u32>) -> String {
    let others = pairs.iter().filter(|(white, black)| without.get(white) != Some(black));
    others.map(|(white, black)| format!("{white}-{black}")).collect::<Vec<_>>().join(" ")
}

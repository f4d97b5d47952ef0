//! `saffron pgn check`: checks that games are legal.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use saffron_rules::{RawGame, Replay};

use crate::error::CliError;
use crate::files::display_name;
use crate::pgn::arguments::ReadingArguments;
use crate::pgn::games;

/// Replay the games of files and report illegal ones
///
/// Prints one line per illegal game: file, line, number of the game, ply, move and reason. Lines with "note" report problems
/// that do not make a game illegal. The last line counts games, legal games and legal plies over all files. Illegal games do
/// not change the exit status.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Files to read; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingArguments,
}

#[derive(Default)]
struct Totals {
    games: u64,
    legal: u64,
    plies: u64,
}

/// Checks the files. A file that cannot be read does not stop the others from being checked.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut totals = Totals::default();
    let mut failure = Ok(());
    for file in &arguments.files {
        let name = display_name(file);
        let mut replayer = arguments.reading.replayer();
        let read = games::each_game(file, arguments.reading.encoding(), |raw| {
            let replay = replayer.replay(raw);
            totals.games += 1;
            totals.legal += u64::from(replay.error.is_none());
            totals.plies += replay.moves.len() as u64;
            Ok(tell(&mut out, &name, raw, &replay)?)
        });
        match read {
            Ok(_) => {}
            Err(CliError::OutputClosed) => return Err(CliError::OutputClosed),
            Err(error) => failure = failure.and(Err(error)),
        }
    }
    let Totals { games, legal, plies } = totals;
    writeln!(out, "games {games} legal {legal} plies {plies}")?;
    out.flush()?;
    failure
}

fn tell(out: &mut impl Write, name: &str, raw: &RawGame, replay: &Replay) -> std::io::Result<()> {
    let number = raw.number;
    for fault in raw.errors.iter().filter(|fault| fault.is_note()) {
        writeln!(out, "{name}: game {number}: note: {fault}")?;
    }
    if let (true, Some(start)) = (replay.variant_is_inherited, &replay.start) {
        let variant = start.variant().name();
        writeln!(
            out,
            "{name}:{}: game {number}: note: no Variant tag; read as {variant}, like those before it",
            raw.line
        )?;
    }
    if let Some((written, outcome)) = &replay.result_mismatch {
        writeln!(
            out,
            "{name}:{}: game {number}: note: the result is {written}, but the game ended {outcome}",
            raw.line
        )?;
    }
    for note in &replay.notes {
        writeln!(out, "{name}:{}: game {number}: note: {note}", note.line)?;
    }
    if let Some(error) = &replay.error {
        writeln!(out, "{name}:{}: game {number}{}: {error}", error.line, players(raw))?;
    }
    Ok(())
}

/// Formats the players in parentheses.
fn players(raw: &RawGame) -> String {
    match (raw.tag("White"), raw.tag("Black")) {
        (Some(white), Some(black)) => format!(" ({white} - {black})"),
        _ => String::new(),
    }
}

//! `saffron book show`.

use std::io::Write;
use std::path::PathBuf;

use saffron_book::{Book, BookMove};
use saffron_engine::{Score, WinRate};
use saffron_rules::Position;

use crate::error::CliError;
use crate::position::PositionArguments;

/// Print the book moves of a position
///
/// Columns: eval, the value of the move for the side that plays it, 1.00 at an even chance to win; games, the number of self-play
/// games with the move; score, the result of that side in them; played, how often the book plays the move.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Book file [default: the embedded book]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

/// Prints the table.
pub(super) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let position = arguments.position.position()?;
    let variant = position.variant();
    let opened;
    let book = match &arguments.book {
        Some(path) => {
            opened = crate::book::file::open_for(path, variant)?;
            &opened
        }
        None => Book::embedded(variant).ok_or_else(|| {
            CliError::new(format_args!("there is no book of {}; --book names a file", variant.name()))
        })?,
    };
    let moves = book.moves(&position);
    let mut out = std::io::stdout();
    if moves.is_empty() {
        return Ok(writeln!(out, "The position is not in the book.")?);
    }
    Ok(write!(out, "{}", table(&position, &moves))?)
}

fn table(position: &Position, moves: &[BookMove]) -> String {
    let win_rate = WinRate::of(position.variant());
    let total: u32 = moves.iter().map(|known| u32::from(known.weight)).sum();
    let mut text = format!("{:8} {:>6} {:>6} {:>6} {:>7}\n", "move", "eval", "games", "score", "played");
    for known in moves {
        let score = match known.games {
            0 => "-".to_owned(),
            games => format!("{:.0}%", 25.0 * f64::from(known.quarters) / f64::from(games)),
        };
        let share = 100.0 * f64::from(known.weight) / f64::from(total.max(1));
        text += &format!(
            "{:8} {:>+6.2} {:>6} {:>6} {:>6.0}%\n",
            position.san(known.mv),
            f64::from(win_rate.normalized(Score::Cp(known.value)).to_centipawns()) / 100.0,
            known.games,
            score,
            share
        );
    }
    text
}

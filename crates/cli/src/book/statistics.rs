//! `saffron book stats` and `saffron book verify`.

use std::io::Write;
use std::path::{Path, PathBuf};

use saffron_book::{Book, Statistics};

use crate::error::CliError;

/// Print statistics of a book
#[derive(Debug, clap::Args)]
pub(crate) struct StatsArguments {
    /// The book
    file: PathBuf,
}

/// Check the consistency of a book: every position is reachable, every move legal, every value correct
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArguments {
    /// The book
    file: PathBuf,
}

/// Prints the statistics.
pub(super) fn stats(arguments: &StatsArguments) -> Result<(), CliError> {
    let (book, statistics) = verified(&arguments.file)?;
    Ok(write!(std::io::stdout(), "{}", text(&book, &statistics))?)
}

/// Prints that the book is consistent, or returns an error.
pub(super) fn verify(arguments: &VerifyArguments) -> Result<(), CliError> {
    let (book, statistics) = verified(&arguments.file)?;
    let (positions, moves) = (statistics.positions, statistics.moves);
    Ok(writeln!(std::io::stdout(), "{}: {positions} positions, {moves} moves, all in order", book.variant().id())?)
}

fn verified(path: &Path) -> Result<(Book, Statistics), CliError> {
    let book = crate::book::file::open(path)?;
    let statistics = book.verify().map_err(|flaw| CliError::new(format_args!("{}: {flaw}", path.display())))?;
    Ok((book, statistics))
}

/// Formats the statistics, one per line.
pub(super) fn text(book: &Book, statistics: &Statistics) -> String {
    let plies: Vec<String> = statistics.plies.iter().map(usize::to_string).collect();
    // Half of the positions are at least this far from the start.
    let mut left = statistics.positions / 2;
    let middle = statistics.plies.iter().position(|&count| {
        let here = left < count;
        left = left.saturating_sub(count);
        here
    });
    format!(
        "variant    {}\nbytes      {}\npositions  {}\nmoves      {}, {} of them played, {} to positions of the book\n\
         plies      {} at the most, {} in the middle\nby ply     {}\ngames      {}\nvalue      {:+.2} for White\n",
        book.variant().id(),
        book.to_bytes().len(),
        statistics.positions,
        statistics.moves,
        statistics.played,
        statistics.inner,
        statistics.plies.len().saturating_sub(1),
        middle.unwrap_or(0),
        plies.join(" "),
        statistics.games,
        f64::from(statistics.value) / 100.0,
    )
}

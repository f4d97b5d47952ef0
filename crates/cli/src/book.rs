//! `saffron book`: opening books, built, shown and looked over.

mod build;
mod show;
mod statistics;

use std::path::Path;

use clap::Subcommand;
use saffron_book::Book;
use saffron_rules::Variant;

use crate::failure::Failure;

/// Build opening books, and look into them: docs/book.md
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Arguments),
    Show(show::Arguments),
    Stats(statistics::StatsArguments),
    Verify(statistics::VerifyArguments),
}

/// Does what is asked with a book.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Build(arguments) => build::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Stats(arguments) => statistics::stats(arguments),
        Command::Verify(arguments) => statistics::verify(arguments),
    }
}

/// The book in a file.
pub(crate) fn open(path: &Path) -> Result<Book, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::new(format_args!("{}: {error}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| failed(&error))?;
    Book::from_bytes(&bytes).map_err(|error| failed(&error))
}

/// The book in a file, which must be one of the variant.
pub(crate) fn open_for(path: &Path, variant: &'static Variant) -> Result<Book, Failure> {
    let book = open(path)?;
    if std::ptr::eq(book.variant(), variant) {
        return Ok(book);
    }
    let (found, wanted) = (book.variant().id(), variant.id());
    Err(Failure::new(format_args!("{}: the book is of the variant {found}, not {wanted}", path.display())))
}

//! Book files.

use std::path::Path;

use saffron_book::Book;
use saffron_rules::Variant;

use crate::error::CliError;

/// Reads a book.
pub(crate) fn open(path: &Path) -> Result<Book, CliError> {
    let failed = |error: &dyn std::fmt::Display| CliError::new(format_args!("{}: {error}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| failed(&error))?;
    Book::from_bytes(&bytes).map_err(|error| failed(&error))
}

/// Reads a book of a variant.
pub(crate) fn open_for(path: &Path, variant: &'static Variant) -> Result<Book, CliError> {
    let book = open(path)?;
    if std::ptr::eq(book.variant(), variant) {
        return Ok(book);
    }
    let (found, expected) = (book.variant().id(), variant.id());
    Err(CliError::new(format_args!("{}: the book is of the variant {found}, not {expected}", path.display())))
}

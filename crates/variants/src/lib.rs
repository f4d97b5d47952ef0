//! User-defined variants: reads TOML texts into variants that can be played like those of the library.
//!
//! `docs/variants.md` at the root of the repository describes every key; `variants/` holds examples.
//!
//! ```
//! use saffron_rules::Variant;
//!
//! let text = r#"
//!     [[variant]]
//!     id = "glinski-flank"
//!     name = "Glinski, flank pawns only"
//!     extends = "glinski"
//!     start = "b/qbk/n1b1n/r5r/pp5pp/11/11/11/5B5/2P2B2P2/1PRNQBKNRP1 w - - 0 1"
//!     pawn.first-steps.2 = "b1 c2 i2 k1"
//! "#;
//! let added = saffron_variants::add(text)?;
//! assert_eq!(added[0].stalemate_quarters(), 3);
//! assert_eq!(Variant::by_id("glinski-flank").map(|variant| variant.name()), Some("Glinski, flank pawns only"));
//!
//! let error = saffron_variants::add("[[variant]]\nid = \"x\"\ncolour = \"blue\"").unwrap_err();
//! assert_eq!(error.line(), 3);
//! # Ok::<(), saffron_variants::FileError>(())
//! ```
//!
//! Positions refer to their variant as long as the program runs, so a variant is never freed. It takes about 100 kilobytes,
//! and a text with a mistake about a kilobyte. This crate reads no files.

mod description;
mod error;
mod places;
mod source;

use saffron_rules::{RegisterError, Variant};
use toml::de::DeTable;

pub use crate::error::{FileError, FileErrorKind, ValueType};

use crate::description::Described;
use crate::source::{Source, Table};

/// Maximum length of a text, in bytes.
pub const MAX_TEXT_BYTES: usize = 1 << 20;
/// Maximum number of variants in a text.
pub const MAX_VARIANTS: usize = 64;

/// Reads the variants of a text and registers them, so that [`Variant::by_id`] finds them: all of them, or none if there is
/// an error.
///
/// # Errors
/// A [`FileError`] with the line of the mistake, also if an id or name is taken.
pub fn add(text: &str) -> Result<Vec<&'static Variant>, FileError> {
    let described = read(text)?;
    let variants = build(&described)?;
    match Variant::register(&variants) {
        Ok(()) => Ok(variants),
        Err(error) => {
            // Registering has no other errors.
            let (name, index) = match error {
                RegisterError::Taken { name, index } => (name, index),
                error => (error.to_string(), 0),
            };
            let kind = FileErrorKind::NameTaken(name);
            Err(match described.get(index) {
                Some(at) => at.error(kind),
                None => FileError::new(1, kind),
            })
        }
    }
}

/// Reads the variants of a text without registering them.
///
/// # Errors
/// A [`FileError`] with the line of the mistake, also if an id is taken.
pub fn parse(text: &str) -> Result<Vec<&'static Variant>, FileError> {
    build(&read(text)?)
}

/// Checks a text. Only the texts and lists of its variants stay in memory, about a kilobyte.
///
/// # Errors
/// A [`FileError`] with the line of the mistake, also if an id is taken.
pub fn check(text: &str) -> Result<(), FileError> {
    read(text).map(drop)
}

fn build(described: &[Described]) -> Result<Vec<&'static Variant>, FileError> {
    described
        .iter()
        .map(|one| Variant::build(one.spec).map_err(|error| one.error(FileErrorKind::Variant(error))))
        .collect()
}

fn read(text: &str) -> Result<Vec<Described>, FileError> {
    if text.len() > MAX_TEXT_BYTES {
        let (length, most) = (text.len(), MAX_TEXT_BYTES);
        return Err(FileError::new(1, FileErrorKind::TooLong { length, most }));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let source = Source(text);
    let parsed = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| source.line(&span));
        FileError::new(line, FileErrorKind::Syntax(error.message().to_owned()))
    })?;
    let root = Table::root(source, parsed.get_ref());
    root.only(&["variant"])?;
    let entries = match root.get("variant") {
        None => return Err(root.error(FileErrorKind::NoVariants)),
        Some(value) if value.is_list() => value.list()?.value,
        Some(value) => return Err(value.unlike(ValueType::VariantTables)),
    };
    if entries.len() > MAX_VARIANTS {
        let (found, most) = (entries.len(), MAX_VARIANTS);
        return Err(root.error(FileErrorKind::TooManyVariants { found, most }));
    }
    let mut described: Vec<Described> = Vec::new();
    for entry in entries {
        let table = entry.any_table()?;
        let next = description::read(&table, &described)?;
        described.push(next);
    }
    Ok(described)
}

//! The puzzles of the page, which are part of the program.

use saffron_rules::Variant;

use crate::puzzle::Puzzle;
use crate::text;

/// Files by the ids of their variants.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Returns the puzzles of the page for a variant; none for a variant without a file. Each call reads the file.
///
/// # Panics
/// If a line cannot be read: tests read all.
pub fn shipped(variant: &Variant) -> Vec<Puzzle> {
    let file = FILES.iter().find(|(id, _)| *id == variant.id());
    let lines = file.map(|(_, file)| text::read(file, None)).unwrap_or_default();
    lines.into_iter().map(|(line, puzzle)| puzzle.unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

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
    text::read(file(variant.id()), None)
        .into_iter()
        .map(|(line, puzzle)| puzzle.unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

/// Returns the ids of the puzzles of the page for a variant, with their first ratings.
pub fn shipped_ratings(variant: &str) -> impl Iterator<Item = (&'static str, u32)> {
    file(variant).lines().filter_map(|line| {
        let mut columns = line.split('\t');
        let (id, rating) = (columns.next()?, columns.nth(3)?);
        Some((id, rating.parse().ok()?))
    })
}

fn file(variant: &str) -> &'static str {
    FILES.iter().find(|(id, _)| *id == variant).map_or("", |(_, file)| file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratings_are_those_of_the_puzzles() {
        for &variant in Variant::all() {
            let all = shipped(variant);
            let expected: Vec<_> = all.iter().map(|puzzle| (puzzle.id(), puzzle.rating.unwrap())).collect();
            let found: Vec<_> = shipped_ratings(variant.id()).map(|(id, rating)| (id.to_owned(), rating)).collect();
            assert_eq!(found, expected, "{}", variant.id());
        }
        assert_eq!(shipped_ratings("no variant").count(), 0);
    }
}

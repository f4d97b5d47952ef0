//! The variants that come with the library, one file each.

use alloc::vec::Vec;

mod brusky;
mod devasa;
mod glinski;
mod hexofen;
mod material;
mod mccooey;
mod shafran;

use spin::Lazy;

use crate::board::{BoardSpec, FileSpan, Orientation};
use crate::{Variant, VariantSpec};

static ALL: Lazy<Vec<&'static Variant>> = Lazy::new(|| {
    [&shafran::SPEC, &glinski::SPEC, &mccooey::SPEC, &hexofen::SPEC, &devasa::SPEC, &brusky::SPEC]
        .into_iter()
        .map(|spec: &VariantSpec| Variant::build(*spec).unwrap_or_else(|error| panic!("{}: {error}", spec.id)))
        .collect()
});

impl Variant {
    /// Every variant of the library, Shafran's first. [`Variant::known`] has those besides that
    /// were registered.
    pub fn all() -> &'static [&'static Self] {
        &ALL
    }
}

/// A file whose printed ranks start at `first_rank`.
const fn file(letter: char, low: i8, high: i8, first_rank: u8) -> FileSpan {
    FileSpan { letter, low, high, first_rank }
}

/// A file whose printed ranks are its `y`.
const fn straight(letter: char, low: i8, high: i8) -> FileSpan {
    file(letter, low, high, low as u8)
}

/// The regular hexagon of 91 cells, shared by Gliński's game and its relatives.
const HEXAGON_91: BoardSpec = BoardSpec {
    files: &[
        file('a', 1, 6, 1),
        file('b', 1, 7, 1),
        file('c', 1, 8, 1),
        file('d', 1, 9, 1),
        file('e', 1, 10, 1),
        file('f', 1, 11, 1),
        file('g', 2, 11, 1),
        file('h', 3, 11, 1),
        file('i', 4, 11, 1),
        file('k', 5, 11, 1),
        file('l', 6, 11, 1),
    ],
    orientation: Orientation::VerticalFiles,
};

/// One cell straight up the file: how most pawns walk.
const STRAIGHT_UP: &[(i8, i8)] = &[(0, 1)];

/// One diagonal step forward to either side, as Shafran's pawns capture.
const DIAGONALLY_FORWARD: &[(i8, i8)] = &[(-1, 1), (1, 2)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_there_once_and_starts_with_moves() {
        let ids: Vec<_> = Variant::all().iter().map(|variant| variant.id()).collect();
        assert_eq!(ids, ["shafran", "glinski", "mccooey", "hexofen", "devasa", "brusky"]);
        for id in ids {
            let variant = Variant::by_id(id).unwrap();
            assert_eq!(variant.id(), id);
            assert_eq!(variant.start().to_fen(), variant.spec().start);
        }
        assert!(Variant::by_id("chess").is_none());
    }
}

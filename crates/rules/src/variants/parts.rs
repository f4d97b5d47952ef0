//! Boards and pawn steps that several variants share.

use crate::board::{BoardSpec, FileSpan, Orientation};

/// A file whose printed ranks start at `first_rank`.
pub(super) const fn file(letter: char, low: i8, high: i8, first_rank: u8) -> FileSpan {
    FileSpan { letter, low, high, first_rank }
}

/// A file whose printed ranks are its `y`.
pub(super) const fn straight(letter: char, low: i8, high: i8) -> FileSpan {
    file(letter, low, high, low as u8)
}

/// The regular hexagon of 91 cells, shared by Gliński's game and its relatives.
pub(super) const HEXAGON_91: BoardSpec = BoardSpec {
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
pub(super) const STRAIGHT_UP: &[(i8, i8)] = &[(0, 1)];

/// One diagonal step forward to either side, as Shafran's pawns capture.
pub(super) const DIAGONALLY_FORWARD: &[(i8, i8)] = &[(-1, 1), (1, 2)];

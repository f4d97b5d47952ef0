//! Drawn boards in source text.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::board::Board;
use crate::board::Orientation;
use crate::cell::{Cell, CellSet};
use crate::piece::Piece;
use crate::setup::Setup;
use crate::variant::Variant;

/// A set of cells drawn as a board: `X` for a cell of the set, `.` for any other, in reading order.
///
/// Rows are those of a drawing with White below: cells at the same height, from left to right. Spaces and line breaks only
/// please the eye, but neighbouring marks need a space between them.
///
/// ```
/// use saffron_rules::{CellSet, Variant, cells};
///
/// let shafran = Variant::by_id("shafran").unwrap();
/// let e5 = shafran.board().cell("e5").unwrap();
/// let knight = cells! { shafran.board();
///                 .
///              .     .
///           .     .     .
///        .     .     .     .
///     .     .     .     .     .
///        .     X     X     .
///     .     X     .     X     .
///        .     .     .     .
///     .     .     .     .     .
///        X     .     .     X
///     .     .     .     .     .
///        X     .     .     X
///     .     .     .     .     .
///        .     .     .     .
///     .     X     .     X     .
///        .     X     X     .
///           .     .     .
///              .     .
///                 .
/// };
/// assert_eq!(shafran.board().knight_attacks(e5), knight);
/// ```
///
/// # Panics
/// When there is another mark, or not one mark for each cell of the board.
#[macro_export]
macro_rules! cells {
    ($board:expr; $($mark:tt)*) => {
        $crate::literal::cells($board, stringify!($($mark)*))
    };
}

/// A set-up drawn as a board: FEN letters for pieces, `.` for empty cells, in the order of [`cells!`](crate::cells). The side to
/// move is White, there are no castling rights, and nothing was passed over.
///
/// ```
/// use saffron_rules::{Variant, setup};
///
/// let shafran = Variant::by_id("shafran").unwrap();
/// let mated = setup! { shafran;
///                 k
///              .     .
///           .     Q     .
///        .     .     .     .
///     .     .     K     .     .
///        .     .     .     .
///     .     .     .     .     .
///        .     .     .     .
///     .     .     .     .     .
///        .     .     .     .
///     .     .     .     .     .
///        .     .     .     .
///     .     .     .     .     .
///        .     .     .     .
///     .     .     .     .     .
///        .     .     .     .
///           .     .     .
///              .     .
///                 .
/// };
/// assert_eq!(mated.to_fen(shafran), "k4/1Q4/2K4/8/9/9/8/7/6/5 w - - 0 1");
/// ```
///
/// # Panics
/// When there is a mark that is no piece, or not one mark for each cell of the board.
#[macro_export]
macro_rules! setup {
    ($variant:expr; $($mark:tt)*) => {
        $crate::literal::setup($variant, stringify!($($mark)*))
    };
}

/// Expansion of [`cells!`](crate::cells).
#[doc(hidden)]
pub fn cells(board: &Board, drawing: &str) -> CellSet {
    let marked = |(cell, mark)| match mark {
        '.' => None,
        'X' => Some(cell),
        _ => panic!("{mark:?} in a drawn set of cells is neither X nor ."),
    };
    marks(board, drawing).filter_map(marked).collect()
}

/// Expansion of [`setup!`](crate::setup).
#[doc(hidden)]
pub fn setup(variant: &Variant, drawing: &str) -> Setup {
    let mut setup = Setup::new();
    for (cell, mark) in marks(variant.board(), drawing) {
        match Piece::from_letter(mark) {
            Some(piece) => setup.put(piece, cell),
            None => assert!(mark == '.', "{mark:?} in a drawn board is neither a piece nor ."),
        }
    }
    setup
}

fn marks(board: &Board, drawing: &str) -> impl Iterator<Item = (Cell, char)> {
    let marks: Vec<char> = drawing.chars().filter(|c| !c.is_whitespace()).collect();
    let cells = board.in_reading_order();
    assert_eq!(marks.len(), cells.len(), "a drawn board has a mark for every cell");
    cells.into_iter().zip(marks)
}

impl Board {
    /// The cells as they are read in a drawing with White below: row by row from the top, each from left to right.
    pub fn in_reading_order(&self) -> Vec<Cell> {
        let place = |cell: &Cell| {
            let (x, y) = self.coordinates(*cell);
            let (x, y) = (i16::from(x), i16::from(y));
            match self.spec().orientation {
                Orientation::VerticalFiles => (x - 2 * y, x),
                Orientation::HorizontalRanks => (-y, 2 * x - y),
            }
        };
        let mut cells: Vec<Cell> = self.cells().iter().collect();
        cells.sort_unstable_by_key(place);
        cells
    }

    /// A set of cells as [`cells!`](crate::cells) reads it, for failing tests and for writing such drawings.
    pub fn drawing(&self, set: CellSet) -> String {
        let (mut text, mut row, mut column) = (String::new(), None, 0);
        let left = self.cells().iter().map(|cell| self.center(cell).x).fold(f64::INFINITY, f64::min);
        for cell in self.in_reading_order() {
            let center = self.center(cell);
            let at = ((center.x - left) * 4.0 + 0.5) as usize;
            if row.is_some_and(|row| row != center.y) {
                text.push('\n');
                column = 0;
            }
            row = Some(center.y);
            let mark = if set.contains(cell) { 'X' } else { '.' };
            text += &format!("{:1$}{mark}", "", at - column);
            column = at + 1;
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_read_as_the_set_it_draws() {
        for variant in Variant::all() {
            let board = variant.board();
            for cell in board.cells() {
                for set in [board.knight_attacks(cell), board.king_attacks(cell), board.orthogonals(cell)] {
                    assert_eq!(cells(board, &board.drawing(set)), set);
                }
            }
        }
    }

    /// Cells lie in a drawing as they lie on the board.
    #[test]
    fn cells_are_read_row_by_row() {
        for variant in Variant::all() {
            let board = variant.board();
            let places: Vec<_> = board.in_reading_order().into_iter().map(|cell| board.center(cell)).collect();
            assert_eq!(places.len(), board.cells().len());
            for pair in places.windows(2) {
                let below = pair[1].y - pair[0].y;
                assert!(below > 1e-9 || below > -1e-9 && pair[1].x > pair[0].x, "{} {pair:?}", variant.id());
            }
        }
    }

    #[test]
    fn a_drawing_has_the_form_of_the_board() {
        let devasa = Variant::by_id("devasa").unwrap().board();
        let drawn = devasa.drawing(devasa.cell("e5").into_iter().collect());
        let rows: Vec<&str> = drawn.lines().collect();
        assert_eq!(rows[0], ".   .   .   .   .   .   .   .   .");
        assert_eq!(rows[4], "        .   .   .   .   X   .   .   .   .");
        assert_eq!(rows[8], "                .   .   .   .   .   .   .   .   .");
        let shafran = Variant::by_id("shafran").unwrap().board();
        let drawn = shafran.drawing(shafran.cell("a1").into_iter().collect());
        let rows: Vec<&str> = drawn.lines().collect();
        assert_eq!((rows.len(), rows[0]), (19, "              ."));
        assert_eq!(rows[4], ".      .      .      .      .");
        assert_eq!(rows[14], "X      .      .      .      .");
    }

    #[test]
    #[should_panic(expected = "a drawn board has a mark for every cell")]
    fn a_mark_too_few_is_refused() {
        cells(Variant::all()[0].board(), ". . X");
    }
}

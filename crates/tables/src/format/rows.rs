//! Order of the positions of an ending in a file: for each pair of kings and each placement of all other pieces but one, the inner
//! piece, a row with a place for each cell of the inner piece. Cells on which a piece can never stand have no places.

use std::sync::Arc;

use saffron_rules::{Cell, Color, Role};

use crate::format::ending::Ending;
use crate::format::geometry::Geometry;
use crate::format::index::{Board, KingPairs};
use crate::format::placement::MAX_OTHERS;
use crate::format::view::View;

/// Place of a cell on which the piece cannot stand.
const NONE: u8 = u8::MAX;

/// Cells on which a piece can stand.
#[derive(Debug)]
struct Cells {
    /// Numbers of the cells.
    numbers: Vec<u8>,
    /// Place of each cell number in `numbers`, or [`NONE`].
    places: Vec<u8>,
}

impl Cells {
    fn new(geometry: &Geometry, piece: (Color, Role)) -> Self {
        let stands = geometry.stands(piece);
        let mut places = vec![NONE; geometry.len()];
        let mut numbers = Vec::new();
        for (number, cell) in (0_u8..).zip(&geometry.cells) {
            if stands.contains(*cell) {
                places[usize::from(number)] = numbers.len() as u8;
                numbers.push(number);
            }
        }
        Self { numbers, places }
    }
}

/// Maximum number of places of a row.
pub(crate) const MAX_WIDTH: usize = 128;
/// Steps to the neighbours of a cell: first to those before it, one on the same file and two on the file before, then to the
/// opposite ones.
const AROUND: [(i8, i8); 6] = [(0, -1), (-1, -1), (-1, 0), (0, 1), (1, 1), (1, 0)];

/// Choice of the inner piece, and order of the rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Arrangement {
    /// Number of the inner piece.
    pub(crate) inner: usize,
    /// True if the pair of kings changes from one row to the next, not the cell of another piece.
    pub(crate) kings_last: bool,
}

/// Rows of an ending with at least one piece other than the kings.
#[derive(Debug)]
pub(crate) struct Rows {
    geometry: Arc<Geometry>,
    kings: Arc<KingPairs>,
    pieces: Vec<(Color, Role)>,
    arrangement: Arrangement,
    cells: Vec<Cells>,
    /// Cell of each place of the inner piece.
    places: Vec<Cell>,
    /// Number of placements of the other pieces.
    placements: usize,
    /// Places next to each place: two neighbours on the file before, then the six around it. A missing neighbour is replaced by the
    /// place from which differences are taken.
    pub(crate) around: Vec<[u8; 8]>,
    /// Place before each place: the neighbour on the same file, else one on the file before, else [`MAX_WIDTH`].
    pub(crate) left: Vec<u8>,
    /// Place, file, rank, and number of cells that a king attacks from it, for each place.
    pub(crate) near: Vec<[u8; 4]>,
}

impl Rows {
    pub(crate) fn new(board: &Board, ending: &Ending, arrangement: Arrangement) -> Self {
        let (geometry, kings) = (Arc::clone(&board.geometry), Arc::clone(board.kings(ending)));
        let pieces = ending.others();
        let cells: Vec<Cells> = pieces.iter().map(|piece| Cells::new(&geometry, *piece)).collect();
        let outer = (0..pieces.len()).filter(|piece| *piece != arrangement.inner);
        let placements = outer.map(|piece| cells[piece].numbers.len()).product();
        let inner = &cells[arrangement.inner];
        let places: Vec<Cell> = inner.numbers.iter().map(|number| geometry.cells[usize::from(*number)]).collect();
        let grid = geometry.variant.board();
        let neighbours = |cell: &Cell| {
            AROUND.map(|(dx, dy)| {
                let place = inner.places[geometry.number(grid.step(*cell, dx, dy)?)];
                (place != NONE).then_some(place)
            })
        };
        let (mut around, mut left, mut near) = (Vec::new(), Vec::new(), Vec::new());
        for (place, cell) in (0_u8..).zip(&places) {
            let all = neighbours(cell);
            let before = all[0].or(all[2]).or(all[1]).unwrap_or(MAX_WIDTH as u8);
            let own = [all[1].unwrap_or(before), all[2].unwrap_or(before)];
            let above = all.map(|neighbour| neighbour.unwrap_or(place));
            around.push([own[0], own[1], above[0], above[1], above[2], above[3], above[4], above[5]]);
            left.push(before);
            let (x, y) = grid.coordinates(*cell);
            near.push([place, x as u8, y as u8, grid.king_attacks(*cell).len() as u8]);
        }
        Self { geometry, kings, pieces, arrangement, cells, places, placements, around, left, near }
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.kings.len() * self.placements
    }

    /// Number of placements of the pieces that are not the inner one, without the kings.
    pub(crate) fn placements(&self) -> usize {
        self.placements
    }

    pub(crate) fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Inner piece.
    pub(crate) fn inner(&self) -> (Color, Role) {
        self.pieces[self.arrangement.inner]
    }

    /// Cell of the inner piece at a place.
    #[inline(always)]
    pub(crate) fn cell(&self, place: usize) -> Cell {
        self.places[place]
    }

    /// Number of a row with a pair of kings and a placement of the other pieces.
    pub(crate) fn number(&self, pair: usize, placement: usize) -> usize {
        if self.arrangement.kings_last {
            placement * self.kings.len() + pair
        } else {
            pair * self.placements + placement
        }
    }

    /// Pair of kings of a row, and the numbers of the cells of all pieces but the inner one.
    #[inline]
    fn fixed(&self, row: usize) -> (usize, [u8; MAX_OTHERS]) {
        let mut numbers = [0_u8; MAX_OTHERS];
        let (pair, mut left) = if self.arrangement.kings_last {
            (row % self.kings.len(), row / self.kings.len())
        } else {
            (row / self.placements, row % self.placements)
        };
        for (piece, cells) in self.cells.iter().enumerate().rev() {
            if piece != self.arrangement.inner {
                numbers[piece] = cells.numbers[left % cells.numbers.len()];
                left /= cells.numbers.len();
            }
        }
        (pair, numbers)
    }

    /// Empty row before the first one.
    pub(crate) fn before_first(&self) -> Row {
        let cell = self.places[0];
        let fixed = [(cell, self.inner()); MAX_OTHERS];
        Row { pair: 0, kings: [cell; 2], legal: 0, captures: 0, promotes: 0, check: 0, fixed, others: 0 }
    }

    /// Returns a row without its values.
    #[inline]
    pub(crate) fn row(&self, row: usize, turn: Color) -> Row {
        let inner = self.arrangement.inner;
        let (pair, numbers) = self.fixed(row);
        let cells = numbers.map(|number| self.geometry.cells[usize::from(number)]);
        let view = View {
            geometry: &self.geometry,
            pieces: &self.pieces,
            inner,
            kings: self.kings.pairs[pair],
            cells: &cells[..self.pieces.len()],
        };
        let mut legal = view.legal(turn);
        // The cells of equal pieces ascend.
        let equal = |a: usize, b: usize| self.pieces[a] == self.pieces[b];
        for piece in 1..self.pieces.len() {
            let (one, other) = (numbers[piece - 1], numbers[piece]);
            if !equal(piece - 1, piece) {
                continue;
            }
            let below = |number: u8| (1_u128 << self.geometry.cells[usize::from(number)].index()) - 1;
            if piece - 1 == inner {
                legal &= below(other);
            } else if piece == inner {
                legal &= !below(one);
            } else if one >= other {
                legal = 0;
            }
        }
        if inner > 0 && inner + 1 < self.pieces.len() && equal(inner - 1, inner + 1) {
            let (one, other) = (numbers[inner - 1], numbers[inner + 1]);
            if one >= other {
                legal = 0;
            }
        }
        let (captures, promotes, check) =
            if legal == 0 { (0, 0, 0) } else { (view.may_capture(turn), view.may_promote(turn), view.in_check(turn)) };
        let mut fixed = [(cells[0], self.pieces[0]); MAX_OTHERS];
        let mut others = 0;
        for (piece, cell) in cells.iter().enumerate().take(self.pieces.len()) {
            if piece != inner {
                fixed[others] = (*cell, self.pieces[piece]);
                others += 1;
            }
        }
        Row { pair, kings: self.kings.pairs[pair], legal, captures, promotes, check, fixed, others }
    }

    /// Number of places of a row.
    pub(crate) fn width(&self) -> usize {
        self.places.len()
    }

    /// Finds the row and the place of a position, given its pair of kings and the numbers of the cells of its other pieces, equal ones
    /// in any order. `None` if a piece cannot stand on its cell.
    #[inline]
    pub(crate) fn find(&self, pair: usize, mut numbers: [u8; MAX_OTHERS]) -> Option<(usize, usize)> {
        // The cells of equal pieces ascend.
        for end in 1..self.pieces.len() {
            let mut at = end;
            while at > 0 && self.pieces[at - 1] == self.pieces[at] && numbers[at - 1] > numbers[at] {
                numbers.swap(at - 1, at);
                at -= 1;
            }
        }
        let mut placement = 0;
        let mut place = NONE;
        for (piece, cells) in self.cells.iter().enumerate() {
            let here = cells.places[usize::from(numbers[piece])];
            if here == NONE {
                return None;
            }
            if piece == self.arrangement.inner {
                place = here;
            } else {
                placement = placement * cells.numbers.len() + usize::from(here);
            }
        }
        Some((self.number(pair, placement), usize::from(place)))
    }

    /// Indices in memory of the positions of a row.
    pub(crate) fn indices(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let (pair, mut numbers) = self.fixed(row);
        numbers[self.arrangement.inner] = 0;
        let board = self.geometry.len();
        let others = &numbers[..self.pieces.len()];
        let first = others.iter().fold(pair, |index, number| index * board + usize::from(*number));
        let stride = board.pow((self.pieces.len() - 1 - self.arrangement.inner) as u32);
        self.cells[self.arrangement.inner].numbers.iter().map(move |number| first + usize::from(*number) * stride)
    }
}

/// Row without its values: the fixed pieces, and sets of cells of the inner piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Number of the pair of kings.
    pub(crate) pair: usize,
    /// Cells of White's king and of Black's.
    pub(crate) kings: [Cell; 2],
    /// Cells on which the position is legal, with equal pieces in their order.
    pub(crate) legal: u128,
    /// Cells on which a capture is possible.
    pub(crate) captures: u128,
    /// Cells on which a promotion without a capture is possible.
    pub(crate) promotes: u128,
    /// Cells on which the side to move is in check.
    pub(crate) check: u128,
    fixed: [(Cell, (Color, Role)); MAX_OTHERS],
    others: usize,
}

impl Row {
    /// Returns whether the position with the inner piece on a cell is legal.
    #[inline(always)]
    pub(crate) fn is_legal(&self, cell: Cell) -> bool {
        self.legal >> cell.index() & 1 == 1
    }

    /// Fixed pieces other than the kings.
    pub(crate) fn fixed(&self) -> impl Iterator<Item = (Cell, (Color, Role))> + '_ {
        self.fixed[..self.others].iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use saffron_rules::Variant;

    use super::*;

    #[test]
    fn rows_are_found_again() {
        let board = Board::new(Variant::by_id("shafran").unwrap());
        let n = board.geometry.len();
        for text in ["KQK", "KRKP", "KPPK", "KRRRK", "KQKPP", "KRRKR"] {
            let ending: Ending = text.parse().unwrap();
            let pieces = ending.len() - 2;
            for (inner, kings_last) in (0..pieces).flat_map(|inner| [(inner, false), (inner, true)]) {
                let rows = Rows::new(&board, &ending, Arrangement { inner, kings_last });
                for row in (0..rows.len()).step_by(rows.len() / 500 + 1) {
                    let masks = rows.row(row, Color::White);
                    for (place, index) in rows.indices(row).enumerate() {
                        if !masks.is_legal(rows.cell(place)) {
                            continue;
                        }
                        let mut numbers = [0; MAX_OTHERS];
                        let mut left = index;
                        for number in numbers[..pieces].iter_mut().rev() {
                            *number = (left % n) as u8;
                            left /= n;
                        }
                        assert_eq!(rows.find(left, numbers), Some((row, place)), "{text} {inner}");
                        if text == "KRRRK" {
                            numbers[..pieces].reverse();
                            assert_eq!(rows.find(left, numbers), Some((row, place)));
                        }
                    }
                }
            }
        }
    }
}

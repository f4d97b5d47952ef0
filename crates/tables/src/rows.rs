//! How the positions of an ending lie in a file: for each pair of kings and each placement of all other pieces but one, the inner
//! piece, a row with a place for each cell of the inner piece. Cells on which a piece can never stand have no places.

use std::sync::Arc;

use saffron_rules::{Color, Role};

use crate::ending::Ending;
use crate::geometry::Geometry;
use crate::index::{Board, KingPairs};
use crate::placement::MOST_OTHERS;
use crate::view::View;

/// No cell.
const NONE: u8 = u8::MAX;

/// The cells of a piece.
#[derive(Debug)]
struct Cells {
    /// Their numbers.
    numbers: Vec<u8>,
    /// The place of each number among them, or [`NONE`].
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

/// The rows of an ending with at least one piece beside the kings.
#[derive(Debug)]
pub(crate) struct Rows {
    geometry: Arc<Geometry>,
    kings: Arc<KingPairs>,
    pieces: Vec<(Color, Role)>,
    inner: usize,
    cells: Vec<Cells>,
    /// For each place of the inner piece, the bit of its cell.
    bits: Vec<u8>,
    /// Rows for each pair of kings.
    pub(crate) per_pair: usize,
    /// For each place of the inner piece, the places of its neighbours that come before it: one on the same file, two on the file
    /// before. The number of places where there is none.
    pub(crate) before: [Vec<u8>; 3],
}

impl Rows {
    pub(crate) fn new(board: &Board, ending: &Ending, inner: usize) -> Self {
        let (geometry, kings) = (Arc::clone(&board.geometry), Arc::clone(board.kings(ending)));
        let pieces = ending.others();
        let cells: Vec<Cells> = pieces.iter().map(|piece| Cells::new(&geometry, *piece)).collect();
        let outer = (0..pieces.len()).filter(|piece| *piece != inner);
        let per_pair = outer.map(|piece| cells[piece].numbers.len()).product();
        let none = cells[inner].numbers.len() as u8;
        let before = [(0, -1), (-1, -1), (-1, 0)].map(|(dx, dy)| {
            let neighbour = |number: &u8| {
                let cell = geometry.variant.board().step(geometry.cells[usize::from(*number)], dx, dy)?;
                let place = cells[inner].places[geometry.number(cell)];
                (place != NONE).then_some(place)
            };
            let place = |(at, number)| neighbour(number).filter(|place| usize::from(*place) < at).unwrap_or(none);
            cells[inner].numbers.iter().enumerate().map(place).collect()
        });
        let bits =
            cells[inner].numbers.iter().map(|number| geometry.cells[usize::from(*number)].index() as u8).collect();
        Self { geometry, kings, pieces, inner, cells, bits, per_pair, before }
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.kings.len() * self.per_pair
    }

    /// The pair of kings of a row, and the numbers of the cells of all pieces but the inner one.
    #[inline]
    fn fixed(&self, row: usize) -> (usize, [u8; MOST_OTHERS]) {
        let mut numbers = [0_u8; MOST_OTHERS];
        let mut left = row;
        for (piece, cells) in self.cells.iter().enumerate().rev() {
            if piece != self.inner {
                numbers[piece] = cells.numbers[left % cells.numbers.len()];
                left /= cells.numbers.len();
            }
        }
        (left, numbers)
    }

    /// For each place of a row, what is known of it without its value.
    #[inline]
    pub(crate) fn masks(&self, row: usize, turn: Color) -> Masks<'_> {
        let (pair, numbers) = self.fixed(row);
        let cells = numbers.map(|number| self.geometry.cells[usize::from(number)]);
        let view = View {
            geometry: &self.geometry,
            pieces: &self.pieces,
            inner: self.inner,
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
            if piece - 1 == self.inner {
                legal &= below(other);
            } else if piece == self.inner {
                legal &= !below(one);
            } else if one >= other {
                legal = 0;
            }
        }
        if self.inner > 0 && self.inner + 1 < self.pieces.len() && equal(self.inner - 1, self.inner + 1) {
            let (one, other) = (numbers[self.inner - 1], numbers[self.inner + 1]);
            if one >= other {
                legal = 0;
            }
        }
        let converts = if legal == 0 { 0 } else { view.may_convert(turn) };
        Masks { bits: &self.bits, legal, converts }
    }

    /// The number of places of a row.
    pub(crate) fn width(&self) -> usize {
        self.cells[self.inner].numbers.len()
    }

    /// The row and the place of a position, given its pair of kings and the numbers of the cells of its other pieces; `None` where a
    /// piece cannot stand. Equal pieces may come in any order.
    #[inline]
    pub(crate) fn find(&self, pair: usize, mut numbers: [u8; MOST_OTHERS]) -> Option<(usize, usize)> {
        // The cells of equal pieces ascend.
        for end in 1..self.pieces.len() {
            let mut at = end;
            while at > 0 && self.pieces[at - 1] == self.pieces[at] && numbers[at - 1] > numbers[at] {
                numbers.swap(at - 1, at);
                at -= 1;
            }
        }
        let mut row = pair;
        let mut place = NONE;
        for (piece, cells) in self.cells.iter().enumerate() {
            let here = cells.places[usize::from(numbers[piece])];
            if here == NONE {
                return None;
            }
            if piece == self.inner {
                place = here;
            } else {
                row = row * cells.numbers.len() + usize::from(here);
            }
        }
        Some((row, usize::from(place)))
    }

    /// The index in memory of each position of a row.
    pub(crate) fn indices(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let (pair, mut numbers) = self.fixed(row);
        numbers[self.inner] = 0;
        let board = self.geometry.len();
        let others = &numbers[..self.pieces.len()];
        let first = others.iter().fold(pair, |index, number| index * board + usize::from(*number));
        let stride = board.pow((self.pieces.len() - 1 - self.inner) as u32);
        self.cells[self.inner].numbers.iter().map(move |number| first + usize::from(*number) * stride)
    }
}

/// What is known of the places of a row without their values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Masks<'a> {
    bits: &'a [u8],
    legal: u128,
    converts: u128,
}

impl Masks<'_> {
    /// Whether the position is legal, with equal pieces in their order.
    #[inline(always)]
    pub(crate) fn legal(&self, place: usize) -> bool {
        self.legal >> self.bits[place] & 1 == 1
    }

    /// Whether there may be a capture or promotion.
    #[inline(always)]
    pub(crate) fn converts(&self, place: usize) -> bool {
        self.converts >> self.bits[place] & 1 == 1
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
            for inner in 0..pieces {
                let rows = Rows::new(&board, &ending, inner);
                for row in (0..rows.len()).step_by(rows.len() / 500 + 1) {
                    let masks = rows.masks(row, Color::White);
                    for (place, index) in rows.indices(row).enumerate() {
                        if !masks.legal(place) {
                            continue;
                        }
                        let mut numbers = [0; MOST_OTHERS];
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

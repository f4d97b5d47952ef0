//! Cells of a board and sets of them.

use alloc::boxed::Box;
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// One cell of a board: an index below 128 in the board's own skewed grid.
///
/// The index of the cell at skewed coordinates `(x, y)` is `x * height + (y - lowest y)`, where
/// that stays below 128 for all cells of the board, and else some other sum of multiples of `x` and
/// `y`: a step adds the same amount wherever it is made. Names belong to a board: [`Board::name`]
/// and [`Board::cell`] translate.
///
/// [`Board::name`]: crate::Board::name
/// [`Board::cell`]: crate::Board::cell
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Number of cell indices; no board has more cells.
    pub const COUNT: usize = 128;

    /// The cell with this index.
    ///
    /// # Panics
    /// If the index is not below [`Cell::COUNT`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The index, always below [`Cell::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what the constructor guarantees, and so spares bounds checks.
        (self.0 & 127) as usize
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({})", self.0)
    }
}

/// A value for every index of a cell; the known length spares bounds checks.
pub(crate) type PerCell<T> = Box<[T; Cell::COUNT]>;

/// Table with the same value for every cell.
pub(crate) fn per_cell<T: Copy>(value: T) -> PerCell<T> {
    Box::new([value; Cell::COUNT])
}

/// A set of cells, one bit a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(pub u128);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);

    /// Returns whether the cell is in the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        let half = if cell.0 & 64 == 0 { self.0 as u64 } else { (self.0 >> 64) as u64 };
        half >> (cell.0 & 63) & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.index();
    }

    /// Takes a cell away.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.index());
    }

    /// Number of cells.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether there is no cell.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether some cell is in both sets.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether there are two cells or more.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The cell with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell(self.0.trailing_zeros() as u8)) }
    }

    /// The cell with the highest index.
    #[inline]
    pub const fn last(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell(127 - self.0.leading_zeros() as u8)) }
    }

    /// The cells, lowest index first.
    #[inline]
    pub const fn iter(self) -> Cells {
        Cells(self)
    }
}

impl From<Cell> for CellSet {
    #[inline]
    fn from(cell: Cell) -> Self {
        // Two halves are faster than a shift of the whole by a variable number.
        let bit = 1_u64 << (cell.0 & 63);
        let low = if cell.0 & 64 == 0 { bit } else { 0 };
        Self(u128::from(bit ^ low) << 64 | u128::from(low))
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    #[inline]
    fn into_iter(self) -> Cells {
        Cells(self)
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Cell::index)).finish()
    }
}

/// The cells of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct Cells(CellSet);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(cell)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len();
        (len, Some(len))
    }
}

impl ExactSizeIterator for Cells {}

macro_rules! set_operator {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident $op:expr) => {
        impl $trait for CellSet {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let op: fn(u128, u128) -> u128 = $op;
                Self(op(self.0, other.0))
            }
        }

        impl $assign_trait for CellSet {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

set_operator!(BitAnd bitand BitAndAssign bitand_assign |a, b| a & b);
set_operator!(BitOr bitor BitOrAssign bitor_assign |a, b| a | b);
set_operator!(BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b);
set_operator!(Sub sub SubAssign sub_assign |a, b| a & !b);

impl Not for CellSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_what_was_put_in() {
        let cells = [Cell::new(0), Cell::new(63), Cell::new(64), Cell::new(127)];
        let mut set: CellSet = cells.into_iter().collect();
        assert_eq!(set.len(), 4);
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!((set.first(), set.last()), (Some(cells[0]), Some(cells[3])));
        assert!(set.intersects(CellSet::from(cells[2])) && !set.intersects(CellSet(0b110)));
        assert!(set.more_than_one() && !CellSet::from(cells[3]).more_than_one());
        set.remove(cells[1]);
        assert!(!set.contains(cells[1]) && set.contains(cells[2]));
        assert_eq!((CellSet::EMPTY.first(), CellSet::EMPTY.last()), (None, None));
        assert!(CellSet::EMPTY.is_empty() && !set.is_empty());
    }

    #[test]
    fn the_length_of_what_is_left_is_known() {
        let mut cells = CellSet(0b1011).iter();
        for left in [3, 2, 1, 0] {
            assert_eq!((cells.len(), cells.size_hint()), (left, (left, Some(left))));
            assert_eq!(cells.next().is_some(), left > 0);
        }
    }

    #[test]
    fn cells_and_sets_are_shown_by_index() {
        assert_eq!(format!("{:?} {:?}", Cell::new(5), CellSet(0b1_0100)), "Cell(5) {2, 4}");
    }

    #[test]
    fn operators_are_those_of_sets() {
        let (a, b) = (CellSet(0b1100), CellSet(0b1010));
        assert_eq!(a & b, CellSet(0b1000));
        assert_eq!(a | b, CellSet(0b1110));
        assert_eq!(a ^ b, CellSet(0b0110));
        assert_eq!(a - b, CellSet(0b0100));
        assert_eq!(!a & b, CellSet(0b0010));
        let mut c = a;
        c |= b;
        c &= CellSet(0b0110);
        c ^= CellSet(0b0001);
        c -= CellSet(0b0010);
        assert_eq!(c, CellSet(0b0101));
    }
}

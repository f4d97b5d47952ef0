//! Features that choose the model of a symbol: neighbouring symbols that were coded before it, and how the pieces stand to each other.
//!
//! A decision tree asks for features, as the meta-adaptive trees of FLIF and JPEG XL (ISO/IEC 18181-1, annex H) do for pixels.

use saffron_rules::{Cell, CellSet, Color, Piece};

use crate::format::rows::{MAX_WIDTH, Row, Rows};

/// Features of a place by their numbers, of six bits.
pub(crate) type Features = [u8; 64];

/// Previous symbol on the same file; a symbol is coded as its difference from this one.
pub(crate) const LEFT: usize = 0;
/// First of the differences: of two symbols on the file before and of the same place of the row above, from [`LEFT`]; then of the
/// six neighbours in the row above and of the same place two rows above, from the same place of the row above.
const DIFFERENCES: usize = 1;
/// Possible conversions: a capture (1), or a promotion without a capture (2).
const CONVERTS: usize = 11;
/// Check of the side to move (1).
const CHECK: usize = 12;
/// Number of cells to which the king that the inner piece attacks can go, and of those around it that the inner piece attacks.
const ESCAPES: usize = 13;
const HITS: usize = 14;
/// Flags of the inner piece: attacked by the other king (1) or another piece (2), and defended (4).
const ATTACKED: usize = 15;
/// Place, file and rank of the inner piece, and the number of cells around it.
const PLACE: usize = 16;
/// Relations from the kings to the inner piece: files, ranks, their difference, and the distance.
const FROM_KINGS: [usize; 2] = [20, 24];
/// Distances of the inner piece from two other pieces.
const DISTANCES: usize = 28;
/// First of the features that are the same for all places of a row: the row above was constant (1) or not (0), or there is none
/// (2); the distances between the kings, of two other pieces from them and from each other; the cells around the kings; the class
/// of the pair of kings.
const ABOVE_KIND: usize = 30;
const KINGS: usize = 31;
const OTHERS: usize = 32;
const APART: usize = 36;
const KING_EDGES: usize = 37;
const CLASS: usize = 39;
/// Number of features.
pub(crate) const COUNT: usize = 40;

/// Symbols of a row, with one for each value of a byte, so that no place is out of bounds.
type Symbols = [u8; 256];

/// Features of attacks that are used.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Attacks {
    /// True if any feature of attacks is used.
    some: bool,
    /// True if a used feature needs the attacks of the inner piece.
    inner: bool,
}

impl Attacks {
    /// All features of attacks.
    pub(crate) const ALL: Self = Self { some: true, inner: true };

    /// Returns the features of attacks among these features.
    pub(crate) fn of(features: impl Iterator<Item = usize>) -> Self {
        features.fold(Self::default(), |all, feature| Self {
            some: all.some || (CHECK..=ATTACKED).contains(&feature),
            inner: all.inner || feature == ESCAPES || feature == HITS,
        })
    }
}

/// Iterator over the rows of a block that computes the features of each place.
#[derive(Debug)]
pub(crate) struct Scan<'a> {
    rows: &'a Rows,
    turn: Color,
    classes: &'a [u8],
    attacks: Attacks,
    row: Row,
    here: Symbols,
    above: Symbols,
    second: Symbols,
    /// Features of the row, and of the current place.
    beginning: Features,
    features: Features,
    others: usize,
    other_cells: [Cell; 2],
    /// Fixed pieces without the king that the inner piece attacks.
    occupied: CellSet,
    /// Cells around that king, and those of them that no fixed piece attacks.
    around: u128,
    free: u128,
    /// Cells attacked by the other king, by the other side's pieces, and by the inner piece's side.
    attacked: [u128; 3],
}

impl<'a> Scan<'a> {
    /// Returns a scan at the beginning of a block.
    pub(crate) fn new(rows: &'a Rows, turn: Color, classes: &'a [u8], attacks: Attacks) -> Self {
        let mut beginning = [0; 64];
        beginning[ABOVE_KIND] = 2;
        Self {
            rows,
            turn,
            classes,
            attacks,
            row: rows.before_first(),
            here: [0; 256],
            above: [0; 256],
            second: [0; 256],
            beginning,
            features: beginning,
            others: 0,
            other_cells: [rows.cell(0); 2],
            occupied: CellSet::EMPTY,
            around: 0,
            free: 0,
            attacked: [0; 3],
        }
    }

    /// Begins a row and returns the features of its beginning.
    pub(crate) fn start(&mut self, row: usize) -> &Features {
        self.row = self.rows.row(row, self.turn);
        let geometry = self.rows.geometry();
        let board = geometry.variant.board();
        let [white, black] = self.row.kings;
        let near = |cell: Cell| board.king_attacks(cell).len() as u8;
        let features = &mut self.beginning;
        features[LEFT] = self.above[0];
        features[KINGS] = board.distance(white, black);
        self.others = 0;
        for (cell, _) in self.row.fixed().take(2) {
            self.other_cells[self.others] = cell;
            features[OTHERS + 2 * self.others] = board.distance(cell, black);
            features[OTHERS + 2 * self.others + 1] = board.distance(cell, white);
            self.others += 1;
        }
        if self.others == 2 {
            features[APART] = board.distance(self.other_cells[0], self.other_cells[1]);
        }
        features[KING_EDGES] = near(white);
        features[KING_EDGES + 1] = near(black);
        features[CLASS] = self.classes.get(self.row.pair).copied().unwrap_or(0);
        &self.beginning
    }

    /// Features of the row's beginning.
    pub(crate) fn beginning(&self) -> &Features {
        &self.beginning
    }

    /// Sets of places of the row.
    pub(crate) fn row(&self) -> &Row {
        &self.row
    }

    /// Ends a row that has this symbol at all places.
    pub(crate) fn constant(&mut self, symbol: u8) {
        self.second = self.above;
        self.above = [symbol; 256];
        self.beginning[ABOVE_KIND] = 1;
    }

    /// Continues with a row that is coded symbol by symbol.
    pub(crate) fn coded(&mut self) {
        self.features = self.beginning;
        self.here[MAX_WIDTH] = self.above[0];
        if !self.attacks.some {
            return;
        }
        let variant = self.rows.geometry().variant;
        let (color, _) = self.rows.inner();
        let [own, other] = [color, !color].map(|color| self.row.kings[color.index()]);
        let mut occupied: CellSet = [own, other].into_iter().collect();
        self.row.fixed().for_each(|(cell, _)| occupied.insert(cell));
        self.attacked = [variant.king_attacks(other).0, 0, variant.king_attacks(own).0];
        let occupied = CellSet(occupied.0 & !(1 << other.index()));
        for (cell, piece) in self.row.fixed() {
            let attacks = variant.attacks(Piece { color: piece.0, role: piece.1 }, cell, occupied).0;
            self.attacked[if piece.0 == color { 2 } else { 1 }] |= attacks;
        }
        self.occupied = occupied;
        self.around = variant.king_attacks(other).0;
        self.free = self.around & !self.attacked[2];
    }

    /// Skips a place of a coded row, since its position is not legal.
    #[inline(always)]
    pub(crate) fn skip(&mut self, place: usize) {
        self.here[place] = self.left(place);
    }

    #[inline(always)]
    fn left(&self, place: usize) -> u8 {
        self.here[usize::from(self.rows.left[place])]
    }

    /// Features of a legal place of a coded row.
    #[inline(always)]
    pub(crate) fn features(&mut self, place: usize) -> &Features {
        let geometry = self.rows.geometry();
        let left = self.left(place);
        let above = self.above[place];
        let around = &self.rows.around[place];
        let f = &mut self.features;
        let (mut symbols, mut from) = ([above; 10], [above; 10]);
        from[..3].fill(left);
        for i in 0..2 {
            symbols[i] = self.here[usize::from(around[i])];
        }
        for i in 0..6 {
            symbols[3 + i] = self.above[usize::from(around[2 + i])];
        }
        symbols[9] = self.second[place];
        let mut differences = [0; 10];
        for i in 0..10 {
            let difference = (i16::from(symbols[i]) - i16::from(from[i])).clamp(-16, 15);
            differences[i] = (difference + 16) as u8;
        }
        f[LEFT] = left;
        f[DIFFERENCES..CONVERTS].copy_from_slice(&differences);
        let cell = self.rows.cell(place);
        let bit = |set: u128| (set >> cell.index() & 1) as u8;
        f[CONVERTS] = bit(self.row.captures) | bit(self.row.promotes) << 1;
        f[PLACE..PLACE + 4].copy_from_slice(&self.rows.near[place]);
        for (at, king) in FROM_KINGS.into_iter().zip(self.row.kings) {
            f[at..at + 4].copy_from_slice(geometry.relation(king, cell));
        }
        f[DISTANCES] = geometry.relation(self.other_cells[0], cell)[3];
        f[DISTANCES + 1] = geometry.relation(self.other_cells[1], cell)[3];
        if self.attacks.some {
            f[CHECK] = bit(self.row.check);
            f[ATTACKED] = bit(self.attacked[0]) | bit(self.attacked[1]) << 1 | bit(self.attacked[2]) << 2;
        }
        if self.attacks.inner {
            let (color, role) = self.rows.inner();
            let attacks = geometry.variant.attacks(Piece { color, role }, cell, self.occupied).0;
            f[ESCAPES] = (self.free & !attacks).count_ones() as u8;
            f[HITS] = (self.around & attacks).count_ones() as u8;
        }
        f
    }

    /// Sets the symbol of a legal place of a coded row.
    #[inline(always)]
    pub(crate) fn put(&mut self, place: usize, symbol: u8) {
        self.here[place] = symbol;
    }

    /// Ends a coded row; its symbols become [`last`](Self::last).
    pub(crate) fn end(&mut self) {
        self.second = self.above;
        self.above = self.here;
        self.beginning[ABOVE_KIND] = 0;
    }

    /// Symbols of the last row that ended.
    pub(crate) fn last(&self) -> &[u8] {
        &self.above[..self.rows.width()]
    }
}

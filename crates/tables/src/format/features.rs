//! Features that choose the model of a symbol: neighbouring symbols that were coded before it, and how the pieces stand to each other.
//!
//! A decision tree asks for features, as the meta-adaptive trees of FLIF and JPEG XL (ISO/IEC 18181-1, annex H) do for pixels.

use saffron_rules::{Cell, CellSet, Color, Piece};

use crate::format::rows::{MAX_WIDTH, Row, Rows};

/// The features of a place by their numbers: as many as a number of six bits can name.
pub(crate) type Features = [u8; 64];

/// The previous symbol on the same file; a symbol is coded as its difference from this one.
pub(crate) const LEFT: usize = 0;
/// Differences: of two symbols on the file before and of the same place of the row above, from [`LEFT`]; then of the six neighbours
/// in the row above and of the same place two rows above, from the same place of the row above.
const DIFFERENCES: usize = 1;
/// A capture is possible (1), or a promotion that is none (2).
const CONVERTS: usize = 11;
/// The side to move is in check (1).
const CHECK: usize = 12;
/// The cells to which the king that the inner piece attacks can go, and those around it that the inner piece attacks.
const ESCAPES: usize = 13;
const HITS: usize = 14;
/// The inner piece is attacked by the other king (1) or another piece (2), and defended (4).
const ATTACKED: usize = 15;
/// The inner piece's place, file and rank, and the number of cells around it.
const PLACE: usize = 16;
/// From the kings to the inner piece: files, ranks, their difference, and the distance.
const FROM_KINGS: [usize; 2] = [20, 24];
/// The distances of the inner piece from two other pieces.
const DISTANCES: usize = 28;
/// From here on the same for all places of a row: the row above was constant (1) or not (0), or there is none (2); the distances between
/// the kings, of two other pieces from them and from each other; the cells around the kings; the class of the pair of kings.
const ABOVE_KIND: usize = 30;
const KINGS: usize = 31;
const OTHERS: usize = 32;
const APART: usize = 36;
const KING_EDGES: usize = 37;
const CLASS: usize = 39;
/// The number of features.
pub(crate) const COUNT: usize = 40;

/// Symbols of a row, with more places for none; as many as there are numbers of a byte, so that none is beyond them.
type Symbols = [u8; 256];

/// Features of attacks that are used.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Attacks {
    /// Any of them.
    some: bool,
    /// Features for which the inner piece's own attacks must be known.
    inner: bool,
}

impl Attacks {
    /// All features of attacks.
    pub(crate) const ALL: Self = Self { some: true, inner: true };

    /// The features of attacks among some features.
    pub(crate) fn of(features: impl Iterator<Item = usize>) -> Self {
        features.fold(Self::default(), |all, feature| Self {
            some: all.some || (CHECK..=ATTACKED).contains(&feature),
            inner: all.inner || feature == ESCAPES || feature == HITS,
        })
    }
}

/// Goes through the rows of a block, and knows the features of each place.
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
    /// Features of the row, and those of a place as well.
    beginning: Features,
    features: Features,
    others: usize,
    other_cells: [Cell; 2],
    /// The fixed pieces without the king that the inner piece attacks.
    occupied: CellSet,
    /// The cells around that king, and those of them that no fixed piece attacks.
    around: u128,
    free: u128,
    /// Cells that the other king attacks, the other side's pieces, and the inner piece's own side.
    attacked: [u128; 3],
}

impl<'a> Scan<'a> {
    /// At the beginning of a block.
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

    /// Begins a row; its features are then those of its beginning.
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

    /// The features of the row's beginning.
    pub(crate) fn beginning(&self) -> &Features {
        &self.beginning
    }

    /// Sets of places of the row.
    pub(crate) fn row(&self) -> &Row {
        &self.row
    }

    /// The row has this symbol at all places.
    pub(crate) fn constant(&mut self, symbol: u8) {
        self.second = self.above;
        self.above = [symbol; 256];
        self.beginning[ABOVE_KIND] = 1;
    }

    /// The row is coded symbol by symbol.
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
        let seen = CellSet(occupied.0 & !(1 << other.index()));
        for (cell, piece) in self.row.fixed() {
            let attacks = variant.attacks(Piece { color: piece.0, role: piece.1 }, cell, seen).0;
            self.attacked[if piece.0 == color { 2 } else { 1 }] |= attacks;
        }
        self.occupied = seen;
        self.around = variant.king_attacks(other).0;
        self.free = self.around & !self.attacked[2];
    }

    /// A place of a coded row where the position is not legal.
    #[inline(always)]
    pub(crate) fn skip(&mut self, place: usize) {
        self.here[place] = self.left(place);
    }

    #[inline(always)]
    fn left(&self, place: usize) -> u8 {
        self.here[usize::from(self.rows.left[place])]
    }

    /// The features of a legal place of a coded row.
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

    /// The symbol of a legal place of a coded row.
    #[inline(always)]
    pub(crate) fn put(&mut self, place: usize, symbol: u8) {
        self.here[place] = symbol;
    }

    /// Ends a coded row, whose symbols are then [`last`](Self::last).
    pub(crate) fn end(&mut self) {
        self.second = self.above;
        self.above = self.here;
        self.beginning[ABOVE_KIND] = 0;
    }

    /// The symbols of the last row that ended.
    pub(crate) fn last(&self) -> &[u8] {
        &self.above[..self.rows.width()]
    }
}

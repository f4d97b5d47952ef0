//! A board with its tables: names, rays, leaps and attacks, computed once from a [`BoardSpec`].

use crate::board::attacks::{Rays, Sliders};
use crate::board::numbering::Numbering;
use crate::board::spec::{BoardError, BoardSpec};
use crate::cell::{Cell, CellSet, PerCell, per_cell};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Orthogonal steps (through an edge), then diagonal steps (through a vertex), in skewed
/// coordinates. The first three and the next three are opposites, and so in the second half.
pub(crate) const DIRECTIONS: [(i8, i8); 12] =
    [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1), (1, 2), (2, 1), (1, -1), (-1, -2), (-2, -1), (-1, 1)];

pub(crate) const KNIGHT_LEAPS: [(i8, i8); 12] =
    [(1, 3), (2, 3), (3, 2), (3, 1), (2, -1), (1, -2), (-1, -3), (-2, -3), (-3, -2), (-3, -1), (-2, 1), (-1, 2)];

/// Marks two cells that are not on one line.
const NO_DIRECTION: u8 = u8::MAX;

/// A board with everything that is computed from its data.
///
/// ```
/// use saffron_rules::Variant;
///
/// let board = Variant::by_id("glinski").unwrap().board();
/// assert_eq!(board.cells().len(), 91);
/// let f6 = board.cell("f6").unwrap();
/// assert_eq!(board.name(f6), "f6");
/// ```
#[derive(Debug)]
pub struct Board {
    spec: BoardSpec,
    numbering: Numbering,
    /// The sum of the lowest and the highest `y`.
    middle: i8,
    coordinates: PerCell<(i8, i8)>,
    cells: CellSet,
    names: Vec<String>,
    /// Cells beyond each cell in each of the twelve directions.
    rays: Rays,
    /// Direction from one cell to another.
    direction: PerCell<[u8; 128]>,
    sliders: Sliders,
    orthogonals: PerCell<CellSet>,
    diagonals: PerCell<CellSet>,
    knight: PerCell<CellSet>,
    king: PerCell<CellSet>,
    knights_near: PerCell<CellSet>,
    kings_near: PerCell<CellSet>,
}

impl Board {
    /// Computes a board from its data.
    ///
    /// # Errors
    /// A [`BoardError`] when a file is empty or misnamed, or the board is too large.
    pub fn new(spec: BoardSpec) -> Result<Self, BoardError> {
        check(spec)?;
        let lowest = spec.files.iter().map(|f| f.low).min().unwrap_or(0);
        let highest = spec.files.iter().map(|f| f.high).max().unwrap_or(0);
        let mut board = Self {
            spec,
            numbering: Numbering::of(spec.files, lowest, highest)?,
            middle: lowest + highest,
            coordinates: per_cell((0, 0)),
            cells: CellSet::EMPTY,
            names: vec![String::new(); Cell::COUNT],
            sliders: Sliders::new(&per_cell([CellSet::EMPTY; 12])),
            rays: per_cell([CellSet::EMPTY; 12]),
            direction: per_cell([NO_DIRECTION; 128]),
            orthogonals: per_cell(CellSet::EMPTY),
            diagonals: per_cell(CellSet::EMPTY),
            knight: per_cell(CellSet::EMPTY),
            king: per_cell(CellSet::EMPTY),
            knights_near: per_cell(CellSet::EMPTY),
            kings_near: per_cell(CellSet::EMPTY),
        };
        for (x, file) in spec.files.iter().enumerate() {
            for y in file.low..=file.high {
                let cell = board.numbering.cell(x as i8, y);
                board.cells.insert(cell);
                board.coordinates[cell.index()] = (x as i8, y);
                let rank = i16::from(file.first_rank) + i16::from(y) - i16::from(file.low);
                board.names[cell.index()] = format!("{}{rank}", file.letter);
            }
        }
        if let Some(rank) = (1..board.highest_rank()).find(|&rank| board.rank_cells(rank).next().is_none()) {
            return Err(BoardError::EmptyRank(rank));
        }
        for cell in board.cells {
            board.trace(cell);
        }
        if let Some(cell) = board.cells.iter().find(|cell| too_long(&board.rays[cell.index()])) {
            return Err(BoardError::LongLines(board.name(cell).to_owned()));
        }
        board.sliders = Sliders::new(&rising(&board.rays));
        for cell in board.cells {
            for near in board.king_attacks(cell) {
                board.knights_near[cell.index()] |= board.knight[near.index()];
                board.kings_near[cell.index()] |= board.king[near.index()];
            }
        }
        Ok(board)
    }

    fn trace(&mut self, cell: Cell) {
        let i = cell.index();
        for (d, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
            let mut at = cell;
            while let Some(next) = self.step(at, dx, dy) {
                self.rays[i][d].insert(next);
                self.direction[i][next.index()] = d as u8;
                at = next;
            }
            if let Some(next) = self.step(cell, dx, dy) {
                self.king[i].insert(next);
            }
        }
        let rays = self.rays[i];
        self.orthogonals[i] = rays[..6].iter().fold(CellSet::EMPTY, |all, &ray| all | ray);
        self.diagonals[i] = rays[6..].iter().fold(CellSet::EMPTY, |all, &ray| all | ray);
        self.knight[i] = KNIGHT_LEAPS.iter().filter_map(|&(dx, dy)| self.step(cell, dx, dy)).collect();
    }

    /// The data that it was computed from.
    pub fn spec(&self) -> BoardSpec {
        self.spec
    }

    /// Every cell.
    #[inline]
    pub fn cells(&self) -> CellSet {
        self.cells
    }

    /// The skewed coordinates: `x` is the file from White's left, `(0, 1)` one cell up the file.
    #[inline]
    pub fn coordinates(&self, cell: Cell) -> (i8, i8) {
        self.coordinates[cell.index()]
    }

    /// The cell at these skewed coordinates, where the board has one.
    pub fn at(&self, x: i8, y: i8) -> Option<Cell> {
        let file = self.spec.files.get(usize::try_from(x).ok()?)?;
        (file.low..=file.high).contains(&y).then(|| self.numbering.cell(x, y))
    }

    /// The cell at a distance in skewed coordinates, where the board has one.
    pub fn step(&self, cell: Cell, dx: i8, dy: i8) -> Option<Cell> {
        let (x, y) = self.coordinates(cell);
        self.at(x.checked_add(dx)?, y.checked_add(dy)?)
    }

    /// The cell that this one becomes when the board is turned by 180 degrees; on a board that
    /// is not point-symmetric it may not exist.
    pub fn turned(&self, cell: Cell) -> Option<Cell> {
        let (x, y) = self.coordinates(cell);
        self.at(self.spec.files.len() as i8 - 1 - x, self.middle - y)
    }

    /// The cell's name, such as `e10`; empty for an index that the board does not use.
    #[inline]
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// The cell with this name: a file letter and a rank without leading zeros.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        let mut chars = name.chars();
        let letter = chars.next()?;
        let rank = chars.as_str();
        let digits = rank.len() <= 2 && rank.bytes().all(|b| b.is_ascii_digit());
        if !digits || rank.starts_with('0') {
            return None;
        }
        self.cell_at(letter, rank.parse().ok()?)
    }

    /// The cell of a file letter and a printed rank.
    pub fn cell_at(&self, letter: char, rank: u8) -> Option<Cell> {
        let x = self.spec.files.iter().position(|file| file.letter == letter)?;
        let file = &self.spec.files[x];
        let y = i16::from(rank) - i16::from(file.first_rank) + i16::from(file.low);
        self.at(x as i8, i8::try_from(y).ok()?)
    }

    /// The letter of the cell's file.
    pub fn file(&self, cell: Cell) -> char {
        self.spec.files[self.coordinates(cell).0 as usize].letter
    }

    /// The printed rank of the cell.
    pub fn rank(&self, cell: Cell) -> u8 {
        let (x, y) = self.coordinates(cell);
        let file = &self.spec.files[x as usize];
        file.first_rank + (y - file.low) as u8
    }

    /// Returns whether the files go on behind i with k, without a j. Some programs name the files of
    /// such a board a to k.
    pub fn lacks_j(&self) -> bool {
        let has = |letter| self.spec.files.iter().any(|file| file.letter == letter);
        has('i') && has('k') && !has('j')
    }

    /// The highest printed rank.
    pub fn highest_rank(&self) -> u8 {
        self.cells.iter().map(|cell| self.rank(cell)).max().unwrap_or(0)
    }

    /// The cells of a printed rank, from the first file on.
    pub fn rank_cells(&self, rank: u8) -> impl Iterator<Item = Cell> + '_ {
        self.spec.files.iter().filter_map(move |file| self.cell_at(file.letter, rank))
    }

    /// The colour of the cell, 0 to 2. A diagonal step keeps it, an orthogonal step changes it.
    pub fn cell_color(&self, cell: Cell) -> u8 {
        let (x, y) = self.coordinates(cell);
        (x + y).rem_euclid(3) as u8
    }

    /// The fewest orthogonal steps from one cell to the other on an unbounded board.
    pub fn distance(&self, a: Cell, b: Cell) -> u8 {
        let ((ax, ay), (bx, by)) = (self.coordinates(a), self.coordinates(b));
        let (dx, dy) = (ax - bx, ay - by);
        if (dx >= 0) == (dy >= 0) {
            dx.unsigned_abs().max(dy.unsigned_abs())
        } else {
            dx.unsigned_abs() + dy.unsigned_abs()
        }
    }

    /// The cells strictly between two cells of one line, orthogonal or diagonal; else none.
    #[inline]
    pub fn between(&self, a: Cell, b: Cell) -> CellSet {
        let d = self.direction[a.index()][b.index()];
        if d == NO_DIRECTION {
            return CellSet::EMPTY;
        }
        self.rays[a.index()][usize::from(d)] & self.rays[b.index()][opposite(d)]
    }

    /// The cells from `from` (without it) through `through` to the edge, where the two are on
    /// one line; else none.
    #[inline]
    pub fn ray_through(&self, from: Cell, through: Cell) -> CellSet {
        match self.direction[from.index()][through.index()] {
            NO_DIRECTION => CellSet::EMPTY,
            d => self.rays[from.index()][usize::from(d)],
        }
    }

    #[cfg(test)]
    pub(crate) fn rising_rays(&self) -> Rays {
        rising(&self.rays)
    }

    /// Cells that a rook attacks on an empty board.
    #[inline]
    pub fn orthogonals(&self, cell: Cell) -> CellSet {
        self.orthogonals[cell.index()]
    }

    /// Cells that a bishop attacks on an empty board.
    #[inline]
    pub fn diagonals(&self, cell: Cell) -> CellSet {
        self.diagonals[cell.index()]
    }

    /// The cells that a knight leaps to.
    #[inline]
    pub fn knight_attacks(&self, cell: Cell) -> CellSet {
        self.knight[cell.index()]
    }

    /// The cells from which a knight attacks a cell that a king on this one steps to.
    #[inline]
    pub(crate) fn knights_near(&self, king: Cell) -> CellSet {
        self.knights_near[king.index()]
    }

    /// The cells from which a king attacks a cell that a king on this one steps to.
    #[inline]
    pub(crate) fn kings_near(&self, king: Cell) -> CellSet {
        self.kings_near[king.index()]
    }

    /// The cells that a king steps to.
    #[inline]
    pub fn king_attacks(&self, cell: Cell) -> CellSet {
        self.king[cell.index()]
    }

    /// The cells that a rook attacks, the first piece on each line included.
    #[inline]
    pub fn rook_attacks(&self, cell: Cell, occupied: CellSet) -> CellSet {
        self.sliders.rook(cell, occupied)
    }

    /// The cells that a bishop attacks, the first piece on each line included.
    #[inline]
    pub fn bishop_attacks(&self, cell: Cell, occupied: CellSet) -> CellSet {
        self.sliders.bishop(cell, occupied)
    }

    /// The cells that a queen attacks.
    #[inline]
    pub fn queen_attacks(&self, cell: Cell, occupied: CellSet) -> CellSet {
        self.rook_attacks(cell, occupied) | self.bishop_attacks(cell, occupied)
    }
}

fn check(spec: BoardSpec) -> Result<(), BoardError> {
    for (i, file) in spec.files.iter().enumerate() {
        if file.high < file.low {
            return Err(BoardError::EmptyFile(file.letter));
        }
        if file.low < -FARTHEST || file.high > FARTHEST {
            return Err(BoardError::TooFar(file.letter));
        }
        let twice = spec.files[..i].iter().any(|other| other.letter == file.letter);
        if twice || !file.letter.is_ascii_lowercase() {
            return Err(BoardError::FileLetter(file.letter));
        }
        let top = u16::from(file.first_rank) + u16::from(file.high.abs_diff(file.low));
        if file.first_rank == 0 || top > 99 {
            return Err(BoardError::Rank(file.letter));
        }
    }
    if spec.files.is_empty() { Err(BoardError::EmptyFile('a')) } else { Ok(()) }
}

/// The greatest `y`, and the least one's amount.
const FARTHEST: i8 = 60;

/// The longest orthogonal line, and how many cells that are not at the end of a line a bishop may see: the
/// tables grow with two to the power of these.
const LONGEST_LINE: usize = 16;
const MOST_ON_DIAGONALS: usize = 14;

fn too_long(rays: &[CellSet; 12]) -> bool {
    let line = |d: usize| rays[d].len() + rays[d + 3].len() + 1;
    let inner = rays[6..].iter().map(|ray| ray.len().saturating_sub(1)).sum::<usize>();
    (0..3).any(|d| line(d) > LONGEST_LINE) || inner > MOST_ON_DIAGONALS
}

/// The rays so that the first of each two opposite ones runs through rising numbers.
fn rising(rays: &Rays) -> Rays {
    let mut rising = rays.clone();
    for (index, rays) in rising.iter_mut().enumerate() {
        let here = Cell::new(index);
        for up in [0, 1, 2, 6, 7, 8] {
            let falls = rays[up].first().is_some_and(|cell| cell < here);
            if falls || rays[up + 3].last().is_some_and(|cell| cell > here) {
                rays.swap(up, up + 3);
            }
        }
    }
    rising
}

/// The index of the direction that leads back.
const fn opposite(direction: u8) -> usize {
    let d = direction as usize;
    if d < 6 { (d + 3) % 6 } else { 6 + (d - 3) % 6 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::spec::{FileSpan, Orientation};
    use crate::variant::Variant;

    #[test]
    fn opposite_directions_lead_back() {
        for (d, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
            assert_eq!(DIRECTIONS[opposite(d as u8)], (-dx, -dy));
        }
    }

    #[test]
    fn sizes_and_names() {
        let sizes =
            [("shafran", 70), ("glinski", 91), ("mccooey", 91), ("hexofen", 91), ("devasa", 81), ("brusky", 84)];
        for (id, size) in sizes {
            let board = Variant::by_id(id).unwrap().board();
            assert_eq!(board.cells().len(), size, "{id}");
            for cell in board.cells() {
                assert_eq!(board.cell(board.name(cell)), Some(cell));
                assert_eq!(board.turned(board.turned(cell).unwrap()), Some(cell));
                let (x, y) = board.coordinates(cell);
                assert_eq!(board.at(x, y), Some(cell));
                assert_eq!(board.cell_at(board.file(cell), board.rank(cell)), Some(cell));
                // Every one of these grids has room, so that they are numbered file by file.
                let (low, high) = (1, board.spec().files.iter().map(|file| file.high).max().unwrap());
                assert_eq!(cell.index(), x as usize * (high - low + 1) as usize + (y - low) as usize, "{id}");
            }
            for name in ["", "a", "a0", "a01", "j1x", "a100", "1a", "é1", "a-1", "a+1", "z1"] {
                assert_eq!(board.cell(name), None, "{id} {name}");
            }
        }
        let shafran = Variant::by_id("shafran").unwrap().board();
        assert_eq!(shafran.cell("f1"), None);
        assert!(shafran.cell("f2").is_some());
    }

    #[test]
    fn slides_stop_where_a_walk_stops() {
        for variant in Variant::all() {
            slides_match_walks(variant.board());
        }
    }

    fn slides_match_walks(board: &Board) {
        // A few fixed, irregular occupations.
        let mut bits: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        for _ in 0..50 {
            bits = bits.rotate_left(17).wrapping_mul(0x2545_f491_4f6c_dd1d) ^ (bits >> 41);
            let occupied = CellSet(bits) & board.cells();
            for cell in board.cells() {
                let walk = |directions: &[(i8, i8)]| {
                    let mut seen = CellSet::EMPTY;
                    for &(dx, dy) in directions {
                        let mut at = cell;
                        while let Some(next) = board.step(at, dx, dy) {
                            seen.insert(next);
                            at = next;
                            if occupied.contains(next) {
                                break;
                            }
                        }
                    }
                    seen
                };
                assert_eq!(board.rook_attacks(cell, occupied), walk(&DIRECTIONS[..6]));
                assert_eq!(board.bishop_attacks(cell, occupied), walk(&DIRECTIONS[6..]));
                assert_eq!(board.queen_attacks(cell, occupied), walk(&DIRECTIONS));
            }
        }
    }

    #[test]
    fn knights_go_where_queens_do_not_and_bishops_keep_their_colour() {
        for variant in Variant::all() {
            let board = variant.board();
            for a in board.cells() {
                let queen = board.queen_attacks(a, CellSet::EMPTY);
                assert!((queen & board.knight_attacks(a)).is_empty());
                assert_eq!(queen, board.orthogonals(a) | board.diagonals(a));
                assert!(board.diagonals(a).iter().all(|b| board.cell_color(a) == board.cell_color(b)));
                for b in board.king_attacks(a) & board.orthogonals(a) {
                    assert_ne!(board.cell_color(a), board.cell_color(b));
                    assert_eq!(board.distance(a, b), 1);
                }
                for b in board.king_attacks(a) & board.diagonals(a) {
                    assert_eq!(board.distance(a, b), 2);
                }
                for b in board.knight_attacks(a) {
                    assert_eq!(board.distance(a, b), 3);
                }
            }
        }
    }

    /// These boards have no dents, so that the fewest steps never lead beyond the edge.
    #[test]
    fn the_distance_is_the_fewest_steps_to_neighbours() {
        for variant in Variant::all() {
            let board = variant.board();
            for from in board.cells() {
                let (mut reached, mut edge) = (CellSet::from(from), CellSet::from(from));
                for distance in 0.. {
                    assert!(edge.iter().all(|cell| board.distance(from, cell) == distance));
                    let next = edge.iter().map(|cell| board.king_attacks(cell) & board.orthogonals(cell));
                    edge = next.fold(CellSet::EMPTY, |all, near| all | near) - reached;
                    reached |= edge;
                    if edge.is_empty() {
                        break;
                    }
                }
                assert_eq!(reached, board.cells());
            }
        }
    }

    #[test]
    fn between_is_what_a_slide_crosses() {
        let board = Variant::by_id("shafran").unwrap().board();
        let cell = |name: &str| board.cell(name).unwrap();
        let set = |names: &[&str]| names.iter().map(|n| cell(n)).collect::<CellSet>();
        assert_eq!(board.between(cell("e1"), cell("a1")), set(&["b1", "c1", "d1"]));
        assert_eq!(board.between(cell("i5"), cell("e1")), set(&["f2", "g3", "h4"]));
        assert_eq!(board.between(cell("e1"), cell("e3")), set(&["e2"]));
        assert_eq!(board.between(cell("e1"), cell("g5")), set(&["f3"]));
        assert_eq!(board.between(cell("e1"), cell("f4")), CellSet::EMPTY);
        assert_eq!(board.ray_through(cell("e1"), cell("c1")), set(&["a1", "b1", "c1", "d1"]));
        assert_eq!(board.ray_through(cell("e1"), cell("f4")), CellSet::EMPTY);
    }

    const fn file(letter: char, low: i8, high: i8, first_rank: u8) -> FileSpan {
        FileSpan { letter, low, high, first_rank }
    }

    /// Error of a board with these files.
    fn refused(files: &'static [FileSpan]) -> Result<(), BoardError> {
        Board::new(BoardSpec { files, orientation: Orientation::VerticalFiles }).map(drop)
    }

    #[test]
    fn bad_boards_are_named() {
        const EMPTY: &[FileSpan] = &[file('a', 2, 1, 1)];
        const TWICE: &[FileSpan] = &[file('a', 1, 2, 1), file('a', 1, 2, 1)];
        const CAPITAL: &[FileSpan] = &[file('A', 1, 2, 1)];
        const NO_RANK: &[FileSpan] = &[file('a', 1, 2, 0)];
        const GAP: &[FileSpan] = &[file('a', 0, 0, 1), file('b', 0, 0, 3)];
        assert_eq!(refused(&[]), Err(BoardError::EmptyFile('a')));
        assert_eq!(refused(EMPTY), Err(BoardError::EmptyFile('a')));
        assert_eq!(refused(TWICE), Err(BoardError::FileLetter('a')));
        assert_eq!(refused(CAPITAL), Err(BoardError::FileLetter('A')));
        assert_eq!(refused(NO_RANK), Err(BoardError::Rank('a')));
        assert_eq!(refused(GAP), Err(BoardError::EmptyRank(2)));
    }

    /// Each limit is met by one board and passed by the next.
    #[test]
    fn boards_may_be_as_large_as_is_said() {
        const ONE_CELL: &[FileSpan] = &[file('a', 0, 0, 1)];
        assert_eq!(refused(ONE_CELL), Ok(()));

        const FARTHEST: &[FileSpan] = &[file('a', -60, -60, 1), file('b', -59, -59, 1)];
        const TOO_LOW: &[FileSpan] = &[file('a', -61, -60, 1)];
        const HIGHEST: &[FileSpan] = &[file('a', 60, 60, 1)];
        const TOO_HIGH: &[FileSpan] = &[file('a', 60, 61, 1)];
        assert_eq!((refused(FARTHEST), refused(TOO_LOW)), (Ok(()), Err(BoardError::TooFar('a'))));
        assert_eq!((refused(HIGHEST), refused(TOO_HIGH)), (Ok(()), Err(BoardError::TooFar('a'))));

        const SIXTEEN: &[FileSpan] = &[file('a', 0, 15, 1)];
        const SEVENTEEN: &[FileSpan] = &[file('a', 0, 16, 1)];
        assert_eq!((refused(SIXTEEN), refused(SEVENTEEN)), (Ok(()), Err(BoardError::LongLines("a1".into()))));

        // Rank 99 can be printed, but then so must all below it.
        const TO_99: &[FileSpan] = &[file('a', 1, 2, 98)];
        const TO_100: &[FileSpan] = &[file('a', 1, 2, 99)];
        assert_eq!((refused(TO_99), refused(TO_100)), (Err(BoardError::EmptyRank(1)), Err(BoardError::Rank('a'))));
    }

    /// Files of 7 cells, each a cell lower than the one before it, so that a diagonal runs through the middle of all.
    #[test]
    fn a_bishop_may_see_14_cells_that_are_not_the_last_of_their_line() {
        const FILES: [FileSpan; 15] = {
            let mut files = [file('a', 0, 6, 1); 15];
            let mut x = 0;
            while x < 15 {
                files[x] = file((b'a' + x as u8) as char, -(x as i8), 6 - x as i8, 1);
                x += 1;
            }
            files
        };
        assert_eq!(refused(FILES.first_chunk::<14>().unwrap()), Ok(()));
        assert_eq!(refused(&FILES), Err(BoardError::LongLines("a1".into())));
    }

    /// Files of 16 cells, each a cell higher than the one before it, which fill a numbering without a hole.
    #[test]
    fn all_places_may_be_taken() {
        const FILES: &[FileSpan] = &[
            file('a', 0, 15, 1),
            file('b', 1, 16, 1),
            file('c', 2, 17, 1),
            file('d', 3, 18, 1),
            file('e', 4, 19, 1),
            file('f', 5, 20, 1),
            file('g', 6, 21, 1),
            file('h', 7, 22, 1),
            file('i', 8, 8, 1),
        ];
        let (full, one_more) = (&FILES[..8], FILES);
        let board = Board::new(BoardSpec { files: full, orientation: Orientation::VerticalFiles }).unwrap();
        assert_eq!(board.cells().len(), Cell::COUNT);
        slides_match_walks(&board);
        assert_eq!(refused(one_more), Err(BoardError::TooLarge(129)));
    }

    /// An upright rectangle, whose skewed grid of 13 by 11 would have 143 places.
    #[test]
    fn cells_are_numbered_closely_where_the_grid_is_too_large() {
        const fn file(letter: char, low: i8, high: i8) -> FileSpan {
            super::tests::file(letter, low, high, low as u8 + 1)
        }
        const FILES: &[FileSpan] = &[
            file('a', 0, 0),
            file('b', 0, 2),
            file('c', 0, 4),
            file('d', 0, 6),
            file('e', 0, 8),
            file('f', 0, 10),
            file('g', 0, 10),
            file('h', 0, 10),
            file('i', 2, 10),
            file('j', 4, 10),
            file('k', 6, 10),
            file('l', 8, 10),
            file('m', 10, 10),
        ];
        let board = Board::new(BoardSpec { files: FILES, orientation: Orientation::HorizontalRanks }).unwrap();
        assert_eq!(board.cells().len(), 83);
        for cell in board.cells() {
            let (x, y) = board.coordinates(cell);
            assert_eq!(board.at(x, y), Some(cell));
            assert_eq!(board.cell(board.name(cell)), Some(cell));
            assert_eq!(board.turned(board.turned(cell).unwrap()), Some(cell));
        }
        slides_match_walks(&board);
    }
}

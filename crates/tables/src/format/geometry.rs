//! Board of a variant as sets of 128 bits: steps of whole sets, and the symmetries of the board.

use saffron_rules::{Board, Cell, CellSet, Color, Role, Variant};

/// Six steps of a rook.
const ORTHOGONAL: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];
/// Six steps of a bishop.
const DIAGONAL: [(i8, i8); 6] = [(1, 2), (2, 1), (1, -1), (-1, -2), (-2, -1), (-1, 1)];
/// Twelve leaps of a knight.
const LEAPS: [(i8, i8); 12] =
    [(1, 3), (2, 3), (3, 2), (3, 1), (2, -1), (1, -2), (-1, -3), (-2, -3), (-3, -2), (-3, -1), (-2, 1), (-1, 2)];

fn relations(board: &Board) -> Vec<[u8; 4]> {
    let mut relations = vec![[0; 4]; Cell::COUNT * Cell::COUNT];
    for from in board.cells() {
        for to in board.cells() {
            let ((fx, fy), (tx, ty)) = (board.coordinates(from), board.coordinates(to));
            let (dx, dy) = (tx - fx, ty - fy);
            let plus = |n: i8| n.wrapping_add(16) as u8;
            relations[from.index() * Cell::COUNT + to.index()] =
                [plus(dx), plus(dy), plus(dx.wrapping_sub(dy)), board.distance(from, to)];
        }
    }
    relations
}

/// Step that all cells of a set make at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Cells from which it stays on the board.
    from: u128,
    /// Increment of the index, modulo 128.
    by: u32,
}

impl Step {
    /// Cells from which the step leads into the set.
    #[inline]
    pub(crate) fn back(self, set: u128) -> u128 {
        set.rotate_right(self.by) & self.from
    }
}

/// Symmetry of the board: a turn or a reflection that maps it onto itself.
#[derive(Debug)]
pub(crate) struct Symmetry {
    /// Image of each cell, by numbers without gaps.
    pub(crate) numbers: Vec<u8>,
    /// Cells after the symmetry, for each value of each byte of a set.
    bytes: Box<[[u128; 256]; 16]>,
    identity: bool,
}

impl Symmetry {
    fn new(map: [u8; Cell::COUNT], cells: &[Cell], number: &[u8; Cell::COUNT]) -> Self {
        let numbers = cells.iter().map(|cell| number[usize::from(map[cell.index()])]).collect();
        let mut bytes = Box::new([[0; 256]; 16]);
        let on_board: CellSet = cells.iter().copied().collect();
        for (byte, table) in bytes.iter_mut().enumerate() {
            for (value, set) in table.iter_mut().enumerate() {
                let here = CellSet((value as u128) << (8 * byte)) & on_board;
                *set = here.iter().fold(0, |set, cell| set | 1 << map[cell.index()]);
            }
        }
        let identity = cells.iter().all(|cell| usize::from(map[cell.index()]) == cell.index());
        Self { numbers, bytes, identity }
    }

    /// Image of a set.
    #[inline]
    pub(crate) fn set(&self, set: u128) -> u128 {
        if self.identity || set == 0 {
            return set;
        }
        let bytes = set.to_le_bytes();
        self.bytes.iter().zip(bytes).fold(0, |all, (table, byte)| all | table[usize::from(byte)])
    }
}

/// Pawn steps of one side, for sets.
#[derive(Debug)]
struct PawnSteps {
    forward: Vec<Step>,
    /// Cells from which a pawn may go n + 2 cells at once, at index n.
    several: Vec<u128>,
}

/// Geometry of a variant's board.
#[derive(Debug)]
pub struct Geometry {
    pub(crate) variant: &'static Variant,
    /// Cells of the board; an index in this list is the number of a cell.
    pub(crate) cells: Vec<Cell>,
    /// Number of each cell.
    pub(crate) number: [u8; Cell::COUNT],
    pub(crate) on_board: u128,
    orthogonal: Vec<Step>,
    diagonal: Vec<Step>,
    leaps: Vec<Step>,
    pawns: [PawnSteps; 2],
    /// Symmetries of the board, the identity first.
    pub(crate) symmetries: Vec<Symmetry>,
    /// Index of the inverse of each symmetry.
    pub(crate) inverse: Vec<usize>,
    /// Symmetries that keep the rules of pawns.
    pub(crate) with_pawns: Vec<usize>,
    /// Cells from which a side's pawns may go forward to a promotion cell, by colour.
    promoting: [CellSet; 2],
    /// Relations of each two cells: files, ranks and their difference from the first to the second, each plus 16, and the distance.
    relations: Vec<[u8; 4]>,
}

impl Geometry {
    /// Computes the geometry of a variant's board.
    pub fn new(variant: &'static Variant) -> Self {
        let board = variant.board();
        let cells: Vec<Cell> = board.cells().iter().collect();
        let mut number = [0; Cell::COUNT];
        for (i, cell) in cells.iter().enumerate() {
            number[cell.index()] = u8::try_from(i).unwrap_or(u8::MAX);
        }
        let steps = |steps: &[(i8, i8)]| steps.iter().filter_map(|&step| step_of(board, step)).collect();
        let pawns = Color::ALL.map(|color| {
            let sign = if color == Color::White { 1 } else { -1 };
            let forward: Vec<_> =
                variant.pawns().spec().forward.iter().map(|&(dx, dy)| (sign * dx, sign * dy)).collect();
            let most = board.cells().iter().map(|cell| variant.pawns().steps(color, cell)).max().unwrap_or(1);
            let may = |n: u8| -> CellSet {
                board.cells().iter().filter(|&cell| variant.pawns().steps(color, cell) >= n).collect()
            };
            PawnSteps { forward: steps(&forward), several: (2..=most).map(|n| may(n).0).collect() }
        });
        let maps = symmetries(board);
        let inverse = maps.iter().map(|map| maps.iter().position(|other| undoes(board, map, other)).unwrap_or(0));
        let inverse = inverse.collect();
        let with_pawns = (0..maps.len()).filter(|&i| keeps_pawns(variant, &maps[i])).collect();
        Self {
            variant,
            on_board: board.cells().0,
            orthogonal: steps(&ORTHOGONAL),
            diagonal: steps(&DIAGONAL),
            leaps: steps(&LEAPS),
            pawns,
            symmetries: maps.into_iter().map(|map| Symmetry::new(map, &cells, &number)).collect(),
            inverse,
            with_pawns,
            promoting: Color::ALL.map(|color| {
                let ahead =
                    |cell: &Cell| variant.pawns().front(color, *cell).intersects(variant.promotion_cells(color));
                board.cells().iter().filter(ahead).collect()
            }),
            relations: relations(board),
            cells,
            number,
        }
    }

    /// Relation of two cells: files, ranks and their difference, each plus 16, and the distance.
    #[inline(always)]
    pub(crate) fn relation(&self, from: Cell, to: Cell) -> &[u8; 4] {
        &self.relations[from.index() * Cell::COUNT + to.index()]
    }

    /// Checksum of the rules that values depend on: the board, the pawns, the promotions and the worth of stalemate.
    pub(crate) fn fingerprint(&self) -> u32 {
        let mut sum = crc32fast::Hasher::new();
        let pawns = self.variant.pawns();
        sum.update(&self.on_board.to_le_bytes());
        sum.update(&[self.variant.stalemate_quarters()]);
        sum.update(&self.variant.promotions().iter().map(|role| *role as u8).collect::<Vec<_>>());
        for color in Color::ALL {
            sum.update(&pawns.standing(color).0.to_le_bytes());
            sum.update(&pawns.promotion(color).0.to_le_bytes());
            for cell in &self.cells {
                let (x, y) = self.variant.board().coordinates(*cell);
                sum.update(&[x.to_le_bytes()[0], y.to_le_bytes()[0], pawns.steps(color, *cell)]);
                sum.update(&pawns.front(color, *cell).0.to_le_bytes());
                sum.update(&pawns.attacks(color, *cell).0.to_le_bytes());
            }
        }
        sum.finalize()
    }

    /// Number of cells.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Cells on which a piece can stand.
    pub(crate) fn stands(&self, (color, role): (Color, Role)) -> CellSet {
        if role == Role::Pawn { self.variant.pawns().standing(color) } else { self.variant.board().cells() }
    }

    /// Cells from which a pawn may go forward to a promotion cell.
    pub(crate) fn promoting(&self, color: Color) -> CellSet {
        self.promoting[color.index()]
    }

    /// Number of a cell.
    #[inline]
    pub(crate) fn number(&self, cell: Cell) -> usize {
        usize::from(self.number[cell.index()])
    }

    /// Cells from which a piece other than a king or pawn goes to a cell of the set, over cells of `empty`.
    #[inline]
    pub(crate) fn before(&self, role: Role, set: u128, empty: u128) -> u128 {
        match role {
            Role::Rook => slides(&self.orthogonal, set, empty),
            Role::Bishop => slides(&self.diagonal, set, empty),
            Role::Queen => slides(&self.orthogonal, set, empty) | slides(&self.diagonal, set, empty),
            Role::Knight => self.leaps.iter().fold(0, |all, step| all | step.back(set)),
            Role::King | Role::Pawn => 0,
        }
    }

    /// Cells from which a pawn goes forward to a cell of the set without a capture, over cells of `empty`. A pawn that
    /// goes several cells does not pass over `avoid`.
    #[inline]
    pub(crate) fn pawns_before(&self, color: Color, set: u128, empty: u128, enemies: u128, avoid: u128) -> u128 {
        let pawns = &self.pawns[color.index()];
        let (mut all, passed) = (0, empty & !avoid);
        for step in &pawns.forward {
            let mut here = step.back(set & empty);
            all |= here;
            for several in &pawns.several {
                here = step.back(here & passed);
                all |= here & several;
            }
        }
        if self.variant.pawns().spec().stopped_by_enemy_in_front {
            for step in &pawns.forward {
                all &= !step.back(enemies);
            }
        }
        all
    }
}

/// Cells from which a slider reaches the set.
#[inline]
fn slides(steps: &[Step], set: u128, empty: u128) -> u128 {
    let mut all = 0;
    for step in steps {
        let mut here = step.back(set);
        while here != 0 {
            all |= here;
            here = step.back(here & empty);
        }
    }
    all
}

fn step_of(board: &Board, (dx, dy): (i8, i8)) -> Option<Step> {
    let from: CellSet = board.cells().iter().filter(|&cell| board.step(cell, dx, dy).is_some()).collect();
    let cell = from.first()?;
    let by = board.step(cell, dx, dy)?.index() + Cell::COUNT - cell.index();
    Some(Step { from: from.0, by: u32::try_from(by % Cell::COUNT).unwrap_or(0) })
}

/// Symmetries of a board: those of the lattice that map it onto itself, the identity first.
fn symmetries(board: &Board) -> Vec<[u8; Cell::COUNT]> {
    let all: Vec<Cell> = board.cells().iter().collect();
    let coordinates: Vec<(i8, i8)> = all.iter().map(|&cell| board.coordinates(cell)).collect();
    let corner = |points: &[(i8, i8)]| {
        let least = |of: fn(&(i8, i8)) -> i8| points.iter().map(of).min().unwrap_or(0);
        (least(|point| point.0), least(|point| point.1))
    };
    let mut found = Vec::new();
    for reflected in [false, true] {
        for turns in 0..6 {
            let image: Vec<(i8, i8)> = coordinates
                .iter()
                .map(|&(x, y)| {
                    let start = if reflected { (-x, y - x) } else { (x, y) };
                    // A turn by 60 degrees.
                    (0..turns).fold(start, |(x, y), _| (y, y - x))
                })
                .collect();
            let (to, from) = (corner(&coordinates), corner(&image));
            let mut map = [0; Cell::COUNT];
            let complete = all.iter().zip(&image).all(|(cell, &(x, y))| {
                let target = board.at(x - from.0 + to.0, y - from.1 + to.1);
                target.is_some_and(|target| {
                    map[cell.index()] = u8::try_from(target.index()).unwrap_or(0);
                    true
                })
            });
            if complete {
                found.push(map);
            }
        }
    }
    found
}

fn undoes(board: &Board, map: &[u8; Cell::COUNT], other: &[u8; Cell::COUNT]) -> bool {
    board.cells().iter().all(|cell| usize::from(other[usize::from(map[cell.index()])]) == cell.index())
}

/// Returns whether pawns of both sides move the same after a symmetry.
fn keeps_pawns(variant: &Variant, map: &[u8; Cell::COUNT]) -> bool {
    let image = |cell: Cell| Cell::new(usize::from(map[cell.index()]));
    let set = |set: CellSet| -> CellSet { set.iter().map(image).collect() };
    let pawns = variant.pawns();
    Color::ALL.into_iter().all(|color| {
        set(pawns.standing(color)) == pawns.standing(color)
            && set(pawns.promotion(color)) == pawns.promotion(color)
            && variant.board().cells().iter().all(|cell| {
                set(pawns.front(color, cell)) == pawns.front(color, image(cell))
                    && set(pawns.attacks(color, cell)) == pawns.attacks(color, image(cell))
                    && pawns.steps(color, cell) == pawns.steps(color, image(cell))
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_have_their_symmetries() {
        let found = ["shafran", "glinski", "mccooey", "hexofen", "devasa", "brusky"].map(|id| {
            let geometry = Geometry::new(Variant::by_id(id).unwrap());
            (geometry.symmetries.len(), geometry.with_pawns.len())
        });
        // The ranks of De Vasa's and Brusky's boards lean to one side.
        assert_eq!(found, [(4, 2), (12, 2), (12, 2), (12, 2), (4, 1), (2, 1)]);
    }

    #[test]
    fn sets_of_steps_are_those_of_the_board() {
        for id in ["shafran", "glinski", "brusky"] {
            let geometry = Geometry::new(Variant::by_id(id).unwrap());
            let board = geometry.variant.board();
            let occupied: CellSet = board.cells().iter().filter(|cell| cell.index() % 5 == 0).collect();
            let empty = (board.cells() - occupied).0;
            for cell in board.cells() - occupied {
                for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                    let piece = saffron_rules::Piece { color: Color::White, role };
                    let attacks = geometry.variant.attacks(piece, cell, occupied);
                    // Leaps and lines lead back the same way.
                    assert_eq!(geometry.before(role, 1 << cell.index(), empty) & empty, (attacks - occupied).0);
                }
            }
        }
    }
}

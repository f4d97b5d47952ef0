//! Which inputs of a network a position switches on: one for every man, by whose it is, what it is, and where it stands.
//!
//! A network looks at a position twice, once as each side sees it: own men before the opponent's, the board turned by half a
//! turn for Black, so that every side plays upwards. The rules of all variants are the same after that turn, so both
//! sides share one set of weights.

use saffron_rules::{Cell, Color, Piece, Position, Role, Variant};

const ROLES: usize = 6;
const KING: usize = 5;

/// The inputs of the networks of one variant.
#[derive(Clone, Debug)]
pub struct FeatureSet {
    cells: usize,
    /// By cell: how many cells lie behind it, seen from White's side.
    heights: Vec<u8>,
    /// By side that looks, side and role of the man, and cell.
    indices: Box<[[[u16; Cell::COUNT]; 2 * ROLES]; 2]>,
    /// By input: the same with the board mirrored.
    mirrored: Option<Vec<u16>>,
}

impl FeatureSet {
    /// The inputs for a variant.
    pub fn new(variant: &Variant) -> FeatureSet {
        let board = variant.board();
        let cells: Vec<Cell> = board.cells().iter().collect();
        let place = |wanted: Cell| cells.iter().position(|&cell| cell == wanted).unwrap_or(0);
        let mut indices = Box::new([[[0; Cell::COUNT]; 2 * ROLES]; 2]);
        for side in Color::ALL {
            for color in Color::ALL {
                for role in Role::ALL {
                    let relative = usize::from(color != side) * ROLES + role.index();
                    for &cell in &cells {
                        let seen = if side == Color::White { Some(cell) } else { board.turned(cell) };
                        let input = relative * cells.len() + place(seen.unwrap_or(cell));
                        indices[side.index()][color.index() * ROLES + role.index()][cell.index()] = input as u16;
                    }
                }
            }
        }
        let mirrored = mirror(variant).map(|image| {
            (0..2 * ROLES * cells.len())
                .map(|input| {
                    let cell = image[cells[input % cells.len()].index()];
                    (input / cells.len() * cells.len() + place(cell)) as u16
                })
                .collect()
        });
        FeatureSet { cells: cells.len(), heights: heights(variant, &cells), indices, mirrored }
    }

    /// How many inputs there are.
    pub fn count(&self) -> usize {
        2 * ROLES * self.cells
    }

    /// The input that a man on a cell switches on, as `side` sees it.
    #[inline]
    pub fn index(&self, side: Color, piece: Piece, cell: Cell) -> usize {
        usize::from(self.indices[side.index()][piece.color.index() * ROLES + piece.role.index()][cell.index()])
    }

    /// The inputs that a position switches on, as `side` sees it.
    pub fn of<'a>(&'a self, position: &'a Position, side: Color) -> impl Iterator<Item = usize> + 'a {
        Color::ALL.into_iter().flat_map(move |color| {
            Role::ALL.into_iter().flat_map(move |role| {
                let piece = Piece { color, role };
                position.pieces(color, role).iter().map(move |cell| self.index(side, piece, cell))
            })
        })
    }

    /// How many cells the board has.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The place of the cell where an own king stands, as `side` sees it, among the inputs of one man.
    #[inline]
    pub(super) fn king_index(&self, side: Color, cell: Cell) -> usize {
        self.index(side, Piece { color: side, role: Role::King }, cell) - KING * self.cells
    }

    /// The zone that a network should count an own king to that switches this input on; none where it is another man's.
    ///
    /// A king is at home on the cells that have at most one cell behind them in their file, seen from its side.
    pub fn king_bucket(&self, input: usize) -> Option<u8> {
        king_index(input, self.count()).map(|place| u8::from(self.heights[place] > 1))
    }

    /// The input of the same man as the other side sees it.
    pub fn opposite(&self, input: usize) -> usize {
        opposite(input, self.count())
    }

    /// The input of the same man with the board mirrored, its left and right changed over; none for variants whose rules
    /// are not the same after that (castling apart).
    pub fn mirrored(&self, input: usize) -> Option<usize> {
        Some(usize::from(self.mirrored.as_ref()?[input]))
    }
}

/// Of which cell, in the order of the inputs, this is the own king's input; none where it is another man's.
pub(super) fn king_index(input: usize, count: usize) -> Option<usize> {
    let cells = count / (2 * ROLES);
    (input / cells == KING).then_some(input % cells)
}

/// The input of the same man as the other side sees it, where there are `count` inputs.
pub(super) fn opposite(input: usize, count: usize) -> usize {
    let cells = count / (2 * ROLES);
    // The cells are numbered upwards, so half a turn puts them in the opposite order.
    let (piece, cell) = (input / cells, input % cells);
    (piece + ROLES) % (2 * ROLES) * cells + (cells - 1 - cell)
}

/// How many steps a White pawn could have come to a cell from the cells behind it.
fn heights(variant: &Variant, cells: &[Cell]) -> Vec<u8> {
    let pawns = variant.pawns();
    let mut heights = vec![0; cells.len()];
    // The longest way on the largest board is shorter than the board has cells.
    for _ in cells {
        for (behind, &cell) in cells.iter().enumerate() {
            let there = pawns.front(Color::White, cell);
            for (place, &front) in cells.iter().enumerate() {
                if there.contains(front) {
                    heights[place] = heights[place].max(heights[behind] + 1);
                }
            }
        }
    }
    heights
}

/// The reflections of the hexagonal lattice: where the steps `(1, 0)` and `(0, 1)` go.
const REFLECTIONS: [[(i8, i8); 2]; 6] = [
    [(-1, -1), (0, 1)],
    [(1, 0), (-1, -1)],
    [(0, 1), (1, 0)],
    [(1, 1), (0, -1)],
    [(-1, 0), (1, 1)],
    [(0, -1), (-1, 0)],
];

/// Where every cell goes under a reflection of the board that changes nothing for the pawns of either side.
fn mirror(variant: &Variant) -> Option<[Cell; Cell::COUNT]> {
    REFLECTIONS.iter().find_map(|reflection| {
        let image = reflect(variant, reflection)?;
        let over = |set: saffron_rules::CellSet| set.iter().map(|cell| image[cell.index()]).collect();
        let pawns = variant.pawns();
        let same = Color::ALL.into_iter().all(|color| {
            variant.board().cells().iter().all(|cell| {
                let there = image[cell.index()];
                pawns.attacks(color, there) == over(pawns.attacks(color, cell))
                    && pawns.front(color, there) == over(pawns.front(color, cell))
                    && pawns.steps(color, there) == pawns.steps(color, cell)
            }) && over(variant.promotion_cells(color)) == variant.promotion_cells(color)
        });
        same.then_some(image)
    })
}

/// The board under a reflection through its middle, if it goes over into itself.
fn reflect(variant: &Variant, reflection: &[(i8, i8); 2]) -> Option<[Cell; Cell::COUNT]> {
    let board = variant.board();
    let turn = |(x, y): (i8, i8)| {
        let [(ax, ay), (bx, by)] = *reflection;
        (x * ax + y * bx, x * ay + y * by)
    };
    let corner = |points: &mut dyn Iterator<Item = (i8, i8)>| {
        points.fold((i8::MAX, i8::MAX), |(left, low), (x, y)| (left.min(x), low.min(y)))
    };
    let all = || board.cells().iter().map(|cell| board.coordinates(cell));
    let (from, to) = (corner(&mut all()), corner(&mut all().map(turn)));
    let mut image = [Cell::new(0); Cell::COUNT];
    for cell in board.cells() {
        let (x, y) = turn(board.coordinates(cell));
        image[cell.index()] = board.at(x - to.0 + from.0, y - to.1 + from.1)?;
    }
    Some(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_same_after_half_a_turn() {
        for variant in Variant::all() {
            let inputs = FeatureSet::new(variant);
            let position = variant.start();
            let mut seen: Vec<usize> = inputs.of(&position, Color::Black).collect();
            let mut turned: Vec<usize> =
                inputs.of(&position, Color::White).map(|input| inputs.opposite(input)).collect();
            seen.sort_unstable();
            turned.sort_unstable();
            assert_eq!(seen, turned);
            assert_eq!(seen.len(), position.occupied().len());
            assert!((0..inputs.count()).all(|input| inputs.opposite(inputs.opposite(input)) == input));
        }
        // Shafran's start is the same from both sides.
        let variant = Variant::by_id("shafran").unwrap();
        let inputs = FeatureSet::new(variant);
        let of = |side| {
            let mut list: Vec<usize> = inputs.of(&variant.start(), side).collect();
            list.sort_unstable();
            list
        };
        assert_eq!(of(Color::White), of(Color::Black));
    }

    #[test]
    fn kings_at_home_are_those_near_their_own_edge() {
        let variant = Variant::by_id("shafran").unwrap();
        let inputs = FeatureSet::new(variant);
        let zone = |color, role, name| {
            let cell = variant.board().cell(name).unwrap();
            inputs.king_bucket(inputs.index(color, Piece { color, role }, cell))
        };
        for (white, black, wanted) in
            [("e1", "e10", 0), ("a2", "i9", 0), ("g4", "c7", 0), ("e3", "e8", 1), ("a3", "i8", 1), ("e10", "e1", 1)]
        {
            assert_eq!(zone(Color::White, Role::King, white), Some(wanted), "{white}");
            assert_eq!(zone(Color::Black, Role::King, black), Some(wanted), "{black}");
        }
        assert_eq!(zone(Color::White, Role::Queen, "e1"), None);
        let them = Piece { color: Color::Black, role: Role::King };
        assert_eq!(inputs.king_bucket(inputs.index(Color::White, them, variant.board().cell("e1").unwrap())), None);
        for variant in Variant::all() {
            let inputs = FeatureSet::new(variant);
            let zones: Vec<u8> = (0..inputs.count()).filter_map(|input| inputs.king_bucket(input)).collect();
            assert_eq!(zones.len(), variant.board().cells().len());
            assert!(zones.contains(&0) && zones.contains(&1), "{}", variant.id());
            let king = Piece { color: Color::White, role: Role::King };
            let home = inputs.index(Color::White, king, variant.start().king(Color::White));
            assert_eq!(inputs.king_bucket(home), Some(0), "{}", variant.id());
        }
    }

    #[test]
    fn boards_with_a_mirror_keep_their_lines() {
        let mirrors: Vec<_> = Variant::all().iter().filter_map(|&v| Some((v, mirror(v)?))).collect();
        let ids: Vec<_> = mirrors.iter().map(|(variant, _)| variant.id()).collect();
        assert!(["shafran", "glinski", "mccooey", "hexofen"].iter().all(|id| ids.contains(id)), "{ids:?}");
        for (variant, image) in mirrors {
            let board = variant.board();
            for cell in board.cells() {
                let there = image[cell.index()];
                assert_eq!(image[there.index()], cell);
                let over: saffron_rules::CellSet = board.orthogonals(cell).iter().map(|c| image[c.index()]).collect();
                assert_eq!(over, board.orthogonals(there));
            }
        }
        let variant = Variant::by_id("shafran").unwrap();
        let cell = |name| variant.board().cell(name).unwrap();
        let image = mirror(variant).unwrap();
        assert_eq!(image[cell("a1").index()], cell("i5"));
        assert_eq!(image[cell("e1").index()], cell("e1"));
    }
}

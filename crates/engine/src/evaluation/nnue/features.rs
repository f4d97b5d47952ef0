//! Features of a position: one for every piece, by its side, role and cell.
//!
//! A position has two perspectives, one for each side: own pieces come before the opponent's, and for Black the board is rotated
//! by half a turn, so that each side plays upwards. The rules of all variants are the same after that rotation, so both
//! perspectives share one set of weights.

use saffron_rules::{Cell, CellSet, Color, Piece, Position, Role, Variant};

const ROLES: usize = 6;

/// Feature set of the networks of one variant. A feature is an index below [`FeatureSet::count`]: own pieces first, then by role
/// and by cell, as the perspective sees them.
#[derive(Clone, Debug)]
pub struct FeatureSet {
    cells: usize,
    /// Number of cells behind each cell, from White's side.
    heights: Vec<u8>,
    /// Features by perspective, side and role of the piece, and cell.
    indices: Box<[[[u16; Cell::COUNT]; 2 * ROLES]; 2]>,
    /// Feature on the mirrored board, by feature.
    mirrored: Option<Vec<u16>>,
}

impl FeatureSet {
    /// Creates the features of a variant.
    pub fn new(variant: &Variant) -> FeatureSet {
        let board = variant.board();
        let cells: Vec<Cell> = board.cells().iter().collect();
        let index_of = |wanted: Cell| cells.iter().position(|&cell| cell == wanted).unwrap_or(0);
        let mut indices = Box::new([[[0; Cell::COUNT]; 2 * ROLES]; 2]);
        for perspective in Color::ALL {
            for color in Color::ALL {
                for role in Role::ALL {
                    let relative = usize::from(color != perspective) * ROLES + role.index();
                    for &cell in &cells {
                        let seen = if perspective == Color::White { Some(cell) } else { board.turned(cell) };
                        let feature = relative * cells.len() + index_of(seen.unwrap_or(cell));
                        let piece = color.index() * ROLES + role.index();
                        indices[perspective.index()][piece][cell.index()] = feature as u16;
                    }
                }
            }
        }
        let mirrored = mirror(variant).map(|image| {
            (0..2 * ROLES * cells.len())
                .map(|feature| {
                    let cell = image[cells[feature % cells.len()].index()];
                    (feature / cells.len() * cells.len() + index_of(cell)) as u16
                })
                .collect()
        });
        FeatureSet { cells: cells.len(), heights: heights(variant, &cells), indices, mirrored }
    }

    /// Number of features.
    pub fn count(&self) -> usize {
        2 * ROLES * self.cells
    }

    /// Returns the feature of a piece on a cell, in a perspective.
    #[inline]
    pub fn index(&self, perspective: Color, piece: Piece, cell: Cell) -> usize {
        let piece = piece.color.index() * ROLES + piece.role.index();
        usize::from(self.indices[perspective.index()][piece][cell.index()])
    }

    /// Returns the active features of a position in a perspective.
    pub fn active<'a>(&'a self, position: &'a Position, perspective: Color) -> impl Iterator<Item = usize> + 'a {
        Color::ALL.into_iter().flat_map(move |color| {
            Role::ALL.into_iter().flat_map(move |role| {
                let piece = Piece { color, role };
                position.pieces(color, role).iter().map(move |cell| self.index(perspective, piece, cell))
            })
        })
    }

    /// Number of cells of the board.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Returns the king index of the perspective's own king on a cell: the number of that cell, in the order of the features.
    #[inline]
    pub(super) fn king_index(&self, perspective: Color, cell: Cell) -> usize {
        let king = Piece { color: perspective, role: Role::King };
        self.index(perspective, king, cell) - Role::King.index() * self.cells
    }

    /// Returns the king bucket that new networks use for this feature of the side's own king; `None` for features of other pieces.
    ///
    /// Bucket 0 is the king's home: the cells with at most one cell behind them in their file, from the king's side. Bucket 1 is
    /// the rest of the board.
    pub fn king_bucket(&self, feature: usize) -> Option<u8> {
        king_index(feature, self.count()).map(|king_index| u8::from(self.heights[king_index] > 1))
    }

    /// Converts a feature to that of the same piece in the other perspective.
    pub fn flip(&self, feature: usize) -> usize {
        flip(feature, self.count())
    }

    /// Converts a feature to that of the same piece on the mirrored board, with left and right exchanged. `None` for variants
    /// whose rules, castling apart, are not symmetric.
    pub fn mirrored(&self, feature: usize) -> Option<usize> {
        Some(usize::from(self.mirrored.as_ref()?[feature]))
    }
}

/// Returns the king index of a feature of the side's own king, of `count` features; `None` for features of other pieces.
pub(super) fn king_index(feature: usize, count: usize) -> Option<usize> {
    let cells = count / (2 * ROLES);
    (feature / cells == Role::King.index()).then_some(feature % cells)
}

/// Converts a feature, of `count`, to that of the same piece in the other perspective.
pub(super) fn flip(feature: usize, count: usize) -> usize {
    let cells = count / (2 * ROLES);
    // Cells are numbered upwards, so half a turn reverses their order.
    let (piece, cell) = (feature / cells, feature % cells);
    (piece + ROLES) % (2 * ROLES) * cells + (cells - 1 - cell)
}

/// Computes, for each cell, the maximum number of steps forward with which a white pawn can have reached it.
fn heights(variant: &Variant, cells: &[Cell]) -> Vec<u8> {
    let pawns = variant.pawns();
    let mut heights = vec![0; cells.len()];
    // The longest path on the largest board is shorter than its number of cells.
    for _ in cells {
        for (behind, &cell) in cells.iter().enumerate() {
            let there = pawns.front(Color::White, cell);
            for (ahead, &front) in cells.iter().enumerate() {
                if there.contains(front) {
                    heights[ahead] = heights[ahead].max(heights[behind] + 1);
                }
            }
        }
    }
    heights
}

/// Reflections of the hexagonal lattice: the images of the steps `(1, 0)` and `(0, 1)`.
const REFLECTIONS: [[(i8, i8); 2]; 6] = [
    [(-1, -1), (0, 1)],
    [(1, 0), (-1, -1)],
    [(0, 1), (1, 0)],
    [(1, 1), (0, -1)],
    [(-1, 0), (1, 1)],
    [(0, -1), (-1, 0)],
];

/// Returns the image of every cell under a reflection that maps the pawn moves of both sides to themselves, if there is one.
fn mirror(variant: &Variant) -> Option<[Cell; Cell::COUNT]> {
    REFLECTIONS.iter().find_map(|reflection| {
        let image = reflect(variant, reflection)?;
        let map = |set: CellSet| set.iter().map(|cell| image[cell.index()]).collect();
        let pawns = variant.pawns();
        let same = Color::ALL.into_iter().all(|color| {
            variant.board().cells().iter().all(|cell| {
                let there = image[cell.index()];
                pawns.attacks(color, there) == map(pawns.attacks(color, cell))
                    && pawns.front(color, there) == map(pawns.front(color, cell))
                    && pawns.steps(color, there) == pawns.steps(color, cell)
            }) && map(variant.promotion_cells(color)) == variant.promotion_cells(color)
        });
        same.then_some(image)
    })
}

/// Returns the image of every cell under a reflection through the middle of the board, if it maps the board to itself.
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
    fn the_perspectives_are_the_same_after_half_a_turn() {
        for variant in Variant::all() {
            let features = FeatureSet::new(variant);
            let position = variant.start();
            let mut seen: Vec<usize> = features.active(&position, Color::Black).collect();
            let mut turned: Vec<usize> =
                features.active(&position, Color::White).map(|feature| features.flip(feature)).collect();
            seen.sort_unstable();
            turned.sort_unstable();
            assert_eq!(seen, turned);
            assert_eq!(seen.len(), position.occupied().len());
            assert!((0..features.count()).all(|feature| features.flip(features.flip(feature)) == feature));
        }
        // Shafran's start is the same from both sides.
        let variant = Variant::by_id("shafran").unwrap();
        let features = FeatureSet::new(variant);
        let of = |side| {
            let mut list: Vec<usize> = features.active(&variant.start(), side).collect();
            list.sort_unstable();
            list
        };
        assert_eq!(of(Color::White), of(Color::Black));
    }

    #[test]
    fn the_home_bucket_is_near_the_own_edge() {
        let variant = Variant::by_id("shafran").unwrap();
        let features = FeatureSet::new(variant);
        let bucket = |color, role, name| {
            let cell = variant.board().cell(name).unwrap();
            features.king_bucket(features.index(color, Piece { color, role }, cell))
        };
        for (white, black, expected) in
            [("e1", "e10", 0), ("a2", "i9", 0), ("g4", "c7", 0), ("e3", "e8", 1), ("a3", "i8", 1), ("e10", "e1", 1)]
        {
            assert_eq!(bucket(Color::White, Role::King, white), Some(expected), "{white}");
            assert_eq!(bucket(Color::Black, Role::King, black), Some(expected), "{black}");
        }
        assert_eq!(bucket(Color::White, Role::Queen, "e1"), None);
        let them = Piece { color: Color::Black, role: Role::King };
        assert_eq!(features.king_bucket(features.index(Color::White, them, variant.board().cell("e1").unwrap())), None);
        for variant in Variant::all() {
            let features = FeatureSet::new(variant);
            let buckets: Vec<u8> = (0..features.count()).filter_map(|feature| features.king_bucket(feature)).collect();
            assert_eq!(buckets.len(), variant.board().cells().len());
            assert!(buckets.contains(&0) && buckets.contains(&1), "{}", variant.id());
            let king = Piece { color: Color::White, role: Role::King };
            let home = features.index(Color::White, king, variant.start().king(Color::White));
            assert_eq!(features.king_bucket(home), Some(0), "{}", variant.id());
        }
    }

    #[test]
    fn mirrored_boards_keep_their_lines() {
        let mirrors: Vec<_> = Variant::all().iter().filter_map(|&v| Some((v, mirror(v)?))).collect();
        let ids: Vec<_> = mirrors.iter().map(|(variant, _)| variant.id()).collect();
        assert!(["shafran", "glinski", "mccooey", "hexofen"].iter().all(|id| ids.contains(id)), "{ids:?}");
        for (variant, image) in mirrors {
            let board = variant.board();
            for cell in board.cells() {
                let there = image[cell.index()];
                assert_eq!(image[there.index()], cell);
                let images: CellSet = board.orthogonals(cell).iter().map(|c| image[c.index()]).collect();
                assert_eq!(images, board.orthogonals(there));
            }
        }
        let variant = Variant::by_id("shafran").unwrap();
        let cell = |name| variant.board().cell(name).unwrap();
        let image = mirror(variant).unwrap();
        assert_eq!(image[cell("a1").index()], cell("i5"));
        assert_eq!(image[cell("e1").index()], cell("e1"));
    }
}

//! What the evaluation needs to know of a variant's board, computed once from the variant's data: where the middle is,
//! which way is forward, where pawns can go and who can stop them.

use saffron_rules::{Cell, CellSet, Color, Variant};

/// Steps to promotion that are counted; more are taken as this many.
const FAR: u8 = 32;

/// Computed from a variant.
pub(crate) struct Geometry {
    sides: [Side; 2],
    /// By cell: distance from the middle of the board, in steps.
    outward: Vec<f64>,
    /// Steps between two cells, by index of both.
    distance: Vec<u8>,
}

struct Side {
    /// By cell: how far forward of the middle, in steps.
    forward: Vec<f64>,
    /// By cell: the cells that a pawn there can come to by moving only.
    path: Vec<CellSet>,
    /// By cell: enemy pawns there could come to stand in the way of a pawn, or capture it on its path.
    stoppers: Vec<CellSet>,
    /// By cell: own pawns there could come to defend a pawn here or on its path.
    supporters: Vec<CellSet>,
    /// By cell: moves that a pawn needs to its promotion.
    steps: Vec<u8>,
    /// By cell: the neighbours of a king that lie level with it or before it.
    before: Vec<CellSet>,
}

impl Geometry {
    pub(crate) fn new(variant: &Variant) -> Geometry {
        let board = variant.board();
        let middle = middle(variant);
        let mut outward = vec![0.0; Cell::COUNT];
        let mut distance = vec![0; Cell::COUNT * Cell::COUNT];
        for cell in board.cells() {
            let from_middle = from(middle, variant, cell);
            outward[cell.index()] = dot(from_middle, from_middle).sqrt();
            for other in board.cells() {
                distance[cell.index() * Cell::COUNT + other.index()] = board.distance(cell, other);
            }
        }
        let mut sides = Color::ALL.map(|color| Side::new(variant, color, middle));
        for color in Color::ALL {
            let (supporters, stoppers) = relations(variant, color, &sides);
            sides[color.index()].supporters = supporters;
            sides[color.index()].stoppers = stoppers;
        }
        Geometry { sides, outward, distance }
    }

    /// How far the cell is from the middle of the board, in steps.
    pub(crate) fn outward(&self, cell: Cell) -> f64 {
        self.outward[cell.index()]
    }

    /// How far the cell is before the middle of the board as the side looks, in steps; negative on its own half.
    pub(crate) fn forward(&self, color: Color, cell: Cell) -> f64 {
        self.sides[color.index()].forward[cell.index()]
    }

    /// Steps between two cells.
    pub(crate) fn distance(&self, a: Cell, b: Cell) -> i32 {
        i32::from(self.distance[a.index() * Cell::COUNT + b.index()])
    }

    /// The cells that a pawn can come to by moving only.
    pub(crate) fn path(&self, color: Color, cell: Cell) -> CellSet {
        self.sides[color.index()].path[cell.index()]
    }

    /// Where enemy pawns must not be for a pawn here to be passed.
    pub(crate) fn stoppers(&self, color: Color, cell: Cell) -> CellSet {
        self.sides[color.index()].stoppers[cell.index()]
    }

    /// Where an own pawn must be for a pawn here not to be isolated.
    pub(crate) fn supporters(&self, color: Color, cell: Cell) -> CellSet {
        self.sides[color.index()].supporters[cell.index()]
    }

    /// Moves that a pawn needs to its promotion, from 1; a great number where it cannot get there.
    pub(crate) fn steps(&self, color: Color, cell: Cell) -> usize {
        usize::from(self.sides[color.index()].steps[cell.index()])
    }

    /// The neighbours of a king that lie level with it or before it.
    pub(crate) fn before(&self, color: Color, cell: Cell) -> CellSet {
        self.sides[color.index()].before[cell.index()]
    }
}

impl Side {
    fn new(variant: &Variant, color: Color, middle: (f64, f64)) -> Side {
        let board = variant.board();
        let ahead = ahead(variant, color);
        let length = dot(ahead, ahead).sqrt().max(f64::MIN_POSITIVE);
        let mut forward = vec![0.0; Cell::COUNT];
        let mut path = vec![CellSet::EMPTY; Cell::COUNT];
        let mut steps = vec![FAR; Cell::COUNT];
        let mut before = vec![CellSet::EMPTY; Cell::COUNT];
        for cell in board.cells() {
            forward[cell.index()] = dot(from(middle, variant, cell), ahead) / length;
            (path[cell.index()], steps[cell.index()]) = walk(variant, color, cell);
        }
        for cell in board.cells() {
            let level = forward[cell.index()] - 0.1;
            before[cell.index()] =
                board.king_attacks(cell).iter().filter(|other| forward[other.index()] >= level).collect();
        }
        Side { forward, path, stoppers: Vec::new(), supporters: Vec::new(), steps, before }
    }

    /// The cell and everything a pawn can reach from it by moving.
    fn span(&self, cell: Cell) -> CellSet {
        self.path[cell.index()] | CellSet::from(cell)
    }
}

/// For every cell, which own pawns could ever defend a pawn there or on its path, and which enemy pawns could ever stand on
/// its path or capture on it.
fn relations(variant: &Variant, color: Color, sides: &[Side; 2]) -> (Vec<CellSet>, Vec<CellSet>) {
    let board = variant.board();
    let mut supporters = vec![CellSet::EMPTY; Cell::COUNT];
    let mut stoppers = vec![CellSet::EMPTY; Cell::COUNT];
    let reach = |color: Color, cell: Cell| {
        let span = sides[color.index()].span(cell);
        let attacks = span.iter().map(|at| variant.pawn_attacks(color, at));
        (span, attacks.fold(CellSet::EMPTY, |all, set| all | set))
    };
    for other in board.cells() {
        let (_, defended) = reach(color, other);
        let (enemy_span, enemy_attacked) = reach(!color, other);
        for cell in board.cells() {
            let side = &sides[color.index()];
            if cell != other && !(defended & side.span(cell)).is_empty() {
                supporters[cell.index()].insert(other);
            }
            if !((enemy_span | enemy_attacked) & side.path[cell.index()]).is_empty() {
                stoppers[cell.index()].insert(other);
            }
        }
    }
    (supporters, stoppers)
}

/// Where a pawn gets by moving only, and in how many moves to a promotion cell.
fn walk(variant: &Variant, color: Color, start: Cell) -> (CellSet, u8) {
    let goal = variant.promotion_cells(color);
    let mut path = CellSet::EMPTY;
    let mut edge = CellSet::from(start);
    let mut steps = FAR;
    let mut count = 0;
    while !edge.is_empty() && count < FAR {
        if steps == FAR && !(edge & goal).is_empty() {
            steps = count;
        }
        let next = edge.iter().fold(CellSet::EMPTY, |all, cell| all | variant.pawns().front(color, cell));
        edge = next - path;
        path |= next;
        count += 1;
    }
    (path, steps)
}

/// The middle of the board in skewed coordinates.
fn middle(variant: &Variant) -> (f64, f64) {
    let board = variant.board();
    let count = board.cells().len().max(1) as f64;
    let sum = board.cells().iter().fold((0.0, 0.0), |(sx, sy), cell| {
        let (x, y) = board.coordinates(cell);
        (sx + f64::from(x), sy + f64::from(y))
    });
    (sum.0 / count, sum.1 / count)
}

fn from(middle: (f64, f64), variant: &Variant, cell: Cell) -> (f64, f64) {
    let (x, y) = variant.board().coordinates(cell);
    (f64::from(x) - middle.0, f64::from(y) - middle.1)
}

/// The sum of a pawn's steps forward.
fn ahead(variant: &Variant, color: Color) -> (f64, f64) {
    let sign = if color == Color::White { 1.0 } else { -1.0 };
    let steps = variant.pawns().spec().forward;
    steps.iter().fold((0.0, 0.0), |(sx, sy), &(x, y)| (sx + sign * f64::from(x), sy + sign * f64::from(y)))
}

/// The scalar product in skewed coordinates, where the two axes meet at 120 degrees and a step has length 1.
fn dot(a: (f64, f64), b: (f64, f64)) -> f64 {
    a.0 * b.0 + a.1 * b.1 - (a.0 * b.1 + a.1 * b.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(id: &str) -> (&'static Variant, Geometry) {
        let variant = Variant::by_id(id).unwrap();
        (variant, Geometry::new(variant))
    }

    #[test]
    fn a_shafran_pawn_needs_the_rest_of_its_file() {
        let (variant, geometry) = of("shafran");
        let cell = |name| variant.board().cell(name).unwrap();
        assert_eq!(geometry.steps(Color::White, cell("a2")), 4);
        assert_eq!(geometry.steps(Color::White, cell("e2")), 8);
        assert_eq!(geometry.steps(Color::Black, cell("i9")), 4);
        assert_eq!(geometry.path(Color::White, cell("e8")), [cell("e9"), cell("e10")].into_iter().collect());
    }

    #[test]
    fn passed_pawns_have_no_enemy_pawn_before_or_beside_them() {
        let (variant, geometry) = of("shafran");
        let cell = |name| variant.board().cell(name).unwrap();
        let stops = |enemy, own| geometry.stoppers(Color::White, cell(own)).contains(cell(enemy));
        assert!(stops("e9", "e5"), "on the path");
        assert!(stops("d8", "e5"), "could capture on e7 or e6");
        assert!(!stops("e4", "e5"), "behind");
        assert!(!stops("a5", "e5"), "far away");
        assert!(geometry.supporters(Color::White, cell("e5")).contains(cell("d2")));
        assert!(!geometry.supporters(Color::White, cell("e5")).contains(cell("a2")));
    }

    #[test]
    fn boards_are_the_same_seen_from_both_sides() {
        for variant in Variant::all() {
            let geometry = Geometry::new(variant);
            for cell in variant.board().cells() {
                let turned = variant.board().turned(cell).unwrap();
                let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
                assert!(near(geometry.outward(cell), geometry.outward(turned)));
                assert!(near(geometry.forward(Color::White, cell), geometry.forward(Color::Black, turned)));
                assert_eq!(geometry.steps(Color::White, cell), geometry.steps(Color::Black, turned));
            }
        }
    }
}

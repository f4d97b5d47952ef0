//! Geometry of a variant's board, computed from the variant's data: distances, directions, the front spans of pawns, and the
//! cells of pawns that can stop or support them.

use saffron_rules::{Cell, CellSet, Color, Variant};

/// Maximum number of steps to promotion that is counted.
const MAX_STEPS: u8 = 32;

/// Geometric tables of a variant.
pub(crate) struct Geometry {
    sides: [Side; 2],
    /// Distance from the center of the board in steps, by cell.
    center_distance: Vec<f64>,
    /// Number of steps between two cells, by the index of both.
    distance: Vec<u8>,
}

struct Side {
    /// Steps forward of the center, by cell.
    advancement: Vec<f64>,
    /// Front span by cell: the cells that a pawn can reach without captures.
    front_span: Vec<CellSet>,
    /// Cells, by cell of a pawn, of enemy pawns that could ever block the pawn or capture it on its front span.
    stoppers: Vec<CellSet>,
    /// Cells, by cell of a pawn, of own pawns that could ever defend the pawn or a cell of its front span.
    supporters: Vec<CellSet>,
    /// Number of moves to promotion, by cell.
    steps: Vec<u8>,
    /// Neighbours of a king that are level with it or in front of it, by the king's cell.
    king_shield: Vec<CellSet>,
}

impl Geometry {
    pub(crate) fn new(variant: &Variant) -> Geometry {
        let board = variant.board();
        let center = center(variant);
        let mut center_distance = vec![0.0; Cell::COUNT];
        let mut distance = vec![0; Cell::COUNT * Cell::COUNT];
        for cell in board.cells() {
            let offset = offset(center, variant, cell);
            center_distance[cell.index()] = dot(offset, offset).sqrt();
            for other in board.cells() {
                distance[cell.index() * Cell::COUNT + other.index()] = board.distance(cell, other);
            }
        }
        let mut sides = Color::ALL.map(|color| Side::new(variant, color, center));
        for color in Color::ALL {
            let (supporters, stoppers) = supporters_and_stoppers(variant, color, &sides);
            sides[color.index()].supporters = supporters;
            sides[color.index()].stoppers = stoppers;
        }
        Geometry { sides, center_distance, distance }
    }

    /// Returns the distance of a cell from the center of the board, in steps.
    pub(crate) fn distance_to_center(&self, cell: Cell) -> f64 {
        self.center_distance[cell.index()]
    }

    /// Returns the steps forward of the center of the board, for this side; negative in its own half.
    pub(crate) fn advancement(&self, color: Color, cell: Cell) -> f64 {
        self.sides[color.index()].advancement[cell.index()]
    }

    /// Returns the number of steps between two cells.
    pub(crate) fn distance(&self, a: Cell, b: Cell) -> i32 {
        i32::from(self.distance[a.index() * Cell::COUNT + b.index()])
    }

    /// Returns the front span of a pawn: the cells that it can reach without captures.
    pub(crate) fn front_span(&self, color: Color, cell: Cell) -> CellSet {
        self.sides[color.index()].front_span[cell.index()]
    }

    /// Returns the cells that must be free of enemy pawns for a pawn on the cell to be passed.
    pub(crate) fn stoppers(&self, color: Color, cell: Cell) -> CellSet {
        self.sides[color.index()].stoppers[cell.index()]
    }

    /// Returns the cells of which one must have an own pawn for a pawn on the cell not to be isolated.
    pub(crate) fn supporters(&self, color: Color, cell: Cell) -> CellSet {
        self.sides[color.index()].supporters[cell.index()]
    }

    /// Returns the number of moves of a pawn to promotion; at most [`MAX_STEPS`], even if it cannot promote.
    pub(crate) fn steps_to_promotion(&self, color: Color, cell: Cell) -> usize {
        usize::from(self.sides[color.index()].steps[cell.index()])
    }

    /// Returns the neighbours of a king that are level with it or in front of it.
    pub(crate) fn king_shield(&self, color: Color, cell: Cell) -> CellSet {
        self.sides[color.index()].king_shield[cell.index()]
    }
}

impl Side {
    fn new(variant: &Variant, color: Color, center: (f64, f64)) -> Side {
        let board = variant.board();
        let direction = forward_direction(variant, color);
        let length = dot(direction, direction).sqrt().max(f64::MIN_POSITIVE);
        let mut advancement = vec![0.0; Cell::COUNT];
        let mut front_span = vec![CellSet::EMPTY; Cell::COUNT];
        let mut steps = vec![MAX_STEPS; Cell::COUNT];
        let mut king_shield = vec![CellSet::EMPTY; Cell::COUNT];
        for cell in board.cells() {
            advancement[cell.index()] = dot(offset(center, variant, cell), direction) / length;
            (front_span[cell.index()], steps[cell.index()]) = walk_forward(variant, color, cell);
        }
        for cell in board.cells() {
            let level = advancement[cell.index()] - 0.1;
            king_shield[cell.index()] =
                board.king_attacks(cell).iter().filter(|other| advancement[other.index()] >= level).collect();
        }
        Side { advancement, front_span, stoppers: Vec::new(), supporters: Vec::new(), steps, king_shield }
    }

    /// Returns the cell of a pawn together with its front span.
    fn span(&self, cell: Cell) -> CellSet {
        self.front_span[cell.index()] | CellSet::from(cell)
    }
}

/// Computes the supporters and stoppers of a pawn on each cell.
fn supporters_and_stoppers(variant: &Variant, color: Color, sides: &[Side; 2]) -> (Vec<CellSet>, Vec<CellSet>) {
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
            if !((enemy_span | enemy_attacked) & side.front_span[cell.index()]).is_empty() {
                stoppers[cell.index()].insert(other);
            }
        }
    }
    (supporters, stoppers)
}

/// Computes the front span of a pawn, and the number of moves to its promotion.
fn walk_forward(variant: &Variant, color: Color, start: Cell) -> (CellSet, u8) {
    let goal = variant.promotion_cells(color);
    let mut span = CellSet::EMPTY;
    let mut frontier = CellSet::from(start);
    let mut steps = MAX_STEPS;
    let mut count = 0;
    while !frontier.is_empty() && count < MAX_STEPS {
        if steps == MAX_STEPS && !(frontier & goal).is_empty() {
            steps = count;
        }
        let next = frontier.iter().fold(CellSet::EMPTY, |all, cell| all | variant.pawns().front(color, cell));
        frontier = next - span;
        span |= next;
        count += 1;
    }
    (span, steps)
}

/// Returns the center of the board in skewed coordinates.
fn center(variant: &Variant) -> (f64, f64) {
    let board = variant.board();
    let count = board.cells().len().max(1) as f64;
    let sum = board.cells().iter().fold((0.0, 0.0), |(sx, sy), cell| {
        let (x, y) = board.coordinates(cell);
        (sx + f64::from(x), sy + f64::from(y))
    });
    (sum.0 / count, sum.1 / count)
}

/// Returns the vector from the center to a cell.
fn offset(center: (f64, f64), variant: &Variant, cell: Cell) -> (f64, f64) {
    let (x, y) = variant.board().coordinates(cell);
    (f64::from(x) - center.0, f64::from(y) - center.1)
}

/// Returns the sum of a pawn's steps forward.
fn forward_direction(variant: &Variant, color: Color) -> (f64, f64) {
    let sign = if color == Color::White { 1.0 } else { -1.0 };
    let steps = variant.pawns().spec().forward;
    steps.iter().fold((0.0, 0.0), |(sx, sy), &(x, y)| (sx + sign * f64::from(x), sy + sign * f64::from(y)))
}

/// Returns the scalar product in skewed coordinates, whose axes meet at 120 degrees and whose steps have length 1.
fn dot(a: (f64, f64), b: (f64, f64)) -> f64 {
    a.0 * b.0 + a.1 * b.1 - (a.0 * b.1 + a.1 * b.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry_of(id: &str) -> (&'static Variant, Geometry) {
        let variant = Variant::by_id(id).unwrap();
        (variant, Geometry::new(variant))
    }

    #[test]
    fn a_shafran_pawn_needs_the_rest_of_its_file() {
        let (variant, geometry) = geometry_of("shafran");
        let cell = |name| variant.board().cell(name).unwrap();
        assert_eq!(geometry.steps_to_promotion(Color::White, cell("a2")), 4);
        assert_eq!(geometry.steps_to_promotion(Color::White, cell("e2")), 8);
        assert_eq!(geometry.steps_to_promotion(Color::Black, cell("i9")), 4);
        assert_eq!(geometry.front_span(Color::White, cell("e8")), [cell("e9"), cell("e10")].into_iter().collect());
    }

    #[test]
    fn passed_pawns_have_no_enemy_pawn_before_or_beside_them() {
        let (variant, geometry) = geometry_of("shafran");
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
                assert!(near(geometry.distance_to_center(cell), geometry.distance_to_center(turned)));
                assert!(near(geometry.advancement(Color::White, cell), geometry.advancement(Color::Black, turned)));
                assert_eq!(
                    geometry.steps_to_promotion(Color::White, cell),
                    geometry.steps_to_promotion(Color::Black, turned)
                );
            }
        }
    }
}

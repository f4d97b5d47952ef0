//! Moves of pawns: the tables computed from a [`PawnSpec`].

use crate::board::Board;
use crate::cell::{Cell, CellSet, PerCell, per_cell};
use crate::piece::{Color, Role};
use crate::variant::cells::{cells_named, for_side};
use crate::variant::spec::{PawnSpec, PromotionSpec, SpecError};
use alloc::borrow::ToOwned;
use alloc::vec::Vec;

/// A step as a rotation of whole sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift {
    /// The cells from which the step stays on the board.
    pub(crate) from: CellSet,
    /// Growth of the index, modulo 128, since sets are rotated.
    pub(crate) by: u32,
}

/// A forward direction of pawns.
#[derive(Debug)]
pub(crate) struct Forward {
    pub(crate) shift: Shift,
    /// Index n: cells after a pawn's first n + 1 steps from which the same move may continue.
    pub(crate) further: Vec<CellSet>,
}

/// Tables of pawn moves for the move generator, for both sides.
#[derive(Debug)]
pub struct PawnTables {
    spec: PawnSpec,
    promotions: &'static [Role],
    sides: [Side; 2],
}

#[derive(Debug)]
struct Side {
    attacks: PerCell<CellSet>,
    attackers: PerCell<CellSet>,
    near: PerCell<CellSet>,
    front: PerCell<CellSet>,
    forward: Vec<Forward>,
    captures: Vec<Shift>,
    first_captures: Vec<Shift>,
    /// Index n: cells from which a pawn may go n + 2 cells at once.
    multi: Vec<CellSet>,
    start: CellSet,
    steps: PerCell<u8>,
    promotion: CellSet,
    before_promotion: CellSet,
    standing: CellSet,
}

impl PawnTables {
    pub(crate) fn new(board: &Board, spec: PawnSpec, promotion: PromotionSpec) -> Result<Self, SpecError> {
        let white = Side::new(board, spec, promotion, Color::White)?;
        let black = Side::new(board, spec, promotion, Color::Black)?;
        Ok(Self { spec, promotions: promotion.roles, sides: [white, black] })
    }

    #[inline]
    fn side(&self, color: Color) -> &Side {
        &self.sides[color.index()]
    }

    /// The data.
    pub fn spec(&self) -> &PawnSpec {
        &self.spec
    }

    /// The cells that a pawn attacks from here.
    #[inline]
    pub fn attacks(&self, color: Color, cell: Cell) -> CellSet {
        self.side(color).attacks[cell.index()]
    }

    /// The cells from which a pawn attacks this cell.
    #[inline]
    pub fn attackers(&self, color: Color, cell: Cell) -> CellSet {
        self.side(color).attackers[cell.index()]
    }

    /// The cells from which a pawn of this side attacks a cell that a king on this one steps to.
    #[inline]
    pub(crate) fn near(&self, color: Color, king: Cell) -> CellSet {
        self.side(color).near[king.index()]
    }

    /// The cells directly in front: one for each forward direction that stays on the board.
    #[inline]
    pub fn front(&self, color: Color, cell: Cell) -> CellSet {
        self.side(color).front[cell.index()]
    }

    /// Number of cells that a pawn may go at once from here: 1 except on starting cells.
    #[inline]
    pub fn steps(&self, color: Color, cell: Cell) -> u8 {
        self.side(color).steps[cell.index()]
    }

    /// The cells that a pawn moves to straight on, without capturing, past these occupied cells and enemy pieces.
    #[inline]
    pub fn walk(&self, color: Color, from: Cell, occupied: CellSet, enemy: CellSet) -> CellSet {
        let front = self.front(color, from);
        if self.stopped_by_enemy_in_front() && front.intersects(enemy) {
            return CellSet::EMPTY;
        }
        let steps = self.steps(color, from);
        if steps == 1 {
            return front - occupied;
        }
        let mut to = CellSet::EMPTY;
        for forward in self.forward(color) {
            let mut at = CellSet::from(from);
            for _ in 0..steps {
                at = forward.shift.of(at) - occupied;
                to |= at;
            }
        }
        to
    }

    /// The starting cells.
    #[inline]
    pub fn start(&self, color: Color) -> CellSet {
        self.side(color).start
    }

    /// Roles that a pawn may be promoted to.
    #[inline]
    pub fn promotions(&self) -> &'static [Role] {
        self.promotions
    }

    /// The cells on which a pawn is promoted: those from which no step leads forward, if the variant does not
    /// name others.
    #[inline]
    pub fn promotion(&self, color: Color) -> CellSet {
        self.side(color).promotion
    }

    /// The cells from which a step or a capture promotes.
    #[inline]
    pub(crate) fn before_promotion(&self, color: Color) -> CellSet {
        self.side(color).before_promotion
    }

    /// The cells that a pawn can ever stand on: those that it reaches by moves and captures
    /// from the starting cells, but for the promotion cells.
    #[inline]
    pub fn standing(&self, color: Color) -> CellSet {
        self.side(color).standing
    }

    #[inline]
    pub(crate) fn forward(&self, color: Color) -> &[Forward] {
        &self.side(color).forward
    }

    #[inline]
    pub(crate) fn capture_shifts(&self, color: Color) -> &[Shift] {
        &self.side(color).captures
    }

    #[inline]
    pub(crate) fn first_capture_shifts(&self, color: Color) -> &[Shift] {
        &self.side(color).first_captures
    }

    /// The cells from which a pawn's move straight on, of one step or several, ends on one of these if nothing is in its way.
    #[inline]
    pub(crate) fn stepping_to(&self, color: Color, cells: CellSet) -> CellSet {
        self.side(color).stepping_to(cells)
    }

    #[inline]
    pub(crate) fn stopped_by_enemy_in_front(&self) -> bool {
        self.spec.stopped_by_enemy_in_front
    }
}

impl Forward {
    /// `multi` has at index n the cells from which a pawn may go n + 2 cells at once.
    fn new(shift: Shift, multi: &[CellSet]) -> Self {
        let steps = |(n, &from): (usize, &CellSet)| (0..=n).fold(from, |at, _| shift.of(at));
        Self { shift, further: multi.iter().enumerate().map(steps).collect() }
    }
}

impl Shift {
    /// The cells moved one step at once.
    #[inline]
    pub(crate) fn of(self, cells: CellSet) -> CellSet {
        CellSet((cells & self.from).0.rotate_left(self.by))
    }

    /// The cells from which one step leads to one of these.
    #[inline]
    pub(crate) fn back(self, cells: CellSet) -> CellSet {
        CellSet(cells.0.rotate_right(self.by)) & self.from
    }
}

impl Side {
    fn new(board: &Board, spec: PawnSpec, promotion: PromotionSpec, color: Color) -> Result<Self, SpecError> {
        let mut steps = per_cell(1);
        let mut start = CellSet::EMPTY;
        let black = spec.black_first_steps.filter(|_| color == Color::Black);
        for &(count, names) in black.unwrap_or(spec.first_steps) {
            for cell in cells_named(board, names)? {
                let cell = if black.is_some() { cell } else { for_side(board, color, cell)? };
                if start.contains(cell) {
                    return Err(SpecError::FirstStepTwice(board.name(cell).to_owned()));
                }
                steps[cell.index()] = count;
                start.insert(cell);
            }
        }
        let most = steps.iter().copied().max().unwrap_or(1);
        let multi: Vec<CellSet> =
            (2..=most).map(|n| start.iter().filter(|cell| steps[cell.index()] >= n).collect()).collect();
        let mut attacks = per_cell(CellSet::EMPTY);
        let mut attackers = attacks.clone();
        let mut front = attacks.clone();
        for cell in board.cells() {
            front[cell.index()] = reached(board, color, cell, spec.forward);
            let mut attacked = reached(board, color, cell, spec.captures);
            if start.contains(cell) {
                attacked |= reached(board, color, cell, spec.first_captures);
            }
            attacks[cell.index()] = attacked;
            for target in attacked {
                attackers[target.index()].insert(cell);
            }
        }
        let mut near = per_cell(CellSet::EMPTY);
        for king in board.cells() {
            let steps = board.king_attacks(king).into_iter();
            near[king.index()] = steps.fold(CellSet::EMPTY, |near, cell| near | attackers[cell.index()]);
        }
        let promotion = match (color, promotion.cells, promotion.black_cells) {
            (Color::White, Some(names), _) | (Color::Black, _, Some(names)) => cells_named(board, names)?,
            (Color::Black, Some(names), None) => {
                let cells = cells_named(board, names)?.into_iter().map(|cell| for_side(board, color, cell));
                cells.collect::<Result<CellSet, SpecError>>()?
            }
            // The last cell of every file; where ranks lie straight, the cells of the far rank.
            _ => board.cells().iter().filter(|c| front[c.index()].is_empty()).collect(),
        };
        let shifts =
            |steps: &[(i8, i8)]| -> Vec<Shift> { steps.iter().filter_map(|&step| shift(board, color, step)).collect() };
        let forward = shifts(spec.forward).into_iter().map(|shift| Forward::new(shift, &multi)).collect();
        let capturing = promotion.iter().fold(CellSet::EMPTY, |from, cell| from | attackers[cell.index()]);
        let mut side = Self {
            forward,
            captures: shifts(spec.captures),
            first_captures: shifts(spec.first_captures),
            attacks,
            attackers,
            near,
            front,
            multi,
            start,
            steps,
            promotion,
            before_promotion: capturing,
            standing: CellSet::EMPTY,
        };
        side.before_promotion |= side.stepping_to(promotion);
        side.standing = side.reachable() - promotion;
        Ok(side)
    }

    #[inline]
    fn stepping_to(&self, cells: CellSet) -> CellSet {
        let mut from = CellSet::EMPTY;
        for forward in &self.forward {
            let mut at = forward.shift.back(cells);
            from |= at;
            for start in &self.multi {
                at = forward.shift.back(at);
                from |= at & *start;
            }
        }
        from
    }

    fn reachable(&self) -> CellSet {
        let mut found = self.start;
        let mut open = self.start;
        while let Some(cell) = open.first() {
            open.remove(cell);
            let next = (self.front[cell.index()] | self.attacks[cell.index()]) - found;
            found |= next;
            open |= next - self.promotion;
        }
        found
    }
}

fn towards(color: Color, (dx, dy): (i8, i8)) -> (i8, i8) {
    match color {
        Color::White => (dx, dy),
        Color::Black => (-dx, -dy),
    }
}

fn reached(board: &Board, color: Color, cell: Cell, steps: &[(i8, i8)]) -> CellSet {
    let step = |&step| {
        let (dx, dy) = towards(color, step);
        board.step(cell, dx, dy)
    };
    steps.iter().filter_map(step).collect()
}

fn shift(board: &Board, color: Color, step: (i8, i8)) -> Option<Shift> {
    let (dx, dy) = towards(color, step);
    let from: CellSet = board.cells().iter().filter(|&cell| board.step(cell, dx, dy).is_some()).collect();
    let cell = from.first()?;
    let by = board.step(cell, dx, dy)?.index() + Cell::COUNT - cell.index();
    Some(Shift { from, by: by as u32 })
}

#[cfg(test)]
mod tests {
    use crate::cell::CellSet;
    use crate::piece::Color;
    use crate::variant::Variant;

    fn names(variant: &Variant, cells: CellSet) -> String {
        let mut names: Vec<_> = cells.iter().map(|cell| variant.board().name(cell)).collect();
        names.sort_unstable();
        names.join(" ")
    }

    #[test]
    fn shafrans_pawns_never_come_back_to_a_starting_cell() {
        for id in ["shafran", "mccooey", "hexofen", "devasa", "brusky"] {
            let variant = Variant::by_id(id).unwrap();
            let pawns = variant.pawns();
            for color in Color::ALL {
                // One forward move or capture from anywhere never ends on a starting cell
                // from which more than a single step is allowed.
                let multi = pawns.start(color).iter().filter(|&c| pawns.steps(color, c) > 1);
                let multi: CellSet = multi.collect();
                for cell in pawns.standing(color) {
                    let next = pawns.front(color, cell) | pawns.attacks(color, cell);
                    assert!((next & multi).is_empty(), "{id} {color} {}", names(variant, next));
                }
            }
        }
        // In Gliński's game they do, and may go two steps again.
        let glinski = Variant::by_id("glinski").unwrap();
        let board = glinski.board();
        let (e4, f5) = (board.cell("e4").unwrap(), board.cell("f5").unwrap());
        assert!(glinski.pawn_attacks(Color::White, e4).contains(f5));
        assert_eq!(glinski.pawns().steps(Color::White, f5), 2);
    }

    #[test]
    fn promotion_cells_are_the_far_ends() {
        let shafran = Variant::by_id("shafran").unwrap();
        assert_eq!(names(shafran, shafran.promotion_cells(Color::White)), "a6 b7 c8 d9 e10 f10 g10 h10 i10");
        assert_eq!(names(shafran, shafran.promotion_cells(Color::Black)), "a1 b1 c1 d1 e1 f2 g3 h4 i5");
        let devasa = Variant::by_id("devasa").unwrap();
        assert_eq!(names(devasa, devasa.promotion_cells(Color::White)), "a9 b9 c9 d9 e9 f9 g9 h9 i9");
        let brusky = Variant::by_id("brusky").unwrap();
        assert_eq!(names(brusky, brusky.promotion_cells(Color::White)), "d8 e8 f8 g8 h8 i8 j8 k8 l8");
    }

    #[test]
    fn steps_grow_towards_the_middle_of_shafrans_board() {
        let shafran = Variant::by_id("shafran").unwrap();
        let steps = |color, name: &str| shafran.pawns().steps(color, shafran.board().cell(name).unwrap());
        assert_eq!((steps(Color::White, "e2"), steps(Color::White, "e3")), (3, 1));
        assert_eq!((steps(Color::White, "g4"), steps(Color::White, "a2")), (2, 1));
        assert_eq!((steps(Color::Black, "d8"), steps(Color::Black, "h9")), (3, 2));
        assert_eq!(steps(Color::Black, "i9"), 1);
    }
}

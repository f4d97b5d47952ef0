//! A list of men on a board: placements, their indices, attacks.
//!
//! Nothing here uses the library's move generator, only the geometry of its boards, so that the
//! two can be held against each other.

use saffron_rules::material::{Kind, Material};
use saffron_rules::{Board, Cell, CellSet, Color, Piece, Role, Variant};

/// The most men that are placed, kings included.
pub const MOST_MEN: usize = 4;

/// Where the men stand, in the order of [`Field::men`]; what lies beyond the men is not used.
pub type Stand = [Cell; MOST_MEN];

/// A list of men without pawns, the kings first, on the board of a variant.
pub struct Field {
    variant: &'static Variant,
    men: Vec<Piece>,
    /// Where each man can stand: a bishop only on cells of one colour.
    cells: Vec<Vec<Cell>>,
    /// The number of each cell among those of the man.
    numbers: Vec<[u8; Cell::COUNT]>,
}

impl Field {
    /// Both kings and these other men: White's, then Black's.
    ///
    /// # Panics
    /// When there are more than two other men, or one is a pawn.
    pub fn new(variant: &'static Variant, material: Material) -> Self {
        let board = variant.board();
        let mut field = Self { variant, men: Vec::new(), cells: Vec::new(), numbers: Vec::new() };
        for color in Color::ALL {
            field.add(Piece { color, role: Role::King }, board.cells().iter().collect());
        }
        for (color, kind) in others(material) {
            assert!(kind != Kind::Pawn, "pawns are not placed");
            let on_its_colour =
                |cell: &Cell| !matches!(kind, Kind::Bishop(colour) if colour != board.cell_color(*cell));
            field.add(Piece { color, role: kind.role() }, board.cells().iter().filter(on_its_colour).collect());
        }
        assert!(field.men.len() <= MOST_MEN, "too many men");
        field
    }

    fn add(&mut self, man: Piece, cells: Vec<Cell>) {
        let mut numbers = [0; Cell::COUNT];
        for (i, cell) in cells.iter().enumerate() {
            numbers[cell.index()] = i as u8;
        }
        self.men.push(man);
        self.cells.push(cells);
        self.numbers.push(numbers);
    }

    /// The variant whose board it is.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    pub(crate) fn board(&self) -> &'static Board {
        self.variant.board()
    }

    /// The men: White's king, Black's king, the others.
    pub fn men(&self) -> &[Piece] {
        &self.men
    }

    /// How many indices there are.
    pub(crate) fn len(&self) -> usize {
        self.cells.iter().map(Vec::len).product()
    }

    /// The numbers of the men's cells as the digits of one number.
    #[inline]
    pub(crate) fn index(&self, stand: &Stand) -> usize {
        let men = self.numbers.iter().zip(&self.cells).zip(stand);
        men.fold(0, |index, ((numbers, cells), at)| index * cells.len() + usize::from(numbers[at.index()]))
    }

    pub(crate) fn stand(&self, mut index: usize) -> Stand {
        let mut stand = [self.cells[0][0]; MOST_MEN];
        for (at, cells) in stand[..self.men.len()].iter_mut().zip(&self.cells).rev() {
            *at = cells[index % cells.len()];
            index /= cells.len();
        }
        stand
    }

    #[inline]
    pub(crate) fn occupied(&self, stand: &Stand) -> CellSet {
        stand[..self.men.len()].iter().copied().collect()
    }

    /// Goes through all placements on different cells. With `once`, equal men are not exchanged.
    pub fn each(&self, once: bool, mut take: impl FnMut(&Stand)) {
        let mut stand = [self.cells[0][0]; MOST_MEN];
        self.place(0, CellSet::EMPTY, once, &mut stand, &mut take);
    }

    fn place(&self, i: usize, taken: CellSet, once: bool, stand: &mut Stand, take: &mut impl FnMut(&Stand)) {
        if i == self.men.len() {
            take(stand);
            return;
        }
        let equal = once && i > 2 && self.men[i] == self.men[i - 1] && self.cells[i] == self.cells[i - 1];
        for &cell in &self.cells[i] {
            if taken.contains(cell) || (equal && cell < stand[i - 1]) {
                continue;
            }
            stand[i] = cell;
            self.place(i + 1, taken | CellSet::from(cell), once, stand, take);
        }
    }

    /// Where a man could go or take from a cell, were exactly these cells occupied.
    #[inline]
    pub(crate) fn reach(&self, man: usize, from: Cell, occupied: CellSet) -> CellSet {
        self.variant.attacks(self.men[man], from, occupied)
    }

    /// Whether a side attacks a cell, were exactly `occupied` occupied and its men on `taken` gone.
    #[inline]
    fn attacked(&self, cell: Cell, by: Color, stand: &Stand, occupied: CellSet, taken: CellSet) -> bool {
        let board = self.board();
        self.men.iter().zip(stand).any(|(man, &from)| {
            let open = || !board.between(from, cell).intersects(occupied);
            man.color == by
                && !taken.contains(from)
                && match man.role {
                    Role::King => board.king_attacks(from).contains(cell),
                    Role::Knight => board.knight_attacks(from).contains(cell),
                    Role::Bishop => board.diagonals(from).contains(cell) && open(),
                    Role::Rook => board.orthogonals(from).contains(cell) && open(),
                    Role::Queen => (board.diagonals(from) | board.orthogonals(from)).contains(cell) && open(),
                    Role::Pawn => false,
                }
        })
    }

    /// Whether a side's king is attacked.
    pub fn in_check(&self, stand: &Stand, side: Color) -> bool {
        self.attacked(stand[side.index()], !side, stand, self.occupied(stand), CellSet::EMPTY)
    }

    /// The men of one side.
    fn side(&self, stand: &Stand, side: Color) -> CellSet {
        let men = self.men.iter().zip(stand).filter(|(man, _)| man.color == side);
        men.map(|(_, &cell)| cell).collect()
    }

    /// Hands the legal moves that end on `mask` to `take`, as the man that moves and its new
    /// cell, until it answers true; returns whether it did.
    pub(crate) fn moves(
        &self,
        stand: &Stand,
        turn: Color,
        mask: CellSet,
        mut take: impl FnMut(usize, Cell) -> bool,
    ) -> bool {
        let occupied = self.occupied(stand);
        let mask = mask - self.side(stand, turn) - CellSet::from(stand[(!turn).index()]);
        for (man, piece) in self.men.iter().enumerate() {
            if piece.color != turn {
                continue;
            }
            let from = stand[man];
            for to in self.reach(man, from, occupied) & mask {
                let mut after = *stand;
                after[man] = to;
                let here = CellSet::from(to);
                let now = (occupied - CellSet::from(from)) | here;
                if !self.attacked(after[turn.index()], !turn, &after, now, here) && take(man, to) {
                    return true;
                }
            }
        }
        false
    }

    /// Hands over every placement from which the side that is not to move could have come here
    /// without taking anything, be it legal or not. The men are not pawns, so each came from
    /// where it could go.
    #[inline]
    pub(crate) fn unmoves(&self, stand: &Stand, turn: Color, mut take: impl FnMut(&Stand)) {
        let occupied = self.occupied(stand);
        for (man, piece) in self.men.iter().enumerate() {
            if piece.color == turn {
                continue;
            }
            for from in self.reach(man, stand[man], occupied) - occupied {
                let mut before = *stand;
                before[man] = from;
                take(&before);
            }
        }
    }

    /// Whether the last move to this position can have been a capture or a promotion, of any
    /// man and by a side with any men.
    pub fn can_be_fresh(&self, stand: &Stand, turn: Color) -> bool {
        let (mover, king) = (!turn, stand[turn.index()]);
        let occupied = self.occupied(stand);
        let safe = |before: &Stand, occupied| !self.attacked(king, mover, before, occupied, CellSet::EMPTY);
        let mut fresh = false;
        self.unmoves(stand, turn, |before| {
            // The man that was taken stood where the mover stands now.
            fresh = fresh || safe(before, occupied | self.occupied(before));
        });
        let v = self.variant;
        for (man, piece) in self.men.iter().enumerate() {
            let here = stand[man];
            let promoted = piece.color == mover && piece.role != Role::King;
            if !promoted || !v.promotion_cells(mover).contains(here) {
                continue;
            }
            for from in self.board().cells() - occupied {
                let took = v.pawn_attacks(mover, from).contains(here);
                if !(took || v.pawns().front(mover, from).contains(here)) || v.pawn_attacks(mover, from).contains(king)
                {
                    continue;
                }
                let rest = (occupied - CellSet::from(here)) | CellSet::from(from);
                let rest = if took { rest | CellSet::from(here) } else { rest };
                fresh |= !self.attacked(king, mover, stand, rest, CellSet::from(here));
            }
        }
        fresh
    }

    /// The number of the man on a cell.
    pub(crate) fn man_on(&self, stand: &Stand, cell: Cell) -> Option<usize> {
        stand[..self.men.len()].iter().position(|&at| at == cell)
    }

    /// The men of one side but for the king.
    pub(crate) fn takeable(&self, stand: &Stand, side: Color) -> CellSet {
        self.side(stand, side) - CellSet::from(stand[side.index()])
    }
}

/// The men besides the kings, in the order of [`Field::men`].
pub(crate) fn others(material: Material) -> impl Iterator<Item = (Color, Kind)> {
    Color::ALL.into_iter().flat_map(move |color| material.kinds(color).map(move |kind| (color, kind)))
}

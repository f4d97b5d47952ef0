//! List of pieces on a board: placements, their indices, moves and unmoves.
//!
//! It uses the board geometry of `saffron-rules`, but not its move generator, so that each can test the other.

use saffron_rules::material::{Kind, Material};
use saffron_rules::{Board, Cell, CellSet, Color, Piece, Role, Variant};

/// Maximum number of pieces in a list, kings included.
pub const MAX_PIECES: usize = 5;

/// Cells of the pieces, in the order of [`PieceList::pieces`]; elements beyond them are not used.
pub type Placement = [Cell; MAX_PIECES];

/// List of pieces without pawns, the kings first, on the board of a variant.
pub struct PieceList {
    variant: &'static Variant,
    pieces: Vec<Piece>,
    /// Cells that each piece can stand on: a bishop has those of one colour.
    cells: Vec<Vec<Cell>>,
    /// Position of each cell among the cells of a piece, by piece.
    numbers: Vec<[u8; Cell::COUNT]>,
}

impl PieceList {
    /// Creates the list: the kings, then White's other pieces, then Black's.
    ///
    /// # Panics
    /// If there are more than [`MAX_PIECES`], or a pawn.
    pub fn new(variant: &'static Variant, material: Material) -> Self {
        let board = variant.board();
        let mut list = Self { variant, pieces: Vec::new(), cells: Vec::new(), numbers: Vec::new() };
        for color in Color::ALL {
            list.add(Piece { color, role: Role::King }, board.cells().iter().collect());
        }
        for (color, kind) in others(material) {
            assert!(kind != Kind::Pawn, "pawns are not placed");
            let on_its_color = |cell: &Cell| !matches!(kind, Kind::Bishop(color) if color != board.cell_color(*cell));
            list.add(Piece { color, role: kind.role() }, board.cells().iter().filter(on_its_color).collect());
        }
        assert!(list.pieces.len() <= MAX_PIECES, "too many pieces");
        list
    }

    fn add(&mut self, piece: Piece, cells: Vec<Cell>) {
        let mut numbers = [0; Cell::COUNT];
        for (i, cell) in cells.iter().enumerate() {
            numbers[cell.index()] = i as u8;
        }
        self.pieces.push(piece);
        self.cells.push(cells);
        self.numbers.push(numbers);
    }

    /// Returns the variant on whose board the pieces stand.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    pub(crate) fn board(&self) -> &'static Board {
        self.variant.board()
    }

    /// Returns the pieces: White's king, Black's king, then the others.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the cells on which the piece with this number can stand; empty for numbers beyond the pieces.
    pub(crate) fn cells(&self, number: usize) -> CellSet {
        self.cells.get(number).map_or(CellSet::EMPTY, |cells| cells.iter().copied().collect())
    }

    /// Returns whether two pieces are equal, so that exchanging them has no effect.
    pub(crate) fn equal_pieces(&self, first: usize, second: usize) -> bool {
        self.pieces[first] == self.pieces[second] && self.cells[first] == self.cells[second]
    }

    /// Returns whether the pieces stand on different cells.
    pub(crate) fn is_placement(&self, placement: &Placement) -> bool {
        self.occupied(placement).len() == self.pieces.len()
    }

    /// Returns the number of indices.
    pub(crate) fn len(&self) -> usize {
        self.cells.iter().map(Vec::len).product()
    }

    /// Returns the index of a placement: the cell positions as the digits of one number.
    #[inline]
    pub(crate) fn index(&self, placement: &Placement) -> usize {
        let pieces = self.numbers.iter().zip(&self.cells).zip(placement);
        pieces.fold(0, |index, ((numbers, cells), at)| index * cells.len() + usize::from(numbers[at.index()]))
    }

    /// Returns the placement with this index.
    pub(crate) fn placement(&self, mut index: usize) -> Placement {
        let mut placement = [self.cells[0][0]; MAX_PIECES];
        for (at, cells) in placement[..self.pieces.len()].iter_mut().zip(&self.cells).rev() {
            *at = cells[index % cells.len()];
            index /= cells.len();
        }
        placement
    }

    #[inline]
    pub(crate) fn occupied(&self, placement: &Placement) -> CellSet {
        placement[..self.pieces.len()].iter().copied().collect()
    }

    /// Calls `visit` for all placements on different cells. With `once`, placements that differ by an exchange of equal pieces
    /// are visited once.
    pub fn for_each_placement(&self, once: bool, mut visit: impl FnMut(&Placement)) {
        let mut placement = [self.cells[0][0]; MAX_PIECES];
        self.place(0, CellSet::EMPTY, once, &mut placement, &mut visit);
    }

    fn place(
        &self,
        i: usize,
        taken: CellSet,
        once: bool,
        placement: &mut Placement,
        visit: &mut impl FnMut(&Placement),
    ) {
        if i == self.pieces.len() {
            visit(placement);
            return;
        }
        let equal = once && i > 2 && self.equal_pieces(i - 1, i);
        for &cell in &self.cells[i] {
            if taken.contains(cell) || (equal && cell < placement[i - 1]) {
                continue;
            }
            placement[i] = cell;
            self.place(i + 1, taken | CellSet::from(cell), once, placement, visit);
        }
    }

    /// Returns the cells that a piece attacks from a cell, given the occupied cells.
    #[inline]
    pub(crate) fn attacks(&self, piece: usize, from: Cell, occupied: CellSet) -> CellSet {
        self.variant.attacks(self.pieces[piece], from, occupied)
    }

    /// Returns whether a side attacks a cell, given the occupied cells, without its pieces on `captured`.
    #[inline]
    fn attacked(&self, cell: Cell, by: Color, placement: &Placement, occupied: CellSet, captured: CellSet) -> bool {
        let board = self.board();
        self.pieces.iter().zip(placement).any(|(piece, &from)| {
            let open = || !board.between(from, cell).intersects(occupied);
            piece.color == by
                && !captured.contains(from)
                && match piece.role {
                    Role::King => board.king_attacks(from).contains(cell),
                    Role::Knight => board.knight_attacks(from).contains(cell),
                    Role::Bishop => board.diagonals(from).contains(cell) && open(),
                    Role::Rook => board.orthogonals(from).contains(cell) && open(),
                    Role::Queen => (board.diagonals(from) | board.orthogonals(from)).contains(cell) && open(),
                    Role::Pawn => false,
                }
        })
    }

    /// Returns whether a side's king is attacked.
    pub fn in_check(&self, placement: &Placement, side: Color) -> bool {
        self.attacked(placement[side.index()], !side, placement, self.occupied(placement), CellSet::EMPTY)
    }

    /// Returns the cells of one side's pieces.
    fn side(&self, placement: &Placement, side: Color) -> CellSet {
        let pieces = self.pieces.iter().zip(placement).filter(|(piece, _)| piece.color == side);
        pieces.map(|(_, &cell)| cell).collect()
    }

    /// Calls `visit` with the legal moves that end on `mask`, as the number of the piece and its new cell, until it returns
    /// true; returns whether it did.
    pub(crate) fn moves(
        &self,
        placement: &Placement,
        turn: Color,
        mask: CellSet,
        mut visit: impl FnMut(usize, Cell) -> bool,
    ) -> bool {
        let occupied = self.occupied(placement);
        let mask = mask - self.side(placement, turn) - CellSet::from(placement[(!turn).index()]);
        for (number, piece) in self.pieces.iter().enumerate() {
            if piece.color != turn {
                continue;
            }
            let from = placement[number];
            for to in self.attacks(number, from, occupied) & mask {
                let mut after = *placement;
                after[number] = to;
                let here = CellSet::from(to);
                let now = (occupied - CellSet::from(from)) | here;
                if !self.attacked(after[turn.index()], !turn, &after, now, here) && visit(number, to) {
                    return true;
                }
            }
        }
        false
    }

    /// Calls `visit` for every placement, legal or not, from which the side not to move can have come here without a capture.
    /// The pieces are not pawns, so each move can be made backwards.
    #[inline]
    pub(crate) fn unmoves(&self, placement: &Placement, turn: Color, mut visit: impl FnMut(&Placement)) {
        let occupied = self.occupied(placement);
        for (number, piece) in self.pieces.iter().enumerate() {
            if piece.color == turn {
                continue;
            }
            for from in self.attacks(number, placement[number], occupied) - occupied {
                let mut before = *placement;
                before[number] = from;
                visit(&before);
            }
        }
    }

    /// Returns whether the last move to this position can have been a capture or a promotion.
    pub fn can_follow_conversion(&self, placement: &Placement, turn: Color) -> bool {
        let (mover, king) = (!turn, placement[turn.index()]);
        let occupied = self.occupied(placement);
        let safe = |before: &Placement, occupied| !self.attacked(king, mover, before, occupied, CellSet::EMPTY);
        let mut reachable = false;
        self.unmoves(placement, turn, |before| {
            // The captured piece stood on the present cell of the moved piece.
            reachable = reachable || safe(before, occupied | self.occupied(before));
        });
        let v = self.variant;
        for (number, piece) in self.pieces.iter().enumerate() {
            let here = placement[number];
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
                reachable |= !self.attacked(king, mover, placement, rest, CellSet::from(here));
            }
        }
        reachable
    }

    /// Returns the number of the piece on a cell.
    pub(crate) fn piece_on(&self, placement: &Placement, cell: Cell) -> Option<usize> {
        placement[..self.pieces.len()].iter().position(|&at| at == cell)
    }

    /// Returns the cells of one side's pieces other than the king.
    pub(crate) fn capturable(&self, placement: &Placement, side: Color) -> CellSet {
        self.side(placement, side) - CellSet::from(placement[side.index()])
    }
}

/// Returns the pieces other than the kings, in the order of [`PieceList::pieces`].
pub(crate) fn others(material: Material) -> impl Iterator<Item = (Color, Kind)> {
    Color::ALL.into_iter().flat_map(move |color| material.kinds(color).map(move |kind| (color, kind)))
}

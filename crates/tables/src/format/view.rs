//! Sets of cells of one piece, the inner one, with all other pieces of a position fixed: those on which the position is legal, a king
//! is in check, or a capture or promotion may be possible.

use saffron_rules::{Cell, CellSet, Color, Piece, Role, Variant};

use crate::format::geometry::Geometry;

/// Pieces of a position without the inner one.
pub(crate) struct View<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) pieces: &'a [(Color, Role)],
    /// Number of the inner piece.
    pub(crate) inner: usize,
    pub(crate) kings: [Cell; 2],
    /// Cells of the pieces; that of the inner one is ignored.
    pub(crate) cells: &'a [Cell],
}

impl View<'_> {
    fn fixed(&self) -> impl Iterator<Item = ((Color, Role), Cell)> {
        let all = self.pieces.iter().copied().zip(self.cells.iter().copied()).enumerate();
        all.filter(|(number, _)| *number != self.inner).map(|(_, piece)| piece)
    }

    /// Cells of the fixed pieces; `None` if two are on one cell, or one cannot stand on its cell.
    fn occupied(&self) -> Option<CellSet> {
        let mut occupied: CellSet = self.kings.into_iter().collect();
        for (piece, cell) in self.fixed() {
            if occupied.contains(cell) || !self.geometry.stands(piece).contains(cell) {
                return None;
            }
            occupied.insert(cell);
        }
        Some(occupied)
    }

    /// Cells on which the position is legal: the pieces are on different cells on which they can stand, and the side that has moved is
    /// not in check.
    pub(crate) fn legal(&self, turn: Color) -> u128 {
        match self.occupied() {
            Some(occupied) => {
                self.geometry.stands(self.pieces[self.inner]).0 & !occupied.0 & !self.checked(occupied, !turn)
            }
            None => 0,
        }
    }

    /// Cells on which a side's king is attacked, by another piece than the king.
    pub(crate) fn in_check(&self, side: Color) -> u128 {
        self.checked(self.occupied().unwrap_or_default(), side)
    }

    fn checked(&self, fixed: CellSet, side: Color) -> u128 {
        let variant = self.geometry.variant;
        let king = self.kings[side.index()];
        let mut found = 0;
        for ((color, role), cell) in self.fixed() {
            if color != side && attacks(variant, (color, role), cell, CellSet::EMPTY).contains(king) {
                let between = if role == Role::Pawn { CellSet::EMPTY } else { variant.between(cell, king) };
                if !between.intersects(fixed) {
                    found |= !between.0;
                }
            }
        }
        let inner = self.pieces[self.inner];
        if inner.0 != side {
            found |= attackers(variant, inner, king, fixed).0;
        }
        found & self.geometry.on_board
    }

    /// Cells on which the side to move may have a capture or promotion.
    pub(crate) fn may_convert(&self, turn: Color) -> u128 {
        self.may_capture(turn) | self.may_promote(turn)
    }

    /// Cells on which the side to move may have a promotion without a capture.
    pub(crate) fn may_promote(&self, turn: Color) -> u128 {
        let cells = self.geometry.promoting(turn);
        if self.fixed().any(|(piece, from)| piece == (turn, Role::Pawn) && cells.contains(from)) {
            self.geometry.on_board
        } else if self.pieces[self.inner] == (turn, Role::Pawn) {
            cells.0
        } else {
            0
        }
    }

    /// Cells on which the side to move may have a capture.
    pub(crate) fn may_capture(&self, turn: Color) -> u128 {
        let variant = self.geometry.variant;
        let fixed = self.occupied().unwrap_or_default();
        let inner = self.pieces[self.inner];
        let king = ((turn, Role::King), self.kings[turn.index()]);
        let mut found = CellSet::EMPTY;
        for (piece, from) in self.fixed().chain([king]).filter(|((color, _), _)| *color == turn) {
            let reached = attacks(variant, piece, from, fixed);
            if inner.0 != turn {
                found |= reached;
            }
            for (_, to) in self.fixed().filter(|((color, _), to)| *color != turn && reached.contains(*to)) {
                let between = if piece.1 == Role::Pawn { CellSet::EMPTY } else { variant.between(from, to) };
                found |= CellSet(self.geometry.on_board & !between.0);
            }
        }
        if inner.0 == turn {
            for (_, to) in self.fixed().filter(|((color, _), _)| *color != turn) {
                found |= attackers(variant, inner, to, fixed);
            }
        }
        found.0
    }
}

fn attacks(variant: &Variant, (color, role): (Color, Role), from: Cell, occupied: CellSet) -> CellSet {
    variant.attacks(Piece { color, role }, from, occupied)
}

/// Cells from which a piece attacks a cell.
fn attackers(variant: &Variant, (color, role): (Color, Role), to: Cell, occupied: CellSet) -> CellSet {
    match role {
        Role::Pawn => variant.pawn_attackers(color, to),
        _ => variant.attacks(Piece { color, role }, to, occupied),
    }
}

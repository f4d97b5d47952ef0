//! A variant with its tables: boards, pawns and castling, computed once from a [`VariantSpec`].

use crate::board::Board;
use crate::cell::{Cell, CellSet};
use crate::piece::{Color, Piece, Role};
use crate::variant::castling::{CastlingMove, CastlingRight, Castlings};
use crate::variant::pawns::PawnTables;
use crate::variant::spec::{SpecError, VariantSpec};

/// A variant with its tables: what a [`Position`](crate::Position) is played by.
#[derive(Debug)]
pub struct Variant {
    spec: VariantSpec,
    board: Board,
    pawns: PawnTables,
    castlings: Castlings,
}

impl Variant {
    /// Computes the tables. The start position is not checked.
    pub(crate) fn new(spec: VariantSpec) -> Result<Self, SpecError> {
        spec.check_data()?;
        let board = Board::new(spec.board)?;
        let pawns = PawnTables::new(&board, spec.pawn, spec.promotion)?;
        let castlings = Castlings::new(&board, spec.castling)?;
        Ok(Self { spec, board, pawns, castlings })
    }

    /// The description.
    #[inline]
    pub fn spec(&self) -> &VariantSpec {
        &self.spec
    }

    /// The name in files, commands and protocols, such as `shafran`.
    #[inline]
    pub fn id(&self) -> &'static str {
        self.spec.id
    }

    /// The name for readers, such as `Shafran`.
    #[inline]
    pub fn name(&self) -> &'static str {
        self.spec.name
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Score of a stalemate for the side that gives it, in quarter points: 2 is a draw.
    #[inline]
    pub fn stalemate_quarters(&self) -> u8 {
        self.spec.stalemate_quarters
    }

    /// Moves of pawns.
    #[inline]
    pub fn pawns(&self) -> &PawnTables {
        &self.pawns
    }

    /// The ways to castle of both sides, White's first; empty in most variants.
    #[inline]
    pub fn castling_moves(&self) -> &[CastlingMove] {
        self.castlings.moves()
    }

    /// The castling rights of both sides, White's first; empty in most variants.
    #[inline]
    pub fn castling_rights(&self) -> &[CastlingRight] {
        self.castlings.rights()
    }

    #[inline]
    pub(crate) fn castlings(&self) -> &Castlings {
        &self.castlings
    }

    /// Roles that a pawn may be promoted to; the usual four in most variants.
    #[inline]
    pub fn promotions(&self) -> &'static [Role] {
        self.pawns.promotions()
    }

    /// The cells on which a pawn of this side is promoted.
    #[inline]
    pub fn promotion_cells(&self, color: Color) -> CellSet {
        self.pawns.promotion(color)
    }

    /// See [`Board::rook_attacks`].
    #[inline]
    pub fn rook_attacks(&self, cell: Cell, occupied: CellSet) -> CellSet {
        self.board.rook_attacks(cell, occupied)
    }

    /// See [`Board::bishop_attacks`].
    #[inline]
    pub fn bishop_attacks(&self, cell: Cell, occupied: CellSet) -> CellSet {
        self.board.bishop_attacks(cell, occupied)
    }

    /// See [`Board::queen_attacks`].
    #[inline]
    pub fn queen_attacks(&self, cell: Cell, occupied: CellSet) -> CellSet {
        self.board.queen_attacks(cell, occupied)
    }

    /// See [`Board::knight_attacks`].
    #[inline]
    pub fn knight_attacks(&self, cell: Cell) -> CellSet {
        self.board.knight_attacks(cell)
    }

    /// See [`Board::king_attacks`].
    #[inline]
    pub fn king_attacks(&self, cell: Cell) -> CellSet {
        self.board.king_attacks(cell)
    }

    /// The cells that a pawn of this side attacks from here.
    #[inline]
    pub fn pawn_attacks(&self, color: Color, cell: Cell) -> CellSet {
        self.pawns.attacks(color, cell)
    }

    /// The cells from which a pawn of this side attacks this cell.
    #[inline]
    pub fn pawn_attackers(&self, color: Color, cell: Cell) -> CellSet {
        self.pawns.attackers(color, cell)
    }

    /// The cells that a piece attacks from here.
    #[inline]
    pub fn attacks(&self, piece: Piece, cell: Cell, occupied: CellSet) -> CellSet {
        match piece.role {
            Role::Pawn => self.pawn_attacks(piece.color, cell),
            Role::Knight => self.knight_attacks(cell),
            Role::Bishop => self.bishop_attacks(cell, occupied),
            Role::Rook => self.rook_attacks(cell, occupied),
            Role::Queen => self.queen_attacks(cell, occupied),
            Role::King => self.king_attacks(cell),
        }
    }

    /// See [`Board::between`].
    #[inline]
    pub fn between(&self, a: Cell, b: Cell) -> CellSet {
        self.board.between(a, b)
    }
}

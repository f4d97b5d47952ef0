//! A variant: its rules as data, and the tables computed from them.

use crate::board::{Board, BoardError, BoardSpec};
use crate::castling::{CastlingMove, CastlingRight, CastlingSpec, Castlings};
use crate::pawn::{PawnSpec, PawnTables};
use crate::{Cell, CellSet, Color, FenError, Piece, Position, Role};

/// The rules of one game as data. Everything is given for White; every rule for Black is
/// White's, turned by 180 degrees.
#[derive(Clone, Copy, Debug)]
pub struct VariantSpec {
    /// The name in files, commands and protocols, such as `shafran`.
    pub id: &'static str,
    /// The name for readers, and in the `Variant` tag of a game record.
    pub name: &'static str,
    /// When it was published.
    pub year: u16,
    /// The board.
    pub board: BoardSpec,
    /// The start position as a FEN.
    pub start: &'static str,
    /// How pawns move.
    pub pawn: PawnSpec,
    /// The ways to castle; none in most variants.
    pub castling: &'static [CastlingSpec],
    /// How en passant cells are written in a FEN.
    pub en_passant_form: EnPassantForm,
    /// What a stalemate is worth to the side that gives it, in quarter points: 2 is a draw.
    pub stalemate_quarters: u8,
}

/// How the FEN names the cells that a pawn passed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnPassantForm {
    /// The cells passed over, nearest its start first, run together: `e3e4`.
    Passed,
    /// The passed cell, a colon and the pawn's cell: `b4:c5`.
    PassedAndPawn,
}

/// Why a variant cannot be built from its data.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VariantError {
    /// The board is wrong.
    #[error("board: {0}")]
    Board(#[from] BoardError),
    /// A rule names a cell that the board does not have.
    #[error("there is no cell {0:?} on the board")]
    Cell(String),
    /// The board has no cell where turning it by 180 degrees brings this one.
    #[error("cell {0} has no counterpart when the board is turned by 180 degrees")]
    NotSymmetric(String),
    /// A pawn could move and capture by the same step, or has no step at all.
    #[error("the pawn's steps and captures overlap or are missing")]
    PawnSteps,
    /// A castling move could be mistaken for an ordinary move of the king, or names no line.
    #[error("castling {0} is not on a line, or is no longer than a step of the king")]
    Castling(String),
    /// The start position is wrong.
    #[error("start position: {0}")]
    Start(#[from] FenError),
}

/// A variant with its tables: what [`Position`] plays by.
#[derive(Debug)]
pub struct Variant {
    spec: VariantSpec,
    board: Board,
    pawns: PawnTables,
    castlings: Castlings,
}

impl Variant {
    /// Builds a variant and keeps it for the rest of the program's life; positions refer to it.
    ///
    /// ```
    /// use saffron_rules::board::{BoardSpec, FileSpan, Orientation};
    /// use saffron_rules::pawn::PawnSpec;
    /// use saffron_rules::{EnPassantForm, Variant, VariantSpec, perft};
    ///
    /// const fn file(letter: char, low: i8, high: i8) -> FileSpan {
    ///     FileSpan { letter, low, high, first_rank: 1 }
    /// }
    ///
    /// // A hexagon of 19 cells with a king and three pawns a side.
    /// const FILES: &[FileSpan] =
    ///     &[file('a', 0, 2), file('b', 0, 3), file('c', 0, 4), file('d', 1, 4), file('e', 2, 4)];
    /// let spec = VariantSpec {
    ///     id: "skirmish",
    ///     name: "Skirmish",
    ///     year: 2026,
    ///     board: BoardSpec { files: FILES, orientation: Orientation::VerticalFiles },
    ///     start: "k/1p1/1p1p1/1PPP1/2K2 w - - 0 1",
    ///     pawn: PawnSpec {
    ///         forward: &[(0, 1)],
    ///         captures: &[(-1, 0), (1, 1)],
    ///         first_captures: &[],
    ///         first_steps: &[(1, "b2 c2 d2")],
    ///         stopped_by_enemy_in_front: false,
    ///     },
    ///     castling: &[],
    ///     en_passant_form: EnPassantForm::Passed,
    ///     stalemate_quarters: 2,
    /// };
    /// let skirmish = Variant::build(spec)?;
    /// assert_eq!(skirmish.board().cells().len(), 19);
    /// assert_eq!(perft(&skirmish.start(), 1), 3);
    /// # Ok::<(), saffron_rules::VariantError>(())
    /// ```
    ///
    /// # Errors
    /// A [`VariantError`] that names what is wrong in the data.
    pub fn build(spec: VariantSpec) -> Result<&'static Self, VariantError> {
        let board = Board::new(spec.board)?;
        let pawns = PawnTables::new(&board, spec.pawn)?;
        let castlings = Castlings::new(&board, spec.castling)?;
        let variant: &'static Self = Box::leak(Box::new(Self { spec, board, pawns, castlings }));
        Position::from_fen(variant, spec.start)?;
        Ok(variant)
    }

    /// The data.
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

    /// The start position.
    pub fn start(&'static self) -> Position {
        Position::from_fen(self, self.spec.start).expect("the start position was read when the variant was built")
    }

    /// What stalemate is worth to the side that gives it, in quarter points: 2 is a draw.
    #[inline]
    pub fn stalemate_quarters(&self) -> u8 {
        self.spec.stalemate_quarters
    }

    /// Whether a king alone against a king can no longer bring the game to another end than a
    /// draw: so where stalemate is a draw, but not in Gliński's game.
    #[inline]
    pub fn bare_kings_are_dead(&self) -> bool {
        self.spec.stalemate_quarters == 2
    }

    /// How pawns move.
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

    /// The cells that a man attacks from here.
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

/// The cells named in a list separated by spaces.
pub(crate) fn cells_named(board: &Board, names: &str) -> Result<CellSet, VariantError> {
    names.split_whitespace().map(|name| cell_named(board, name)).collect()
}

/// The cell with this name, or the error that says so.
pub(crate) fn cell_named(board: &Board, name: &str) -> Result<Cell, VariantError> {
    board.cell(name).ok_or_else(|| VariantError::Cell(name.to_owned()))
}

/// The cell that this one becomes for Black.
pub(crate) fn turned(board: &Board, cell: Cell) -> Result<Cell, VariantError> {
    board.turned(cell).ok_or_else(|| VariantError::NotSymmetric(board.name(cell).to_owned()))
}

/// The cell itself for White, turned by 180 degrees for Black.
pub(crate) fn for_side(board: &Board, color: Color, cell: Cell) -> Result<Cell, VariantError> {
    match color {
        Color::White => Ok(cell),
        Color::Black => turned(board, cell),
    }
}

//! A variant: its rules as data, and the tables computed from them.

use crate::board::{Board, BoardError, BoardSpec, DIRECTIONS, KNIGHT_LEAPS};
use crate::castling::{CastlingMove, CastlingRight, CastlingSpec, Castlings};
use crate::fen::shortened;
use crate::material::MaterialTable;
use crate::pawn::{PawnSpec, PawnTables, PromotionSpec};
use crate::{Cell, CellSet, Color, FenError, Piece, Position, Role, Setup};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

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
    /// Where pawns are promoted, and to what.
    pub promotion: PromotionSpec,
    /// The ways to castle; none in most variants.
    pub castling: &'static [CastlingSpec],
    /// How en passant cells are written in a FEN.
    pub en_passant_form: EnPassantForm,
    /// What a stalemate is worth to the side that gives it, in quarter points: 2 is a draw.
    pub stalemate_quarters: u8,
    /// With which material a game can still end. Only enumeration tells, so a new variant has
    /// none, and then only bare kings are taken for a draw. A table holds for one board, one way
    /// in which pawns move and one worth of stalemate, and no other.
    pub material: Option<&'static MaterialTable>,
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
    /// The id is not of the form that protocols and commands can carry.
    #[error("id {0:?} is not 1 to 32 small letters, digits and hyphens, the first one a letter")]
    Id(String),
    /// The name is empty, too long, or has characters that a game record cannot hold.
    #[error("name {0:?} is not 1 to 64 characters, with a letter or digit, on one line")]
    Name(String),
    /// A pawn could move and capture by the same step, one step is given twice, or there is none at all.
    #[error("the pawn's steps and captures overlap or are missing")]
    PawnSteps,
    /// A forward step is not one step along a line.
    #[error("the pawn's step [{0}, {1}] does not lead to a neighbouring cell of a rook or bishop")]
    Forward(i8, i8),
    /// A capture is neither a step along a line nor a knight's leap.
    #[error("the pawn's capture [{0}, {1}] is neither a step of a king nor a leap of a knight")]
    Capture(i8, i8),
    /// A first step is too long, or of no cell.
    #[error("a first step of {0} cells is not from 1 to 8")]
    FirstStep(u8),
    /// A starting cell is named twice.
    #[error("{0} is named twice among the pawns' starting cells")]
    FirstStepTwice(String),
    /// There is nothing that a pawn may become, something twice, or a pawn or king.
    #[error("a pawn can become different ones of queen, rook, bishop and knight, and at least one")]
    Promotions,
    /// A castling move is no longer than a step of the king, or king and rook do not come between the cells where
    /// they stand.
    #[error("castling {0} is not on the line from the king to the rook, or is no longer than a step of the king")]
    Castling(String),
    /// A castling move has a name that no record could be read with.
    #[error("castling {0:?} is not called 0-0, 0-0-0, or one of these behind Q- or B-")]
    CastlingNotation(String),
    /// Two castling moves of a side have one name or lead the king to one cell.
    #[error("castling {0} has the name or the king's cell of another one")]
    CastlingTwice(String),
    /// Two castling rights have one letter, or it is not a capital.
    #[error("castling letter {0:?} is used twice or is not one of A to Z")]
    CastlingLetter(char),
    /// There are more castling rights than a position can hold.
    #[error("there are more than eight castling rights, Black's included")]
    CastlingRights,
    /// Where pawns have several ways forward, the passed cells do not tell where the pawn stands.
    #[error("en passant must name the pawn's cell where pawns have several steps forward")]
    EnPassantForm,
    /// A stalemate is worth more than the whole point.
    #[error("a stalemate is worth 0 to 4 quarters, not {0}")]
    Stalemate(u8),
    /// The start position is wrong.
    #[error("start position: {0}")]
    Start(#[from] FenError),
}

impl VariantSpec {
    /// Says what is wrong with the data, if anything. It takes as long as [`Variant::build`] and keeps nothing.
    ///
    /// # Errors
    /// A [`VariantError`] that names what is wrong.
    pub fn check(&self) -> Result<(), VariantError> {
        Variant::new(*self).map(drop)
    }

    /// What can be said without a board.
    fn check_alone(&self) -> Result<(), VariantError> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !self.id.starts_with(|c: char| c.is_ascii_lowercase()) || self.id.len() > 32 || !self.id.chars().all(plain) {
            return Err(VariantError::Id(shortened(self.id)));
        }
        let length = self.name.chars().count();
        let legible = self.name.chars().any(char::is_alphanumeric) && !self.name.chars().any(char::is_control);
        if !(1..=64).contains(&length) || !legible {
            return Err(VariantError::Name(shortened(self.name)));
        }
        self.check_pawn_steps()?;
        let roles = self.promotion.roles;
        let twice = roles.iter().enumerate().any(|(i, role)| roles[..i].contains(role));
        if roles.is_empty() || twice || !roles.iter().all(|role| Role::PROMOTIONS.contains(role)) {
            return Err(VariantError::Promotions);
        }
        if self.en_passant_form == EnPassantForm::Passed && self.pawn.forward.len() > 1 {
            return Err(VariantError::EnPassantForm);
        }
        if self.stalemate_quarters > 4 {
            return Err(VariantError::Stalemate(self.stalemate_quarters));
        }
        Ok(())
    }

    /// Forward steps along lines keep pins and the cells passed over simple; captures that cannot be blocked keep
    /// the answers to a check simple.
    fn check_pawn_steps(&self) -> Result<(), VariantError> {
        let pawn = &self.pawn;
        if let Some(&(dx, dy)) = pawn.forward.iter().find(|step| !DIRECTIONS.contains(step)) {
            return Err(VariantError::Forward(dx, dy));
        }
        let captures: Vec<_> = pawn.captures.iter().chain(pawn.first_captures).copied().collect();
        let known = |step: &(i8, i8)| DIRECTIONS.contains(step) || KNIGHT_LEAPS.contains(step);
        if let Some(&(dx, dy)) = captures.iter().find(|step| !known(step)) {
            return Err(VariantError::Capture(dx, dy));
        }
        let all: Vec<_> = pawn.forward.iter().copied().chain(captures).collect();
        if pawn.forward.is_empty() || all.iter().enumerate().any(|(i, step)| all[..i].contains(step)) {
            return Err(VariantError::PawnSteps);
        }
        let first = pawn.first_steps.iter().chain(pawn.black_first_steps.unwrap_or_default());
        match first.into_iter().find(|(count, _)| !(1..=8).contains(count)) {
            Some(&(count, _)) => Err(VariantError::FirstStep(count)),
            None => Ok(()),
        }
    }
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
    /// use saffron_rules::pawn::{PawnSpec, PromotionSpec};
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
    ///         black_first_steps: None,
    ///         stopped_by_enemy_in_front: false,
    ///     },
    ///     promotion: PromotionSpec::USUAL,
    ///     castling: &[],
    ///     en_passant_form: EnPassantForm::Passed,
    ///     stalemate_quarters: 2,
    ///     material: None,
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
        Ok(Box::leak(Box::new(Self::new(spec)?)))
    }

    fn new(spec: VariantSpec) -> Result<Self, VariantError> {
        spec.check_alone()?;
        let board = Board::new(spec.board)?;
        let pawns = PawnTables::new(&board, spec.pawn, spec.promotion)?;
        let castlings = Castlings::new(&board, spec.castling)?;
        let variant = Self { spec, board, pawns, castlings };
        Setup::from_fen(&variant, spec.start)?.check(&variant).map_err(FenError::from)?;
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

    /// What a pawn may be promoted to; the usual four in most variants.
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

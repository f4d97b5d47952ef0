//! A set-up: anything that can be put on a board, and why it is not a legal position.

use crate::cell::{Cell, CellSet};
use crate::piece::{Color, Piece, Role};
use crate::variant::CastlingRights;
use crate::variant::Variant;
use alloc::borrow::ToOwned;
use alloc::string::String;

/// The greatest half-move clock that a FEN can hold; the clock stops there.
pub(crate) const MAX_HALFMOVES: u16 = 9_999;
/// The greatest move number that a FEN can hold; it stays there.
pub(crate) const MAX_FULLMOVES: u32 = 999_999;

/// Pawn that may be captured en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnPassant {
    /// The cells that the pawn passed over.
    pub cells: CellSet,
    /// Cell of the pawn.
    pub pawn: Cell,
}

/// Pieces on a board and the other fields of a FEN, legal or not.
///
/// ```
/// use saffron_rules::{Color, Piece, Position, Role, Setup, SetupError, Variant};
///
/// let variant = Variant::by_id("shafran").unwrap();
/// let mut setup = Setup::new();
/// let king = |color| Piece { color, role: Role::King };
/// setup.put(king(Color::White), variant.board().cell("e1").unwrap());
/// assert_eq!(
///     Position::from_setup(variant, &setup),
///     Err(SetupError::NoKing(Color::Black)),
/// );
/// setup.put(king(Color::Black), variant.board().cell("e10").unwrap());
/// assert!(Position::from_setup(variant, &setup).is_ok());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    pub(crate) roles: [CellSet; 6],
    pub(crate) colors: [CellSet; 2],
    /// The side to move.
    pub turn: Color,
    /// The castling rights.
    pub castling: CastlingRights,
    /// The pawn that may be captured en passant, if the last move was a pawn's of several cells.
    pub en_passant: Option<EnPassant>,
    /// Plies since the last capture or pawn move, up to 9,999.
    pub halfmove_clock: u16,
    /// The number of the move, 1 to 999,999.
    pub fullmove_number: u32,
}

impl Default for Setup {
    fn default() -> Self {
        Self::new()
    }
}

impl Setup {
    /// An empty board, White to move.
    pub fn new() -> Self {
        Self {
            roles: [CellSet::EMPTY; 6],
            colors: [CellSet::EMPTY; 2],
            turn: Color::White,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Puts a piece on a cell, in place of what stood there.
    pub fn put(&mut self, piece: Piece, cell: Cell) {
        self.clear(cell);
        self.roles[piece.role.index()].insert(cell);
        self.colors[piece.color.index()].insert(cell);
    }

    /// Empties a cell.
    pub fn clear(&mut self, cell: Cell) {
        for set in self.roles.iter_mut().chain(&mut self.colors) {
            set.remove(cell);
        }
    }

    /// The piece on a cell.
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        piece_on(&self.roles, &self.colors, cell)
    }

    /// The pieces of one role and side.
    pub fn pieces(&self, color: Color, role: Role) -> CellSet {
        self.roles[role.index()] & self.colors[color.index()]
    }

    /// Says why no game of the variant can come to this, if so.
    pub(crate) fn check(&self, variant: &Variant) -> Result<(), SetupError> {
        let board = variant.board();
        if !((self.colors[0] | self.colors[1]) - board.cells()).is_empty() {
            return Err(SetupError::OffBoard);
        }
        for color in Color::ALL {
            match self.pieces(color, Role::King).len() {
                0 => return Err(SetupError::NoKing(color)),
                1 => {}
                _ => return Err(SetupError::SeveralKings(color)),
            }
            let pawns = self.pieces(color, Role::Pawn);
            if let Some(cell) = (pawns - variant.pawns().standing(color)).first() {
                return Err(SetupError::PawnCell { color, cell: board.name(cell).to_owned() });
            }
        }
        self.check_castling(variant)?;
        self.check_en_passant(variant)?;
        if self.is_attacked(variant, self.pieces(!self.turn, Role::King)) {
            return Err(SetupError::OppositeCheck(!self.turn));
        }
        Ok(())
    }

    fn check_castling(&self, variant: &Variant) -> Result<(), SetupError> {
        for (i, right) in variant.castling_rights().iter().enumerate() {
            if !self.castling.has(i) {
                continue;
            }
            for (role, cell) in [(Role::King, right.king), (Role::Rook, right.rook)] {
                if !self.pieces(right.color, role).contains(cell) {
                    let cell = variant.board().name(cell).to_owned();
                    let (letter, color) = (right.letter, right.color);
                    return Err(SetupError::CastlingWithout { letter, color, role, cell });
                }
            }
        }
        Ok(())
    }

    fn check_en_passant(&self, variant: &Variant) -> Result<(), SetupError> {
        let Some(EnPassant { cells: passed, pawn }) = self.en_passant else { return Ok(()) };
        let board = variant.board();
        let color = !self.turn;
        let name = || board.name(pawn).to_owned();
        if !self.pieces(color, Role::Pawn).contains(pawn) {
            return Err(SetupError::EnPassantWithoutPawn { color, cell: name() });
        }
        let pawns = variant.pawns();
        let start = pawns.start(color).iter().find(|&start| {
            board.between(start, pawn) == passed
                && passed.len() < usize::from(pawns.steps(color, start))
                && pawns.front(color, start).intersects(passed)
        });
        let empty = !(self.colors[0] | self.colors[1]);
        match start {
            Some(start) if ((passed | CellSet::from(start)) - empty).is_empty() => Ok(()),
            Some(_) => Err(SetupError::EnPassantBlocked(name())),
            None => Err(SetupError::EnPassantStart { color, cell: name() }),
        }
    }

    /// Returns whether the side to move attacks one of the cells.
    fn is_attacked(&self, variant: &Variant, cells: CellSet) -> bool {
        let occupied = self.colors[0] | self.colors[1];
        Role::ALL.into_iter().any(|role| {
            let color = self.turn;
            self.pieces(color, role)
                .into_iter()
                .any(|cell| variant.attacks(Piece { color, role }, cell, occupied).intersects(cells))
        })
    }
}

/// The piece on a cell, given the cells of each role and side.
#[inline]
pub(crate) fn piece_on(roles: &[CellSet; 6], colors: &[CellSet; 2], cell: Cell) -> Option<Piece> {
    let role = Role::ALL.into_iter().find(|role| roles[role.index()].contains(cell))?;
    let color = Color::ALL.into_iter().find(|color| colors[color.index()].contains(cell))?;
    Some(Piece { color, role })
}

/// Why a set-up cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SetupError {
    /// A piece stands on an index that is no cell of the board.
    #[error("a piece stands outside the board")]
    OffBoard,
    /// A side has no king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side has two kings or more.
    #[error("{0} has more than one king")]
    SeveralKings(Color),
    /// A pawn stands where it cannot come to or would have been promoted.
    #[error("a pawn of {color} cannot stand on {cell}")]
    PawnCell {
        /// Side of the pawn.
        color: Color,
        /// The cell's name.
        cell: String,
    },
    /// The side that is not to move is in check.
    #[error("{0} is in check, but it is not {0}'s move")]
    OppositeCheck(Color),
    /// A castling right without its king or rook.
    #[error("castling right {letter} needs the {role} of {color} on {cell}")]
    CastlingWithout {
        /// The letter of the right.
        letter: char,
        /// Side that has the right.
        color: Color,
        /// King or rook.
        role: Role,
        /// Its cell.
        cell: String,
    },
    /// The pawn that should have passed over the cells is not there.
    #[error("en passant needs a pawn of {color} on {cell}")]
    EnPassantWithoutPawn {
        /// Side of the missing pawn.
        color: Color,
        /// Its cell.
        cell: String,
    },
    /// No first move of a pawn passes over these cells.
    #[error("no first move of a pawn of {color} passes over the en passant cells to {cell}")]
    EnPassantStart {
        /// Side of the pawn.
        color: Color,
        /// Its cell.
        cell: String,
    },
    /// A cell that the pawn left or passed over is not empty.
    #[error("the pawn on {0} cannot just have come there: a cell behind it is not empty")]
    EnPassantBlocked(String),
}

//! Sides, roles, pieces and moves.

use core::fmt;
use core::ops::Not;

use crate::cell::Cell;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Color {
    /// Moves first.
    White,
    /// Moves second; every rule for it is White's, turned by 180 degrees.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the side in a FEN, `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// The role of a piece: what it is, whichever side it is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Role {
    /// Its moves are the variant's own.
    Pawn,
    /// Leaps to the twelve nearest cells that a queen cannot reach.
    Knight,
    /// Runs along the six diagonals.
    Bishop,
    /// Runs along the six orthogonals.
    Rook,
    /// Rook and bishop together.
    Queen,
    /// One step in any of the twelve directions.
    King,
}

impl Role {
    /// All kinds, in the order of their indices.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// Roles that a pawn may be promoted to.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// 0 for the pawn to 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter in capitals; `P` for the pawn.
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    /// The kind with this English letter, capital or small.
    pub fn from_letter(letter: char) -> Option<Self> {
        let upper = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|role| role.letter() == upper)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["pawn", "knight", "bishop", "rook", "queen", "king"][self.index()])
    }
}

/// A piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Side that owns the piece.
    pub color: Color,
    /// Kind of piece.
    pub role: Role,
}

impl Piece {
    /// The FEN letter: capital for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this FEN letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Role::from_letter(letter).map(|role| Self { color, role })
    }
}

/// A move, as a GUI writes it: from, to, and what a pawn becomes. Castling is the king's move.
///
/// ```
/// use saffron_rules::Variant;
///
/// let position = Variant::by_id("shafran").unwrap().start();
/// let mv = position.parse_uci("e2e5").unwrap();
/// assert_eq!(position.uci(mv), "e2e5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The cell that the piece leaves.
    pub from: Cell,
    /// The cell that it comes to.
    pub to: Cell,
    /// Role that a pawn is promoted to: always given on a promotion cell, never elsewhere.
    pub promotion: Option<Role>,
}

impl Move {
    /// Sixteen bits, for tables: 7 for each cell and 2 for the promotion, whose absence is not
    /// recorded; [`Position::move_from_bits`](crate::Position::move_from_bits) knows it.
    #[inline]
    pub fn to_bits(self) -> u16 {
        let promotion = self.promotion.map_or(0, |role| role.index() - 1);
        (self.from.index() | self.to.index() << 7 | promotion << 14) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_both_ways() {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            }
        }
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(Piece::from_letter('Q').map(|p| p.color), Some(Color::White));
        assert_eq!(!Color::White, Color::Black);
        assert_eq!(!Color::Black, Color::White);
    }
}

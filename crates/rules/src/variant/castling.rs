//! Castling: rights, and the moves that they allow, computed from a [`CastlingSpec`].

use crate::board::Board;
use crate::cell::{Cell, CellSet, PerCell, per_cell};
use crate::piece::Color;
use crate::variant::cells::{cell_named, for_side};
use crate::variant::spec::{CastlingSpec, SpecError};
use alloc::borrow::ToOwned;
use alloc::vec::Vec;

/// The right to castle with one rook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingRight {
    /// Side that has the right.
    pub color: Color,
    /// Its letter in a FEN: capital for White.
    pub letter: char,
    /// Cell of the king.
    pub king: Cell,
    /// Cell of the rook.
    pub rook: Cell,
}

/// One way to castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingMove {
    /// Index of the right that it needs among the variant's [rights](crate::Variant::castling_rights).
    pub right: usize,
    /// Side that castles.
    pub color: Color,
    /// Notation, such as `Q-0-0-0`.
    pub notation: &'static str,
    /// Cell that the king leaves.
    pub king_from: Cell,
    /// Target cell of the king.
    pub king_to: Cell,
    /// Cell that the rook leaves.
    pub rook_from: Cell,
    /// Target cell of the rook.
    pub rook_to: Cell,
    /// The cells that must be empty.
    pub empty: CellSet,
    /// The cells that must not be attacked: those that the king crosses or lands on.
    pub safe: CellSet,
}

/// Castling rights that are left: a bit for each of the variant's rights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// No right.
    pub const NONE: Self = Self(0);

    /// Returns whether the right with this index is there.
    #[inline]
    pub const fn has(self, right: usize) -> bool {
        self.0 >> right & 1 != 0
    }

    /// Returns the rights with the one of this index added.
    #[must_use]
    pub const fn with(self, right: usize) -> Self {
        Self(self.0 | 1 << right)
    }

    /// Returns whether no right is left.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    #[inline]
    pub(crate) const fn keeping(self, kept: u8) -> Self {
        Self(self.0 & kept)
    }
}

/// Notations of castling that game records may have.
const NOTATIONS: [&str; 6] = ["0-0", "0-0-0", "Q-0-0", "Q-0-0-0", "B-0-0", "B-0-0-0"];

/// All castling of a variant.
#[derive(Debug)]
pub(crate) struct Castlings {
    rights: Vec<CastlingRight>,
    /// White's first.
    moves: Vec<CastlingMove>,
    /// Number of White's moves.
    white: usize,
    /// Rights that survive when something leaves or comes to a cell.
    kept: PerCell<u8>,
}

impl Castlings {
    pub(crate) fn new(board: &Board, specs: &[CastlingSpec]) -> Result<Self, SpecError> {
        let (mut rights, mut moves) = (Vec::new(), Vec::new());
        let mut kept = per_cell(u8::MAX);
        for color in Color::ALL {
            for spec in specs.iter().filter(|spec| spec.side.is_none_or(|side| side == color)) {
                let turns = if spec.side.is_some() { Color::White } else { color };
                let cell = |name| for_side(board, turns, cell_named(board, name)?);
                let (king, rook) = (cell(spec.king)?, cell(spec.rook)?);
                let letter = match color {
                    Color::White => spec.letter,
                    Color::Black => spec.letter.to_ascii_lowercase(),
                };
                let right = rights.len();
                let twice = rights.iter().any(|right: &CastlingRight| right.letter == letter);
                if twice || !spec.letter.is_ascii_uppercase() {
                    return Err(SpecError::CastlingLetter(spec.letter));
                }
                let bit = 1_u8.checked_shl(right as u32).ok_or(SpecError::CastlingRights)?;
                kept[king.index()] &= !bit;
                kept[rook.index()] &= !bit;
                rights.push(CastlingRight { color, letter, king, rook });
                for &(notation, king_to, rook_to) in spec.moves {
                    let (king_to, rook_to) = (cell(king_to)?, cell(rook_to)?);
                    let between = board.between(king, rook);
                    let crosses = between.contains(king_to) && between.contains(rook_to) && king_to != rook_to;
                    if !crosses || board.king_attacks(king).contains(king_to) {
                        return Err(SpecError::Castling(notation.to_owned()));
                    }
                    let same = |m: &CastlingMove| m.color == color && (m.notation == notation || m.king_to == king_to);
                    if moves.iter().any(same) {
                        return Err(SpecError::CastlingTwice(notation.to_owned()));
                    }
                    if !NOTATIONS.contains(&notation) {
                        return Err(SpecError::CastlingNotation(notation.to_owned()));
                    }
                    let ends = CellSet::from(king_to) | CellSet::from(rook_to);
                    let own = CellSet::from(king) | CellSet::from(rook);
                    let empty = (board.between(king, rook) | ends) - own;
                    let safe = board.between(king, king_to) | CellSet::from(king_to);
                    moves.push(CastlingMove {
                        right,
                        color,
                        notation,
                        king_from: king,
                        king_to,
                        rook_from: rook,
                        rook_to,
                        empty,
                        safe,
                    });
                }
            }
        }
        let white = moves.iter().filter(|m: &&CastlingMove| m.color == Color::White).count();
        Ok(Self { rights, moves, white, kept })
    }

    pub(crate) fn rights(&self) -> &[CastlingRight] {
        &self.rights
    }

    #[inline]
    pub(crate) fn moves(&self) -> &[CastlingMove] {
        &self.moves
    }

    /// The moves of one side.
    #[inline]
    pub(crate) fn moves_of(&self, color: Color) -> &[CastlingMove] {
        let (white, black) = self.moves.split_at(self.white);
        if color == Color::White { white } else { black }
    }

    /// The rights that survive a move from and to these cells.
    #[inline]
    pub(crate) fn kept(&self, from: Cell, to: Cell) -> u8 {
        self.kept[from.index()] & self.kept[to.index()]
    }

    #[inline]
    pub(crate) fn find(&self, color: Color, king_to: Cell) -> Option<&CastlingMove> {
        self.moves_of(color).iter().find(|m| m.king_to == king_to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_there_once_they_were_added() {
        for first in 0..8 {
            for second in 0..8 {
                let rights = CastlingRights::NONE.with(first).with(second);
                assert!(!rights.is_empty());
                let there: Vec<usize> = (0..8).filter(|&right| rights.has(right)).collect();
                assert!(there.iter().all(|right| [first, second].contains(right)), "{there:?}");
                assert!(rights.has(first) && rights.has(second));
                assert_eq!(rights.keeping(!(1 << first)).has(second), first != second);
                assert!(!rights.keeping(!(1 << first)).has(first));
            }
        }
        assert!(CastlingRights::NONE.is_empty());
    }
}

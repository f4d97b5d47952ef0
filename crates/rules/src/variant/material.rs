//! Material, and with which material a game can still be decided.
//!
//! The tables in `variants/material.rs` are computed by enumeration; `MATERIAL.md` next to
//! this crate's manifest says how, and what they promise.

use core::fmt;

use crate::piece::{Color, Role};

/// The number of kinds of pieces: bishops on the three cell colours are three kinds.
const KINDS: u32 = 7;
/// The highest bit of each field of four.
const GUARDS: u64 = 0x88_8888_8888_8888;
/// The greatest count that a field holds; more pieces count as this many.
const MAX_COUNT: u64 = 7;

/// A kind of piece, kings aside. Bishops never leave the colour of their cell, so those on
/// different colours are different kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop on cells of this colour, 0 to 2, as [`Board::cell_color`](crate::Board::cell_color) numbers them.
    Bishop(u8),
    /// A rook.
    Rook,
    /// A queen.
    Queen,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 7] =
        [Self::Pawn, Self::Knight, Self::Bishop(0), Self::Bishop(1), Self::Bishop(2), Self::Rook, Self::Queen];

    /// The role of such a piece.
    pub const fn role(self) -> Role {
        match self {
            Self::Pawn => Role::Pawn,
            Self::Knight => Role::Knight,
            Self::Bishop(_) => Role::Bishop,
            Self::Rook => Role::Rook,
            Self::Queen => Role::Queen,
        }
    }

    const fn field(self) -> u32 {
        match self {
            Self::Pawn => 0,
            Self::Knight => 1,
            Self::Bishop(color) => 2 + color as u32 % 3,
            Self::Rook => 5,
            Self::Queen => 6,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bishop(color) => write!(f, "B{color}"),
            _ => write!(f, "{}", self.role().letter()),
        }
    }
}

/// The pieces of both sides, kings aside, wherever they stand. Each kind and side is counted
/// up to seven.
///
/// ```
/// use saffron_rules::Variant;
/// use saffron_rules::material::Material;
///
/// let start = Variant::by_id("glinski").unwrap().start();
/// let material = Material::of(&start);
/// assert_eq!(material.to_string(), "KPPPPPPPNNB0B1B2RRQ v KPPPPPPPNNB0B1B2RRQ");
/// assert!(material.contains(Material::NONE));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material(u64);

impl Material {
    /// The kings alone.
    pub const NONE: Self = Self(0);

    /// The pieces of these kinds.
    pub const fn new(white: &[Kind], black: &[Kind]) -> Self {
        let mut material = Self::NONE;
        let mut i = 0;
        while i < white.len() {
            material = material.with(Color::White, white[i]);
            i += 1;
        }
        i = 0;
        while i < black.len() {
            material = material.with(Color::Black, black[i]);
            i += 1;
        }
        material
    }

    /// Returns the material with one more piece.
    #[must_use]
    pub const fn with(self, color: Color, kind: Kind) -> Self {
        if self.count(color, kind) as u64 == MAX_COUNT { self } else { Self(self.0 + (1 << shift(color, kind))) }
    }

    /// Number of a side's pieces of a kind; 7 stands for 7 and more.
    pub const fn count(self, color: Color, kind: Kind) -> u8 {
        (self.0 >> shift(color, kind) & MAX_COUNT) as u8
    }

    /// Returns whether it has all pieces of the other, and perhaps more.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        // A field in which the other has more borrows the guard bit above it.
        (self.0 + GUARDS - other.0) & GUARDS == GUARDS
    }

    /// Returns the material with the sides exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        let side = 4 * KINDS;
        Self(self.0 >> side | (self.0 & ((1 << side) - 1)) << side)
    }

    /// The pieces of one side, the king aside.
    pub fn kinds(self, color: Color) -> impl Iterator<Item = Kind> {
        let count = move |kind| usize::from(self.count(color, kind));
        Kind::ALL.into_iter().flat_map(move |kind| core::iter::repeat_n(kind, count(kind)))
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            f.write_str(if color == Color::White { "K" } else { " v K" })?;
            for kind in self.kinds(color) {
                write!(f, "{kind}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const fn shift(color: Color, kind: Kind) -> u32 {
    4 * (color.index() as u32 * KINDS + kind.field())
}

/// Results that some material is sufficient for. A decisive position is a mate, or a stalemate that is not a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sufficiency {
    /// No position with these pieces, or with some of them, is decisive.
    Insufficient,
    /// There are decisive positions, but only the very capture or promotion that makes this material leads to one. Once a
    /// move has been made with it, the game can only be drawn.
    OnlyImmediate,
    /// From all but a few positions a decisive one can still be reached, if both sides help.
    Sufficient,
}

/// The least material of one variant that is sufficient. Whatever contains it is sufficient as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaterialTable {
    /// Material of which decisive positions exist.
    pub decisive: &'static [Material],
    /// Material from which moves can reach a decisive position.
    pub reachable: &'static [Material],
    /// Material with which a mate by White is not excluded; with any other White can mate by the next move at most. The sides
    /// exchanged, it holds for Black.
    pub checkmating: &'static [Material],
}

impl MaterialTable {
    /// Results that this material is sufficient for.
    pub fn sufficiency(&self, material: Material) -> Sufficiency {
        let contains_one_of = |list: &[Material]| list.iter().any(|&least| material.contains(least));
        if contains_one_of(self.reachable) {
            Sufficiency::Sufficient
        } else if contains_one_of(self.decisive) {
            Sufficiency::OnlyImmediate
        } else {
            Sufficiency::Insufficient
        }
    }

    /// Returns whether this side may still mate. `false` proves that it cannot, except by the next move.
    pub fn may_checkmate(&self, material: Material, color: Color) -> bool {
        let material = if color == Color::White { material } else { material.exchanged() };
        self.checkmating.iter().any(|&least| material.contains(least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contains_compares_kind_by_kind() {
        let knight = Material::new(&[Kind::Knight], &[]);
        let two = knight.with(Color::White, Kind::Knight);
        let others = Material::new(&[Kind::Bishop(0), Kind::Queen], &[Kind::Knight, Kind::Pawn, Kind::Queen]);
        assert!(two.contains(knight) && !knight.contains(two));
        assert!(!others.contains(knight) && !knight.contains(others));
        for color in Color::ALL {
            for kind in Kind::ALL {
                let more = others.with(color, kind);
                assert_eq!(more.count(color, kind), others.count(color, kind) + 1);
                assert!(more.contains(others) && !others.contains(more), "{more}");
                assert!(more.contains(Material::NONE) && more.contains(more));
            }
        }
        assert_eq!(others.exchanged().to_string(), "KPNQ v KB0Q");
        assert_eq!(others.to_string(), "KB0Q v KPNQ");
        assert_eq!(format!("{others:?}"), "KB0Q v KPNQ");
    }

    #[test]
    fn seven_is_the_most_that_is_counted() {
        let mut many = Material::NONE;
        for _ in 0..20 {
            many = many.with(Color::Black, Kind::Queen).with(Color::White, Kind::Pawn);
        }
        let seven = [Kind::Queen; 7];
        assert_eq!(many, Material::new(&[Kind::Pawn; 7], &seven));
        assert!(many.contains(Material::new(&[], &seven)));
    }
}

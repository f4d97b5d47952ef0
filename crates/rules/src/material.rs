//! With which material a game can still come to another end than a draw.
//!
//! The tables in `variants/material.rs` were worked out by enumeration; `MATERIAL.md` beside
//! this crate's manifest says how, and what they promise.

use core::fmt;

use crate::{Color, Position, Role};

/// How many kinds of men are told apart: bishops of the three cell colours are three kinds.
const KINDS: u32 = 7;
/// The highest bit of each field of four.
const GUARDS: u64 = 0x88_8888_8888_8888;
/// The greatest number that a field tells; more men count as so many.
const MOST: u64 = 7;

/// A kind of man, kings aside. Bishops never leave the colour of their cell, so those of
/// different colours are different men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop on cells of this colour, 0 to 2, as [`Board::colour`](crate::Board::colour) numbers them.
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

    /// The role of such a man.
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
            Self::Bishop(colour) => 2 + colour as u32 % 3,
            Self::Rook => 5,
            Self::Queen => 6,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bishop(colour) => write!(f, "B{colour}"),
            _ => write!(f, "{}", self.role().letter()),
        }
    }
}

/// Which men there are besides the kings, wherever they stand. Each kind and side is counted
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

    /// The men of these kinds besides the kings.
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

    /// What stands on the board.
    pub fn of(position: &Position) -> Self {
        let board = position.variant().board();
        let mut material = Self::NONE;
        for color in Color::ALL {
            for kind in [Kind::Pawn, Kind::Knight, Kind::Rook, Kind::Queen] {
                let men = position.pieces(color, kind.role()).len() as u64;
                material.0 |= men.min(MOST) << shift(color, kind);
            }
            for cell in position.pieces(color, Role::Bishop) {
                material = material.with(color, Kind::Bishop(board.colour(cell)));
            }
        }
        material
    }

    /// With one man more.
    #[must_use]
    pub const fn with(self, color: Color, kind: Kind) -> Self {
        if self.count(color, kind) as u64 == MOST { self } else { Self(self.0 + (1 << shift(color, kind))) }
    }

    /// How many men of a kind a side has; 7 stands for 7 and more.
    pub const fn count(self, color: Color, kind: Kind) -> u8 {
        (self.0 >> shift(color, kind) & MOST) as u8
    }

    /// Whether all of these men are there, and perhaps more.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        // A field in which the other has more borrows the guard bit above it.
        (self.0 + GUARDS - other.0) & GUARDS == GUARDS
    }

    /// The men of one side, the king aside.
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

/// How a game may still end with some material.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ends {
    /// Only in a draw: no position with these men, or with some of them, is mate, nor a
    /// stalemate where that is more than a draw.
    Never,
    /// There are such positions, but a game comes to one only by the very capture or promotion
    /// that makes this material. Once a move has been made with it, the game can only be drawn.
    OnlyAtOnce,
    /// From all but a few positions such an end can still be reached, if both sides help.
    Open,
}

/// What the material of one variant is good for: the least material of each kind. Whatever
/// contains it can end as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaterialTable {
    /// With these men there are ends.
    pub ends: &'static [Material],
    /// With these men a game can still reach one.
    pub open: &'static [Material],
}

impl MaterialTable {
    /// What this material is good for.
    pub fn ends(&self, material: Material) -> Ends {
        let has_one_of = |list: &[Material]| list.iter().any(|&least| material.contains(least));
        if has_one_of(self.open) {
            Ends::Open
        } else if has_one_of(self.ends) {
            Ends::OnlyAtOnce
        } else {
            Ends::Never
        }
    }
}

/// Whether a game with the men of this position can end otherwise than in a draw. `false` is
/// proof that it cannot. `true` speaks of the men alone: as they stand, they may be blocked or
/// lost by force.
///
/// A variant without a table answers `false` only for bare kings, where stalemate is a draw.
///
/// ```
/// use saffron_rules::{Position, Variant, material};
///
/// let can_end = |id: &str, fen: &str| {
///     let variant = Variant::by_id(id).unwrap();
///     Position::from_fen(variant, fen).map(|position| material::can_end(&position))
/// };
/// // A bishop on the colour of the central cell has no mate on the hexagon of 91 cells.
/// assert!(!can_end("mccooey", "k/3/5/7/9/5B5/11/11/11/11/K10 w - - 0 1")?);
/// assert!(can_end("mccooey", "k/3/5/7/9/4B6/11/11/11/11/K10 w - - 0 1")?);
/// // In Gliński's game even a bare king can be stalemated, and that is more than a draw.
/// assert!(can_end("glinski", "k/3/5/7/9/11/11/11/11/11/K10 w - - 0 1")?);
/// # Ok::<(), saffron_rules::FenError>(())
/// ```
pub fn can_end(position: &Position) -> bool {
    // A pawn is enough in every variant, and nearly every position has one.
    !position.by_role(Role::Pawn).is_empty() || ends(position) != Ends::Never
}

/// How a game with the men of this position may still end. It takes longer than [`can_end`].
pub fn ends(position: &Position) -> Ends {
    let variant = position.variant();
    let material = Material::of(position);
    match variant.spec().material {
        Some(table) => table.ends(material),
        None if material == Material::NONE && variant.stalemate_quarters() == 2 => Ends::Never,
        None => Ends::Open,
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

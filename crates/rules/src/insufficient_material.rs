//! Sufficiency of the material of a position for a decisive result.

use crate::piece::{Color, Role};
use crate::position::Position;
use crate::variant::material::{Kind, Material, Sufficiency};

impl Material {
    /// The pieces of a position, kings aside.
    pub fn of(position: &Position) -> Self {
        let board = position.variant().board();
        let mut material = Self::NONE;
        for color in Color::ALL {
            for kind in [Kind::Pawn, Kind::Knight, Kind::Rook, Kind::Queen] {
                for _ in 0..position.pieces(color, kind.role()).len() {
                    material = material.with(color, kind);
                }
            }
            for cell in position.pieces(color, Role::Bishop) {
                material = material.with(color, Kind::Bishop(board.cell_color(cell)));
            }
        }
        material
    }
}

impl Position {
    /// Returns whether no sequence of moves can lead to anything but a draw, by the material alone. `true` is a proof; `false` says
    /// nothing of how the pieces stand: they may be blocked, or lost by force.
    ///
    /// A variant without a [`MaterialTable`](crate::material::MaterialTable) answers `true` only for bare kings, where
    /// stalemate is a draw.
    ///
    /// ```
    /// use saffron_rules::{Position, Variant};
    ///
    /// let insufficient = |id: &str, fen: &str| {
    ///     Position::from_fen(Variant::by_id(id).unwrap(), fen).map(|position| position.has_insufficient_material())
    /// };
    /// // A bishop on the colour of the central cell has no mate on the hexagon of 91 cells.
    /// assert!(insufficient("mccooey", "k/3/5/7/9/5B5/11/11/11/11/K10 w - - 0 1")?);
    /// assert!(!insufficient("mccooey", "k/3/5/7/9/4B6/11/11/11/11/K10 w - - 0 1")?);
    /// // In Gliński's game even a bare king can be stalemated, and that is more than a draw.
    /// assert!(!insufficient("glinski", "k/3/5/7/9/11/11/11/11/11/K10 w - - 0 1")?);
    /// # Ok::<(), saffron_rules::FenError>(())
    /// ```
    pub fn has_insufficient_material(&self) -> bool {
        // A pawn is enough in every variant, and nearly every position has one.
        self.by_role(Role::Pawn).is_empty() && self.material_sufficiency() == Sufficiency::Insufficient
    }

    /// Sufficiency of this position's material. With pawns it takes longer than
    /// [`Position::has_insufficient_material`].
    pub fn material_sufficiency(&self) -> Sufficiency {
        let variant = self.variant();
        let material = Material::of(self);
        match variant.spec().material {
            Some(table) => table.sufficiency(material),
            None if material == Material::NONE && variant.stalemate_quarters() == 2 => Sufficiency::Insufficient,
            None => Sufficiency::Sufficient,
        }
    }
}

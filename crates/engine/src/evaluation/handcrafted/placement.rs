//! Placement tables: what a man is worth on a cell, from the board's geometry alone.

use saffron_rules::{Cell, Color, Role, Variant};

use super::geometry::Geometry;
use super::tapered::{Tapered, t};
use super::weights::Weights;

/// Material and placement by side, role and cell.
pub(crate) struct Placement {
    values: Vec<Tapered>,
}

impl Placement {
    pub(crate) fn new(variant: &Variant, geometry: &Geometry, weights: &Weights) -> Placement {
        let mut values = vec![Tapered::ZERO; 2 * 6 * Cell::COUNT];
        for color in Color::ALL {
            for role in Role::ALL {
                for cell in variant.board().cells() {
                    values[index(color, role, cell)] = value(geometry, weights, color, role, cell);
                }
            }
        }
        Placement { values }
    }

    /// Material and placement of one man.
    pub(crate) fn of(&self, color: Color, role: Role, cell: Cell) -> Tapered {
        self.values[index(color, role, cell)]
    }
}

fn index(color: Color, role: Role, cell: Cell) -> usize {
    (color.index() * 6 + role.index()) * Cell::COUNT + cell.index()
}

fn value(geometry: &Geometry, weights: &Weights, color: Color, role: Role, cell: Cell) -> Tapered {
    let scaled =
        |pair: Tapered, by: f64| t((f64::from(pair.mg) * by).round() as i32, (f64::from(pair.eg) * by).round() as i32);
    let mut value = weights.material[role.index()];
    // A cell of the middle ring, about three steps out, is worth nothing either way.
    value += scaled(weights.outward[role.index()], geometry.outward(cell) - 3.0);
    value += scaled(weights.forward[role.index()], geometry.forward(color, cell));
    if role == Role::Pawn {
        let steps = geometry.steps(color, cell).clamp(1, weights.pawn_near.len());
        value += weights.pawn_near[steps - 1];
    }
    value
}

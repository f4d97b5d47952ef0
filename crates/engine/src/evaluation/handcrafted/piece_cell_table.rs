//! Piece-cell tables: material and placement, from the board's geometry.

use saffron_rules::{Cell, Color, Role, Variant};

use super::geometry::Geometry;
use super::tapered::{Tapered, s};
use super::weights::Weights;

/// Table of material and placement, by side, role and cell.
pub(crate) struct PieceCellTable {
    values: Vec<Tapered>,
}

impl PieceCellTable {
    pub(crate) fn new(variant: &Variant, geometry: &Geometry, weights: &Weights) -> PieceCellTable {
        let mut values = vec![Tapered::ZERO; 2 * 6 * Cell::COUNT];
        for color in Color::ALL {
            for role in Role::ALL {
                for cell in variant.board().cells() {
                    values[index(color, role, cell)] = value(geometry, weights, color, role, cell);
                }
            }
        }
        PieceCellTable { values }
    }

    /// Returns material and placement of one piece, positive for either side.
    pub(crate) fn get(&self, color: Color, role: Role, cell: Cell) -> Tapered {
        self.values[index(color, role, cell)]
    }
}

fn index(color: Color, role: Role, cell: Cell) -> usize {
    (color.index() * 6 + role.index()) * Cell::COUNT + cell.index()
}

fn value(geometry: &Geometry, weights: &Weights, color: Color, role: Role, cell: Cell) -> Tapered {
    let scaled =
        |pair: Tapered, by: f64| s((f64::from(pair.mg) * by).round() as i32, (f64::from(pair.eg) * by).round() as i32);
    let mut value = weights.material[role.index()];
    // A cell about three steps from the center scores 0.
    value += scaled(weights.center_distance[role.index()], geometry.distance_to_center(cell) - 3.0);
    value += scaled(weights.advancement[role.index()], geometry.advancement(color, cell));
    if role == Role::Pawn {
        let steps = geometry.steps_to_promotion(color, cell).clamp(1, weights.pawn_advanced.len());
        value += weights.pawn_advanced[steps - 1];
    }
    value
}

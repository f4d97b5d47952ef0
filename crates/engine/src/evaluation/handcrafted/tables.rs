//! Weights and tables of a variant, which the terms of the evaluation use.

use saffron_rules::{Position, Role, Variant};

use super::geometry::Geometry;
use super::mobility::MobilityTable;
use super::piece_cell_table::PieceCellTable;
use super::weights::{self, Weights};

/// Contribution of a piece to the game phase, by role.
const PHASE_WEIGHTS: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// Handcrafted evaluation of the positions of one variant.
pub struct HandcraftedEvaluation {
    pub(super) variant: &'static Variant,
    pub(super) weights: Weights,
    pub(super) geometry: Geometry,
    pub(super) piece_cell_table: PieceCellTable,
    pub(super) mobility: MobilityTable,
    /// Phase of the start position, at least 1.
    pub(super) max_phase: i32,
}

impl HandcraftedEvaluation {
    /// Computes the variant's tables.
    pub fn new(variant: &'static Variant) -> HandcraftedEvaluation {
        let weights = weights::for_variant(variant);
        let geometry = Geometry::new(variant);
        let piece_cell_table = PieceCellTable::new(variant, &geometry, &weights);
        let max_phase = phase(&variant.start()).max(1);
        let mobility = MobilityTable::new(&weights);
        HandcraftedEvaluation { variant, weights, geometry, piece_cell_table, mobility, max_phase }
    }
}

/// Returns the game phase: the material left, weighted by [`PHASE_WEIGHTS`].
pub(super) fn phase(position: &Position) -> i32 {
    Role::ALL.into_iter().map(|role| PHASE_WEIGHTS[role.index()] * position.by_role(role).len() as i32).sum()
}

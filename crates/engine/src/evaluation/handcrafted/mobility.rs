//! Mobility table: scores by role and number of safe cells.

use saffron_rules::Role;

use super::tapered::{Tapered, s};
use super::weights::Weights;

/// Number of entries per role: more safe cells than any piece can have on a board of 128 cells.
const MAX_CELLS: usize = 64;

/// Mobility by role and number of safe cells.
pub(crate) struct MobilityTable {
    values: [[Tapered; MAX_CELLS]; 6],
}

impl MobilityTable {
    /// Computes the table. Mobility grows with the square root of the number of cells, since the first ones matter most.
    pub(crate) fn new(weights: &Weights) -> MobilityTable {
        let mut values = [[Tapered::ZERO; MAX_CELLS]; 6];
        for role in Role::ALL {
            let unit = weights.mobility[role.index()];
            let baseline = f64::from(weights.mobility_baseline[role.index()]).sqrt();
            for (count, value) in values[role.index()].iter_mut().enumerate() {
                let by = 4.0 * ((count as f64).sqrt() - baseline);
                *value = s((f64::from(unit.mg) * by).round() as i32, (f64::from(unit.eg) * by).round() as i32);
            }
        }
        MobilityTable { values }
    }

    /// Returns the mobility score of a piece with this many safe cells.
    pub(crate) fn get(&self, role: Role, count: usize) -> Tapered {
        self.values[role.index()][count.min(MAX_CELLS - 1)]
    }
}

//! Details of a solved ending that no table keeps: positions without a legal capture, and draws that are held without an end.

use std::sync::Arc;

use saffron_rules::Color;
use saffron_tables::{Ending, PositionSet, SolveError, Solver, Table};

use crate::data::Held;
use crate::held::held;

/// Solved ending with its quiet positions and held draws.
#[derive(Debug)]
pub struct Details {
    /// Values of the positions.
    pub table: Arc<Table>,
    /// Quiet positions, by the side to move: see [`Analysis::quiet`](saffron_tables::Analysis::quiet).
    pub quiet: [PositionSet; 2],
    /// Draws that the defender holds without an end, if a defender was given.
    pub held: Option<Held>,
}

/// Solves an ending with a piece in addition to the kings, even if its table is kept. If a defender is given, counts the draws
/// that this side holds without an end; for these, moves of pawns past pawns that can take them are left out.
///
/// # Errors
/// Errors of [`Solver::solve`].
///
/// # Panics
/// If the ending has two kings alone.
pub fn solve_in_detail(solver: &mut Solver, ending: &Ending, defender: Option<Color>) -> Result<Details, SolveError> {
    // Up to eight sets of the positions with one side to move at a time.
    let memory = solver.indices(ending) / 2;
    let (table, (quiet, held)) = solver.solve_with(ending, memory, |analysis| {
        let held = defender.map(|defender| held(analysis, defender));
        (Color::ALL.map(|turn| analysis.quiet(turn)), held)
    })?;
    Ok(Details { table, quiet, held })
}

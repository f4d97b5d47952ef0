//! What an analysis knows beyond the values: positions without a capture at hand, and draws that are held without an end.

use std::sync::Arc;

use rayon::prelude::*;
use saffron_rules::{Color, Role};

use crate::format::ending::Ending;
use crate::format::value::Packed;
use crate::solve::analysis::Analysis;
use crate::solve::perpetual::Held;
use crate::solve::solver::{SolveError, Solver};
use crate::solve::table::{Quiet, Table};

/// A solved ending with what is known of it beyond its values.
#[derive(Debug)]
pub struct Details {
    /// Its values.
    pub table: Arc<Table>,
    /// Its positions without a capture at hand.
    pub quiet: Quiet,
    /// What the defender holds, if it was asked for.
    pub held: Option<Held>,
}

impl Analysis {
    /// The quiet positions. The analysis is over then: promotions do not count any more.
    fn quiet(&mut self) -> Quiet {
        if self.layout.pieces.iter().any(|(_, role)| *role == Role::Pawn) {
            self.leave_captures();
        }
        let cells = &self.layout.geometry.cells;
        Quiet::new(self.sides.each_ref().map(|side| {
            let words = side.legal.par_iter().zip(side.conversions.par_chunks(cells.len()));
            let captures = |values: &[Packed]| {
                let each = cells.iter().zip(values);
                each.fold(0_u128, |set, (cell, value)| set | u128::from(*value != Packed::NONE) << cell.index())
            };
            words.map(|(legal, values)| legal & !captures(values)).collect()
        }))
    }
}

impl Solver {
    /// The table of an ending with a piece beside the kings, its quiet positions and, if a defender is named, the draws that this side holds
    /// without an end. The ending is solved again, even if its table is there. Where draws are held, moves of pawns past pawns that can take
    /// them are not followed.
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve).
    ///
    /// # Panics
    /// If the ending has two kings alone.
    pub fn solve_in_detail(&mut self, ending: &Ending, defender: Option<Color>) -> Result<Details, SolveError> {
        assert!(ending.len() > 2, "two kings have nothing to capture");
        // Up to eight sets of the positions with one side to move at a time, in bits.
        self.check_memory(ending, self.indices(ending) / 2)?;
        let kings = self.kings(ending);
        let mut analysis = self.analyse(ending, &kings)?;
        let held = defender.map(|defender| analysis.held_apart(defender, ending.arrangements()));
        let quiet = analysis.quiet();
        Ok(Details { table: self.finish(ending, &kings, analysis), quiet, held })
    }
}

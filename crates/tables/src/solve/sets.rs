//! Sets of positions that are known only during an analysis.

use rayon::prelude::*;
use saffron_rules::{CellSet, Color, Role};

use crate::format::value::{Packed, Value};
use crate::solve::analysis::Analysis;
use crate::solve::position_set::PositionSet;

impl Analysis {
    /// Drawn positions with a side to move.
    pub fn drawn(&self, turn: Color) -> PositionSet {
        let side = &self.sides[turn.index()];
        let words = side.legal.par_iter().zip(&side.won).zip(&side.lost);
        PositionSet(words.map(|((legal, won), lost)| legal & !won & !lost).collect())
    }

    /// Drawn positions in which the side to move has a capture or promotion that keeps the draw, or is stalemated.
    pub fn drawn_at_once(&self, turn: Color) -> PositionSet {
        let side = &self.sides[turn.index()];
        let cells = &self.layout.geometry.cells;
        let draw = Packed::new(Value::Draw);
        let words = side.stalemates.par_iter().zip(side.conversions.par_chunks(cells.len()));
        let found = words.map(|(stalemates, values)| {
            let conversions = cells.iter().zip(values);
            conversions.fold(*stalemates, |set, (cell, value)| set | u128::from(*value == draw) << cell.index())
        });
        // A stalemate that is worth more than a draw is not drawn.
        PositionSet(found.collect()).and(&self.drawn(turn))
    }

    /// Positions with a side to move that has a move into a set of positions with its opponent to move. Captures, promotions, and
    /// moves of pawns past pawns that can take them are left out. Some of the positions may not be legal.
    pub fn before(&self, turn: Color, to: &PositionSet) -> PositionSet {
        let rows = self.layout.rows;
        let mut found = vec![0; self.layout.words()];
        found.par_chunks_mut(rows).enumerate().for_each(|(pair, words)| {
            self.layout.add_before(pair, turn, &|word| to.0[word], None, words);
        });
        PositionSet(found)
    }

    /// Positions in which the king of a side is attacked by a piece other than the king, in those words in which `among` has a
    /// position.
    pub fn in_check(&self, side: Color, among: &PositionSet) -> PositionSet {
        let rows = self.layout.rows;
        let words = among.0.par_iter().enumerate();
        PositionSet(
            words.map(|(word, set)| if *set == 0 { 0 } else { self.checked(word / rows, word % rows, side) }).collect(),
        )
    }

    /// Quiet positions: the legal ones in which the side to move has no legal capture.
    ///
    /// A capture that loses counts as one, and so does one that promotes. A promotion without a capture does not, nor do captures of
    /// the other side, although its opponent may leave pieces to be captured. No position of a set has a capture en passant pending.
    pub fn quiet(&self, turn: Color) -> PositionSet {
        let (layout, side) = (&self.layout, &self.sides[turn.index()]);
        let cells = &layout.geometry.cells;
        let has_pawns = layout.pieces.contains(&(turn, Role::Pawn));
        let words = side.legal.par_iter().zip(side.conversions.par_chunks(cells.len())).enumerate();
        let quiet = words.map(|(word, (legal, values))| {
            let conversions = cells.iter().zip(values);
            let mut captures =
                conversions.fold(0_u128, |set, (cell, value)| set | u128::from(*value != Packed::NONE) << cell.index());
            if has_pawns && captures != 0 {
                let (pair, row) = (word / layout.rows, word % layout.rows);
                for cell in CellSet(captures & self.view(pair, row).may_promote(turn)) {
                    if self.conversions.best_capture(&layout.placement(pair, row, cell), turn) == Packed::NONE {
                        captures &= !(1 << cell.index());
                    }
                }
            }
            legal & !captures
        });
        PositionSet(quiet.collect())
    }

    /// Number of positions of a set; equal pieces count once.
    pub fn count(&self, set: &PositionSet) -> u64 {
        let words = set.0.iter().enumerate();
        let weighted =
            words.map(|(word, set)| self.layout.kings.weights[word / self.layout.rows] * u64::from(set.count_ones()));
        weighted.sum::<u64>() / self.layout.arrangements
    }
}

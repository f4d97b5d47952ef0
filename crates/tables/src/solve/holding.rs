//! Draws apart: those that a side reaches by a capture, a promotion or its stalemate, and those that it holds for ever, by a fortress
//! or perpetual check.

use rayon::prelude::*;
use saffron_rules::Color;

use crate::format::value::{Packed, Value};
use crate::solve::analysis::Analysis;

impl Analysis {
    /// The positions that are neither won nor lost.
    pub(crate) fn open(&self, turn: Color) -> impl Iterator<Item = u128> + '_ {
        let side = &self.sides[turn.index()];
        side.legal.iter().zip(&side.won).zip(&side.lost).map(|((legal, won), lost)| legal & !won & !lost)
    }

    /// Among the drawn positions, those in which `defender` can force a capture or promotion that keeps the draw, or its stalemate, or
    /// its opponent has nothing but such; for each side to move. What is drawn beside them is held without an end.
    pub(crate) fn converted(&self, defender: Color) -> [Vec<u128>; 2] {
        let rows = self.layout.rows;
        let (b, w) = (defender, !defender);
        let open = Color::ALL.map(|color| self.open(color).collect::<Vec<u128>>());
        let draw = Packed::new(Value::Draw);
        let mut found = open.clone().map(|words| vec![0_u128; words.len()]);
        let n = self.layout.geometry.len();
        for (word, set) in found[b.index()].iter_mut().enumerate() {
            let values = &self.sides[b.index()].conversions[word * n..(word + 1) * n];
            for (cell, value) in self.layout.geometry.cells.iter().zip(values) {
                *set |= u128::from(*value == draw) << cell.index();
            }
            // A stalemate that is no draw is not open.
            *set |= self.sides[b.index()].stalemates[word];
            *set &= open[b.index()][word];
        }
        loop {
            let mut next = vec![0; open[w.index()].len()];
            let there = |word: usize| open[b.index()][word] & !found[b.index()][word];
            next.par_chunks_mut(rows).enumerate().for_each(|(pair, words)| {
                self.layout.add_before(pair, w, &there, None, words);
                for (row, word) in words.iter_mut().enumerate() {
                    *word = open[w.index()][pair * rows + row] & !*word;
                }
            });
            found[w.index()] = next;
            let mut next = vec![0; open[b.index()].len()];
            next.par_chunks_mut(rows).enumerate().for_each(|(pair, words)| {
                self.layout.add_before(pair, b, &|word| found[w.index()][word], None, words);
                for (row, word) in words.iter_mut().enumerate() {
                    let at = pair * rows + row;
                    *word = open[b.index()][at] & *word | found[b.index()][at];
                }
            });
            if next == found[b.index()] {
                return found;
            }
            found[b.index()] = next;
        }
    }
}

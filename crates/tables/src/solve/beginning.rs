//! Beginning of an analysis: legal positions, values of captures and promotions, mates and stalemates.

use rayon::prelude::*;
use saffron_rules::{Cell, CellSet, Color, Role};

use crate::format::placement::Placement;
use crate::format::placement::first_moves;
use crate::format::value::Packed;
use crate::format::view::View;
use crate::solve::analysis::Analysis;
use crate::solve::analysis::Passing;

impl Analysis {
    /// Finds the legal positions, the values of captures and promotions, mates and stalemates.
    pub(crate) fn begin(&mut self) {
        let rows = self.layout.rows;
        let n = self.layout.geometry.len();
        for color in Color::ALL {
            let mut legal = std::mem::take(&mut self.sides[color.index()].legal);
            legal.par_chunks_mut(rows).enumerate().for_each(|(pair, words)| {
                for (row, word) in words.iter_mut().enumerate() {
                    *word = self.view(pair, row).legal(color);
                }
            });
            let mut values = std::mem::take(&mut self.sides[color.index()].conversions);
            let pending = values
                .par_chunks_mut(rows * n)
                .zip(legal.par_chunks(rows))
                .enumerate()
                .map(|(pair, (values, legal))| self.convert(pair, color, legal, values))
                .collect();
            let side = &mut self.sides[color.index()];
            (side.legal, side.conversions, side.pending) = (legal, values, pending);
        }
        let both_have_pawns = Color::ALL.iter().all(|color| self.layout.pieces.contains(&(*color, Role::Pawn)));
        let mut has_moves = Vec::new();
        for color in Color::ALL {
            let mut passing: Vec<Vec<Passing>> = Vec::new();
            if both_have_pawns {
                passing = (0..self.layout.kings.len()).into_par_iter().map(|pair| self.passing(pair, color)).collect();
            }
            let side = &self.sides[color.index()];
            let other = &self.sides[(!color).index()];
            let mut has_move = vec![0; side.legal.len()];
            has_move.par_chunks_mut(rows).enumerate().for_each(|(pair, words)| {
                self.layout.add_before(pair, color, &|word| other.legal[word], None, words);
                let first = pair * rows;
                for (row, word) in words.iter_mut().enumerate() {
                    let values = &side.conversions[(first + row) * n..(first + row + 1) * n];
                    for (cell, value) in self.layout.geometry.cells.iter().zip(values) {
                        *word |= u128::from(*value != Packed::NONE) << cell.index();
                    }
                }
                for one in passing.get(pair).into_iter().flatten() {
                    words[one.row] |= 1 << one.bit;
                }
            });
            has_moves.push(has_move);
            if both_have_pawns {
                self.sides[color.index()].passing = passing;
            }
        }
        for color in Color::ALL {
            let (index, has_move) = (color.index(), &has_moves[color.index()]);
            let checks: Vec<u128> = (0..self.layout.words())
                .into_par_iter()
                .map(|word| {
                    let left = self.sides[index].legal[word] & !has_move[word];
                    if left == 0 { 0 } else { left & self.checked(word / rows, word % rows, color) }
                })
                .collect();
            let side = &mut self.sides[index];
            for word in 0..checks.len() {
                side.mates[word] = checks[word];
                side.stalemates[word] = side.legal[word] & !has_move[word] & !checks[word];
            }
            // True if the opponent has a move other than taking en passant.
            let has_move = &has_moves[(!color).index()];
            let cells = &self.layout.geometry.cells;
            for one in side.passing.iter_mut().flatten() {
                one.only = has_move[one.after / n] >> cells[one.after % n].index() & 1 == 0;
            }
        }
    }

    /// Fixed pieces of a word.
    pub(crate) fn view<'a>(&'a self, pair: usize, row: usize) -> View<'a> {
        let layout = &self.layout;
        View {
            geometry: &layout.geometry,
            pieces: &layout.pieces,
            inner: layout.last(),
            kings: layout.kings.pairs[pair],
            cells: layout.row_cells(row),
        }
    }

    /// Positions of a word in which a side's king is attacked by a piece other than the king.
    pub(crate) fn checked(&self, pair: usize, row: usize, side: Color) -> u128 {
        self.view(pair, row).in_check(side)
    }

    /// Finds the best value by a capture or promotion of each position of a pair; returns the values that occur.
    fn convert(&self, pair: usize, turn: Color, legal: &[u128], values: &mut [Packed]) -> Vec<Packed> {
        let n = self.layout.geometry.len();
        let mut pending = Vec::new();
        for (row, (legal, values)) in legal.iter().zip(values.chunks_mut(n)).enumerate() {
            let here = CellSet(if *legal == 0 { 0 } else { *legal & self.view(pair, row).may_convert(turn) });
            for cell in here {
                let value = self.conversions.best(&self.layout.placement(pair, row, cell), turn);
                values[self.layout.geometry.number(cell)] = value;
                if value != Packed::NONE && !pending.contains(&value) {
                    pending.push(value);
                }
            }
        }
        pending
    }

    /// Removes promotions without a capture from the conversions, after the end of the analysis.
    pub(crate) fn leave_captures(&mut self) {
        let (rows, n) = (self.layout.rows, self.layout.geometry.len());
        for color in Color::ALL {
            let mut values = std::mem::take(&mut self.sides[color.index()].conversions);
            values.par_chunks_mut(n).zip(&self.sides[color.index()].legal).enumerate().for_each(
                |(word, (values, legal))| {
                    let (pair, row) = (word / rows, word % rows);
                    let here = CellSet(if *legal == 0 { 0 } else { *legal & self.view(pair, row).may_promote(color) });
                    for cell in here {
                        let value = self.conversions.best_capture(&self.layout.placement(pair, row, cell), color);
                        values[self.layout.geometry.number(cell)] = value;
                    }
                },
            );
            self.sides[color.index()].conversions = values;
        }
    }

    /// Moves of a pair by which a pawn passes one that can take it.
    fn passing(&self, pair: usize, turn: Color) -> Vec<Passing> {
        let layout = &self.layout;
        let geometry = &*layout.geometry;
        let (variant, n) = (geometry.variant, geometry.len());
        let mut found = Vec::new();
        for row in 0..layout.rows {
            for last in CellSet(self.sides[turn.index()].legal[pair * layout.rows + row]) {
                let placement = layout.placement(pair, row, last);
                let cells = &placement.others[..layout.pieces.len()];
                let occupied: CellSet = cells.iter().chain(&placement.kings).copied().collect();
                for (pawn, &from) in cells.iter().enumerate() {
                    if layout.pieces[pawn] != (turn, Role::Pawn) || variant.pawns().steps(turn, from) < 2 {
                        continue;
                    }
                    for (to, passed) in first_moves(geometry, &placement, &layout.pieces, turn, from, occupied) {
                        let mut after = placement;
                        after.others[pawn] = to;
                        let Some(index) = self.index(&after, !turn) else { continue };
                        let takers: Vec<(usize, Cell)> = cells
                            .iter()
                            .enumerate()
                            .filter(|(taker, _)| layout.pieces[*taker] == (!turn, Role::Pawn))
                            .flat_map(|(taker, at)| {
                                (variant.pawn_attacks(!turn, *at) & passed).iter().map(move |cell| (taker, cell))
                            })
                            .collect();
                        if takers.is_empty() {
                            continue;
                        }
                        let capture = takers
                            .into_iter()
                            .filter_map(|(taker, cell)| self.conversions.en_passant(&after, !turn, taker, cell, pawn))
                            .max();
                        found.push(Passing {
                            row,
                            bit: u32::try_from(last.index()).unwrap_or(0),
                            after: index,
                            capture: capture.map_or(Packed::NONE, Packed::new),
                            only: false,
                        });
                    }
                }
            }
        }
        debug_assert!(found.iter().all(|one: &Passing| one.after < layout.words() * n), "an index beyond the table");
        found
    }

    /// Index of a legal position.
    fn index(&self, placement: &Placement, turn: Color) -> Option<usize> {
        let layout = &self.layout;
        let geometry = &*layout.geometry;
        let index = layout.kings.index(geometry, placement.kings, &placement.others[..layout.pieces.len()])?;
        let (word, number) = (index / geometry.len(), index % geometry.len());
        let legal = self.sides[turn.index()].legal[word] >> geometry.cells[number].index() & 1 == 1;
        legal.then_some(index)
    }
}

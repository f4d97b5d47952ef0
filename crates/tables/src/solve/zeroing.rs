//! Depths to zeroing: plies until the winner of a position can capture, move a pawn or mate, so that the win stands under the 50-move
//! rule.
//!
//! This is the analysis of mates with more ends: a capture or pawn move after which the win stands under the rule from a clock of 0
//! is an end, too. The loser may have to make it, so both wins and losses have odd and even depths. Of the moves that stay in the
//! ending only those of pieces are followed. A pawn move leads to a position whose pawns are nearer to promotion, so positions are
//! found in stages, those with the fewest pawn moves left first: the value of a pawn move in the ending is known when its stage
//! begins.

use rayon::prelude::*;
use saffron_rules::{Cell, CellSet, Color, Role};

use crate::format::geometry::Geometry;
use crate::format::value::{Packed, Value, Wdl};
use crate::solve::analysis::Passing;
use crate::solve::analysis::{Analysis, Pass, Side};
use crate::solve::depths::{Depths, after_zeroing};
use crate::solve::predecessors::{Layout, Moves};

/// Result to the opponent of a pawn's move past a pawn that can take it, given the known values without captures en passant.
fn passed(one: &Passing, after: &[Packed]) -> Wdl {
    let plain = after[one.after].value().map_or(Wdl::Draw, Value::wdl);
    let capture = one.capture.value().map(Value::wdl);
    if one.only { capture.unwrap_or(plain) } else { capture.map_or(plain, |capture| capture.max(plain)) }
}

/// Maximum number of moves that a pawn of a side has left on each cell, by index.
fn moves_left(geometry: &Geometry, color: Color) -> [usize; Cell::COUNT] {
    let pawns = geometry.variant.pawns();
    let mut left = [0; Cell::COUNT];
    loop {
        let before = left;
        for cell in &geometry.cells {
            let ahead = pawns.front(color, *cell).iter().map(|front| left[front.index()] + 1);
            left[cell.index()] = ahead.max().unwrap_or(0);
        }
        if left == before {
            return left;
        }
    }
}

/// Stages of the analysis: positions by row, for each number of pawn moves left. One stage with all if there are no pawns.
fn stages(layout: &Layout) -> Vec<Option<Vec<u128>>> {
    let is_pawn = |piece: usize| layout.pieces[piece].1 == Role::Pawn;
    if !(0..layout.pieces.len()).any(is_pawn) {
        return vec![None];
    }
    let geometry = &*layout.geometry;
    let left = Color::ALL.map(|color| moves_left(geometry, color));
    let of =
        |piece: usize, cell: Cell| if is_pawn(piece) { left[layout.pieces[piece].0.index()][cell.index()] } else { 0 };
    let mut stages: Vec<Option<Vec<u128>>> = Vec::new();
    for row in 0..layout.rows {
        let others: usize = layout.row_cells(row).iter().enumerate().map(|(piece, cell)| of(piece, *cell)).sum();
        for cell in &geometry.cells {
            let stage = others + of(layout.last(), *cell);
            while stages.len() <= stage {
                stages.push(Some(vec![0; layout.rows]));
            }
            if let Some(rows) = &mut stages[stage] {
                rows[row] |= 1 << cell.index();
            }
        }
    }
    stages
}

impl Side {
    /// Adds positions with a value.
    fn add(&mut self, layout: &Layout, found: &[u128], value: Value) {
        let decided = if matches!(value, Value::Win(_)) { &mut self.won } else { &mut self.lost };
        let values = self.values.par_chunks_mut(layout.geometry.len());
        decided.par_iter_mut().zip(values).zip(found).for_each(|((decided, values), found)| {
            *decided |= found;
            for cell in CellSet(*found) {
                values[layout.geometry.number(cell)] = Packed::new(value);
            }
        });
    }
}

impl Analysis {
    /// Finds the depths to zeroing under a rule of `rule` plies.
    pub(crate) fn zeroing(mut self, rule: u16) -> Depths {
        self.begin();
        self.both = true;
        let passing = self.sides.each_mut().map(|side| std::mem::take(&mut side.passing));
        for stage in stages(&self.layout) {
            if let Some(stage) = &stage {
                self.layout.moves = Moves::Pawns;
                for color in Color::ALL {
                    self.move_pawns(color, stage, &passing[color.index()]);
                }
            }
            self.layout.moves = Moves::Quiet;
            self.stage = stage;
            self.find_depths(rule);
        }
        Depths::new(self.sides.map(|side| side.values))
    }

    /// Finds the depths of a stage, given the values of captures and pawn moves.
    fn find_depths(&mut self, rule: u16) {
        let (words, rows) = (self.layout.words(), self.layout.rows);
        let in_stage = |word: usize| self.stage.as_ref().map_or(u128::MAX, |stage| stage[word % rows]);
        let mates = |side: &Side| side.mates.par_iter().enumerate().map(|(word, set)| set & in_stage(word)).collect();
        let mut found = self.sides.each_ref().map(|side| [vec![0; words], mates(side)]);
        for plies in 0..=rule {
            for (side, [won, lost]) in self.sides.iter_mut().zip(&found) {
                side.add(&self.layout, won, Value::Win(plies));
                side.add(&self.layout, lost, Value::Loss(plies));
                side.new.par_iter_mut().zip(won.par_iter().zip(lost)).for_each(|(new, (won, lost))| *new = won | lost);
                side.new_any = side.new.par_chunks(rows).map(|words| words.iter().any(|set| *set != 0)).collect();
            }
            if plies == rule || plies > 0 && self.sides.iter().all(|side| !side.new_any.contains(&true)) {
                return;
            }
            for color in Color::ALL {
                let [won, lost] = &mut found[color.index()];
                let side = &self.sides[color.index()];
                won.par_chunks_mut(rows).zip(lost.par_chunks_mut(rows)).enumerate().for_each(|(pair, (won, lost))| {
                    self.wins(Pass::Mate, plies + 1, color, side, pair, won);
                    self.losses(Pass::Mate, plies + 1, color, side, pair, lost);
                });
            }
        }
    }

    /// Sets the values of pawn moves of a stage, next to those of captures and promotions, by the sets of won and lost positions.
    fn move_pawns(&mut self, color: Color, stage: &[u128], passing: &[Vec<Passing>]) {
        let (rows, n) = (self.layout.rows, self.layout.geometry.len());
        let mut values = std::mem::take(&mut self.sides[color.index()].conversions);
        let (side, other) = (&self.sides[color.index()], &self.sides[(!color).index()]);
        let open = |word: usize| other.legal[word] & !other.won[word] & !other.lost[word];
        let layout = &self.layout;
        let pending = values
            .par_chunks_mut(rows * n)
            .enumerate()
            .map(|(pair, values)| {
                let here = |row: usize| side.legal[pair * rows + row] & stage[row];
                let raise = |values: &mut [Packed], row: usize, cells: u128, value: Value| {
                    for cell in CellSet(cells & here(row)) {
                        let here = &mut values[row * n + layout.geometry.number(cell)];
                        *here = Packed::new(here.value().map_or(value, |best| best.max(value)));
                    }
                };
                let mut sets = [vec![0; rows], vec![0; rows], vec![0; rows]];
                layout.add_before(pair, color, &|word| other.lost[word], Some(stage), &mut sets[0]);
                layout.add_before(pair, color, &open, Some(stage), &mut sets[1]);
                layout.add_before(pair, color, &|word| other.won[word], Some(stage), &mut sets[2]);
                for (set, result) in sets.iter().zip([Wdl::Loss, Wdl::Draw, Wdl::Win]) {
                    for (row, cells) in set.iter().enumerate() {
                        raise(values, row, *cells, after_zeroing(result));
                    }
                }
                for one in passing.get(pair).into_iter().flatten() {
                    raise(values, one.row, 1 << one.bit, after_zeroing(passed(one, &other.values)));
                }
                let mut pending = Vec::new();
                for row in (0..rows).filter(|row| here(*row) != 0) {
                    for value in values[row * n..(row + 1) * n].iter().filter(|value| **value != Packed::NONE) {
                        if !pending.contains(value) {
                            pending.push(*value);
                        }
                    }
                }
                pending
            })
            .collect();
        let side = &mut self.sides[color.index()];
        (side.conversions, side.pending) = (values, pending);
    }
}

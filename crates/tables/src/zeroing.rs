//! Depths to zeroing: how soon the winner of a position can capture, move a pawn or mate, so that the rule of 50 moves leaves the win.
//!
//! It is the analysis of mates with other ends: a capture or pawn move after which the win is still one under the rule, from a
//! clock of 0, ends it, too. The loser may be who has to make it, so wins and losses have odd and even depths both. Of the moves that stay in the ending only those of pieces
//! are followed. Where pawns move inside the ending, what such a move is worth depends on the table itself: it begins with no
//! position won, and is repeated with what was found until nothing is added.

use rayon::prelude::*;
use saffron_rules::{CellSet, Color, Role};

use crate::analysis::{Analysis, Pass, Side};
use crate::depths::{Depths, after_zeroing};
use crate::passing::Passing;
use crate::predecessors::{Layout, Moves};
use crate::value::{Packed, Value, Wdl};

/// The result of a pawn's move past a pawn that can take it, to the opponent, given what is known without captures en passant.
fn passed(one: &Passing, after: &[Packed]) -> Wdl {
    let plain = after[one.after].value().map_or(Wdl::Draw, Value::wdl);
    let capture = one.capture.value().map(Value::wdl);
    if one.only { capture.unwrap_or(plain) } else { capture.map_or(plain, |capture| capture.max(plain)) }
}

impl Side {
    /// Adds positions that were found to have a value.
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
    /// The depths to zeroing under a rule of so many plies.
    pub(crate) fn zeroing(mut self, rule: u16) -> Depths {
        self.begin();
        self.both = true;
        let mut passing = Vec::new();
        let mut conversions = Vec::new();
        let pawns = self.layout.pieces.iter().any(|(_, role)| *role == Role::Pawn);
        for side in &mut self.sides {
            passing.push(std::mem::take(&mut side.passing));
            conversions.push(if pawns { side.conversions.clone() } else { Vec::new() });
        }
        let mut decided = 0;
        loop {
            if pawns {
                self.layout.moves = Moves::Pawns;
                for color in Color::ALL {
                    self.move_pawns(color, &conversions[color.index()], &passing[color.index()]);
                }
            }
            self.layout.moves = Moves::Quiet;
            self.find_depths(rule);
            let sets = self.sides.iter().flat_map(|side| side.won.iter().chain(&side.lost));
            let now: u64 = sets.map(|set| u64::from(set.count_ones())).sum();
            if !pawns || now == decided {
                break;
            }
            decided = now;
        }
        Depths::new(self.sides.map(|side| side.values))
    }

    /// Finds the depths, given what captures and pawn moves are worth.
    fn find_depths(&mut self, rule: u16) {
        let (words, rows) = (self.layout.words(), self.layout.rows);
        for side in &mut self.sides {
            side.values.fill(Packed::NONE);
            side.won.fill(0);
            side.lost.fill(0);
        }
        let mut found = [0, 1].map(|side: usize| [vec![0; words], self.sides[side].mates.clone()]);
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

    /// Gives pawn moves the values that the sets of won and lost positions say, beside captures and promotions.
    fn move_pawns(&mut self, color: Color, conversions: &[Packed], passing: &[Vec<Passing>]) {
        let (rows, n) = (self.layout.rows, self.layout.geometry.len());
        let mut values = std::mem::take(&mut self.sides[color.index()].conversions);
        let (side, other) = (&self.sides[color.index()], &self.sides[(!color).index()]);
        let open = |word: usize| other.legal[word] & !other.won[word] & !other.lost[word];
        let layout = &self.layout;
        let pending = values
            .par_chunks_mut(rows * n)
            .zip(conversions.par_chunks(rows * n))
            .enumerate()
            .map(|(pair, (values, conversions))| {
                values.copy_from_slice(conversions);
                let raise = |values: &mut [Packed], row: usize, cells: u128, value: Value| {
                    for cell in CellSet(cells & side.legal[pair * rows + row]) {
                        let here = &mut values[row * n + layout.geometry.number(cell)];
                        *here = Packed::new(here.value().map_or(value, |best| best.max(value)));
                    }
                };
                let mut sets = [vec![0; rows], vec![0; rows], vec![0; rows]];
                layout.add_before(pair, color, &|word| other.lost[word], None, &mut sets[0]);
                layout.add_before(pair, color, &open, None, &mut sets[1]);
                layout.add_before(pair, color, &|word| other.won[word], None, &mut sets[2]);
                for (set, result) in sets.iter().zip([Wdl::Loss, Wdl::Draw, Wdl::Win]) {
                    for (row, cells) in set.iter().enumerate() {
                        raise(values, row, *cells, after_zeroing(result));
                    }
                }
                for one in passing.get(pair).into_iter().flatten() {
                    raise(values, one.row, 1 << one.bit, after_zeroing(passed(one, &other.values)));
                }
                let mut pending = Vec::new();
                for value in values.iter().filter(|value| **value != Packed::NONE) {
                    if !pending.contains(value) {
                        pending.push(*value);
                    }
                }
                pending
            })
            .collect();
        let side = &mut self.sides[color.index()];
        (side.conversions, side.pending) = (values, pending);
    }
}

//! Retrograde analysis: values of all positions of an ending, from the ends of games backwards.
//!
//! Positions are solved by the number of plies to their end. A position is won in n plies if a move leads to one that is lost in
//! n - 1; it is lost in n if all moves lead to positions that are won already, one of them in n - 1. Captures and promotions lead
//! into endings that are solved before. If stalemate is not a draw, a second pass does the same for stalemate among the positions
//! that the first has left open.
//!
//! Each step writes the words of one pair of kings from those of others, so the result does not depend on the number of threads.

use rayon::prelude::*;
use saffron_rules::{CellSet, Color};

use crate::format::value::{Packed, Value};
use crate::solve::conversion::Conversions;
use crate::solve::predecessors::Layout;

/// Pass of an analysis: mates, or stalemates that are worth more than a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pass {
    Mate,
    Stalemate,
}

impl Pass {
    fn win(self, plies: u16) -> Value {
        if self == Self::Mate { Value::Win(plies) } else { Value::StalemateWin(plies) }
    }

    fn loss(self, plies: u16) -> Value {
        if self == Self::Mate { Value::Loss(plies) } else { Value::StalemateLoss(plies) }
    }

    /// Returns whether the opponent's value is a win for it that this pass finds before `plies`.
    fn is_won_before(self, value: Value, plies: u16) -> bool {
        match value {
            Value::Win(n) => self == Self::Stalemate || n < plies,
            Value::StalemateWin(n) => self == Self::Stalemate && n < plies,
            _ => false,
        }
    }

    /// Returns whether a capture with this value lets the side to move escape from a loss in `plies`.
    fn is_escape(self, value: Value, plies: u16) -> bool {
        match value {
            Value::Loss(n) => self == Self::Mate && n > plies,
            Value::StalemateLoss(n) => self == Self::Mate || n > plies,
            _ => true,
        }
    }
}

/// Pawn move past a pawn that can take it en passant. The position after it is not in the table: in addition to the moves of the
/// table's position, the opponent may take en passant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passing {
    /// Word of the position before the move in its pair.
    pub(crate) row: usize,
    pub(crate) bit: u32,
    /// Index of the position after the move.
    pub(crate) after: usize,
    /// Best value to the opponent by a capture en passant; none if there is no legal one.
    pub(crate) capture: Packed,
    /// True if the opponent has no other move.
    pub(crate) only: bool,
}

impl Passing {
    /// Value to the opponent; `None` if it is not known yet.
    pub(crate) fn value(&self, after: &[Packed]) -> Option<Value> {
        let plain = after[self.after].value();
        match (self.only, plain, self.capture.value()) {
            (true, plain, None) => plain,
            (true, _, capture) => capture,
            (false, Some(plain), capture) => Some(capture.map_or(plain, |capture| capture.max(plain))),
            (false, None, capture) => {
                capture.filter(|capture| matches!(capture, Value::Win(_) | Value::StalemateWin(_)))
            }
        }
    }
}

/// State of the positions with one side to move.
#[derive(Debug, Default)]
pub(crate) struct Side {
    pub(crate) legal: Vec<u128>,
    /// Won and lost positions found so far.
    pub(crate) won: Vec<u128>,
    pub(crate) lost: Vec<u128>,
    /// Positions that the last step of this kind found, and flags of the pairs that have any.
    pub(crate) new: Vec<u128>,
    pub(crate) new_any: Vec<bool>,
    pub(crate) next: Vec<u128>,
    pub(crate) next_any: Vec<bool>,
    /// Best value by a capture or promotion of each index, and the values that occur in each pair.
    pub(crate) conversions: Vec<Packed>,
    pub(crate) pending: Vec<Vec<Packed>>,
    pub(crate) values: Vec<Packed>,
    /// Pawn moves past pawns that can take them, by pair of kings.
    pub(crate) passing: Vec<Vec<Passing>>,
    pub(crate) stalemates: Vec<u128>,
    pub(crate) mates: Vec<u128>,
}

/// Result of an analysis for one side to move, by index.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) values: Vec<Packed>,
    /// Best value by a capture or promotion of each index; none if there is no such move.
    pub(crate) conversions: Vec<Packed>,
}

/// Retrograde analysis of an ending, whose wins and losses are found; its values are not yet a [`Table`](crate::Table).
#[derive(Debug)]
pub struct Analysis {
    pub(crate) layout: Layout,
    pub(crate) conversions: Conversions,
    pub(crate) sides: [Side; 2],
    pub(crate) too_long: bool,
    /// True if each step finds both wins and losses, as depths to zeroing need it.
    pub(crate) both: bool,
    /// Positions of the current stage, by row; `None` for all.
    pub(crate) stage: Option<Vec<u128>>,
}

impl Analysis {
    pub(crate) fn new(layout: Layout, conversions: Conversions) -> Self {
        let (words, pairs) = (layout.words(), layout.kings.len());
        let side = || Side {
            legal: vec![0; words],
            won: vec![0; words],
            lost: vec![0; words],
            new: vec![0; words],
            next: vec![0; words],
            stalemates: vec![0; words],
            mates: vec![0; words],
            new_any: vec![false; pairs],
            next_any: vec![false; pairs],
            conversions: vec![Packed::NONE; words * layout.geometry.len()],
            values: vec![Packed::NONE; words * layout.geometry.len()],
            pending: vec![Vec::new(); pairs],
            passing: (0..pairs).map(|_| Vec::new()).collect(),
        };
        let sides = [side(), side()];
        Self { layout, conversions, sides, too_long: false, both: false, stage: None }
    }

    /// Finds wins and losses from their ends backwards.
    pub(crate) fn pass(&mut self, pass: Pass) {
        let n = self.layout.geometry.len();
        let cells = self.layout.geometry.cells.clone();
        let longest = self.sides.iter().flat_map(|side| side.pending.iter().flatten());
        let longest = longest.filter_map(|value| value.value()).filter(|value| {
            matches!(
                (pass, value),
                (Pass::Mate, Value::Win(_) | Value::Loss(_))
                    | (Pass::Stalemate, Value::StalemateWin(_) | Value::StalemateLoss(_))
            )
        });
        // A capture en passant leads at most one ply further than other captures.
        let mut longest = longest.filter_map(Value::plies).max().unwrap_or(0);
        for one in self.sides.iter().flat_map(|side| side.passing.iter().flatten()) {
            longest = longest.max(one.capture.value().and_then(Value::plies).unwrap_or(0) + 2);
        }
        for side in &mut self.sides {
            side.new = if pass == Pass::Mate { side.mates.clone() } else { side.stalemates.clone() };
            let end = Packed::new(pass.loss(0));
            for (word, set) in side.new.iter().enumerate() {
                side.lost[word] |= set;
                for (number, cell) in cells.iter().enumerate() {
                    if set >> cell.index() & 1 == 1 {
                        side.values[word * n + number] = end;
                    }
                }
            }
            side.new_any = side.new.chunks(self.layout.rows).map(|words| words.iter().any(|set| *set != 0)).collect();
        }
        let mut plies = 1;
        while plies <= longest || self.sides.iter().any(|side| side.new_any.contains(&true)) {
            if plies > Packed::MAX_PLIES {
                self.too_long = true;
                return;
            }
            self.step(pass, plies);
            plies += 1;
        }
    }

    /// Finds the positions that are decided in `plies`.
    fn step(&mut self, pass: Pass, plies: u16) {
        let (rows, n) = (self.layout.rows, self.layout.geometry.len());
        for color in Color::ALL {
            let mut side = std::mem::take(&mut self.sides[color.index()]);
            let (mut next, mut next_any) = (std::mem::take(&mut side.next), std::mem::take(&mut side.next_any));
            let mut values = std::mem::take(&mut side.values);
            next.par_chunks_mut(rows)
                .zip(next_any.par_iter_mut())
                .zip(values.par_chunks_mut(rows * n))
                .enumerate()
                .for_each(|(pair, ((next, any), values))| {
                    let value = if plies % 2 == 1 {
                        self.wins(pass, plies, color, &side, pair, next);
                        pass.win(plies)
                    } else {
                        self.losses(pass, plies, color, &side, pair, next);
                        pass.loss(plies)
                    };
                    *any = false;
                    let value = Packed::new(value);
                    for (set, values) in next.iter().zip(values.chunks_mut(n)) {
                        *any |= *set != 0;
                        for cell in CellSet(*set) {
                            values[self.layout.geometry.number(cell)] = value;
                        }
                    }
                });
            let decided = if plies % 2 == 1 { &mut side.won } else { &mut side.lost };
            for (pair, any) in next_any.iter().enumerate() {
                if *any {
                    for word in pair * rows..(pair + 1) * rows {
                        decided[word] |= next[word];
                    }
                }
            }
            (side.next, side.next_any, side.values) = (next, next_any, values);
            self.sides[color.index()] = side;
        }
        for side in &mut self.sides {
            std::mem::swap(&mut side.new, &mut side.next);
            std::mem::swap(&mut side.new_any, &mut side.next_any);
        }
    }

    /// Returns whether the step may find new positions of a pair, by a position that the last step found, a capture or promotion with
    /// this value, or a pawn's passing to a position with the value `passed`.
    fn is_touched(&self, color: Color, side: &Side, pair: usize, value: Packed, passed: Value) -> bool {
        let other = &self.sides[(!color).index()];
        other.new_any[pair]
            || side.pending[pair].contains(&value)
            || self.layout.king_pairs(color, pair).any(|pair| other.new_any[pair])
            || side.passing.get(pair).into_iter().flatten().any(|one| one.value(&other.values) == Some(passed))
    }

    /// Adds the positions of a pair with a pawn's passing to a position with a value.
    fn add_passing(&self, color: Color, side: &Side, pair: usize, passed: Value, found: &mut [u128]) {
        let other = &self.sides[(!color).index()];
        for one in side.passing.get(pair).into_iter().flatten() {
            if one.value(&other.values) == Some(passed) {
                found[one.row] |= 1 << one.bit;
            }
        }
    }

    /// Adds the positions of a pair whose best capture or promotion has a value.
    fn add_conversions(&self, side: &Side, pair: usize, value: Packed, found: &mut [u128]) {
        if !side.pending[pair].contains(&value) {
            return;
        }
        let n = self.layout.geometry.len();
        let first = pair * self.layout.rows;
        for (row, found) in found.iter_mut().enumerate() {
            let values = &side.conversions[(first + row) * n..(first + row + 1) * n];
            for (cell, other) in self.layout.geometry.cells.iter().zip(values) {
                *found |= u128::from(*other == value) << cell.index();
            }
        }
    }

    /// Finds the open positions of a pair with a move to a position that the last step found, a conversion to `conversion`, or a
    /// pawn's passing to `passed`. Returns false if the pair was skipped.
    fn candidates(
        &self,
        color: Color,
        side: &Side,
        pair: usize,
        conversion: Value,
        passed: Value,
        next: &mut [u128],
    ) -> bool {
        next.fill(0);
        let conversion = Packed::new(conversion);
        if !self.is_touched(color, side, pair, conversion, passed) {
            return false;
        }
        let other = &self.sides[(!color).index()];
        if self.both {
            let decided = if matches!(passed, Value::Win(_)) { &other.won } else { &other.lost };
            self.layout.add_before(pair, color, &|word| other.new[word] & decided[word], self.stage.as_deref(), next);
        } else {
            self.layout.add_before(pair, color, &|word| other.new[word], None, next);
        }
        self.add_conversions(side, pair, conversion, next);
        self.add_passing(color, side, pair, passed, next);
        let first = pair * self.layout.rows;
        for (row, next) in next.iter_mut().enumerate() {
            *next &= side.legal[first + row] & !side.won[first + row] & !side.lost[first + row];
            *next &= self.stage.as_ref().map_or(u128::MAX, |stage| stage[row]);
        }
        true
    }

    /// Finds the positions of a pair that are won in `plies`, and not in fewer.
    pub(crate) fn wins(&self, pass: Pass, plies: u16, color: Color, side: &Side, pair: usize, next: &mut [u128]) {
        self.candidates(color, side, pair, pass.win(plies), pass.loss(plies - 1), next);
    }

    /// Finds the positions of a pair that are lost in `plies`, and not in fewer.
    pub(crate) fn losses(&self, pass: Pass, plies: u16, color: Color, side: &Side, pair: usize, next: &mut [u128]) {
        if !self.candidates(color, side, pair, pass.loss(plies), pass.win(plies - 1), next) {
            return;
        }
        let other = &self.sides[(!color).index()];
        let (n, first) = (self.layout.geometry.len(), pair * self.layout.rows);
        let mut any = 0;
        for (row, next) in next.iter_mut().enumerate() {
            let word = first + row;
            for cell in CellSet(*next) {
                let value = side.conversions[word * n + self.layout.geometry.number(cell)].value();
                if value.is_some_and(|value| pass.is_escape(value, plies)) {
                    *next &= !(1 << cell.index());
                }
            }
            any |= *next;
        }
        if any == 0 {
            return;
        }
        let mut escapes = vec![0; self.layout.rows];
        let open = |word: usize| other.legal[word] & !other.won[word];
        self.layout.add_before(pair, color, &open, Some(next), &mut escapes);
        for one in side.passing.get(pair).into_iter().flatten() {
            if !one.value(&other.values).is_some_and(|value| pass.is_won_before(value, plies)) {
                escapes[one.row] |= 1 << one.bit;
            }
        }
        for (next, escapes) in next.iter_mut().zip(escapes) {
            *next &= !escapes;
        }
    }

    /// Returns the values, with draws for undecided positions, and the best values by a capture or promotion.
    pub(crate) fn finish(self) -> [Solved; 2] {
        let n = self.layout.geometry.len();
        let cells = &self.layout.geometry.cells;
        self.sides.map(|side| {
            let mut values = side.values;
            values.par_chunks_mut(n).zip(&side.legal).for_each(|(values, legal)| {
                for (value, cell) in values.iter_mut().zip(cells) {
                    if *value == Packed::NONE && legal >> cell.index() & 1 == 1 {
                        *value = Packed::new(Value::Draw);
                    }
                }
            });
            Solved { values, conversions: side.conversions }
        })
    }
}

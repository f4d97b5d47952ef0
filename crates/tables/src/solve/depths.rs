//! Depths to zeroing of an ending, and counts of the positions for which the 50-move rule matters.

use rayon::prelude::*;
use saffron_rules::Color;

use crate::format::value::{Packed, Value, Wdl};
use crate::solve::table::Table;

/// Depths to zeroing of an ending, by index.
#[derive(Debug)]
pub(crate) struct Depths([Vec<u8>; 2]);

/// No depth.
const NONE: u8 = u8::MAX;

impl Depths {
    /// Takes the depths that an analysis has found, as the plies of values.
    pub(crate) fn new(found: [Vec<Packed>; 2]) -> Self {
        let depth = |value: &Packed| value.value().and_then(Value::plies).map_or(NONE, |plies| plies as u8);
        Self(found.map(|values| values.par_iter().map(depth).collect()))
    }

    /// Depth of a position; `None` if it is not decided by mate under the rule.
    #[inline]
    pub(crate) fn at(&self, turn: Color, index: usize) -> Option<u16> {
        let depth = self.0[turn.index()][index];
        (depth != NONE).then_some(u16::from(depth))
    }

    /// Number of indices.
    pub(crate) fn indices(&self) -> u64 {
        self.0.iter().map(|depths| depths.len() as u64).sum()
    }

    /// Maximum depth with a side to move; `None` if there is none.
    pub(crate) fn longest(&self, turn: Color) -> Option<u16> {
        self.0[turn.index()].par_iter().filter(|depth| **depth != NONE).max().map(|depth| u16::from(*depth))
    }
}

/// Counts of the positions of an ending with one side to move that are decided by mate and for which the 50-move rule matters.
/// Positions that differ by the exchange of equal pieces count once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LongMates {
    /// Number of positions whose mate is further away than the rule certainly allows.
    pub long: u64,
    /// Number of positions whose result the rule takes away, from a half-move clock of 0.
    pub beyond: u64,
    /// Maximum depth to zeroing of the other positions.
    pub deepest: u16,
}

impl Depths {
    /// Counts the positions of the table for which a rule of `rule` plies matters.
    pub(crate) fn long_mates(&self, table: &Table, rule: u16, turn: Color) -> LongMates {
        let placements = table.geometry.len().pow(u32::try_from(table.ending.len()).unwrap_or(2) - 2);
        let mut counts = LongMates { deepest: self.longest(turn).unwrap_or(0), ..LongMates::default() };
        for (index, value) in table.values[turn.index()].iter().enumerate() {
            let Some(Value::Win(plies) | Value::Loss(plies)) = value.value() else { continue };
            let weight = table.kings.weights[index / placements];
            counts.long += if plies > rule { weight } else { 0 };
            counts.beyond += if self.at(turn, index).is_none() { weight } else { 0 };
        }
        counts.long /= table.ending.arrangements();
        counts.beyond /= table.ending.arrangements();
        counts
    }
}

/// Value of a capture or pawn move after which the opponent has this result under the 50-move rule, with the plies to the move
/// itself.
pub(crate) fn after_zeroing(opponent: Wdl) -> Value {
    match opponent {
        Wdl::Loss => Value::Win(1),
        Wdl::Win => Value::Loss(1),
        _ => Value::Draw,
    }
}

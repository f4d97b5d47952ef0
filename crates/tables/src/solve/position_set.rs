//! Sets of positions of an ending.

use rayon::prelude::*;

/// Set of positions of an ending with one side to move: a word for each pair of kings and each placement of all other pieces but the
/// last, whose cells are the bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionSet(pub(crate) Vec<u128>);

impl PositionSet {
    fn zip(mut self, other: &Self, join: impl Fn(u128, u128) -> u128 + Sync) -> Self {
        self.0.par_iter_mut().zip(&other.0).for_each(|(word, other)| *word = join(*word, *other));
        self
    }

    /// Intersection with another set of the same ending.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        self.zip(other, |word, other| word & other)
    }

    /// Union with another set of the same ending.
    #[must_use]
    pub fn or(self, other: &Self) -> Self {
        self.zip(other, |word, other| word | other)
    }

    /// Difference from another set of the same ending.
    #[must_use]
    pub fn without(self, other: &Self) -> Self {
        self.zip(other, |word, other| word & !other)
    }

    /// Words of a pair of kings, with `rows` words per pair.
    pub(crate) fn of_pair(&self, pair: usize, rows: usize) -> &[u128] {
        &self.0[pair * rows..(pair + 1) * rows]
    }
}

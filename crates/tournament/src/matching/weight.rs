//! Weights of pairs: numbers of several digits, compared from the most significant one.
//!
//! The criteria of the rules are digits of one number. A round of many players needs more digits than an `i128` has, so a
//! weight has several parts. They are added part by part, without a carry: sums are compared lexicographically, and a matching of
//! greatest weight needs no more than an ordered group.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use crate::points::Points;

/// Bound of the units of one part. Sums of labels in a [matching](super::matching) stay far below `i128::MAX`.
const MAX_UNIT: i128 = 1 << 96;

/// Weight of a pair by `N` parts of criteria, and by the order of the rules among equally good pairings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Weight<const N: usize> {
    criteria: [i128; N],
    pub(crate) order: i64,
}

impl<const N: usize> Weight<N> {
    pub(crate) const ZERO: Self = Self { criteria: [0; N], order: 0 };

    /// Weight of nothing but an order.
    pub(crate) fn of_order(order: i64) -> Self {
        Self { order, ..Self::ZERO }
    }

    /// Half of an even weight.
    pub(crate) fn half(self) -> Self {
        Self { criteria: self.criteria.map(|part| part / 2), order: self.order / 2 }
    }

    pub(crate) fn double(self) -> Self {
        self + self
    }

    /// Adds a unit some times.
    pub(crate) fn count(&mut self, unit: Unit, times: usize) {
        self.criteria[unit.part] += unit.value * times as i128;
    }

    /// Subtracts a unit once.
    pub(crate) fn discount(&mut self, unit: Unit) {
        self.criteria[unit.part] -= unit.value;
    }
}

impl<const N: usize> Add for Weight<N> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const N: usize> AddAssign for Weight<N> {
    fn add_assign(&mut self, other: Self) {
        for (own, other) in self.criteria.iter_mut().zip(other.criteria) {
            *own += other;
        }
        self.order += other.order;
    }
}

impl<const N: usize> Sub for Weight<N> {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const N: usize> SubAssign for Weight<N> {
    fn sub_assign(&mut self, other: Self) {
        for (own, other) in self.criteria.iter_mut().zip(other.criteria) {
            *own -= other;
        }
        self.order -= other.order;
    }
}

/// Value of one digit: what a criterion counts is multiplied by it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Unit {
    /// Part, from the least significant one; within a weight from the most significant one.
    part: usize,
    value: i128,
}

/// Allocation of units from the least important criterion to the most important one.
pub(crate) struct Units {
    part: usize,
    next: i128,
}

impl Units {
    pub(crate) fn new() -> Self {
        Self { part: 0, next: 1 }
    }

    /// Unit of a criterion whose sums are at most `max`: greater than all sums of the less important ones.
    pub(crate) fn take(&mut self, max: usize) -> Unit {
        let base = max as i128 + 1;
        if self.next > MAX_UNIT / base {
            self.part += 1;
            self.next = 1;
        }
        let unit = Unit { part: self.part, value: self.next };
        self.next *= base;
        unit
    }

    /// Units of a criterion that is counted for each of these scores, of which the first one is the most important.
    pub(crate) fn take_each(&mut self, scores: &[Points], max: impl Fn(Points) -> usize) -> Vec<Unit> {
        let mut units: Vec<Unit> = scores.iter().rev().map(|score| self.take(max(*score))).collect();
        units.reverse();
        units
    }

    /// Number of parts in use.
    pub(crate) fn parts(&self) -> usize {
        self.part + 1
    }
}

impl Unit {
    /// Unit in a weight of `parts` parts, of which the first one is the most significant.
    pub(crate) fn within(self, parts: usize) -> Unit {
        Unit { part: parts - 1 - self.part, value: self.value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_more_important_criterion_outweighs_all_others() {
        let mut units = Units::new();
        let taken: Vec<Unit> = (0..40).map(|_| units.take(1000)).collect();
        assert!(units.parts() > 3 && units.parts() <= 8, "{}", units.parts());
        let taken: Vec<Unit> = taken.into_iter().map(|unit| unit.within(8)).collect();
        for (at, &unit) in taken.iter().enumerate() {
            let mut lesser = Weight::<8>::of_order(i64::MAX);
            for &other in &taken[..at] {
                lesser.count(other, 1000);
            }
            let mut greater = Weight::<8>::ZERO;
            greater.count(unit, 1);
            assert!(greater > lesser, "criterion {at}");
        }
    }
}

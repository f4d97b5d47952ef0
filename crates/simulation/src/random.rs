//! Random numbers from a seed.

use std::ops::Range;

/// Generator SplitMix64.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// Creates a separate generator for each purpose of a seed.
    pub(crate) fn new(seed: u64, purpose: u64) -> Self {
        let mut random = Self(seed ^ purpose.wrapping_mul(0xd6e8_feb8_6659_fd93));
        random.next();
        Self(random.next())
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number in a range that is not empty.
    pub(crate) fn range(&mut self, range: Range<u64>) -> u64 {
        range.start + self.next() % (range.end - range.start).max(1)
    }

    /// Returns an index below `count`, which must be above 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(count.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    /// Returns true in `of_thousand` of 1,000 cases.
    pub(crate) fn chance(&mut self, of_thousand: u64) -> bool {
        self.next() % 1000 < of_thousand
    }

    /// Returns a random element.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Returns milliseconds in a range, small values more often than large ones.
    pub(crate) fn millis(&mut self, range: Range<u64>) -> u64 {
        let (one, other) = (self.range(range.clone()), self.range(range));
        one.min(other)
    }

    /// Shuffles the elements.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}

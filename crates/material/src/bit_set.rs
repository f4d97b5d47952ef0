//! Bit set of indices.

/// Set of numbers below a fixed length.
#[derive(Clone, Default)]
pub(crate) struct BitSet(Vec<u64>);

impl BitSet {
    pub(crate) fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    #[inline]
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Returns the number of 64-bit words.
    pub(crate) fn word_count(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(crate) fn word(&self, number: usize) -> u64 {
        self.0[number]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

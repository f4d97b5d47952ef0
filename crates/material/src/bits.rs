//! A long row of bits.

/// Bits numbered from 0.
#[derive(Clone, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    #[inline]
    pub(crate) fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn set(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// How many words of 64 bits there are.
    pub(crate) fn words(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(crate) fn word(&self, number: usize) -> u64 {
        self.0[number]
    }

    pub(crate) fn any(&self) -> bool {
        self.0.iter().any(|&word| word != 0)
    }
}

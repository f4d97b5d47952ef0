//! Blocks of 16-bit integers, aligned for the widest vector registers.

/// Number of integers in a block; L1 is a multiple of it.
pub(super) const BLOCK: usize = 32;

/// Block of [`BLOCK`] integers, aligned to 64 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [i16; BLOCK]);

impl Block {
    pub(super) const ZERO: Block = Block([0; BLOCK]);
}

/// Returns the integers of all blocks as one slice, for which the compiler generates better loops.
pub(super) fn as_integers(blocks: &[Block]) -> &[i16] {
    const { assert!(size_of::<Block>() == size_of::<[i16; BLOCK]>()) };
    // SAFETY: `Block` is `repr(C)` and holds nothing but its integers, without padding by the assertion above, so the
    // integers of a slice of blocks are contiguous.
    unsafe { std::slice::from_raw_parts(blocks.as_ptr().cast(), blocks.len() * BLOCK) }
}

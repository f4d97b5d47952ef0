//! Groups of four bytes, eight numbers at a time: AVX2.
//!
//! The products of two neighbouring squares are added as words first: 2 times 127 times -128 is one.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_set1_epi32,
};

/// A square: 0 to 127.
pub(in super::super) type Square = u8;

/// A weight: -128 to 127.
pub(super) type Weight = i8;

/// Eight numbers of 32 bits.
pub(super) type Lanes = __m256i;

/// The same for all lanes.
#[inline]
pub(super) fn splat(value: i32) -> Lanes {
    // SAFETY: this module is part of builds for processors with that instruction only.
    unsafe { _mm256_set1_epi32(value) }
}

/// The sums and the products of all squares of their lane.
#[inline]
pub(super) fn multiply_add(sums: Lanes, squares: Lanes, weights: Lanes) -> Lanes {
    // SAFETY: see above.
    unsafe {
        let pairs = _mm256_maddubs_epi16(squares, weights);
        _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
    }
}

//! Pairs of words, eight numbers at a time: AVX2.

use std::arch::x86_64::{__m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_set1_epi32};

/// A square: 0 to 254.
pub(in super::super) type Square = i16;

/// A weight: -128 to 127.
pub(super) type Weight = i16;

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
    unsafe { _mm256_add_epi32(sums, _mm256_madd_epi16(squares, weights)) }
}

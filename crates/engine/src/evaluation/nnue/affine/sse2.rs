//! Pairs of words, four numbers at a time: any x86-64.

use std::arch::x86_64::{__m128i, _mm_add_epi32, _mm_madd_epi16, _mm_set1_epi32};

/// A square: 0 to 127.
pub(in super::super) type Square = i16;

/// A weight: -128 to 127.
pub(super) type Weight = i16;

/// Four numbers of 32 bits.
pub(super) type Lanes = __m128i;

/// The same for all lanes.
#[inline]
pub(super) fn splat(value: i32) -> Lanes {
    // SAFETY: this module is part of builds for processors with that instruction only.
    unsafe { _mm_set1_epi32(value) }
}

/// The sums and the products of all squares of their lane.
#[inline]
pub(super) fn multiply_add(sums: Lanes, squares: Lanes, weights: Lanes) -> Lanes {
    // SAFETY: see above.
    unsafe { _mm_add_epi32(sums, _mm_madd_epi16(squares, weights)) }
}

//! Groups of four bytes, sixteen numbers at a time: AVX-512 VNNI.

use std::arch::x86_64::{__m512i, _mm512_dpbusd_epi32, _mm512_set1_epi32};

/// A square: 0 to 127.
pub(in super::super) type Square = u8;

/// A weight: -128 to 127.
pub(super) type Weight = i8;

/// Sixteen numbers of 32 bits.
pub(super) type Lanes = __m512i;

/// The same for all lanes.
#[inline]
pub(super) fn splat(value: i32) -> Lanes {
    // SAFETY: this module is part of builds for processors with that instruction only.
    unsafe { _mm512_set1_epi32(value) }
}

/// The sums and the products of all squares of their lane.
#[inline]
pub(super) fn multiply_add(sums: Lanes, squares: Lanes, weights: Lanes) -> Lanes {
    // SAFETY: see above.
    unsafe { _mm512_dpbusd_epi32(sums, squares, weights) }
}

//! Kernel for AVX2: bytes, four activations per group, eight outputs per vector.
//!
//! The products of two neighbouring activations are added in 16 bits first: 2 * 127 * -128 fits.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_set1_epi32,
};

/// An activation, 0 to 127.
pub(in super::super) type Activation = u8;

/// A weight, -128 to 127.
pub(super) type Weight = i8;

/// Eight numbers of 32 bits.
pub(super) type Vector = __m256i;

/// Returns a vector with this number in every lane.
#[inline]
pub(super) fn splat(value: i32) -> Vector {
    // SAFETY: this module is compiled only for targets with that instruction set.
    unsafe { _mm256_set1_epi32(value) }
}

/// Adds to the sums the products of the activations and weights of each lane.
#[inline]
pub(super) fn multiply_add(sums: Vector, activations: Vector, weights: Vector) -> Vector {
    // SAFETY: as in `splat`.
    unsafe {
        let pairs = _mm256_maddubs_epi16(activations, weights);
        _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
    }
}

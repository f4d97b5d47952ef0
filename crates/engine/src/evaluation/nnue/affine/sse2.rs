//! Kernel for any x86-64: words, two activations per group, four outputs per vector.

use std::arch::x86_64::{__m128i, _mm_add_epi32, _mm_madd_epi16, _mm_set1_epi32};

/// An activation, 0 to 127.
pub(in super::super) type Activation = i16;

/// A weight, -128 to 127.
pub(super) type Weight = i16;

/// Four numbers of 32 bits.
pub(super) type Vector = __m128i;

/// Returns a vector with this number in every lane.
#[inline]
pub(super) fn splat(value: i32) -> Vector {
    // SAFETY: this module is compiled only for targets with that instruction set.
    unsafe { _mm_set1_epi32(value) }
}

/// Adds to the sums the products of the activations and weights of each lane.
#[inline]
pub(super) fn multiply_add(sums: Vector, activations: Vector, weights: Vector) -> Vector {
    // SAFETY: as in `splat`.
    unsafe { _mm_add_epi32(sums, _mm_madd_epi16(activations, weights)) }
}

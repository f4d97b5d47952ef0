//! Kernel for AVX-512 VNNI: bytes, four activations per group, sixteen outputs per vector.

use std::arch::x86_64::{__m512i, _mm512_dpbusd_epi32, _mm512_set1_epi32};

/// An activation, 0 to 127.
pub(in super::super) type Activation = u8;

/// A weight, -128 to 127.
pub(super) type Weight = i8;

/// Sixteen numbers of 32 bits.
pub(super) type Vector = __m512i;

/// Returns a vector with this number in every lane.
#[inline]
pub(super) fn splat(value: i32) -> Vector {
    // SAFETY: this module is compiled only for targets with that instruction set.
    unsafe { _mm512_set1_epi32(value) }
}

/// Adds to the sums the products of the activations and weights of each lane.
#[inline]
pub(super) fn multiply_add(sums: Vector, activations: Vector, weights: Vector) -> Vector {
    // SAFETY: as in `splat`.
    unsafe { _mm512_dpbusd_epi32(sums, activations, weights) }
}

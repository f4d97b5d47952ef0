//! Kernel for WebAssembly with SIMD: words, two activations per group, four outputs per vector.

use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128};

/// An activation, 0 to 127.
pub(in super::super) type Activation = i16;

/// A weight, -128 to 127.
pub(super) type Weight = i16;

/// Four numbers of 32 bits.
pub(super) type Vector = v128;

/// Returns a vector with this number in every lane.
#[inline]
pub(super) fn splat(value: i32) -> Vector {
    i32x4_splat(value)
}

/// Adds to the sums the products of the activations and weights of each lane.
#[inline]
pub(super) fn multiply_add(sums: Vector, activations: Vector, weights: Vector) -> Vector {
    i32x4_add(sums, i32x4_dot_i16x8(activations, weights))
}

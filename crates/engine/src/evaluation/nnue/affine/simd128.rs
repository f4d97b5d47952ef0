//! Pairs of words, four numbers at a time: WebAssembly with SIMD.

use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128};

/// A square: 0 to 127.
pub(in super::super) type Square = i16;

/// A weight: -128 to 127.
pub(super) type Weight = i16;

/// Four numbers of 32 bits.
pub(super) type Lanes = v128;

/// The same for all lanes.
#[inline]
pub(super) fn splat(value: i32) -> Lanes {
    i32x4_splat(value)
}

/// The sums and the products of all squares of their lane.
#[inline]
pub(super) fn multiply_add(sums: Lanes, squares: Lanes, weights: Lanes) -> Lanes {
    i32x4_add(sums, i32x4_dot_i16x8(squares, weights))
}

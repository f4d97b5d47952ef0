//! Kernel for AArch64 with the dot product instructions: bytes, four activations per group, four outputs per vector.
//!
//! The standard library's intrinsic for `sdot` is not stable yet, so the instruction is written in assembly.

use std::arch::aarch64::{int32x4_t, vdupq_n_s32};
use std::arch::asm;

/// An activation, 0 to 127.
pub(in super::super) type Activation = u8;

/// A weight, -128 to 127.
pub(super) type Weight = i8;

/// Four numbers of 32 bits.
pub(super) type Vector = int32x4_t;

/// Returns a vector with this number in every lane.
#[inline]
pub(super) fn splat(value: i32) -> Vector {
    // SAFETY: this module is compiled only for targets with that instruction set.
    unsafe { vdupq_n_s32(value) }
}

/// Adds to the sums the products of the activations and weights of each lane.
#[inline]
pub(super) fn multiply_add(mut sums: Vector, activations: Vector, weights: Vector) -> Vector {
    // SAFETY: this module is compiled only for targets with that instruction, which reads and writes the named registers
    // and nothing else.
    unsafe {
        asm!(
            "sdot {sums:v}.4s, {activations:v}.16b, {weights:v}.16b",
            sums = inout(vreg) sums,
            activations = in(vreg) activations,
            weights = in(vreg) weights,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sums
}

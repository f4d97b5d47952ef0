//! Kernel for any AArch64 with NEON: bytes, four activations per group, four outputs per vector.
//!
//! The products of two neighbouring activations are added in 16 bits first: 2 * 127 * -128 fits.

use std::arch::aarch64::{
    int32x4_t, vdupq_n_s32, vget_low_s8, vmull_high_s8, vmull_s8, vpadalq_s16, vpaddq_s16, vreinterpretq_s8_s32,
};

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
pub(super) fn multiply_add(sums: Vector, activations: Vector, weights: Vector) -> Vector {
    // SAFETY: as in `splat`.
    unsafe {
        let (activations, weights) = (vreinterpretq_s8_s32(activations), vreinterpretq_s8_s32(weights));
        let low = vmull_s8(vget_low_s8(activations), vget_low_s8(weights));
        let high = vmull_high_s8(activations, weights);
        vpadalq_s16(sums, vpaddq_s16(low, high))
    }
}

//! Kernel for unknown instruction sets: one activation and one output at a time. The compiler vectorises it if it can.

/// An activation, 0 to 127.
pub(in super::super) type Activation = i32;

/// A weight, -128 to 127.
pub(super) type Weight = i32;

/// A number of 32 bits.
pub(super) type Vector = i32;

/// Returns a vector of this number.
#[inline]
pub(super) fn splat(value: i32) -> Vector {
    value
}

/// Adds the product to the sum.
#[inline]
pub(super) fn multiply_add(sum: Vector, activation: Vector, weight: Vector) -> Vector {
    sum + activation * weight
}

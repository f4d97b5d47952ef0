//! One activation and one output at a time, for unknown instruction sets. The compiler vectorises it where it can.

/// An activation, 0 to 127.
pub(in super::super) type Activation = i32;

/// A weight, -128 to 127.
pub(super) type Weight = i32;

/// A number of 32 bits.
pub(super) type Vector = i32;

/// A vector of this number.
#[inline]
pub(super) fn splat(value: i32) -> Vector {
    value
}

/// The sum, plus the product.
#[inline]
pub(super) fn multiply_add(sum: Vector, activation: Vector, weight: Vector) -> Vector {
    sum + activation * weight
}

//! One square and one number at a time, for processors of which nothing is known. The compiler takes as many on as it can.

/// A square: 0 to 127.
pub(in super::super) type Square = i32;

/// A weight: -128 to 127.
pub(super) type Weight = i32;

/// A number of 32 bits.
pub(super) type Lanes = i32;

/// The same for all lanes: for the only one.
#[inline]
pub(super) fn splat(value: i32) -> Lanes {
    value
}

/// The sum and the product.
#[inline]
pub(super) fn multiply_add(sum: Lanes, square: Lanes, weight: Lanes) -> Lanes {
    sum + square * weight
}

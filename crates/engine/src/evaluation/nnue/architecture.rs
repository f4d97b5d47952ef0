//! The shape of the networks and the units of their numbers.
//!
//! | layer | inputs | outputs | numbers |
//! |---|---|---|---|
//! | feature transformer | features of the variant, by king bucket | L1, 32 to [`MAX_L1`] a perspective | `i16`, 1.0 is [`FT_ONE`] |
//! | first affine layer | 2 L1 activations | [`L2`] | `i8`, sums `i32` |
//! | second affine layer | [`L2_ACTIVATIONS`] | [`L3`] | `f32` |
//! | output layer | [`L3`], and the last output of the first affine layer | 1 | `f32`, 1.0 is [`OUTPUT_SCALE`] centipawns |

/// The largest L1: outputs of the feature transformer for one perspective.
pub(super) const MAX_L1: usize = 256;

/// Outputs of the first affine layer. The last of them is added to the network's output as it is.
pub(super) const L2: usize = 16;

/// Activations of the first affine layer: all outputs but the last one, clipped, then their squares, clipped.
pub(super) const L2_ACTIVATIONS: usize = 2 * (L2 - 1);

/// Outputs of the second affine layer.
pub(super) const L3: usize = 32;

/// The largest number of layer stacks.
pub(super) const MAX_LAYER_STACKS: u32 = 64;

/// The largest number of king buckets.
pub(super) const MAX_KING_BUCKETS: u32 = 16;

/// 1.0 in the feature transformer's integers.
pub(super) const FT_ONE: i32 = 255;

/// Bits by which squared activations are shifted right, rounded, so that they fit 7 bits: then the sum of two products
/// with weights fits 16 bits, which is how some processors multiply bytes.
pub(super) const ACTIVATION_SHIFT: u32 = 9;

/// 1.0 in the first affine layer's weights.
pub(super) const WEIGHT_ONE: i32 = 512;

/// Centipawns of an output of 1.0.
pub(super) const OUTPUT_SCALE: f32 = 400.0;

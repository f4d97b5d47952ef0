//! Shape of the networks, and units of their numbers.
//!
//! | layer | inputs | outputs | numbers |
//! |---|---|---|---|
//! | feature transformer | features of the variant, by king bucket | L1, 32 to [`MAX_L1`] a perspective | `i16`, 1.0 is [`FT_ONE`] |
//! | first affine layer | 2 L1 activations | [`L2`] | `i8`, sums `i32` |
//! | second affine layer | [`L2_ACTIVATIONS`] | [`L3`] | `f32` |
//! | output layer | [`L3`], and the last output of the first affine layer | 1 | `f32`, 1.0 is [`OUTPUT_SCALE`] centipawns |

/// Maximum L1: outputs of the feature transformer for one perspective.
pub(super) const MAX_L1: usize = 256;

/// Number of outputs of the first affine layer. The last one is added to the network's output unchanged.
pub(super) const L2: usize = 16;

/// Number of activations of the first affine layer: all outputs but the last one, clipped, then their squares, clipped.
pub(super) const L2_ACTIVATIONS: usize = 2 * (L2 - 1);

/// Number of outputs of the second affine layer.
pub(super) const L3: usize = 32;

/// Maximum number of layer stacks.
pub(super) const MAX_LAYER_STACKS: u32 = 64;

/// Maximum number of king buckets.
pub(super) const MAX_KING_BUCKETS: u32 = 16;

/// Integer of the feature transformer that stands for 1.0.
pub(super) const FT_ONE: i32 = 255;

/// Number of bits by which squared activations are shifted right, with rounding, to fit 7 bits. Then the sum of two products with
/// weights fits 16 bits, as some processors require when they multiply bytes.
pub(super) const ACTIVATION_SHIFT: u32 = 9;

/// Weight of the first affine layer that stands for 1.0.
pub(super) const WEIGHT_ONE: i32 = 512;

/// Centipawns for an output of 1.0.
pub(super) const OUTPUT_SCALE: f32 = 400.0;

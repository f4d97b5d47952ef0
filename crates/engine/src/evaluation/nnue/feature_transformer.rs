//! Feature transformer: the first layer, with sparse binary inputs. Its outputs are kept in an accumulator.

use super::aligned::{BLOCK, Block};

/// Weights and biases of the first layer. Every king bucket has its own set of weights.
#[derive(Clone, Debug)]
pub(super) struct FeatureTransformer {
    /// L1 in blocks.
    blocks: usize,
    features: usize,
    /// King bucket of the perspective's own king, by king index.
    king_buckets: Vec<u8>,
    /// Weights by king bucket and feature, `blocks` for each.
    weights: Vec<Block>,
    biases: Vec<Block>,
}

impl FeatureTransformer {
    /// Creates the layer from the biases, as many blocks as L1 has; the king bucket of every king index; and the weights by king
    /// bucket and feature, as many blocks for each as there are biases.
    pub(super) fn new(features: usize, king_buckets: Vec<u8>, weights: Vec<Block>, biases: Vec<Block>) -> Self {
        debug_assert!(weights.len().is_multiple_of(features * biases.len()));
        FeatureTransformer { blocks: biases.len(), features, king_buckets, weights, biases }
    }

    /// Number of features.
    pub(super) fn feature_count(&self) -> usize {
        self.features
    }

    /// L1 in blocks.
    pub(super) fn blocks(&self) -> usize {
        self.blocks
    }

    /// Returns the biases.
    pub(super) fn biases(&self) -> &[Block] {
        &self.biases
    }

    /// Returns the king bucket of a king index.
    pub(super) fn king_bucket(&self, king_index: usize) -> usize {
        usize::from(self.king_buckets[king_index])
    }

    /// Returns the weights of a feature if the perspective's own king is in this bucket.
    pub(super) fn weights(&self, king_bucket: usize, feature: usize) -> &[Block] {
        &self.weights[(king_bucket * self.features + feature) * self.blocks..][..self.blocks]
    }
}

/// Adds the weights of one feature to the sums.
pub(super) fn add(sums: &mut [Block], weights: &[Block]) {
    for (sums, weights) in sums.iter_mut().zip(weights) {
        for (sum, weight) in sums.0.iter_mut().zip(&weights.0) {
            *sum = sum.wrapping_add(*weight);
        }
    }
}

/// Sets `to` to `from`, plus the weights of the added features, minus those of the removed ones, in one pass.
#[inline]
pub(super) fn update<const ADDED: usize, const REMOVED: usize>(
    to: &mut [Block],
    from: &[Block],
    added: [&[Block]; ADDED],
    removed: [&[Block]; REMOVED],
) {
    for (block, (to, from)) in to.iter_mut().zip(from).enumerate() {
        let (added, removed) = (added.map(|weights| &weights[block].0), removed.map(|weights| &weights[block].0));
        for i in 0..BLOCK {
            let mut sum = from.0[i];
            for weights in added {
                sum = sum.wrapping_add(weights[i]);
            }
            for weights in removed {
                sum = sum.wrapping_sub(weights[i]);
            }
            to.0[i] = sum;
        }
    }
}

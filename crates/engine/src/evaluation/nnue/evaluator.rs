//! Network with its variant's features, as the search uses them.

use std::sync::Arc;

use saffron_rules::{Position, Variant};

use super::accumulator::AccumulatorStack;
use super::features::FeatureSet;
use super::network::Network;

/// Evaluator of the positions of one variant by a network.
pub(in super::super) struct NetworkEvaluator {
    network: Arc<Network>,
    features: FeatureSet,
}

impl NetworkEvaluator {
    /// Creates the evaluator for a variant, which must be that of the network.
    pub(in super::super) fn new(variant: &Variant, network: Arc<Network>) -> NetworkEvaluator {
        NetworkEvaluator { network, features: FeatureSet::new(variant) }
    }

    /// Returns the network.
    pub(in super::super) fn network(&self) -> &Network {
        &self.network
    }

    /// Starts a path of positions at its root.
    pub(in super::super) fn reset(&self, accumulators: &mut AccumulatorStack, root: &Position) {
        accumulators.reset(self.network.transformer(), &self.features, root);
    }

    /// Computes the accumulator of the position at `ply`.
    pub(in super::super) fn prepare(&self, accumulators: &mut AccumulatorStack, ply: usize, position: &Position) {
        accumulators.update(ply, self.network.transformer(), &self.features, position);
    }

    /// Evaluates the position at `ply`, in centipawns from the point of view of the side to move.
    pub(in super::super) fn evaluate(
        &self,
        accumulators: &mut AccumulatorStack,
        ply: usize,
        position: &Position,
    ) -> i32 {
        let accumulator = accumulators.update(ply, self.network.transformer(), &self.features, position);
        self.network.propagate(accumulator, position.turn(), position.occupied().len())
    }
}

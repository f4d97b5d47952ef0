//! Which evaluation a position gets: the network's where the variant has one, with as much of the handcrafted one as the
//! network was trained to mend; the handcrafted one alone elsewhere.

use std::sync::Arc;

use saffron_rules::{Color, Position, Variant};

use super::handcrafted::HandcraftedEvaluation;
use super::nnue::{AccumulatorStack, FeatureSet, Network, embedded_network};
use crate::score::EVAL_LIMIT;

/// Which network an engine evaluates with.
#[derive(Clone, Debug, Default)]
pub enum NetworkChoice {
    /// The variant's own, which is part of the program; the handcrafted evaluation for variants that have none.
    #[default]
    Embedded,
    /// None: the handcrafted evaluation.
    None,
    /// This one, for its variant; as [`NetworkChoice::Embedded`] for the others.
    Custom(Arc<Network>),
}

/// The evaluation of one variant's positions.
pub(crate) struct Evaluation {
    variant: &'static Variant,
    handcrafted: HandcraftedEvaluation,
    network: Option<(Arc<Network>, FeatureSet)>,
}

impl Evaluation {
    pub(crate) fn new(variant: &'static Variant, choice: &NetworkChoice) -> Evaluation {
        let network = match choice {
            NetworkChoice::Custom(network) if network.is_for(variant) => Some(Arc::clone(network)),
            NetworkChoice::Embedded | NetworkChoice::Custom(_) => embedded_network(variant),
            NetworkChoice::None => None,
        };
        let network = network.map(|network| (network, FeatureSet::new(variant)));
        Evaluation { variant, handcrafted: HandcraftedEvaluation::new(variant), network }
    }

    /// Whether it was made for this variant.
    pub(crate) fn is_for(&self, variant: &'static Variant) -> bool {
        std::ptr::eq(self.variant, variant)
    }

    /// Begins a path of positions at its root.
    pub(crate) fn reset(&self, accumulators: &mut AccumulatorStack, root: &Position) {
        if let Some((network, inputs)) = &self.network {
            accumulators.reset(network, inputs, root);
        }
    }

    /// Works out what an evaluation of the position needs, before it is known whether there will be one.
    pub(crate) fn prepare(&self, accumulators: &mut AccumulatorStack, ply: usize, position: &Position) {
        if let Some((network, inputs)) = self.network_for(position) {
            accumulators.update(ply, network, inputs, position);
        }
    }

    /// The network, where it judges the position.
    fn network_for(&self, position: &Position) -> Option<&(Arc<Network>, FeatureSet)> {
        self.network.as_ref().filter(|_| !has_bare_king(position))
    }

    /// The evaluation in centipawns, from the side to move's point of view, within plus and minus `EVAL_LIMIT`. The
    /// accumulators must have seen the path to the position, which is at `ply`.
    pub(crate) fn evaluate(&self, accumulators: &mut AccumulatorStack, ply: usize, position: &Position) -> i32 {
        match self.network_for(position) {
            Some((network, inputs)) => {
                let sums = accumulators.update(ply, network, inputs, position);
                let value = network.output(sums, position.turn(), position.occupied().len());
                // The nearer the 50-move limit, the nearer to a draw.
                let value = value * (220 - i32::from(position.halfmove_clock()).min(110)) / 220;
                network.add_handcrafted(value, || self.handcrafted.evaluate(position)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
            }
            None => self.handcrafted.evaluate(position),
        }
    }
}

/// A bare king is driven to the edge by the handcrafted evaluation, which knows how.
fn has_bare_king(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| position.by_color(color).len() == 1)
}

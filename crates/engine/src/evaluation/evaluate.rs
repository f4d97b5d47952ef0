//! Choice of the evaluation: the network's if the variant has one, plus the share of the handcrafted evaluation with which the
//! network was trained; otherwise the handcrafted one alone.

use std::sync::Arc;

use saffron_rules::{Color, Position, Variant};

use super::handcrafted::HandcraftedEvaluation;
use super::nnue::{AccumulatorStack, Network, NetworkError, NetworkEvaluator, embedded_network};
use crate::score::EVAL_LIMIT;

/// Choice of the network of an engine.
#[derive(Clone, Debug, Default)]
pub enum NetworkChoice {
    /// The network of the variant, embedded or added by [`add_network`](crate::add_network), or the handcrafted evaluation for
    /// variants without one.
    #[default]
    Embedded,
    /// The handcrafted evaluation.
    None,
    /// This network for its variant, and [`NetworkChoice::Embedded`] for other variants.
    Custom(Arc<Network>),
}

impl NetworkChoice {
    /// Returns the checksum of the network that evaluates a variant; `None` if it is the handcrafted evaluation.
    pub fn checksum(&self, variant: &'static Variant) -> Option<u32> {
        self.network(variant).ok()?.map(|network| network.checksum())
    }

    /// Returns the network for a variant; `None` for the handcrafted evaluation.
    fn network(&self, variant: &'static Variant) -> Result<Option<Arc<Network>>, NetworkError> {
        match self {
            NetworkChoice::Custom(network) if network.is_for(variant) => Ok(Some(Arc::clone(network))),
            NetworkChoice::Embedded | NetworkChoice::Custom(_) => embedded_network(variant),
            NetworkChoice::None => Ok(None),
        }
    }
}

/// Evaluation of the positions of one variant.
pub(crate) struct Evaluation {
    variant: &'static Variant,
    handcrafted: HandcraftedEvaluation,
    network: Option<NetworkEvaluator>,
    network_error: Option<NetworkError>,
}

impl Evaluation {
    pub(crate) fn new(variant: &'static Variant, choice: &NetworkChoice) -> Evaluation {
        Evaluation::with_network(variant, choice.network(variant))
    }

    /// Creates the evaluation with a network, if there is one. On an error, the handcrafted evaluation is used and the error is
    /// kept, to be reported.
    pub(crate) fn with_network(
        variant: &'static Variant,
        found: Result<Option<Arc<Network>>, NetworkError>,
    ) -> Evaluation {
        let (network, network_error) = match found {
            Ok(network) => (network, None),
            Err(error) => (None, Some(error)),
        };
        let network = network.map(|network| NetworkEvaluator::new(variant, network));
        Evaluation { variant, handcrafted: HandcraftedEvaluation::new(variant), network, network_error }
    }

    /// Returns whether the evaluation is that of this variant.
    pub(crate) fn is_for(&self, variant: &'static Variant) -> bool {
        std::ptr::eq(self.variant, variant)
    }

    /// Returns the error for which the variant's embedded network is not used.
    pub(crate) fn network_error(&self) -> Option<&NetworkError> {
        self.network_error.as_ref()
    }

    /// Starts a path of positions at its root.
    pub(crate) fn reset(&self, accumulators: &mut AccumulatorStack, root: &Position) {
        if let Some(network) = &self.network {
            network.reset(accumulators, root);
        }
    }

    /// Prepares the evaluation of the position at `ply`, before it is known whether the position will be evaluated.
    pub(crate) fn prepare(&self, accumulators: &mut AccumulatorStack, ply: usize, position: &Position) {
        if let Some(network) = self.network_for(position) {
            network.prepare(accumulators, ply, position);
        }
    }

    /// Returns the network, if it evaluates the position.
    fn network_for(&self, position: &Position) -> Option<&NetworkEvaluator> {
        self.network.as_ref().filter(|_| !has_bare_king(position))
    }

    /// Evaluates the position at `ply`, in centipawns from the point of view of the side to move, within plus and minus
    /// `EVAL_LIMIT`. The accumulators must have observed the path to the position.
    pub(crate) fn evaluate(&self, accumulators: &mut AccumulatorStack, ply: usize, position: &Position) -> i32 {
        match self.network_for(position) {
            Some(network) => {
                let value = network.evaluate(accumulators, ply, position);
                // The closer to the 50-move limit, the closer to a draw.
                let value = value * (220 - i32::from(position.halfmove_clock()).min(110)) / 220;
                let value = network.network().add_handcrafted(value, || self.handcrafted.evaluate(position));
                value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
            }
            None => self.handcrafted.evaluate(position),
        }
    }
}

/// Returns whether a side has only its king. The handcrafted evaluation knows how to drive it to the edge.
fn has_bare_king(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| position.by_color(color).len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unusable_network_is_reported_and_the_handcrafted_evaluation_used() {
        let variant = Variant::by_id("glinski").unwrap();
        let evaluation = Evaluation::with_network(variant, Err(NetworkError::Damaged));
        assert_eq!(evaluation.network_error(), Some(&NetworkError::Damaged));
        let position = variant.start();
        let mut accumulators = AccumulatorStack::new(1);
        evaluation.reset(&mut accumulators, &position);
        let handcrafted = HandcraftedEvaluation::new(variant).evaluate(&position);
        assert_eq!(evaluation.evaluate(&mut accumulators, 0, &position), handcrafted);
        assert_eq!(Evaluation::new(variant, &NetworkChoice::Embedded).network_error(), None);
    }
}

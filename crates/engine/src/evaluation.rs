//! Which evaluation a position gets: the network's where the variant has one, with as much of the hand-made one as the
//! network was trained to mend; the hand-made one alone elsewhere.

use std::sync::Arc;

use saffron_rules::{Color, Position, Variant};

use crate::eval::Evaluator;
use crate::nnue::{Accumulators, Inputs, Network, network_for};
use crate::score::EVAL_LIMIT;

/// Which network an engine evaluates with.
#[derive(Clone, Debug, Default)]
pub enum NetworkChoice {
    /// The variant's own, which is part of the program; the hand-made evaluation for variants that have none.
    #[default]
    Own,
    /// None: the hand-made evaluation.
    None,
    /// This one, for its variant; as [`NetworkChoice::Own`] for the others.
    Given(Arc<Network>),
}

/// The evaluation of one variant's positions.
pub(crate) struct Evaluation {
    variant: &'static Variant,
    hand_made: Evaluator,
    network: Option<(Arc<Network>, Inputs)>,
}

impl Evaluation {
    pub(crate) fn new(variant: &'static Variant, choice: &NetworkChoice) -> Evaluation {
        let network = match choice {
            NetworkChoice::Given(network) if network.is_for(variant) => Some(Arc::clone(network)),
            NetworkChoice::Own | NetworkChoice::Given(_) => network_for(variant),
            NetworkChoice::None => None,
        };
        let network = network.map(|network| (network, Inputs::new(variant)));
        Evaluation { variant, hand_made: Evaluator::new(variant), network }
    }

    /// Whether it was made for this variant.
    pub(crate) fn is_for(&self, variant: &'static Variant) -> bool {
        std::ptr::eq(self.variant, variant)
    }

    /// Begins a path of positions at its root.
    pub(crate) fn start(&self, accumulators: &mut Accumulators, root: &Position) {
        if let Some((network, inputs)) = &self.network {
            accumulators.start(network, inputs, root);
        }
    }

    /// Works out what an evaluation of the position needs, before it is known whether there will be one.
    pub(crate) fn prepare(&self, accumulators: &mut Accumulators, ply: usize, position: &Position) {
        if let Some((network, inputs)) = self.network_for(position) {
            accumulators.at(ply, network, inputs, position);
        }
    }

    /// The network, where it judges the position.
    fn network_for(&self, position: &Position) -> Option<&(Arc<Network>, Inputs)> {
        self.network.as_ref().filter(|_| !has_bare_king(position))
    }

    /// The evaluation in centipawns, from the side to move's point of view, within plus and minus `EVAL_LIMIT`. The
    /// accumulators must have seen the path to the position, which is at `ply`.
    pub(crate) fn evaluate(&self, accumulators: &mut Accumulators, ply: usize, position: &Position) -> i32 {
        match self.network_for(position) {
            Some((network, inputs)) => {
                let sums = accumulators.at(ply, network, inputs, position);
                let value = network.output(sums, position.turn(), position.occupied().len());
                // The nearer the 50-move limit, the nearer to a draw.
                let value = value * (220 - i32::from(position.halfmove_clock()).min(110)) / 220;
                network.mend(value, || self.hand_made.evaluate(position)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
            }
            None => self.hand_made.evaluate(position),
        }
    }
}

/// A bare king is driven to the edge by the hand-made evaluation, which knows how.
fn has_bare_king(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| position.by_color(color).len() == 1)
}

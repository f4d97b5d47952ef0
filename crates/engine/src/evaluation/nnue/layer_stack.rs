//! Layer stacks: the layers after the feature transformer, evaluated from scratch for every position.
//!
//! The outputs of the feature transformer of both perspectives, the side to move's first, are clipped and squared. These
//! activations go to an affine layer of [`L2`] outputs. The last output is added to the network's output unchanged; the others,
//! clipped, and their squares, clipped, go to an affine layer of [`L3`] outputs, which go, clipped, to the output layer. Clipped
//! means limited to 0 to 1.
//!
//! The first of these layers is computed in integers, the others in floats. Floats are added in a fixed order, so that the result
//! is the same on every machine.

use super::affine::{Activation, AffineTransform};
use super::aligned::{Block, as_integers};
use super::architecture::{ACTIVATION_SHIFT, FT_ONE, L2, L2_ACTIVATIONS, L3, MAX_L1, WEIGHT_ONE};

/// Value of 1 in the sums of the first affine layer: the product of the smallest activation and the smallest weight.
const SUM_UNIT: f32 = (1 << ACTIVATION_SHIFT) as f32 / (FT_ONE * FT_ONE * WEIGHT_ONE) as f32;

/// Layer stack for positions with a range of piece counts.
#[derive(Clone, Debug)]
pub(super) struct LayerStack {
    /// First affine layer: for each output, the weights of the activations of the side to move, then those of the opponent.
    pub(super) l2: AffineTransform,
    pub(super) l2_biases: [f32; L2],
    /// Second affine layer, by input.
    pub(super) l3: [[f32; L3]; L2_ACTIVATIONS],
    pub(super) l3_biases: [f32; L3],
    pub(super) output: [f32; L3],
    pub(super) output_bias: f32,
}

impl LayerStack {
    /// Returns whether all floats are finite.
    pub(super) fn is_finite(&self) -> bool {
        let floats = [&self.l2_biases[..], self.l3.as_flattened(), &self.l3_biases, &self.output, &[self.output_bias]];
        floats.into_iter().flatten().all(|number| number.is_finite())
    }

    /// Computes the output for an accumulator's two perspectives, of L1 outputs each.
    pub(super) fn propagate(&self, side_to_move: &[Block], opponent: &[Block]) -> f32 {
        let (side_to_move, opponent) = (as_integers(side_to_move), as_integers(opponent));
        let mut activations = [0; 2 * MAX_L1];
        let activations = &mut activations[..side_to_move.len() + opponent.len()];
        let (first_half, second_half) = activations.split_at_mut(side_to_move.len());
        clipped_square(first_half, side_to_move);
        clipped_square(second_half, opponent);
        let sums = self.l2.propagate(activations);
        let mut l2 = self.l2_biases;
        for (output, sum) in l2.iter_mut().zip(sums) {
            *output += sum as f32 * SUM_UNIT;
        }
        let mut l3 = self.l3_biases;
        let (of_clipped, of_squares) = self.l3.split_at(L2 - 1);
        for ((&output, of_clipped), of_square) in l2.iter().zip(of_clipped).zip(of_squares) {
            let (clipped, square) = (output.clamp(0.0, 1.0), (output * output).min(1.0));
            for ((sum, &weight), &square_weight) in l3.iter_mut().zip(of_clipped).zip(of_square) {
                *sum += clipped * weight + square * square_weight;
            }
        }
        for (output, &weight) in l3.iter_mut().zip(&self.output) {
            *output = output.clamp(0.0, 1.0) * weight;
        }
        self.output_bias + l2[L2 - 1] + pairwise_sum(l3)
    }
}

/// Computes the squared clipped ReLU of the accumulator's integers.
#[inline]
fn clipped_square(activations: &mut [Activation], sums: &[i16]) {
    for (activation, &sum) in activations.iter_mut().zip(sums) {
        let clipped = sum.clamp(0, FT_ONE as i16) as u16;
        *activation = ((clipped * clipped + (1 << (ACTIVATION_SHIFT - 1))) >> ACTIVATION_SHIFT) as Activation;
    }
}

/// Sums the numbers by adding halves to each other until one number is left.
#[inline]
fn pairwise_sum(mut numbers: [f32; L3]) -> f32 {
    let mut half = L3 / 2;
    while half > 0 {
        for i in 0..half {
            numbers[i] += numbers[i + half];
        }
        half /= 2;
    }
    numbers[0]
}

#[cfg(test)]
mod tests {
    use super::super::aligned::BLOCK;
    use super::*;
    use crate::random::Random;

    /// Builds a random layer stack for `blocks` blocks per perspective, the weights of its first layer, and random accumulators.
    fn random_stack(blocks: usize) -> (LayerStack, Vec<i8>, [Vec<Block>; 2]) {
        let mut random = Random::new(5);
        let weights: Vec<i8> = (0..2 * blocks * BLOCK * L2).map(|_| random.below(121) as i8 - 60).collect();
        let sums = [(); 2]
            .map(|()| (0..blocks).map(|_| Block(std::array::from_fn(|_| random.below(801) as i16 - 400))).collect());
        let mut float = || random.below(2001) as f32 / 2000.0 - 0.5;
        let stack = LayerStack {
            l2: AffineTransform::new(&weights),
            l2_biases: std::array::from_fn(|_| float()),
            l3: std::array::from_fn(|_| std::array::from_fn(|_| float())),
            l3_biases: std::array::from_fn(|_| float()),
            output: std::array::from_fn(|_| float()),
            output_bias: float(),
        };
        (stack, weights, sums)
    }

    /// Computes the output as the module describes it, in 64-bit floats.
    fn reference(stack: &LayerStack, weights: &[i8], [first, second]: &[Vec<Block>; 2]) -> f64 {
        let clip = |x: f64| x.clamp(0.0, 1.0);
        let activations: Vec<f64> = as_integers(first)
            .iter()
            .chain(as_integers(second))
            .map(|&sum| clip(f64::from(sum) / 255.0).powi(2))
            .collect();
        let l2: Vec<f64> = (0..L2)
            .map(|i| {
                let weights = &weights[i * activations.len()..][..activations.len()];
                let sum: f64 = activations.iter().zip(weights).map(|(a, &b)| a * f64::from(b) / 512.0).sum();
                sum + f64::from(stack.l2_biases[i])
            })
            .collect();
        let l2_activations: Vec<f64> =
            l2[..L2 - 1].iter().map(|&x| clip(x)).chain(l2[..L2 - 1].iter().map(|&x| clip(x * x))).collect();
        let l3 = (0..L3).map(|i| {
            let sum: f64 = l2_activations.iter().zip(&stack.l3).map(|(a, weights)| a * f64::from(weights[i])).sum();
            clip(sum + f64::from(stack.l3_biases[i])) * f64::from(stack.output[i])
        });
        l3.sum::<f64>() + l2[L2 - 1] + f64::from(stack.output_bias)
    }

    #[test]
    fn the_output_is_that_of_the_layers_as_described() {
        for blocks in [1, 3, MAX_L1 / BLOCK] {
            let (mut stack, weights, sums) = random_stack(blocks);
            let [first, second] = &sums;
            let (found, expected) = (f64::from(stack.propagate(first, second)), reference(&stack, &weights, &sums));
            // The squared activations are rounded.
            assert!((found - expected).abs() < 0.02, "{found} {expected}");
            assert_ne!(stack.propagate(first, second), stack.propagate(second, first));
            assert!(stack.is_finite());
            stack.output_bias = f32::INFINITY;
            assert!(!stack.is_finite());
        }
    }
}

//! The layers of a network after the first: small ones, worked out anew for every position.
//!
//! The clipped sums' squares of both looks, the side to move's first, go to a second layer of [`SECOND`] numbers. The last of
//! these is a part of the output as it stands; the others, clipped, and their squares, clipped, go to a third layer of
//! [`THIRD`], and that, clipped, to the output. Clipped means between 0 and 1.
//!
//! The second layer is one of integers; the rest is so small that it may be one of floats. Their sums are taken in an order
//! that is written down here, so that every machine has the same.

use super::affine::{SECOND, Square, Weights};
use super::network::{HIDDEN_ONE, Lanes, MOST_HIDDEN, flat};

/// Size of the third layer.
pub(super) const THIRD: usize = 32;

/// What the third layer sees of the second: numbers and squares.
pub(super) const SEEN: usize = 2 * (SECOND - 1);

/// Bits that the squares lose, rounded, so that they fit 7 bits: then the products of two and two weights fit a word together,
/// which is how some processors multiply bytes.
const SQUARE_SHIFT: u32 = 9;

/// What 1.0 is in the second layer's weights.
const SECOND_ONE: i32 = 512;

/// What a 1 in the second layer's sums stands for: the product of the least square and the least weight.
const PRODUCT_UNIT: f32 = (1 << SQUARE_SHIFT) as f32 / (HIDDEN_ONE * HIDDEN_ONE * SECOND_ONE) as f32;

/// The layers after the first, for positions with some number of men.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// For each number of the second layer those of the side to move's look, then of the other one.
    pub(super) second: Weights,
    pub(super) second_bias: [f32; SECOND],
    pub(super) third: [[f32; THIRD]; SEEN],
    pub(super) third_bias: [f32; THIRD],
    pub(super) last: [f32; THIRD],
    pub(super) last_bias: f32,
}

impl Head {
    /// Whether all its floats are numbers.
    pub(super) fn is_sound(&self) -> bool {
        let floats =
            [&self.second_bias[..], self.third.as_flattened(), &self.third_bias, &self.last, &[self.last_bias]];
        floats.into_iter().flatten().all(|number| number.is_finite())
    }

    /// The output for the first layer's sums.
    pub(super) fn output(&self, own: &[Lanes], other: &[Lanes]) -> f32 {
        let (own, other) = (flat(own), flat(other));
        let mut squares = [0; 2 * MOST_HIDDEN];
        let squares = &mut squares[..own.len() + other.len()];
        let (of_own, of_other) = squares.split_at_mut(own.len());
        square(of_own, own);
        square(of_other, other);
        let sums = self.second.sums(squares);
        let mut second = self.second_bias;
        for (number, sum) in second.iter_mut().zip(sums) {
            *number += sum as f32 * PRODUCT_UNIT;
        }
        let mut third = self.third_bias;
        let (of_numbers, of_squares) = self.third.split_at(SECOND - 1);
        for ((&number, of_number), of_square) in second.iter().zip(of_numbers).zip(of_squares) {
            let (clipped, square) = (number.clamp(0.0, 1.0), (number * number).min(1.0));
            for ((sum, &weight), &other) in third.iter_mut().zip(of_number).zip(of_square) {
                *sum += clipped * weight + square * other;
            }
        }
        for (number, &weight) in third.iter_mut().zip(&self.last) {
            *number = number.clamp(0.0, 1.0) * weight;
        }
        self.last_bias + second[SECOND - 1] + total(third)
    }
}

/// The squares of the sums, clipped.
#[inline]
fn square(squares: &mut [Square], sums: &[i16]) {
    for (square, &sum) in squares.iter_mut().zip(sums) {
        let clipped = sum.clamp(0, HIDDEN_ONE as i16) as u16;
        *square = ((clipped * clipped + (1 << (SQUARE_SHIFT - 1))) >> SQUARE_SHIFT) as Square;
    }
}

/// The sum of the numbers: halves added to each other until one is left.
#[inline]
fn total(mut numbers: [f32; THIRD]) -> f32 {
    let mut half = THIRD / 2;
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
    use super::super::network::LANES;
    use super::*;
    use crate::strength::Random;

    /// A head of noise for a first layer of `width` times `LANES` numbers a side, its second layer's weights, and sums for it.
    fn noise(width: usize) -> (Head, Vec<i8>, [Vec<Lanes>; 2]) {
        let mut random = Random::new(5);
        let weights: Vec<i8> = (0..2 * width * LANES * SECOND).map(|_| random.below(121) as i8 - 60).collect();
        let sums = [(); 2]
            .map(|()| (0..width).map(|_| Lanes(std::array::from_fn(|_| random.below(801) as i16 - 400))).collect());
        let mut float = || random.below(2001) as f32 / 2000.0 - 0.5;
        let head = Head {
            second: Weights::new(&weights),
            second_bias: std::array::from_fn(|_| float()),
            third: std::array::from_fn(|_| std::array::from_fn(|_| float())),
            third_bias: std::array::from_fn(|_| float()),
            last: std::array::from_fn(|_| float()),
            last_bias: float(),
        };
        (head, weights, sums)
    }

    /// The output as the layers are described, in plain floats of twice the size.
    fn described(head: &Head, weights: &[i8], [own, other]: &[Vec<Lanes>; 2]) -> f64 {
        let clip = |x: f64| x.clamp(0.0, 1.0);
        let squares: Vec<f64> =
            flat(own).iter().chain(flat(other)).map(|&sum| clip(f64::from(sum) / 255.0).powi(2)).collect();
        let second: Vec<f64> = (0..SECOND)
            .map(|i| {
                let weights = &weights[i * squares.len()..][..squares.len()];
                let sum: f64 = squares.iter().zip(weights).map(|(a, &b)| a * f64::from(b) / 512.0).sum();
                sum + f64::from(head.second_bias[i])
            })
            .collect();
        let seen: Vec<f64> = second[..SECOND - 1]
            .iter()
            .map(|&x| clip(x))
            .chain(second[..SECOND - 1].iter().map(|&x| clip(x * x)))
            .collect();
        let third = (0..THIRD).map(|i| {
            let sum: f64 = seen.iter().zip(&head.third).map(|(a, row)| a * f64::from(row[i])).sum();
            clip(sum + f64::from(head.third_bias[i])) * f64::from(head.last[i])
        });
        third.sum::<f64>() + second[SECOND - 1] + f64::from(head.last_bias)
    }

    #[test]
    fn the_output_is_that_of_the_layers_as_described() {
        for width in [1, 3, MOST_HIDDEN / LANES] {
            let (mut head, weights, sums) = noise(width);
            let [own, other] = &sums;
            let (found, wanted) = (f64::from(head.output(own, other)), described(&head, &weights, &sums));
            // The squares are rounded.
            assert!((found - wanted).abs() < 0.02, "{found} {wanted}");
            assert_ne!(head.output(own, other), head.output(other, own));
            assert!(head.is_sound());
            head.last_bias = f32::INFINITY;
            assert!(!head.is_sound());
        }
    }
}

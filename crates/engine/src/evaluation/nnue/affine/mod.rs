//! First affine layer: integer products of activations and weights.
//!
//! Weights are stored by groups of activations that together fill 32 bits; one step multiplies a group with its weights for all
//! outputs. The instruction set of the build determines the number of activations in a group and of outputs in a vector; the
//! sums are the same for all of them.
//!
//! | kernel | instruction set | activations per group | outputs per vector |
//! |---|---|--:|--:|
//! | `vnni` | x86-64 with AVX-512 VNNI | 4 bytes | 16 |
//! | `avx2` | x86-64 with AVX2 | 4 bytes | 8 |
//! | `sse2` | x86-64 | 2 words | 4 |
//! | `neon_dotprod` | AArch64 with the dot product instructions | 4 bytes | 4 |
//! | `neon` | AArch64 | 4 bytes | 4 |
//! | `simd128` | WebAssembly with SIMD | 2 words | 4 |
//! | `scalar` | any other | 1 | 1, or what the compiler makes of it |
//!
//! Without VNNI sixteen outputs per vector are slower than eight, because some processors lower their clock for such products.
//!
//! Each kernel has the types `Activation`, `Weight` and `Vector` (32-bit sums), `splat` and `multiply_add`.

cfg_select! {
    all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512vnni") => {
        mod vnni;
        use vnni as kernel;
    }
    all(target_arch = "x86_64", target_feature = "avx2") => {
        mod avx2;
        use avx2 as kernel;
    }
    target_arch = "x86_64" => {
        mod sse2;
        use sse2 as kernel;
    }
    all(target_arch = "aarch64", target_endian = "little", target_feature = "dotprod") => {
        mod neon_dotprod;
        use neon_dotprod as kernel;
    }
    all(target_arch = "aarch64", target_endian = "little", target_feature = "neon") => {
        mod neon;
        use neon as kernel;
    }
    all(target_arch = "wasm32", target_feature = "simd128") => {
        mod simd128;
        use simd128 as kernel;
    }
    _ => {
        mod scalar;
        use scalar as kernel;
    }
}

pub(super) use self::kernel::Activation;
use self::kernel::{Vector, Weight};
use super::architecture::L2;

/// Number of activations in a group.
const GROUP: usize = size_of::<i32>() / size_of::<Activation>();

/// Number of vectors that hold a sum for each output.
const VECTORS: usize = L2 * size_of::<i32>() / size_of::<Vector>();

/// Number of groups processed in parallel, so that a step waits only for the previous step of its own chain.
const CHAINS: usize = if VECTORS < 4 { 4 / VECTORS } else { 1 };

/// Weights of all outputs, by group of activations.
#[derive(Clone, Debug)]
pub(super) struct AffineTransform(Vec<[Vector; VECTORS]>);

impl AffineTransform {
    /// Converts from the weights of one output after the other, a multiple of 16 for each.
    pub(super) fn new(rows: &[i8]) -> AffineTransform {
        let inputs = rows.len() / L2;
        let group = |group: usize| {
            let weights: [Weight; L2 * GROUP] =
                std::array::from_fn(|i| Weight::from(rows[i / GROUP * inputs + group * GROUP + i % GROUP]));
            // SAFETY: both are 64 bytes, and every bit pattern is valid for either.
            unsafe { std::mem::transmute::<[Weight; L2 * GROUP], [Vector; VECTORS]>(weights) }
        };
        AffineTransform((0..inputs / GROUP).map(group).collect())
    }

    /// Computes the sum of products of each output. There must be as many activations as each output has weights.
    #[inline]
    pub(super) fn propagate(&self, activations: &[Activation]) -> [i32; L2] {
        let mut chains = [[kernel::splat(0); VECTORS]; CHAINS];
        for (activations, weights) in activations.chunks_exact(GROUP * CHAINS).zip(self.0.chunks_exact(CHAINS)) {
            for ((chain, activations), weights) in chains.iter_mut().zip(activations.chunks_exact(GROUP)).zip(weights) {
                let group = kernel::splat(group(activations));
                for (sum, &weights) in chain.iter_mut().zip(weights) {
                    *sum = kernel::multiply_add(*sum, group, weights);
                }
            }
        }
        let mut sums = [0; L2];
        for chain in chains {
            // SAFETY: both are 64 bytes, and every bit pattern is valid for either.
            let chain = unsafe { std::mem::transmute::<[Vector; VECTORS], [i32; L2]>(chain) };
            for (sum, part) in sums.iter_mut().zip(chain) {
                *sum += part;
            }
        }
        sums
    }
}

/// Returns the bits of a group's activations, as they are in memory.
#[inline]
fn group(activations: &[Activation]) -> i32 {
    let mut bytes = [0; size_of::<i32>()];
    for (bytes, activation) in bytes.chunks_exact_mut(size_of::<Activation>()).zip(activations) {
        bytes.copy_from_slice(&activation.to_ne_bytes());
    }
    i32::from_ne_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_sums_are_those_of_the_products() {
        let mut random = Random::new(11);
        for inputs in [64, 192, 512] {
            let weights: Vec<i8> = (0..L2 * inputs).map(|_| random.below(256) as u8 as i8).collect();
            let activations: Vec<Activation> = (0..inputs).map(|_| random.below(128) as Activation).collect();
            let sum = |row: &[i8]| {
                let products = row.iter().zip(&activations).map(|(&a, &b)| i32::from(a) * i32::from(b));
                products.sum()
            };
            let expected: Vec<i32> = weights.chunks_exact(inputs).map(sum).collect();
            assert_eq!(AffineTransform::new(&weights).propagate(&activations).to_vec(), expected);
        }
    }

    #[test]
    fn the_largest_products_do_not_overflow() {
        for weight in [-128, 127] {
            let sums = AffineTransform::new(&[weight; L2 * 64]).propagate(&[127; 64]);
            assert_eq!(sums, [64 * 127 * i32::from(weight); L2]);
        }
    }
}

//! The second layer's sums of products.
//!
//! The weights lie by groups of squares that fill 32 bits together, and one step takes such a group on for all numbers of the
//! layer. What the processor of the build can do decides how many squares that are and how many numbers an instruction takes
//! on; the sums are the same everywhere.
//!
//! | module | processor | squares of a group | numbers at a time |
//! |---|---|--:|--:|
//! | `vnni` | x86-64 with AVX-512 VNNI | 4 bytes | 16 |
//! | `avx2` | x86-64 with AVX2 | 4 bytes | 8 |
//! | `sse2` | x86-64 | 2 words | 4 |
//! | `simd128` | WebAssembly with SIMD | 2 words | 4 |
//! | `plain` | any other | 1 | 1, or what the compiler makes of it |
//!
//! Without VNNI sixteen numbers at a time are slower than eight: some processors lower their clock for such products.
//!
//! Each has `Square`, `Weight`, `Lanes` (some numbers of 32 bits), `splat` and `multiply_add`.

cfg_select! {
    all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512vnni") => {
        mod vnni;
        use vnni as lanes;
    }
    all(target_arch = "x86_64", target_feature = "avx2") => {
        mod avx2;
        use avx2 as lanes;
    }
    target_arch = "x86_64" => {
        mod sse2;
        use sse2 as lanes;
    }
    all(target_arch = "wasm32", target_feature = "simd128") => {
        mod simd128;
        use simd128 as lanes;
    }
    _ => {
        mod plain;
        use plain as lanes;
    }
}

pub(super) use self::lanes::Square;
use self::lanes::{Lanes, Weight};

/// Size of the second layer.
pub(super) const SECOND: usize = 16;

/// Squares of a group.
const GROUP: usize = size_of::<i32>() / size_of::<Square>();

/// So many lanes hold a number of 32 bits for each of the layer.
const PARTS: usize = SECOND * size_of::<i32>() / size_of::<Lanes>();

/// Groups that are worked on side by side, so that a step waits for the last one of its own line only.
const ABREAST: usize = if PARTS < 4 { 4 / PARTS } else { 1 };

/// The weights by group of squares: those of each number of the layer.
#[derive(Clone, Debug)]
pub(super) struct Weights(Vec<[Lanes; PARTS]>);

impl Weights {
    /// From the weights of one number of the layer after the other, a multiple of 16 for each.
    pub(super) fn new(rows: &[i8]) -> Weights {
        let size = rows.len() / SECOND;
        let group = |group: usize| {
            let weights: [Weight; SECOND * GROUP] =
                std::array::from_fn(|i| Weight::from(rows[i / GROUP * size + group * GROUP + i % GROUP]));
            // SAFETY: both are 64 bytes, and any bytes are right for either.
            unsafe { std::mem::transmute::<[Weight; SECOND * GROUP], [Lanes; PARTS]>(weights) }
        };
        Weights((0..size / GROUP).map(group).collect())
    }

    /// The sums for as many squares as each number has weights.
    #[inline]
    pub(super) fn sums(&self, squares: &[Square]) -> [i32; SECOND] {
        let mut lines = [[lanes::splat(0); PARTS]; ABREAST];
        for (squares, weights) in squares.chunks_exact(GROUP * ABREAST).zip(self.0.chunks_exact(ABREAST)) {
            for ((line, squares), weights) in lines.iter_mut().zip(squares.chunks_exact(GROUP)).zip(weights) {
                let group = lanes::splat(group(squares));
                for (sum, &weights) in line.iter_mut().zip(weights) {
                    *sum = lanes::multiply_add(*sum, group, weights);
                }
            }
        }
        let mut sums = [0; SECOND];
        for line in lines {
            // SAFETY: both are 64 bytes, and any bytes are right for either.
            let line = unsafe { std::mem::transmute::<[Lanes; PARTS], [i32; SECOND]>(line) };
            for (sum, part) in sums.iter_mut().zip(line) {
                *sum += part;
            }
        }
        sums
    }
}

/// The squares of a group as they lie in memory.
#[inline]
fn group(squares: &[Square]) -> i32 {
    let mut bytes = [0; size_of::<i32>()];
    for (bytes, square) in bytes.chunks_exact_mut(size_of::<Square>()).zip(squares) {
        bytes.copy_from_slice(&square.to_ne_bytes());
    }
    i32::from_ne_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strength::Random;

    #[test]
    fn the_sums_are_those_of_the_products() {
        let mut random = Random::new(11);
        for size in [64, 192, 512] {
            let weights: Vec<i8> = (0..SECOND * size).map(|_| random.below(256) as u8 as i8).collect();
            let squares: Vec<Square> = (0..size).map(|_| random.below(128) as Square).collect();
            let sum = |row: &[i8]| {
                row.iter().zip(&squares).map(|(&weight, &square)| i32::from(weight) * i32::from(square)).sum()
            };
            let wanted: Vec<i32> = weights.chunks_exact(size).map(sum).collect();
            assert_eq!(Weights::new(&weights).sums(&squares).to_vec(), wanted);
        }
        // The greatest that there are.
        for weight in [-128, 127] {
            let sums = Weights::new(&[weight; SECOND * 64]).sums(&[127; 64]);
            assert_eq!(sums, [64 * 127 * i32::from(weight); SECOND]);
        }
    }
}

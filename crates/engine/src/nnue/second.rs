//! The second layer's sums of products, in two ways that give the same.
//!
//! Where the processor multiplies and adds bytes four at a time (AVX-512 VNNI at build time), the weights lie by groups of four
//! squares, so that one step takes such a group on for all numbers of the layer. Elsewhere, the browser included, they lie by
//! number of the layer, and are multiplied in pairs.

#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512vnni"))]
pub(super) use grouped::{Square, Weights};
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512vnni")))]
pub(super) use rows::{Square, Weights};

/// Size of the second layer.
pub(super) const SECOND: usize = 16;

#[cfg_attr(
    all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512vnni"),
    allow(dead_code, reason = "the tests compare the two")
)]
mod rows {
    use super::SECOND;

    /// A square: 0 to 254. Of two bytes, because there is no product of bytes here.
    pub(crate) type Square = i16;

    /// The weights, of two bytes like the squares: the compiler knows how to multiply these.
    #[derive(Clone, Debug)]
    pub(crate) struct Weights(Vec<i16>);

    impl Weights {
        /// From the weights of one number of the layer after the other.
        pub(crate) fn new(rows: &[i8]) -> Weights {
            Weights(rows.iter().map(|&weight| i16::from(weight)).collect())
        }

        /// The sums for as many squares as each number has weights.
        pub(crate) fn sums(&self, squares: &[Square]) -> [i32; SECOND] {
            let mut sums = [0; SECOND];
            for (sum, row) in sums.iter_mut().zip(self.0.chunks_exact(squares.len())) {
                *sum = dot(squares, row);
            }
            sums
        }
    }

    /// The sum of the products.
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    #[inline]
    fn dot(squares: &[Square], weights: &[i16]) -> i32 {
        squares.iter().zip(weights).map(|(&square, &weight)| i32::from(square) * i32::from(weight)).sum()
    }

    /// The sum of the products, of a multiple of 8 numbers. The compiler does not find this instruction by itself.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[inline]
    fn dot(squares: &[Square], weights: &[i16]) -> i32 {
        use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128_load};

        let mut sums = i32x4_splat(0);
        for (squares, weights) in squares.chunks_exact(8).zip(weights.chunks_exact(8)) {
            // SAFETY: both are 16 bytes, and need no alignment.
            let (squares, weights) =
                unsafe { (v128_load(squares.as_ptr().cast()), v128_load(weights.as_ptr().cast())) };
            sums = i32x4_add(sums, i32x4_dot_i16x8(squares, weights));
        }
        i32x4_extract_lane::<0>(sums)
            + i32x4_extract_lane::<1>(sums)
            + i32x4_extract_lane::<2>(sums)
            + i32x4_extract_lane::<3>(sums)
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512vnni"))]
mod grouped {
    use std::arch::x86_64::{__m512i, _mm512_add_epi32, _mm512_dpbusd_epi32, _mm512_set1_epi32, _mm512_setzero_si512};

    use super::SECOND;

    /// Squares of a group.
    const GROUP: usize = 4;

    /// Groups that are worked on side by side: each step waits for the last one of its own line only.
    const ABREAST: usize = 4;

    /// A square: 0 to 254.
    pub(crate) type Square = u8;

    /// The weights by group of squares: those of each number of the layer.
    #[derive(Clone, Debug)]
    pub(crate) struct Weights(Vec<__m512i>);

    impl Weights {
        /// From the weights of one number of the layer after the other, a multiple of 16 for each.
        pub(crate) fn new(rows: &[i8]) -> Weights {
            let size = rows.len() / SECOND;
            let group = |group: usize| {
                let bytes: [i8; SECOND * GROUP] =
                    std::array::from_fn(|i| rows[i / GROUP * size + group * GROUP + i % GROUP]);
                // SAFETY: both are 64 bytes, and any bytes are right for either.
                unsafe { std::mem::transmute::<[i8; SECOND * GROUP], __m512i>(bytes) }
            };
            Weights((0..size / GROUP).map(group).collect())
        }

        /// The sums for as many squares as each number has weights.
        pub(crate) fn sums(&self, squares: &[Square]) -> [i32; SECOND] {
            // SAFETY: this module is compiled only where the target has both features; and 64 bytes become 64 bytes, of which
            // any are right.
            unsafe { std::mem::transmute::<__m512i, [i32; SECOND]>(total(squares, &self.0)) }
        }
    }

    #[target_feature(enable = "avx512f,avx512vnni")]
    #[inline]
    fn total(squares: &[Square], weights: &[__m512i]) -> __m512i {
        let mut sums = [_mm512_setzero_si512(); ABREAST];
        for (squares, weights) in squares.chunks_exact(GROUP * ABREAST).zip(weights.chunks_exact(ABREAST)) {
            for ((sum, square), &weights) in sums.iter_mut().zip(squares.chunks_exact(GROUP)).zip(weights) {
                let group = i32::from_le_bytes([square[0], square[1], square[2], square[3]]);
                *sum = _mm512_dpbusd_epi32(*sum, _mm512_set1_epi32(group), weights);
            }
        }
        let [a, b, c, d] = sums;
        _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d))
    }

    #[cfg(test)]
    mod tests {
        use super::super::{SECOND, rows};
        use super::Weights;
        use crate::strength::Random;

        #[test]
        fn both_ways_give_the_same() {
            let mut random = Random::new(11);
            for size in [64, 192, 512] {
                let weights: Vec<i8> = (0..SECOND * size).map(|_| random.below(255) as i8).collect();
                let squares: Vec<u8> = (0..size).map(|_| random.below(255) as u8).collect();
                let wide: Vec<i16> = squares.iter().map(|&square| i16::from(square)).collect();
                assert_eq!(Weights::new(&weights).sums(&squares), rows::Weights::new(&weights).sums(&wide));
            }
        }
    }
}

//! Seeded random numbers: a generator, and keys for decisions that do not depend on the order of calls.

/// Random number generator (SplitMix64). Equal seeds give equal numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// Returns the next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        scramble(self.state)
    }

    /// Returns a random number from 0 to below 1.
    pub fn fraction(&mut self) -> f64 {
        as_fraction(self.next_bits())
    }

    /// Returns a random number from 0 to below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_bits()) * bound as u128) >> 64) as usize
    }
}

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

fn scramble(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn as_fraction(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// Key of a random decision: a key always gives the same numbers. Keys of further decisions are derived from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RandomKey(u64);

impl RandomKey {
    /// Creates the key of a seed.
    pub(crate) fn from_seed(seed: u64) -> RandomKey {
        RandomKey(scramble(seed.wrapping_add(STEP)))
    }

    /// Derives a key from this one and `data`.
    pub(crate) fn fold_in(self, data: u64) -> RandomKey {
        RandomKey(scramble(self.0.rotate_left(23) ^ data.wrapping_mul(STEP)))
    }

    /// Returns a number from the uniform distribution on 0 to below 1.
    pub(crate) fn uniform(self) -> f64 {
        as_fraction(scramble(self.0))
    }

    /// Returns a number from an approximate standard normal distribution, within plus and minus 3.5.
    pub(crate) fn normal(self) -> f64 {
        // The sum of four uniform numbers on -1/2 to 1/2 has a variance of 4/12.
        let sum: f64 = (1..=4).map(|part| self.fold_in(part).uniform() - 0.5).sum();
        sum * 3f64.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_key_gives_the_same_numbers_and_others_give_others() {
        let key = RandomKey::from_seed(1);
        assert_eq!(key.fold_in(2).uniform(), RandomKey::from_seed(1).fold_in(2).uniform());
        assert_ne!(key.fold_in(2).uniform(), key.fold_in(3).uniform());
        assert_ne!(key.fold_in(2).fold_in(3), key.fold_in(3).fold_in(2));
        assert_ne!(key.fold_in(2).uniform(), RandomKey::from_seed(2).fold_in(2).uniform());
    }

    #[test]
    fn normal_numbers_have_mean_0_and_variance_1() {
        let numbers: Vec<f64> = (0..20_000).map(|i| RandomKey::from_seed(7).fold_in(i).normal()).collect();
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let variance = numbers.iter().map(|number| number * number).sum::<f64>() / numbers.len() as f64;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.03, "{mean} {variance}");
        assert!(numbers.iter().all(|number| number.abs() <= 3.5));
    }
}

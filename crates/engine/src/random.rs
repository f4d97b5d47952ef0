//! Random numbers that follow from a seed, and numbers that follow from what they are about.

/// A small source of random numbers (SplitMix64): the same seed gives the same games.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        scramble(self.state)
    }

    /// A number from 0 to below 1.
    pub fn fraction(&mut self) -> f64 {
        as_fraction(self.next_bits())
    }

    /// A number from 0 to below `bound`; 0 when `bound` is 0.
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

/// A name for something that chance decides on: the same name, the same decision, however often it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RandomKey(u64);

impl RandomKey {
    /// Of a whole game.
    pub(super) fn of_game(seed: u64) -> RandomKey {
        RandomKey(scramble(seed.wrapping_add(STEP)))
    }

    /// Of one thing among those that this one is about.
    pub(super) fn about(self, what: u64) -> RandomKey {
        RandomKey(scramble(self.0.rotate_left(23) ^ what.wrapping_mul(STEP)))
    }

    /// From 0 to below 1, all numbers equally likely.
    pub(super) fn fraction(self) -> f64 {
        as_fraction(scramble(self.0))
    }

    /// Around 0 with a standard deviation of 1 and no more than 3.5 from it: near the normal distribution.
    pub(super) fn error(self) -> f64 {
        // Four numbers from -1/2 to 1/2 have a variance of 4/12 together.
        let sum: f64 = (1..=4).map(|part| self.about(part).fraction() - 0.5).sum();
        sum * 3f64.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_name_has_the_same_fate_and_others_have_others() {
        let fate = RandomKey::of_game(1);
        assert_eq!(fate.about(2).fraction(), RandomKey::of_game(1).about(2).fraction());
        assert_ne!(fate.about(2).fraction(), fate.about(3).fraction());
        assert_ne!(fate.about(2).about(3), fate.about(3).about(2));
        assert_ne!(fate.about(2).fraction(), RandomKey::of_game(2).about(2).fraction());
    }

    #[test]
    fn errors_are_spread_as_promised() {
        let errors: Vec<f64> = (0..20_000).map(|i| RandomKey::of_game(7).about(i).error()).collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        let variance = errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.03, "{mean} {variance}");
        assert!(errors.iter().all(|error| error.abs() <= 3.5));
    }
}

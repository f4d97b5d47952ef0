//! Random numbers for ids, tokens and choices.

use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Shared generator. Its numbers cannot be predicted from earlier ones.
#[derive(Clone)]
pub struct Random(Arc<Mutex<StdRng>>);

impl std::fmt::Debug for Random {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Random")
    }
}

impl Random {
    /// Generator seeded by the system.
    pub fn from_system() -> Self {
        Self(Arc::new(Mutex::new(rand::make_rng())))
    }

    /// Reproducible generator, for simulations.
    pub fn from_seed(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(StdRng::seed_from_u64(seed))))
    }

    /// 128 random bits, for an id.
    pub fn bits(&self) -> u128 {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        u128::from_le_bytes(bytes)
    }

    /// Fills a buffer, for a token.
    pub fn fill(&self, bytes: &mut [u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(bytes);
    }

    /// Random number from 0 up to, but excluding, 1.
    pub fn fraction(&self) -> f64 {
        // An `f64` has 53 significant bits.
        #[allow(clippy::cast_precision_loss, reason = "they fit")]
        let bits = (self.bits() >> 75) as f64;
        bits / (1_u64 << 53) as f64
    }

    /// Random number below a bound; 0 if the bound is 0.
    pub fn below(&self, bound: usize) -> usize {
        // The bias is below one in 2^64.
        usize::try_from(self.bits() % (bound.max(1) as u128)).unwrap_or_default()
    }

    /// Fair coin flip.
    pub fn coin(&self) -> bool {
        self.bits() & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_seeds_generators_differently_and_a_seed_the_same() {
        assert_ne!(Random::from_system().bits(), Random::from_system().bits());
        assert_eq!(Random::from_seed(7).bits(), Random::from_seed(7).bits());
    }
}

//! Pseudo-random numbers from a seed.

/// Returns the next number of the sequence (xorshift). The state must not be 0.
pub(crate) fn next(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random
}

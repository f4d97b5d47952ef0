//! A number that tells rules apart: a book of other rules would name moves that mean something else.

use saffron_rules::{Position, Variant};

/// Mixes bytes into a hash (FNV-1a, 64 bits).
pub(crate) fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// What FNV-1a begins with.
pub(crate) const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// The key of a variant's rules: of its start position, what a stalemate is worth, and the hashes of all positions after
/// one and two plies. It changes when the moves from the start change, and when positions are hashed in another way.
pub(crate) fn rules_key(variant: &'static Variant) -> u64 {
    let start = variant.start();
    let mut key = fnv(FNV_START, start.to_fen().as_bytes());
    key = fnv(key, &[variant.stalemate_quarters()]);
    // A sum, so that the order of the moves does not count.
    let mixed = |position: &Position| fnv(FNV_START, &position.hash().to_le_bytes());
    let mut sum = mixed(&start);
    for first in start.legal_moves() {
        let mut after = start;
        after.play_unchecked(first);
        sum = sum.wrapping_add(mixed(&after));
        for second in after.legal_moves() {
            let mut next = after;
            next.play_unchecked(second);
            sum = sum.wrapping_add(mixed(&next));
        }
    }
    fnv(key, &sum.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::VariantSpec;

    /// When one of these changes, books that were made before cannot be used any more.
    #[test]
    fn keys_stay_as_they_are() {
        let keys: Vec<(&str, String)> = ["shafran", "glinski", "mccooey"]
            .map(|id| (id, format!("{:016x}", rules_key(Variant::by_id(id).unwrap()))))
            .into();
        let expected =
            [("shafran", "c0fbfd90cd5edcea"), ("glinski", "107b5513370b4c5a"), ("mccooey", "199d5b1169b40566")];
        assert_eq!(keys, expected.map(|(id, key)| (id, key.to_owned())));
    }

    #[test]
    fn other_rules_have_another_key() {
        let glinski = Variant::by_id("glinski").unwrap();
        let draws = VariantSpec { id: "g-draw", name: "G, draws", stalemate_quarters: 2, ..*glinski.spec() };
        assert_ne!(rules_key(Variant::build(draws).unwrap()), rules_key(glinski));
    }
}

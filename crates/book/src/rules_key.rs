//! Rules key: a hash of a variant's rules, so that a book for other rules is refused.

use saffron_rules::{Position, Variant};

/// Continues an FNV-1a hash of 64 bits.
pub(crate) fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Initial value of FNV-1a.
pub(crate) const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// Computes the key of a variant's rules: a hash of its start position, the score of a stalemate, and the hashes of all positions
/// after one and two plies. It changes when the moves from the start change, or when positions are hashed differently.
pub(crate) fn rules_key(variant: &'static Variant) -> u64 {
    let start = variant.start();
    let mut key = fnv(FNV_START, start.to_fen().as_bytes());
    key = fnv(key, &[variant.stalemate_quarters()]);
    // A sum does not depend on the order of the moves.
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

    /// When one of these keys changes, existing books become unusable.
    #[test]
    fn keys_are_stable() {
        let keys: Vec<(&str, String)> = ["shafran", "glinski", "mccooey"]
            .map(|id| (id, format!("{:016x}", rules_key(Variant::by_id(id).unwrap()))))
            .into();
        let expected =
            [("shafran", "c0fbfd90cd5edcea"), ("glinski", "107b5513370b4c5a"), ("mccooey", "199d5b1169b40566")];
        assert_eq!(keys, expected.map(|(id, key)| (id, key.to_owned())));
    }

    #[test]
    fn different_rules_have_different_keys() {
        let glinski = Variant::by_id("glinski").unwrap();
        let draws = VariantSpec { id: "g-draw", name: "G, draws", stalemate_quarters: 2, ..*glinski.spec() };
        assert_ne!(rules_key(Variant::build(draws).unwrap()), rules_key(glinski));
    }
}

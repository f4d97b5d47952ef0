//! Secret tokens of sessions, e-mail links and feeds.

use std::fmt::Write as _;

use saffron_store::sessions::TokenHash;
use sha2::{Digest, Sha256};

use crate::random::Random;

/// Purpose of a token that sets a new password.
pub const RESET: &str = "reset";
/// Purpose of a token that confirms an e-mail address, which is its data.
pub const CONFIRM: &str = "confirm";

/// Bytes of a token. 256 bits cannot be guessed, so their hash needs no salt.
const LENGTH: usize = 32;

/// A new token: 64 hexadecimal digits.
pub fn new_token(random: &Random) -> String {
    let mut bytes = [0; LENGTH];
    random.fill(&mut bytes);
    bytes.iter().fold(String::with_capacity(2 * LENGTH), |mut text, byte| {
        // Formatting into a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Hash under which a token is stored.
pub fn hash_of(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_different() {
        let random = Random::from_system();
        let (one, other) = (new_token(&random), new_token(&random));
        assert_ne!(one, other);
        assert!(one.len() == 64 && one.bytes().all(|byte| byte.is_ascii_hexdigit()), "{one}");
        assert_ne!(hash_of(&one), hash_of(&other));
    }
}

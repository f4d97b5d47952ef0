//! Passwords: which are allowed, and how they are stored.

pub mod common;
pub mod turns;

use std::time::Duration;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version, password_hash};
use saffron_protocol::error::ErrorCode;
use unicode_normalization::UnicodeNormalization;

use crate::config::limits::PASSWORD_LENGTH;
use crate::parts::passwords::common::{is_common, without_words};
use crate::parts::passwords::turns::{HashTurns, Requester};
use crate::random::Random;

/// The most bytes: no character has more than four.
const MAX_BYTES: usize = 4 * *PASSWORD_LENGTH.end();

/// Memory in KiB, passes and lanes: what OWASP recommends for Argon2id.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Hash that no password has. It is checked if no account has the name, so that the answer takes as long as for an existing
/// name.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2FmZnJvbi1ub2JvZHk$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes passwords, a few at a time, since each hash takes 19 MiB and a processor for some 20 ms.
#[derive(Debug, Default)]
pub struct Passwords {
    turns: HashTurns,
}

impl Passwords {
    /// The hash of a password, as it is stored.
    ///
    /// # Errors
    /// `Busy` where too many wait.
    pub async fn hash(&self, random: &Random, requester: Requester, password: &str) -> Result<String, ErrorCode> {
        let password = plain(password);
        let mut salt = [0; 16];
        random.fill(&mut salt);
        self.turns.run(requester, move |memory| hash(&password, &salt, memory)).await?.map_err(|error| {
            tracing::error!(%error, "a password could not be hashed");
            ErrorCode::Internal
        })
    }

    /// Gives memory back if no password was hashed for some time.
    pub fn drop_unused(&self, time: Duration) {
        self.turns.drop_unused(time);
    }

    /// Returns whether a password has this hash. Without a hash it takes the same time and returns false.
    ///
    /// # Errors
    /// `Busy` where too many wait.
    pub async fn is_right(&self, requester: Requester, hash: Option<&str>, password: &str) -> Result<bool, ErrorCode> {
        let known = hash.is_some();
        let hash = hash.unwrap_or(NOBODY).to_owned();
        let password = if password.len() <= MAX_BYTES { plain(password) } else { String::new() };
        let right = self.turns.run(requester, move |memory| verify(&hash, &password, memory)).await?;
        Ok(known && right.unwrap_or(false))
    }
}

fn argon2(params: Params) -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn params() -> Params {
    Params::new(MEMORY, PASSES, LANES, None).expect("the numbers are in range")
}

/// The hash of a password in the PHC string format, calculated in a memory that is made as large as needed.
fn hash(password: &str, salt: &[u8], memory: &mut Vec<Block>) -> Result<String, password_hash::Error> {
    let params = params();
    let output = output(&params, password, salt, Params::DEFAULT_OUTPUT_LEN, memory)?;
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params)?,
        salt: Some(Salt::new(salt)?),
        hash: Some(output),
    };
    Ok(hash.to_string())
}

fn verify(hash: &str, password: &str, memory: &mut Vec<Block>) -> Result<bool, password_hash::Error> {
    let hash = PasswordHash::new(hash)?;
    let (Some(salt), Some(wanted)) = (&hash.salt, &hash.hash) else { return Ok(false) };
    if hash.algorithm != Algorithm::Argon2id.ident() || hash.version != Some(Version::V0x13.into()) {
        return Ok(false);
    }
    let found = output(&Params::try_from(&hash)?, password, salt, wanted.len(), memory)?;
    // Outputs are compared in constant time.
    Ok(found == *wanted)
}

fn output(
    params: &Params,
    password: &str,
    salt: &[u8],
    length: usize,
    memory: &mut Vec<Block>,
) -> Result<Output, password_hash::Error> {
    let blocks = params.block_count();
    if memory.len() < blocks {
        memory.resize(blocks, Block::new());
    }
    let mut bytes = [0; Output::MAX_LENGTH];
    let bytes = bytes.get_mut(..length).ok_or(password_hash::Error::OutputSize)?;
    argon2(params.clone()).hash_password_into_with_memory(password.as_bytes(), salt, bytes, &mut memory[..blocks])?;
    Ok(Output::new(bytes)?)
}

/// Returns the password in one spelling: keyboards differ in how they write accents.
fn plain(password: &str) -> String {
    password.nfkc().collect()
}

/// Checks a new password.
///
/// # Errors
/// `WeakPassword`: too short, too long, among the most common ones, or hardly more than the name of account or site. The
/// lengths are those of NIST SP 800-63B: at least 8 characters, and far more than 64 are allowed; no kinds of characters are
/// asked for.
pub fn check(password: &str, name: &str) -> Result<(), ErrorCode> {
    if password.len() > MAX_BYTES || password.contains('\0') {
        return Err(ErrorCode::WeakPassword);
    }
    let password = plain(password);
    let long_enough = |text: &str| PASSWORD_LENGTH.contains(&text.chars().count());
    let small = password.to_lowercase();
    let without_words = without_words(&small, &plain(name));
    if long_enough(&password) && long_enough(&without_words) && !is_common(&small) {
        Ok(())
    } else {
        Err(ErrorCode::WeakPassword)
    }
}

#[cfg(test)]
mod tests {
    use argon2::PasswordHasher;
    use saffron_store::AccountId;

    use super::*;

    #[test]
    fn weak_passwords_are_refused() {
        let long = "x1y2".repeat(65);
        for weak in [
            "",
            "short7!",
            "password",
            "Password123!",
            "qwertyuiop",
            "11111111",
            "12345678",
            "anna2024",
            "Anna-Anna-1",
            "12345678901",
            "saffron2024",
            "S4ffron-Anna-9",
            "anna-is-anna",
        ] {
            assert_eq!(check(weak, "Anna"), Err(ErrorCode::WeakPassword), "{weak}");
        }
        assert!(check(&long, "Anna").is_err());
        for good in ["correct horse", "Savannah-tree-77", "пять зелёных слонов", "x8!kQ2#v"] {
            assert_eq!(check(good, "Anna"), Ok(()), "{good}");
        }
    }

    #[tokio::test]
    async fn a_hash_is_of_argon2id_with_a_salt_of_its_own() {
        let (passwords, random) = (Passwords::default(), Random::from_system());
        let me = Requester::Account(AccountId::from_random(1));
        let one = passwords.hash(&random, me, "correct horse").await.expect("a hash");
        let other = passwords.hash(&random, me, "correct horse").await.expect("a hash");
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, other);
        assert_eq!(passwords.is_right(me, Some(&one), "correct horse").await, Ok(true));
        assert_eq!(passwords.is_right(me, Some(&one), "correct horsE").await, Ok(false));
        assert_eq!(passwords.is_right(me, Some("$argon2id$nonsense"), "correct horse").await, Ok(false));
        assert_eq!(passwords.is_right(me, None, "correct horse").await, Ok(false));
    }

    #[test]
    fn memory_that_was_used_before_changes_no_hash() {
        let mut memory = Vec::new();
        let salt = [7; 16];
        for password in ["correct horse", "пять зелёных слонов"] {
            let hash = hash(password, &salt, &mut memory).expect("a hash");
            let fresh = argon2(params()).hash_password_with_salt(password.as_bytes(), &salt).expect("a hash");
            assert_eq!(hash, fresh.to_string());
            assert_eq!(verify(&hash, password, &mut memory), Ok(true));
        }
        assert_eq!(memory.len(), params().block_count());
    }

    #[test]
    fn the_hash_of_nobody_takes_as_long_as_others() {
        let hash = PasswordHash::new(NOBODY).expect("a hash");
        let params = Params::try_from(&hash).expect("its parameters");
        assert_eq!((params.m_cost(), params.t_cost(), params.p_cost()), (MEMORY, PASSES, LANES));
        assert_eq!(verify(NOBODY, "", &mut Vec::new()), Ok(false));
    }
}

//! Passwords: which are allowed, and how they are stored.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use saffron_protocol::error::ErrorCode;
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use crate::account::common_passwords::is_common;
use crate::random::Random;

/// The fewest and the most characters.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=256;

/// The most bytes: no character has more than four.
const MOST_BYTES: usize = 4 * 256;

/// Memory in KiB, passes and lanes: what OWASP recommends for Argon2id.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// How long a request waits for its turn.
const WAIT: Duration = Duration::from_secs(5);

/// A hash that no password has. It is checked where there is no account of a name, so that the answer takes as long as for
/// a name that there is.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2FmZnJvbi1ub2JvZHk$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes passwords, a few at a time, since each hash takes 19 MiB and a processor for some 20 ms.
#[derive(Debug)]
pub(crate) struct Passwords {
    turns: Arc<Semaphore>,
}

impl Default for Passwords {
    /// Half of the processors at a time, at least one.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self { turns: Arc::new(Semaphore::new((processors / 2).max(1))) }
    }
}

impl Passwords {
    /// The hash of a password, as it is stored.
    ///
    /// # Errors
    /// `Busy` where too many wait.
    pub(crate) async fn hash(&self, random: &Random, password: &str) -> Result<String, ErrorCode> {
        let password = plain(password);
        let mut salt = [0; 16];
        random.fill(&mut salt);
        self.run(move || argon2().hash_password_with_salt(password.as_bytes(), &salt).map(|hash| hash.to_string()))
            .await?
            .map_err(|error| {
                tracing::error!(%error, "a password could not be hashed");
                ErrorCode::Internal
            })
    }

    /// Whether a password has this hash. Without one it takes the same time and is wrong.
    ///
    /// # Errors
    /// `Busy` where too many wait.
    pub(crate) async fn is_right(&self, hash: Option<&str>, password: &str) -> Result<bool, ErrorCode> {
        let known = hash.is_some();
        let hash = hash.unwrap_or(NOBODY).to_owned();
        let password = if password.len() <= MOST_BYTES { plain(password) } else { String::new() };
        let right = self.run(move || verify(&hash, &password)).await?;
        Ok(known && right)
    }

    /// Runs a calculation when it is its turn, on a thread for such.
    async fn run<T: Send + 'static>(&self, calculate: impl FnOnce() -> T + Send + 'static) -> Result<T, ErrorCode> {
        let turn = tokio::time::timeout(WAIT, Arc::clone(&self.turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(ErrorCode::Busy) };
        let result = tokio::task::spawn_blocking(move || {
            let result = calculate();
            drop(turn);
            result
        });
        result.await.map_err(|error| {
            tracing::error!(%error, "a calculation ended early");
            ErrorCode::Internal
        })
    }
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY, PASSES, LANES, None).expect("the numbers are in range");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn verify(hash: &str, password: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok())
}

/// The same characters in one spelling: keyboards differ in how they write accents.
fn plain(password: &str) -> String {
    password.nfkc().collect()
}

/// Checks a new password.
///
/// # Errors
/// `WeakPassword`: too short, too long, among the most common ones, or hardly more than the name.
pub(crate) fn check(password: &str, name: &str) -> Result<(), ErrorCode> {
    if password.len() > MOST_BYTES || password.contains('\0') {
        return Err(ErrorCode::WeakPassword);
    }
    let password = plain(password);
    let long_enough = |text: &str| LENGTH.contains(&text.chars().count());
    let small = password.to_lowercase();
    let without_name = small.replace(&plain(name).to_lowercase(), "");
    if long_enough(&password) && long_enough(&without_name) && !is_common(&small) {
        Ok(())
    } else {
        Err(ErrorCode::WeakPassword)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_passwords_are_refused() {
        let long = "x1y2".repeat(65);
        for weak in
            ["", "short7!", "password", "Password123!", "qwertyuiop", "11111111", "12345678", "anna2024", "Anna-Anna-1"]
        {
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
        let one = passwords.hash(&random, "correct horse").await.expect("a hash");
        let other = passwords.hash(&random, "correct horse").await.expect("a hash");
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, other);
        assert_eq!(passwords.is_right(Some(&one), "correct horse").await, Ok(true));
        assert_eq!(passwords.is_right(Some(&one), "correct horsE").await, Ok(false));
        assert_eq!(passwords.is_right(None, "correct horse").await, Ok(false));
    }

    #[test]
    fn the_hash_of_nobody_takes_as_long_as_others() {
        let hash = PasswordHash::new(NOBODY).expect("a hash");
        let params = Params::try_from(&hash).expect("its parameters");
        assert_eq!((params.m_cost(), params.t_cost(), params.p_cost()), (MEMORY, PASSES, LANES));
        assert!(argon2().verify_password(b"", &hash).is_err());
    }
}

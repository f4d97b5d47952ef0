//! Names of accounts: validation, look-up, and names that stay taken after an erasure.

pub mod key;
pub mod reserved;

use hmac::{Hmac, KeyInit, Mac};
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{self, Account};
use saffron_store::names::{self as stored, NameDigest, NameSecret};
use saffron_store::{Database, StoreError};
use sha2::Sha256;
use unicode_normalization::UnicodeNormalization;
use unicode_script::{Script, UnicodeScript};
use unicode_security::GeneralSecurityProfile;

use crate::config::limits::{NAME_KEY_BATCH, NAME_LENGTH};
use crate::names::key::{key, key_with_accents};
use crate::names::reserved::is_reserved;
use crate::random::Random;
use crate::text::piles_up_marks;

/// Version of the rules for [keys](key). After an increase the stored keys are computed again. The digests of
/// [`ErasedNames`] cannot be, so a change must look names up by the digests of both keys.
const RULES: i64 = 1;

/// Validates a name and returns the form to store.
///
/// # Errors
/// `InvalidName` if the length or a character is not allowed, `NameTaken` if the name could be mistaken for the server,
/// a computer or a guest.
pub fn check(name: &str) -> Result<String, ErrorCode> {
    if name.len() > 20 * NAME_LENGTH.end() {
        return Err(ErrorCode::InvalidName);
    }
    let name: String = name.nfc().collect();
    if !is_name(&name) {
        return Err(ErrorCode::InvalidName);
    }
    if is_reserved(&name) { Err(ErrorCode::NameTaken) } else { Ok(name) }
}

fn is_name(name: &str) -> bool {
    let letters = || name.chars().filter(|letter| letter.is_alphabetic());
    let of_script = |script| letters().all(|letter| letter.script() == script);
    NAME_LENGTH.contains(&name.chars().count())
        && name.chars().all(|each| is_letter(each) || each.is_ascii_digit() || each == '_' || each == '-')
        && name.starts_with(is_letter)
        && (of_script(Script::Latin) || of_script(Script::Cyrillic))
        // Excludes other encodings of the same letters, such as full-width ones.
        && name.nfkc().eq(name.chars())
        && !piles_up_marks(name)
}

fn is_letter(each: char) -> bool {
    each.is_alphabetic() && each.identifier_allowed()
}

/// Account with a name, in any spelling that has the same key. Two accounts from before accents were ignored are each
/// found by their own spelling.
///
/// # Errors
/// Fails if the store does.
pub async fn find(database: &dyn Database, name: &str) -> Result<Option<Account>, StoreError> {
    let (exact, alike) = (key_with_accents(name), key(name));
    let found = accounts::by_name(database, &exact).await?;
    if found.is_some() || exact == alike { Ok(found) } else { accounts::by_name(database, &alike).await }
}

/// Computes the keys of all names by the current rules, once for each version of them. If several accounts get the same
/// key, one gets it and the others keep theirs: no account loses its name.
///
/// # Errors
/// Fails if the store does.
pub async fn renew_keys(database: &dyn Database) -> Result<(), StoreError> {
    if stored::rules(database).await? == RULES {
        return Ok(());
    }
    let (mut after, mut changed) = (None, 0);
    loop {
        let page = stored::page(database, after, NAME_KEY_BATCH).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.id);
        let renewed = page.iter().map(|named| (named, key(&named.name)));
        let renewed = renewed.filter(|(named, key)| named.name_key != *key);
        let statements: Vec<_> = renewed.map(|(named, key)| stored::set_key(named.id, &key)).collect();
        changed += statements.len();
        if !statements.is_empty() {
            database.transact(statements).await?;
        }
    }
    database.transact(vec![stored::set_rules(RULES)]).await?;
    if changed > 0 {
        tracing::info!(changed, "names are compared by new rules");
    }
    Ok(())
}

/// Frees the name of an erased account, and all names with the same key. An account that kept an older key because of
/// the erased one gets its new key at the next start.
///
/// # Errors
/// `Conflict` if no erased account had the name; otherwise fails if the store does.
pub async fn free(database: &dyn Database, name: &str) -> Result<(), StoreError> {
    // Without a secret there are no digests, so none will match.
    let erased = ErasedNames(stored::secret(database).await?.unwrap_or_default());
    database.transact(vec![stored::free(&erased.digest(name)), stored::set_rules(0)]).await?;
    Ok(())
}

/// Names of erased accounts, of which only digests are kept.
///
/// A digest is the HMAC-SHA-256 of the `key`, with a secret in the same database. Exports leave the secret out, so
/// their digests disclose nothing. Anyone with the database or a backup can test names.
pub struct ErasedNames(NameSecret);

impl std::fmt::Debug for ErasedNames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ErasedNames")
    }
}

impl ErasedNames {
    /// Reads the secret, after creating a random one if the store has none.
    ///
    /// # Errors
    /// Fails if the store does.
    pub async fn load(database: &dyn Database, random: &Random) -> Result<Self, StoreError> {
        if let Some(secret) = stored::secret(database).await? {
            return Ok(Self(secret));
        }
        let mut secret = NameSecret::default();
        random.fill(&mut secret);
        database.transact(vec![stored::set_secret(&secret)]).await?;
        Ok(Self(secret))
    }

    /// Digest of a name. Names that look alike have the same.
    pub fn digest(&self, name: &str) -> NameDigest {
        let Self(secret) = self;
        // HMAC pads keys shorter than a block with zeros.
        let mut block = [0; 64];
        block[..secret.len()].copy_from_slice(secret);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(key(name).as_bytes());
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_one_script() {
        for name in ["Anna", "anna_2", "Zoë", "Ёж", "Анна-99", "xx", "a-very-long-name-20x"] {
            assert_eq!(check(name), Ok(name.to_owned()), "{name}");
        }
        let invalid = [
            "",
            "a",
            "2a",
            "_a",
            "-a",
            "a b",
            "a.b",
            "a/b",
            "a\u{301}\u{301}b",
            "Аnna",
            "annа",
            "名前",
            "a<b",
            "a&b",
            "a\u{200d}b",
            "a\u{202e}b",
            "ａｎｎａ",
            "anna٣",
            "a-very-long-name-21xx",
            "\u{1d41a}nna",
            "ﬁne",
        ];
        for name in invalid {
            assert_eq!(check(name), Err(ErrorCode::InvalidName), "{name}");
        }
    }

    #[test]
    fn a_name_may_be_written_with_composed_or_separate_accents() {
        assert_eq!(check("Zoe\u{308}"), Ok("Zoë".to_owned()));
        assert_eq!(key("Zoe\u{308}"), key("ZOË"));
    }

    #[test]
    fn reserved_words_are_refused_in_every_spelling() {
        for name in
            ["admin", "Admin", "ADM1N", "admin_1", "moderator", "modеrator", "Saffron", "saffron-99", "Админ", "Me"]
        {
            assert!(check(name).is_err(), "{name}");
        }
        assert!(check("administrated").is_ok());
    }
}

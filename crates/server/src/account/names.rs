//! Names of accounts: which are allowed, and which are the same.

use saffron_protocol::error::ErrorCode;
use unicode_normalization::UnicodeNormalization;
use unicode_script::{Script, UnicodeScript};
use unicode_security::GeneralSecurityProfile;
use unicode_security::confusable_detection::skeleton;

use crate::marks::piles_up_marks;

/// The fewest and the most characters of a name.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;

/// Names that seem to speak for the server, and words that the page and its addresses use. Digits, `_` and `-` around them
/// change nothing.
const RESERVED: &[&str] = &[
    "abuse",
    "account",
    "admin",
    "administration",
    "administrator",
    "anonymous",
    "api",
    "bot",
    "computer",
    "contact",
    "deleted",
    "engine",
    "everybody",
    "everyone",
    "guest",
    "help",
    "hostmaster",
    "info",
    "me",
    "mod",
    "moderation",
    "moderator",
    "nobody",
    "null",
    "official",
    "owner",
    "postmaster",
    "root",
    "saffron",
    "security",
    "server",
    "staff",
    "superuser",
    "support",
    "sysop",
    "system",
    "team",
    "undefined",
    "user",
    "webmaster",
    "админ",
    "администратор",
    "аноним",
    "гость",
    "модератор",
    "поддержка",
    "сервер",
    "шафран",
];

/// The form of a name in which it is unique: names that differ by case only, or that look alike in capitals or in small
/// letters, have the same. It is made of any text, so that it also finds names that nobody may take.
pub(crate) fn key(name: &str) -> String {
    // Letters are compared as capitals first, so that the case changes nothing, and then as small letters.
    let capitals: String = name.nfkc().flat_map(char::to_uppercase).collect();
    let small: String = skeleton(&capitals).flat_map(char::to_lowercase).collect();
    skeleton(&small).flat_map(char::to_lowercase).collect()
}

/// Checks a name, and gives the form in which it is stored.
///
/// # Errors
/// `InvalidName`; `NameTaken` for a reserved word.
pub(crate) fn check(name: &str) -> Result<String, ErrorCode> {
    if name.len() > 20 * LENGTH.end() {
        return Err(ErrorCode::InvalidName);
    }
    let name: String = name.nfc().collect();
    if !is_name(&name) {
        return Err(ErrorCode::InvalidName);
    }
    let core = key(name.trim_matches(|letter: char| !letter.is_alphabetic()));
    if RESERVED.iter().any(|reserved| key(reserved) == core) {
        return Err(ErrorCode::NameTaken);
    }
    Ok(name)
}

fn is_name(name: &str) -> bool {
    let letters = || name.chars().filter(|letter| letter.is_alphabetic());
    let of_script = |script| letters().all(|letter| letter.script() == script);
    LENGTH.contains(&name.chars().count())
        && name.chars().all(|each| is_letter(each) || each.is_ascii_digit() || each == '_' || each == '-')
        && name.starts_with(is_letter)
        && (of_script(Script::Latin) || of_script(Script::Cyrillic))
        // No other spelling of the same letters, such as those of full width.
        && name.nfkc().eq(name.chars())
        && !piles_up_marks(name)
}

fn is_letter(each: char) -> bool {
    each.is_alphabetic() && each.identifier_allowed()
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
    fn names_that_look_alike_are_the_same() {
        let same = [
            ("Anna", "aNNA"),
            ("Alice", "AIice"),
            ("alice", "a1ice"),
            ("Bob", "B0b"),
            ("modern", "modem"),
            ("Анна", "АННА"),
            ("сор", "cop"),
            ("ВОВ", "BOB"),
        ];
        for (one, other) in same {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        for (one, other) in [("anna", "hanna"), ("anna1", "anna2"), ("anna", "anna_"), ("Жук", "Лук")] {
            assert_ne!(key(one), key(other), "{one} {other}");
        }
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

    #[test]
    fn the_key_of_a_key_is_itself() {
        for name in ["Alice", "modern", "ВОВА", "Zoë", "O0Il1", "Saffron 7"] {
            assert_eq!(key(&key(name)), key(name), "{name}");
        }
    }
}

//! Keys of names. Names that look alike have the same key.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

/// Maximum number of rounds of removing marks and comparing shapes. No name needs more than three.
const MAX_ROUNDS: usize = 8;

/// Unique form of a name: names that look alike have the same. Every text has a key, even if it is no valid name.
///
/// These differences do not count: case, accents, the script of letters of the same shape, `0` and `O`, `1`, `l` and
/// `I`, `rn` and `m`, `vv` and `w`, `_` and `-` and repetitions of them, and invisible characters.
pub fn key(name: &str) -> String {
    let mut letters = key_with_accents(name);
    // A letter without its marks may have the shape of another one.
    for _ in 0..MAX_ROUNDS {
        let bare: String = letters.nfkd().filter(|each| !is_combining_mark(*each)).collect();
        let next = key_with_accents(&bare);
        if next == letters {
            break;
        }
        letters = next;
    }
    let mut key = String::with_capacity(letters.len() + 4);
    for letter in letters.chars() {
        match letter {
            '_' | '-' if key.ends_with('-') => {}
            '_' => key.push('-'),
            'w' => key.push_str("vv"),
            other => key.push(other),
        }
    }
    key
}

/// Key by the rules of earlier versions, in which accents distinguished names. An account from then keeps it if another
/// account has its [`key`].
pub fn key_with_accents(name: &str) -> String {
    // Upper case first, then lower case: some letters only become equal that way.
    let capitals: String = name.nfkc().flat_map(char::to_uppercase).collect();
    let small: String = skeleton(&capitals).flat_map(char::to_lowercase).collect();
    skeleton(&small).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_that_look_alike_are_the_same() {
        let same: &[&[&str]] = &[
            &[
                "Anna",
                "aNNA",
                "ANNA",
                "Änna",
                "Anńa",
                "A\u{30a}nna",
                "ａｎｎａ",
                "\u{1d41a}nna",
                "an\u{200d}na",
                "\u{202e}anna",
            ],
            &["MARISOL", "MARISOĹ", "Marisol", "marisół", "Mårïsöl", "MARlSOL", "MAR1S0L", "mari\u{301}sol"],
            &["Márta", "Marta", "MÁRTA", "Ma\u{301}rta"],
            &["Alice", "AIice", "alice", "a1ice", "aIlce"],
            &["Bob", "B0b", "bob"],
            &["modern", "modem", "m0dern"],
            &["Wanda", "VVanda", "vvanda", "Ẃanda"],
            &["Søren", "Soren", "Sören"],
            &["Đorđe", "Dorde"],
            &["Łukasz", "Lukasz"],
            &["Işıl", "Isil", "İşil"],
            &["Анна", "АННА", "А\u{301}нна"],
            &["Семён", "Семен", "СЕМЁН"],
            &["Сергей", "Сергеи"],
            &["сор", "cop", "COP"],
            &["ВОВ", "BOB", "B0B"],
            &["Зина", "3ина"],
            &["an_na", "an-na", "an__na", "an-_-na"],
        ];
        for names in same {
            for name in *names {
                assert_eq!(key(name), key(names[0]), "{name} {}", names[0]);
            }
        }
        for (one, other) in [
            ("anna", "hanna"),
            ("anna1", "anna2"),
            ("anna", "anna_"),
            ("Жук", "Лук"),
            ("an-na", "anna"),
            ("Ana", "Anna"),
        ] {
            assert_ne!(key(one), key(other), "{one} {other}");
        }
    }

    /// Digests of erased names are computed from the keys.
    #[test]
    fn stored_keys_keep_their_values() {
        let keys = [("MARISOĹ", "rnarlsol"), ("Wanda_W-1", "vvanda-vv-l"), ("Đorđe", "dorde"), ("Семён0", "cerneho")];
        for (name, expected) in keys {
            assert_eq!(key(name), expected, "{name}");
        }
    }

    #[test]
    fn accents_told_names_apart_before() {
        assert_ne!(key_with_accents("MARISOL"), key_with_accents("MARISOĹ"));
        assert_eq!(key_with_accents("Zoe\u{308}"), key_with_accents("ZOË"));
    }

    proptest! {
        #[test]
        fn the_key_of_a_key_is_itself(name in "\\PC{0,20}") {
            prop_assert_eq!(key(&key(&name)), key(&name));
        }

        /// An account is still found by the key that an earlier version stored.
        #[test]
        fn the_key_of_an_older_key_is_that_of_the_name(name in "[\\p{Latin}\\p{Cyrillic}0-9_-]{1,20}") {
            prop_assert_eq!(key(&key_with_accents(&name)), key(&name));
        }
    }
}

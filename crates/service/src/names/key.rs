//! Keys of names: names that look alike have the same.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

/// Rounds of taking marks away and comparing shapes. None needs more than three.
const MAX_ROUNDS: usize = 8;

/// The form of a name in which it is unique: names that look alike have the same. Any text has one, also a name that no one
/// may take.
///
/// Names differ only in what a reader sees at a glance: not in case, accents, the script of letters of one shape, `0` and `O`,
/// `1`, `l` and `I`, `rn` and `m`, `vv` and `w`, `_` and `-` or how many of them, and invisible characters.
pub fn key(name: &str) -> String {
    let mut letters = key_with_accents(name);
    // What is left of a letter without its marks may be shaped like another one.
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

/// The key by the rules of former versions, in which accents told names apart. An account that was made by them keeps it if
/// another account has its [`key`].
pub fn key_with_accents(name: &str) -> String {
    // Letters are compared as capitals first, so that the case changes nothing, and then as small letters.
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

    /// Digests of erased names are made of them.
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

        /// Names by which accounts were found once lead to the same key as these accounts' names.
        #[test]
        fn the_key_of_an_older_key_is_that_of_the_name(name in "[\\p{Latin}\\p{Cyrillic}0-9_-]{1,20}") {
            prop_assert_eq!(key(&key_with_accents(&name)), key(&name));
        }
    }
}

//! The most common passwords, as patterns.

/// Words in the most common passwords, in small letters, without the digits and signs around them.
const STEMS: &[&str] = &[
    "abc",
    "abcd",
    "abcde",
    "abcdef",
    "abcdefg",
    "abcdefgh",
    "aa",
    "access",
    "admin",
    "administrator",
    "alexander",
    "amanda",
    "andrea",
    "andrew",
    "angel",
    "anthony",
    "apple",
    "arsenal",
    "asdf",
    "asdfgh",
    "asdfghjk",
    "asdfghjkl",
    "asd",
    "baby",
    "babygirl",
    "barcelona",
    "baseball",
    "basketball",
    "batman",
    "butterfly",
    "changeme",
    "charlie",
    "chelsea",
    "chess",
    "chessmaster",
    "chocolate",
    "computer",
    "daniel",
    "default",
    "dragon",
    "family",
    "flower",
    "football",
    "forever",
    "freedom",
    "friends",
    "gfhjkm",
    "hannah",
    "hello",
    "hexagon",
    "hexchess",
    "hunter",
    "iloveyou",
    "internet",
    "jennifer",
    "jessica",
    "jordan",
    "joshua",
    "killer",
    "letmein",
    "letmeinnow",
    "liverpool",
    "login",
    "lovely",
    "loveme",
    "lovers",
    "master",
    "matthew",
    "michael",
    "michelle",
    "monkey",
    "mustang",
    "mypassword",
    "naruto",
    "natasha",
    "newpassword",
    "nicole",
    "ninja",
    "password",
    "passw0rd",
    "p@ssw0rd",
    "pa$$word",
    "pokemon",
    "princess",
    "qaz",
    "qazwsx",
    "qazwsxedc",
    "q",
    "qwe",
    "qweasd",
    "qweasdzxc",
    "qwer",
    "qwert",
    "qwerty",
    "qwertyu",
    "qwertyui",
    "qwertyuiop",
    "saffron",
    "samantha",
    "secret",
    "shadow",
    "soccer",
    "spiderman",
    "starwars",
    "summer",
    "sunshine",
    "superman",
    "trustno",
    "welcome",
    "winter",
    "zaq",
    "zxcvbnm",
];

/// Russian words, as they are and typed on an English keyboard with the Russian layout in mind.
const RUSSIAN: &[&str] = &[
    "йцукен",
    "йцукенг",
    "йцукенгш",
    "йцукенгшщзх",
    "фывапролд",
    "пароль",
    "привет",
    "любовь",
    "люблю",
    "наташа",
    "максим",
    "андрей",
    "александр",
    "солнышко",
    "шахматы",
    "ghbdtn",
    "gfhjkm",
    "k.,jdm",
    "yfnfif",
    "cjkysirj",
    "ifvfns",
    "vfrcbv",
];

/// Rows of keyboards. The digits go on from 9 to 0 and from 0 to 1.
const ROWS: [&str; 10] = [
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "qwertyuiop[]",
    "asdfghjkl;'",
    "zxcvbnm,./",
    "йцукенгшщзхъ",
    "фывапролджэ",
    "ячсмитьбю.",
    "!@#$%^&*()",
];

/// Minimum length of a password if a run, such as `12345`, counts as one character.
const FEWEST: usize = 5;

/// Returns whether a password in small letters is among the most common ones: few different characters, runs of the keyboard,
/// the alphabet or one character, something short again and again, a common word with digits or signs around it.
pub fn is_common(small: &str) -> bool {
    let letters: Vec<char> = small.chars().collect();
    let mut different = letters.clone();
    different.sort_unstable();
    different.dedup();
    if different.len() < 4 || is_run(&letters) {
        return true;
    }
    let block = block(&letters);
    if without_runs(block) < FEWEST {
        return true;
    }
    // Two runs in one another, and at most a character more: 1q2w3e4r.
    let [even, odd] = [0, 1].map(|first| letters.iter().skip(first).step_by(2).copied().collect::<Vec<char>>());
    if without_runs(&even) + without_runs(&odd) <= 3 {
        return true;
    }
    let block = block.iter().collect::<String>();
    [small, block.as_str()].into_iter().any(|text| {
        let stem = text.trim_matches(|letter: char| !letter.is_alphabetic());
        let is_known = |word: &str| STEMS.contains(&word) || RUSSIAN.contains(&word);
        // Without any letter it is digits and signs: dates, telephone numbers.
        is_known(text) || is_known(stem) || is_known(&read_digits(stem)) || stem.is_empty() && is_number(text)
    })
}

/// Removes the account's name, forwards and backwards, and the site's name from a password in small letters.
pub fn without_words(small: &str, name: &str) -> String {
    let name = name.to_lowercase();
    let reversed: String = name.chars().rev().collect();
    let mut left: Vec<char> = small.chars().collect();
    for word in [name.as_str(), reversed.as_str(), "saffron", "norffas", "шафран", "нарфаш"] {
        let word: Vec<char> = word.chars().collect();
        // A name of one letter is in everything; in one with letters, digits may stand for them.
        let read = |each: char| if word.iter().any(|each| each.is_alphabetic()) { read_digit(each) } else { each };
        while word.len() > 1
            && let Some(at) = left
                .windows(word.len())
                .position(|part| part.iter().copied().map(read).eq(word.iter().copied().map(read)))
        {
            left.drain(at..at + word.len());
        }
    }
    left.into_iter().collect()
}

/// The shortest block of which the characters are repetitions, the last one perhaps broken off; at least two of them.
fn block(letters: &[char]) -> &[char] {
    let length =
        (1..=letters.len() / 2).find(|&length| letters[length..].iter().eq(&letters[..letters.len() - length]));
    &letters[..length.unwrap_or(letters.len())]
}

/// Number of characters, each run of three and more counted as one.
fn without_runs(letters: &[char]) -> usize {
    let (mut count, mut from) = (0, 0);
    while from < letters.len() {
        let longest = (from + 3..=letters.len()).rev().find(|&to| is_run(&letters[from..to]));
        from = longest.unwrap_or(from + 1);
        count += 1;
    }
    count
}

/// Returns whether the letters are one repeated character, or neighbours on a row of the keyboard or in the alphabet, each once
/// or each twice: `12345678901`, `hgfedcba`, `112233`.
fn is_run(letters: &[char]) -> bool {
    let mut once = letters.to_vec();
    once.dedup();
    let backwards: String = once.iter().rev().collect();
    let forwards: String = once.iter().collect();
    // A long run of digits goes round more than once.
    let digits = |text: &str| {
        let steps = text.as_bytes().windows(2).map(|pair| (i16::from(pair[1]) - i16::from(pair[0])).rem_euclid(10));
        text.bytes().all(|each| each.is_ascii_digit()) && steps.clone().all(|step| step == 1)
    };
    once.len() <= 1
        || [forwards, backwards].iter().any(|text| digits(text) || ROWS.iter().any(|row| row.contains(text.as_str())))
}

/// A number of up to twelve digits, with signs between at most.
fn is_number(text: &str) -> bool {
    text.chars().filter(char::is_ascii_digit).count() <= 12
        && text.chars().all(|each| each.is_ascii_digit() || "+-./() ".contains(each))
}

/// The letters that digits and signs in a word stand for.
fn read_digits(word: &str) -> String {
    word.chars().map(read_digit).collect()
}

fn read_digit(each: char) -> char {
    match each {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_ones_and_their_decorations() {
        let common = [
            "password",
            "password1",
            "p4ssw0rd!!",
            "qwerty123",
            "abcd1234",
            "12345678",
            "1234567890",
            "87654321",
            "aaaaaaaa",
            "abababab",
            "dragondragon",
            "iloveyou2",
            "01.02.1990",
            "пароль123",
            "йцукенгш",
            "welcome2024",
            "12345678901",
            "123456789012345",
            "09876543210987",
            "1234512345123",
            "abcdefghijkl1",
            "qwertyuiopasdf",
            "qwerty123456",
            "1q2w3e4r5t6y",
            "qazqazqazqaz",
            "aaaabbbbcccc",
            "112233445566",
            "12344321",
            "!@#$%^&*()1",
            "абвгдежзик",
            "+7 916 123 45 67",
        ];
        for password in common {
            assert!(is_common(password), "{password}");
        }
        for password in [
            "correct horse",
            "kitchen-89-lamp",
            "x8!kq2#v",
            "93847561029384",
            "abc-lamp-123",
            "red fern 456",
            "пять слонов",
        ] {
            assert!(!is_common(password), "{password}");
        }
    }

    #[test]
    fn names_of_account_and_site_count_for_nothing() {
        for (password, left) in [
            ("anna2024", "2024"),
            ("annanna!", "nna!"),
            ("hella-alleh", "-"),
            ("saffron2024", "2024"),
            ("s4ffr0n!!", "!!"),
            ("шафран-шафран", "-"),
            ("correct horse", "correct horse"),
        ] {
            let name = if password.starts_with("hella") { "Hella" } else { "Anna" };
            assert_eq!(without_words(password, name), left, "{password}");
        }
        assert_eq!(without_words("abcabc", "a"), "abcabc");
        assert_eq!(without_words("1010101", "10"), "1");
    }
}

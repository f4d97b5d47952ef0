//! The most common passwords, as patterns.

/// What the most common passwords are made of, beside digits and signs around it, in small letters.
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

/// The same in Russian, and typed on an English keyboard with the Russian layout in mind.
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

/// Whether a password in small letters is among the most common ones: few different characters, a run of the keyboard or
/// the alphabet, a common word with digits or signs around it, or such a word twice.
pub(crate) fn is_common(small: &str) -> bool {
    let letters: Vec<char> = small.chars().collect();
    let mut different = letters.clone();
    different.sort_unstable();
    different.dedup();
    if different.len() < 4 || is_run(&letters) {
        return true;
    }
    let halves = letters.len().is_multiple_of(2).then(|| letters.split_at(letters.len() / 2));
    let half = halves.filter(|(left, right)| left == right).map(|(left, _)| left.iter().collect::<String>());
    std::iter::once(small.to_owned()).chain(half).any(|text| {
        let stem = text.trim_matches(|letter: char| !letter.is_alphabetic());
        let is_known = |word: &str| STEMS.contains(&word) || RUSSIAN.contains(&word);
        // Without any letter it is digits and signs: dates, telephone numbers.
        is_known(&text) || is_known(stem) || is_known(&read_digits(stem)) || stem.is_empty() && is_number(&text)
    })
}

/// Each character follows the one before it by the same step of at most one: `12345678`, `hgfedcba`.
fn is_run(letters: &[char]) -> bool {
    let steps = letters.windows(2).map(|pair| i64::from(u32::from(pair[1])) - i64::from(u32::from(pair[0])));
    let mut steps: Vec<i64> = steps.collect();
    // 1234567890 goes on with 0 after 9.
    if letters.ends_with(&['9', '0']) {
        steps.pop();
    }
    steps.iter().all(|step| *step == steps[0]) && steps.first().is_none_or(|step| step.abs() <= 1)
}

/// A number of up to ten digits, with signs between at most.
fn is_number(text: &str) -> bool {
    text.chars().filter(char::is_ascii_digit).count() <= 10
        && text.chars().all(|each| each.is_ascii_digit() || "-./ ".contains(each))
}

/// The letters that digits and signs in a word stand for.
fn read_digits(word: &str) -> String {
    let read = |each| match each {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    };
    word.chars().map(read).collect()
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
        ];
        for password in common {
            assert!(is_common(password), "{password}");
        }
        for password in ["correct horse", "kitchen-89-lamp", "x8!kq2#v", "93847561029384"] {
            assert!(!is_common(password), "{password}");
        }
    }
}

//! Reserved names, which could be mistaken for the server, one of its computers or a guest.

use std::sync::LazyLock;

use crate::names::key::key;

/// Names that could be mistaken for the server, and words of the page and its addresses. Refused as whole names, also
/// with digits, `_` or `-` added or with digits in place of letters.
const RESERVED: &[&str] = &[
    "abuse",
    "account",
    "admins",
    "api",
    "bot",
    "bots",
    "closed",
    "closedaccount",
    "computers",
    "contact",
    "engine",
    "everybody",
    "everyone",
    "help",
    "hostmaster",
    "info",
    "me",
    "moderators",
    "mods",
    "nobody",
    "null",
    "owner",
    "postmaster",
    "root",
    "security",
    "superuser",
    "system",
    "team",
    "undefined",
    "user",
    "webmaster",
    "бот",
    "закрытый",
    "закрытыйаккаунт",
    "удалён",
    "шафран",
];

/// Titles of the server's staff, and the page's words for guests and computers. Refused as a part of a name, delimited
/// by `_`, `-`, digits or capitals.
const TITLES: &[&str] = &[
    "admin",
    "administration",
    "administrator",
    "anonymous",
    "computer",
    "deleted",
    "guest",
    "mod",
    "moderation",
    "moderator",
    "official",
    "server",
    "staff",
    "support",
    "sysop",
    "админ",
    "администратор",
    "администрация",
    "аноним",
    "гость",
    "компьютер",
    "модер",
    "модератор",
    "поддержка",
    "сервер",
];

/// Name of the site and prefix of its computers' names, refused anywhere in a name.
const SITE: &str = "saffron";

/// Names of guests in lists, followed there by digits or letters; refused at the start of a name.
const GUESTS: [&str; 2] = ["guest", "гость"];

/// Keys of the words above.
struct Keys {
    names: Vec<String>,
    titles: Vec<String>,
    site: String,
    guests: Vec<String>,
}

static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    let of = |words: &[&str]| words.iter().map(|word| key(word)).collect();
    Keys { names: of(RESERVED), titles: of(TITLES), site: key(SITE), guests: of(&GUESTS) }
});

/// Returns whether an otherwise valid name is reserved.
pub fn is_reserved(name: &str) -> bool {
    let Keys { names, titles, site, guests } = &*KEYS;
    readings(name).iter().any(|letters| {
        names.contains(letters)
            || titles.contains(letters)
            || letters.contains(site)
            || guests.iter().any(|guest| letters.starts_with(guest))
    }) || words(name).into_iter().flat_map(readings).any(|letters| titles.contains(&letters))
}

/// Keys of a name's letters: as written, with digits read as the letters that they resemble (`M0d3r4t0r`), and so
/// without trailing digits.
fn readings(name: &str) -> [String; 3] {
    let core = name.trim_matches(|letter: char| !letter.is_alphabetic());
    [name.to_owned(), spelled(core), spelled(name)]
        .map(|text| key(&text.chars().filter(|letter| letter.is_alphabetic()).collect::<String>()))
}

/// Replaces digits by the letters that they resemble.
fn spelled(name: &str) -> String {
    let letter = |each| match each {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        '9' => 'g',
        other => other,
    };
    name.chars().map(letter).collect()
}

/// Words of a name: its parts between `_` and `-`, and the parts of these between capitals (`AnnaAdmin`).
fn words(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for part in name.split(['_', '-']).filter(|part| !part.is_empty()) {
        words.push(part);
        let (mut start, mut small) = (0, false);
        for (at, letter) in part.char_indices() {
            if letter.is_uppercase() && small {
                words.push(&part[start..at]);
                start = at;
            }
            small = !letter.is_uppercase();
        }
        words.push(&part[start..]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_seems_to_speak_for_the_server() {
        let names = [
            "admin",
            "Admin",
            "ADM1N",
            "admin_1",
            "Ádmin",
            "Adm1n15tr4t0r",
            "ad_min",
            "a-d-m-i-n",
            "AnnaAdmin",
            "Anna_admin",
            "site-admin-7",
            "moderator",
            "Módérátor",
            "m0d3r4t0r",
            "mod",
            "Mod_Anna",
            "modеrator",
            "Official",
            "official-anna",
            "Support_Team",
            "support2",
            "staff",
            "roo7",
            "server",
            "Saffron_Staff",
            "Админ",
            "админ_1",
            "АннаАдмин",
            "Модератор",
            "модёратор",
            "Поддержка-7",
            "СЕРВЕР",
            "Me",
            "me_",
        ];
        for name in names {
            assert!(is_reserved(name), "{name}");
        }
    }

    #[test]
    fn nobody_seems_to_be_a_computer_or_a_guest() {
        let names = [
            "Saffron",
            "saffron-99",
            "Saffron_1",
            "Saffron7",
            "Saffr0n-7",
            "Sáffron",
            "SAFFR0N",
            "TheSaffron",
            "saffronbot",
            "Saff-ron",
            "Computer",
            "Computer-level-5",
            "c0mputer7",
            "Guest",
            "Guest123",
            "guest_anna",
            "GuestAnna",
            "Gue5t9",
            "Güest",
            "Anonymous",
            "anonymous7",
            "deleted",
            "Deleted_User",
            "Closed-account",
            "Гость",
            "Гость7",
            "гостьанна",
            "Компьютер-5",
            "Закрытый_аккаунт",
            "Bot",
            "ВОТ",
        ];
        for name in names {
            assert!(is_reserved(name), "{name}");
        }
    }

    #[test]
    fn names_that_only_contain_such_words_are_nobodys_title() {
        let names = [
            "administrated",
            "Badminton",
            "modern",
            "Modest",
            "Robot",
            "Augusta",
            "Gustav",
            "Messi",
            "Homer",
            "Apiarist",
            "Teamo",
            "Roots",
            "Stafford",
            "Serverin",
            "Supporter",
            "Шафранов",
            "Сафронов",
            "Гостев",
            "Anna-2",
            "Márta",
            "Зоя",
        ];
        for name in names {
            assert!(!is_reserved(name), "{name}");
        }
    }
}

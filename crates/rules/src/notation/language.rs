//! The letters for the pieces in different languages.

use crate::piece::Role;

/// A language of game records, with its letters for the pieces.
///
/// ```
/// use saffron_rules::{Language, Role};
///
/// assert_eq!(Language::Hungarian.letter(Role::Knight), "H");
/// assert_eq!(Language::by_name("magyar"), Some(Language::Hungarian));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Language {
    /// N B R Q K.
    #[default]
    English,
    /// H F B V K: huszár, futó, bástya, vezér, király.
    Hungarian,
    /// S G W H K: skoczek, goniec, wieża, hetman, król.
    Polish,
    /// S L T D K: Springer, Läufer, Turm, Dame, König.
    German,
    /// К С Л Ф Кр: конь, слон, ладья, ферзь, король.
    Russian,
    /// S L T D K as in German: springare, löpare, torn, dam, kung.
    Swedish,
}

impl Language {
    /// All languages, in the order in which a [`Replayer`](crate::Replayer) tries them.
    /// Swedish comes last: its letters are the German ones.
    pub const ALL: [Self; 6] =
        [Self::English, Self::Hungarian, Self::Polish, Self::German, Self::Russian, Self::Swedish];

    /// The English name in small letters, such as `hungarian`.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    const fn names(self) -> [&'static str; 3] {
        match self {
            Self::English => ["english", "en", "english"],
            Self::Hungarian => ["hungarian", "hu", "magyar"],
            Self::Polish => ["polish", "pl", "polski"],
            Self::German => ["german", "de", "deutsch"],
            Self::Russian => ["russian", "ru", "русский"],
            Self::Swedish => ["swedish", "sv", "svenska"],
        }
    }

    /// The language with this name, in any case: English (`hungarian`), its own (`magyar`), or
    /// the two letters of ISO 639-1 (`hu`).
    pub fn by_name(name: &str) -> Option<Self> {
        let lower = name.to_lowercase();
        Self::ALL.into_iter().find(|language| language.names().contains(&lower.as_str()))
    }

    /// The letter for a piece. A pawn's letter is read but never written.
    pub const fn letter(self, role: Role) -> &'static str {
        let letters = match self {
            Self::English => ["P", "N", "B", "R", "Q", "K"],
            Self::Hungarian => ["Gy", "H", "F", "B", "V", "K"],
            Self::Polish => ["P", "S", "G", "W", "H", "K"],
            Self::German | Self::Swedish => ["B", "S", "L", "T", "D", "K"],
            Self::Russian => ["П", "К", "С", "Л", "Ф", "Кр"],
        };
        letters[role as usize]
    }

    /// Splits off a leading letter for a piece. Figurines (♘) are read in every language.
    pub(crate) fn split_first(self, text: &str) -> Option<(Role, &str)> {
        let first = text.chars().next()?;
        if let Some(role) = figurine(first) {
            return Some((role, &text[first.len_utf8()..]));
        }
        // The longer letter first: Кр before К.
        let fits = |role: &Role| text.starts_with(self.letter(*role));
        let role = Role::ALL.into_iter().filter(fits).max_by_key(|role| self.letter(*role).len())?;
        Some((role, &text[self.letter(role).len()..]))
    }

    /// Splits off a trailing letter for a piece.
    pub(crate) fn split_last(self, text: &str) -> Option<(&str, Role)> {
        let last = text.chars().next_back()?;
        if let Some(role) = figurine(last) {
            return Some((&text[..text.len() - last.len_utf8()], role));
        }
        let fits = |role: &Role| text.ends_with(self.letter(*role));
        let role = Role::ALL.into_iter().filter(fits).max_by_key(|role| self.letter(*role).len())?;
        Some((&text[..text.len() - self.letter(role).len()], role))
    }
}

impl core::fmt::Display for Language {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// The role of a figurine.
fn figurine(character: char) -> Option<Role> {
    const ORDER: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let at = (character as usize).checked_sub('♔' as usize)?;
    (at < 12).then(|| ORDER[at % 6])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_language() {
        for language in Language::ALL {
            for name in language.names() {
                assert_eq!(Language::by_name(name), Some(language));
                assert_eq!(Language::by_name(&name.to_uppercase()), Some(language));
            }
            assert_eq!(language.to_string(), language.name());
        }
        assert_eq!(Language::by_name("latin"), None);
        assert_eq!(Language::by_name(""), None);
    }

    #[test]
    fn letters_are_split_off_both_ends() {
        for language in Language::ALL {
            for role in Role::ALL {
                let letter = language.letter(role);
                assert_eq!(language.split_first(&format!("{letter}f6")), Some((role, "f6")), "{language} {letter}");
                assert_eq!(language.split_last(&format!("f11{letter}")), Some(("f11", role)), "{language} {letter}");
            }
            assert_eq!(language.split_first("e5"), None);
            assert_eq!(language.split_last("e5"), None);
            assert_eq!(language.split_first("♞f4"), Some((Role::Knight, "f4")));
            assert_eq!(language.split_last("f11♕"), Some(("f11", Role::Queen)));
        }
        assert_eq!(Language::English.split_first(""), None);
        assert_eq!(Language::English.split_first("☙"), None);
        assert_eq!(figurine('♓'), None);
        assert_eq!(figurine('♟'), Some(Role::Pawn));
        assert_eq!(figurine('♠'), None);
    }
}

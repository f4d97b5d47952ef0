//! Languages of e-mails: those of the page.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[cfg(test)]
#[path = "catalogue.rs"]
mod catalogue;

/// E-mails of a language. The first line of each is its subject; those of notifications are named lines, and the text around them.
#[derive(Debug)]
pub(crate) struct Texts {
    id: &'static str,
    pub(crate) confirm: &'static str,
    pub(crate) reset: &'static str,
    pub(crate) changed: &'static str,
    pub(crate) notifications: &'static str,
}

/// Languages of the page, its base language first.
static LANGUAGES: &[Texts] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// One of the page's languages, by its id such as `en`.
#[derive(Clone, Copy, Debug)]
pub struct Language(&'static Texts);

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Language {}

impl Language {
    /// All languages, the base language first.
    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(Self)
    }

    /// Language whose pages have no prefix in their addresses, and which replaces unknown ones.
    pub fn base() -> Self {
        Self(&LANGUAGES[0])
    }

    /// Language with this id.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::all().find(|language| language.id() == id)
    }

    /// Language that a browser prefers, by its `Accept-Language`; the base language if none is available.
    pub fn preferred(accept_language: &str) -> Self {
        let languages = accept_language.split(',').filter_map(|part| {
            let mut parts = part.split(';').map(str::trim);
            let language = Self::by_id(&parts.next()?.split('-').next()?.to_ascii_lowercase())?;
            let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |text| text.parse().ok())?;
            Some((language, weight))
        });
        let best = languages.fold(None, |best: Option<(Self, f32)>, (language, weight)| match best {
            Some((_, before)) if before >= weight => best,
            _ => Some((language, weight)),
        });
        best.map_or_else(Self::base, |(language, _)| language)
    }

    /// Id of the language, as in the page's addresses.
    pub fn id(self) -> &'static str {
        self.0.id
    }

    /// Prefix of the addresses of its pages: empty for the base language, otherwise such as `/ru`.
    pub fn prefix(self) -> String {
        if self == Self::base() { String::new() } else { format!("/{}", self.id()) }
    }

    pub(crate) fn texts(self) -> &'static Texts {
        self.0
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.id().serialize(serializer)
    }
}

/// Reads the id. A language that this version lacks becomes the base language, so that a queued e-mail is still sent.
impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        Ok(Self::by_id(&id).unwrap_or_else(Self::base))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::catalogue::{MESSAGES, SETTINGS, list};
    use super::*;

    #[test]
    fn the_language_is_the_one_with_the_greatest_weight() {
        let cases = [
            ("", "en"),
            ("ru", "ru"),
            ("ru-RU,ru;q=0.9,en;q=0.8", "ru"),
            ("en-GB, ru;q=0.5", "en"),
            ("fr, ru;q=0.5, en;q=0.7", "en"),
            ("fr", "en"),
            ("hu-HU,hu;q=0.9,en;q=0.8", "hu"),
            ("ru;q=x", "en"),
        ];
        for (header, language) in cases {
            assert_eq!(Language::preferred(header).id(), language, "{header}");
        }
    }

    #[test]
    fn a_queued_mail_keeps_its_language_and_an_unknown_one_becomes_the_base_language() {
        for language in Language::all() {
            let stored = serde_json::to_string(&language).expect("a text");
            assert_eq!(stored, format!("{:?}", language.id()));
            assert_eq!(serde_json::from_str::<Language>(&stored).expect("the same"), language);
        }
        assert_eq!(serde_json::from_str::<Language>("\"xx\"").expect("a language"), Language::base());
        assert!(serde_json::from_str::<Language>("7").is_err());
    }

    #[test]
    fn a_language_is_a_folder_and_an_entry_in_the_pages_list() {
        let page = tempfile::tempdir().expect("a folder");
        let settings = page.path().join(SETTINGS);
        fs::create_dir_all(settings.parent().expect("a folder")).expect("a folder");
        fs::write(&settings, r#"{ "baseLocale": "en", "locales": ["hu", "en"] }"#).expect("a list");
        for id in ["en", "hu"] {
            let mail = page.path().join(MESSAGES).join(id).join("mail");
            fs::create_dir_all(&mail).expect("a folder");
            for name in ["confirm", "reset", "changed", "notifications"] {
                fs::write(mail.join(format!("{name}.txt")), "Subject\nText").expect("a text");
            }
        }
        let listed = list(page.path()).expect("a list");
        let (english, hungarian) = (listed.find(r#"id: "en""#), listed.find(r#"id: "hu""#));
        assert!(english < hungarian && english.is_some(), "{listed}");
        fs::remove_file(page.path().join(MESSAGES).join("hu/mail/reset.txt")).expect("a file");
        let error = list(page.path()).expect_err("a text is missing");
        assert!(error.contains("reset.txt is missing"), "{error}");
    }
}

//! The addresses of the page, as its build has listed them in `addresses.json`: the server knows no page by itself.

use std::collections::HashMap;

use saffron_rules::Variant;
use serde::Deserialize;

/// File in which the build of the page lists its addresses.
pub(crate) const FILE: &str = "addresses.json";

/// Maximum length of an id: of something that a visitor has kept, of a game or of a challenge.
const ID_LENGTH: std::ops::RangeInclusive<usize> = 10..=64;

/// Maximum length of an account's name, in characters.
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 2..=20;

/// The addresses of the page. A path begins with `/` and ends without one.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Addresses {
    /// Documents by their path.
    documents: HashMap<String, Document>,
    /// Documents of what has an id, by the path in front of it.
    kept: HashMap<String, Document>,
    /// Documents of accounts, by the path in front of the name. A page that was built before there were any has none.
    #[serde(default)]
    named: HashMap<String, Document>,
    /// Documents of variants that the operator has added, by the path in front of the variant's id. A page that was built before
    /// there were any has none.
    #[serde(default)]
    added: HashMap<String, Document>,
    /// Former paths, and where their pages are now.
    redirects: HashMap<String, String>,
    /// The document for unknown addresses below a path; `/` is the one for all others.
    missing: HashMap<String, Document>,
}

/// A document of the page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    /// The path of its file.
    pub(crate) file: String,
    /// The variant of the position that the query of the address may name.
    #[serde(default)]
    pub(crate) variant: Option<String>,
}

/// Target of an address.
#[derive(Debug)]
pub(crate) enum Found<'a> {
    Document(&'a Document),
    /// Another address of the page.
    Moved(&'a str),
    /// Nothing. This document says so; there is none when the page was not built.
    Missing(Option<&'a Document>),
}

impl Addresses {
    /// Reads the list of the build.
    pub(crate) fn parse(json: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(json)
    }

    /// Target of the path of a request.
    pub(crate) fn find<'a>(&'a self, path: &'a str) -> Found<'a> {
        if let Some(document) = self.document(path) {
            return Found::Document(document);
        }
        if let Some(target) = self.redirects.get(path) {
            return Found::Moved(target);
        }
        // Only to an address that is known: a path such as `//host/` would lead to another server.
        let short = path.strip_suffix('/').unwrap_or(path);
        if self.document(short).is_some() {
            return Found::Moved(short);
        }
        match self.redirects.get(short) {
            Some(target) => Found::Moved(target),
            None => Found::Missing(self.missing_below(path)),
        }
    }

    fn document(&self, path: &str) -> Option<&Document> {
        self.documents.get(path).or_else(|| {
            let (above, id) = path.rsplit_once('/')?;
            let kept = self.kept.get(above).filter(|_| is_id(id));
            let named = || self.named.get(above).filter(|_| is_name(id));
            kept.or_else(named).or_else(|| self.added.get(above).filter(|_| Variant::by_id(id).is_some()))
        })
    }

    fn missing_below(&self, path: &str) -> Option<&Document> {
        let end = path.get(1..).and_then(|rest| rest.find('/')).map_or(path.len(), |end| end + 1);
        path.get(..end).and_then(|first| self.missing.get(first)).or_else(|| self.missing.get("/"))
    }
}

/// Whether this can be the name of an account, as an address writes it.
fn is_name(text: &str) -> bool {
    // It has neither of the characters that separate parameters or stand for a space.
    let decoded = form_urlencoded::parse(text.as_bytes()).next().map(|(name, _)| name).unwrap_or_default();
    NAME_LENGTH.contains(&decoded.chars().count())
        && !text.contains(['&', '=', '+'])
        && decoded.chars().all(|each| each.is_alphanumeric() || each == '-' || each == '_')
}

/// Whether this can be an id, as the page makes them.
fn is_id(text: &str) -> bool {
    ID_LENGTH.contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses() -> Addresses {
        Addresses::parse(
            br#"{
                "documents": {
                    "/": { "file": "play" },
                    "/ru": { "file": "ru" },
                    "/learn": { "file": "learn" },
                    "/analysis/shafran": { "file": "analysis", "variant": "shafran" }
                },
                "kept": { "/game": { "file": "game" } },
                "named": { "/user": { "file": "user" } },
                "added": { "/watch": { "file": "watch" } },
                "redirects": { "/rules": "/learn" },
                "missing": { "/": { "file": "missing" }, "/ru": { "file": "missing-ru" } }
            }"#,
        )
        .expect("the list")
    }

    fn found(path: &str) -> String {
        match addresses().find(path) {
            Found::Document(document) => document.file.clone(),
            Found::Moved(target) => format!("to {target}"),
            Found::Missing(document) => document.expect("a document").file.clone(),
        }
    }

    #[test]
    fn known_addresses_have_their_documents() {
        let cases = [
            ("/", "play"),
            ("/ru", "ru"),
            ("/learn", "learn"),
            ("/analysis/shafran", "analysis"),
            ("/game/0f3a77c2d1", "game"),
            ("/game/0198b7a4-1c55-7bd2-9a4e-6c1f0a2b3c4d", "game"),
            ("/user/Al", "user"),
            ("/user/a_very-long-name-123", "user"),
            ("/user/%D0%98%D0%B2%D0%B0%D0%BD", "user"),
            ("/watch/glinski", "watch"),
        ];
        for (path, file) in cases {
            assert_eq!(found(path), file, "{path}");
        }
    }

    #[test]
    fn former_addresses_and_slashes_at_the_end_are_redirected_within_the_site() {
        let cases = [
            ("/rules", "to /learn"),
            ("/rules/", "to /learn"),
            ("/learn/", "to /learn"),
            ("/ru/", "to /ru"),
            ("//", "to /"),
            ("/game/0f3a77c2d1/", "to /game/0f3a77c2d1"),
        ];
        for (path, target) in cases {
            assert_eq!(found(path), target, "{path}");
        }
    }

    #[test]
    fn everything_else_is_missing_in_the_language_of_its_path() {
        for path in
            ["/learning", "/Learn", "/learn/x", "/game", "/game/short1", "/game/a.b/cdefghij", "/game/0f3a77c2d1/x"]
        {
            assert_eq!(found(path), "missing", "{path}");
        }
        for path in [
            "/user",
            "/user/x",
            "/user/a.b",
            "/user/a_name-that-is-too-long",
            "/user/Al/x",
            "/user/Al=",
            "/user/%FF%FE",
            "/watch",
            "/watch/chess",
            "/learn/glinski",
        ] {
            assert_eq!(found(path), "missing", "{path}");
        }
        for path in ["", "//evil.example/", "//ru", "/рус", "/rux", "/game/0f3a77c2d1%22"] {
            assert_eq!(found(path), "missing", "{path}");
        }
        for path in ["/ru/hopscotch", "/ru/rules"] {
            assert_eq!(found(path), "missing-ru", "{path}");
        }
        assert!(matches!(Addresses::default().find("/"), Found::Missing(None)));
    }

    #[test]
    fn a_list_with_an_unknown_field_is_refused() {
        assert!(
            Addresses::parse(br#"{ "documents": {}, "kept": {}, "redirects": {}, "missing": {}, "x": 1 }"#).is_err()
        );
    }
}

//! Addresses of the page. The page's build lists them in `addresses.json`; the server knows no page by itself.

use std::collections::HashMap;

use saffron_rules::Variant;
use saffron_service::config::limits::NAME_LENGTH;
use serde::Deserialize;

/// File in which the page's build lists its addresses.
pub(crate) const FILE: &str = "addresses.json";

/// Valid lengths of an id, in bytes: of an entry in the visitor's storage, a game or a challenge.
const ID_LENGTH: std::ops::RangeInclusive<usize> = 10..=64;

/// Addresses of the page. Paths begin with `/` and do not end with it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Addresses {
    /// Documents by path.
    documents: HashMap<String, Document>,
    /// Documents of things with an id, by the path before the id.
    kept: HashMap<String, Document>,
    /// Documents of accounts, by the path before the name. Absent in pages built before profiles existed.
    #[serde(default)]
    named: HashMap<String, Document>,
    /// Documents of the operator's variants, by the path before the variant's id. Absent in pages built before such
    /// variants existed.
    #[serde(default)]
    added: HashMap<String, Document>,
    /// Former paths with their current ones.
    redirects: HashMap<String, String>,
    /// 404 documents for the addresses below a path; `/` stands for all others.
    missing: HashMap<String, Document>,
}

/// An HTML document of the page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    /// Path of the document's file.
    pub(crate) file: String,
    /// Variant of the position that the address's query may name.
    #[serde(default)]
    pub(crate) variant: Option<String>,
}

/// Result of looking an address up.
#[derive(Debug)]
pub(crate) enum Target<'a> {
    Document(&'a Document),
    /// Redirect to another address of the page.
    Moved(&'a str),
    /// Unknown address, with its 404 document; `None` if the page was not built.
    Missing(Option<&'a Document>),
}

impl Addresses {
    /// Parses `addresses.json`.
    pub(crate) fn parse(json: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(json)
    }

    /// Looks up the path of a request.
    pub(crate) fn find<'a>(&'a self, path: &'a str) -> Target<'a> {
        if let Some(document) = self.document(path) {
            return Target::Document(document);
        }
        if let Some(target) = self.redirects.get(path) {
            return Target::Moved(target);
        }
        // Only known addresses are redirected to: `//host/` would lead to another server.
        let short = path.strip_suffix('/').unwrap_or(path);
        if self.document(short).is_some() {
            return Target::Moved(short);
        }
        match self.redirects.get(short) {
            Some(target) => Target::Moved(target),
            None => Target::Missing(self.missing_below(path)),
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

/// Returns whether a text, percent-encoded as in an address, can be an account's name.
fn is_name(text: &str) -> bool {
    // Decoding as a query would read `&` and `=` as separators and `+` as a space; names contain none of them.
    let decoded = form_urlencoded::parse(text.as_bytes()).next().map(|(name, _)| name).unwrap_or_default();
    NAME_LENGTH.contains(&decoded.chars().count())
        && !text.contains(['&', '=', '+'])
        && decoded.chars().all(|each| each.is_alphanumeric() || each == '-' || each == '_')
}

/// Returns whether a text can be an id, by the page's rules for ids.
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
            Target::Document(document) => document.file.clone(),
            Target::Moved(target) => format!("to {target}"),
            Target::Missing(document) => document.expect("a document").file.clone(),
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
        assert!(matches!(Addresses::default().find("/"), Target::Missing(None)));
    }

    #[test]
    fn a_list_with_an_unknown_field_is_refused() {
        assert!(
            Addresses::parse(br#"{ "documents": {}, "kept": {}, "redirects": {}, "missing": {}, "x": 1 }"#).is_err()
        );
    }
}

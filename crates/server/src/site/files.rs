//! Files of the built page, in memory by path.

use std::borrow::Cow;
use std::collections::HashMap;

use axum::body::Bytes;
use saffron_service::content::Content;

use crate::http::encoding::Encoding;
use crate::site::addresses::{self, Addresses};
use crate::site::documents::Template;

/// Folder of the documents. They can be reached by the page's addresses only.
const DOCUMENTS: &str = "documents/";

/// `web/app/dist` at compile time; empty if the page was not built.
#[derive(rust_embed::Embed)]
#[folder = "../../web/app/dist"]
struct Embedded;

/// Files of the page. A request finds a file by its exact path, so nothing outside them can be reached. Documents are
/// found by the addresses in `addresses.json`.
///
/// ```
/// use saffron_server::Page;
///
/// let addresses = br#"{
///     "documents": { "/": { "file": "documents/play.html" } },
///     "kept": {}, "redirects": {}, "missing": {}
/// }"#;
/// let page = Page::from_files([
///     ("addresses.json".to_owned(), addresses.to_vec().into()),
///     ("documents/play.html".to_owned(), b"<!doctype html>".to_vec().into()),
/// ]);
/// assert!(page.is_built());
/// assert!(!Page::default().is_built());
/// ```
#[derive(Debug, Default)]
pub struct Page {
    files: HashMap<String, File>,
    /// Documents by the paths of their files.
    documents: HashMap<String, Template>,
    addresses: Option<Addresses>,
}

/// One file, with the compressed copies that the build made.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) content_type: &'static str,
    /// Whether the name contains a hash of the content, so that browsers may cache the file for ever.
    pub(crate) immutable: bool,
    pub(crate) plain: Content,
    pub(crate) brotli: Option<Content>,
    pub(crate) gzip: Option<Content>,
}

impl Page {
    /// The page that was embedded when the program was compiled.
    pub fn embedded() -> Self {
        Self::from_files(Embedded::iter().filter_map(|path| {
            let bytes = match Embedded::get(&path)?.data {
                Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                Cow::Owned(bytes) => Bytes::from(bytes),
            };
            Some((path.into_owned(), bytes))
        }))
    }

    /// Page with the given files. Paths use `/` and do not begin with it. A path with the extension `.br` or `.gz` is
    /// the compressed copy of the path without it, if that exists; a document may exist as its `.gz` only. A page whose `addresses.json` is missing or invalid
    /// counts as not built; the log says why.
    pub fn from_files(files: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let mut raw: HashMap<String, Bytes> = files.into_iter().collect();
        let addresses = raw.remove(addresses::FILE).and_then(|json| match Addresses::parse(&json) {
            Ok(addresses) => Some(addresses),
            Err(error) => {
                tracing::error!(%error, "the page's {} cannot be read", addresses::FILE);
                None
            }
        });
        let documents = raw.extract_if(|path, _| path.starts_with(DOCUMENTS)).map(|(path, bytes)| {
            match path.strip_suffix(Encoding::Gzip.suffix()) {
                Some(path) => (path.to_owned(), Template::Gzip(bytes)),
                None => (path, Template::Plain(bytes)),
            }
        });
        let documents = documents.collect();
        let originals: Vec<String> = raw.keys().filter(|path| !is_copy(path, &raw)).cloned().collect();
        let files = originals.into_iter().filter_map(|path| {
            let plain = Content::new(raw.remove(&path)?);
            let mut copy = |encoding: Encoding| raw.remove(&format!("{path}{}", encoding.suffix())).map(Content::new);
            let file = File {
                content_type: content_type(&path),
                immutable: path.starts_with("assets/"),
                plain,
                brotli: copy(Encoding::Brotli),
                gzip: copy(Encoding::Gzip),
            };
            Some((path, file))
        });
        Self { files: files.collect(), documents, addresses }
    }

    /// Returns whether there is a page. False if the program was compiled without it.
    pub fn is_built(&self) -> bool {
        self.addresses.is_some()
    }

    /// Addresses of the page; `None` if it is not built.
    pub(crate) fn addresses(&self) -> Option<&Addresses> {
        self.addresses.as_ref()
    }

    /// File with exactly this path. A path that ends with `/` names the `index.html` in that folder.
    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        if path.ends_with('/') { self.files.get(&format!("{path}index.html")) } else { self.files.get(path) }
    }

    /// Document in this file, with the placeholder for the site's URL.
    pub(crate) fn document(&self, file: &str) -> Option<&Template> {
        self.documents.get(file)
    }
}

impl File {
    /// Best copy for this `Accept-Encoding`, with its encoding if it is compressed.
    pub(crate) fn choose(&self, accept_encoding: &str) -> (Option<Encoding>, &Content) {
        let encoding = Encoding::preferred(accept_encoding, |encoding| self.copy(encoding).is_some());
        match encoding.and_then(|encoding| self.copy(encoding)) {
            Some(copy) => (encoding, copy),
            None => (None, &self.plain),
        }
    }

    fn copy(&self, encoding: Encoding) -> Option<&Content> {
        match encoding {
            Encoding::Brotli => self.brotli.as_ref(),
            Encoding::Gzip => self.gzip.as_ref(),
        }
    }

    /// Returns whether the response depends on `Accept-Encoding`.
    pub(crate) fn varies(&self) -> bool {
        self.brotli.is_some() || self.gzip.is_some()
    }
}

fn is_copy(path: &str, files: &HashMap<String, Bytes>) -> bool {
    Encoding::ALL
        .iter()
        .any(|encoding| path.strip_suffix(encoding.suffix()).is_some_and(|original| files.contains_key(original)))
}

/// Media type by file name extension.
fn content_type(path: &str) -> &'static str {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" | "toml" => "text/plain; charset=utf-8",
        "tsv" => "text/tab-separated-values; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(paths: &[&str]) -> Page {
        Page::from_files(paths.iter().map(|path| ((*path).to_owned(), Bytes::from(path.as_bytes().to_vec()))))
    }

    #[test]
    fn compressed_copies_belong_to_their_file() {
        let page = page(&["a.js", "a.js.br", "a.js.gz", "lonely.gz"]);
        let file = page.file("a.js").expect("the original");
        assert!(page.file("a.js.br").is_none());
        assert!(page.file("lonely.gz").is_some());
        assert_eq!(file.choose("br, gzip").0, Some(Encoding::Brotli));
        assert_eq!(file.choose("gzip").1.bytes, "a.js.gz");
        assert_eq!(file.choose("identity").0, None);
        assert!(file.varies());
    }

    #[test]
    fn different_bytes_have_different_entity_tags() {
        let page = page(&["a.js", "a.js.br", "b.js"]);
        let a = page.file("a.js").expect("a.js");
        let b = page.file("b.js").expect("b.js");
        assert_ne!(a.plain.etag, b.plain.etag);
        assert_ne!(a.plain.etag, a.choose("br").1.etag);
    }

    #[test]
    fn a_document_may_be_there_compressed_only() {
        let page = page(&["documents/a.html.gz", "documents/b.html"]);
        assert!(matches!(page.document("documents/a.html"), Some(Template::Gzip(_))));
        assert!(matches!(page.document("documents/b.html"), Some(Template::Plain(_))));
        assert!(page.file("documents/a.html.gz").is_none() && page.file("documents/b.html").is_none());
    }

    #[test]
    fn a_folder_is_its_index() {
        let page = page(&["board/index.html", "index.html"]);
        assert_eq!(page.file("board/").expect("the index").plain.bytes, "board/index.html");
        assert!(page.file("board").is_none() && page.file("assets/").is_none());
        assert!(page.file("").is_none(), "the root has a document");
    }

    #[test]
    fn browsers_get_the_media_types_that_they_require() {
        assert_eq!(content_type("assets/saffron_rules_bg-1a2b.wasm"), "application/wasm");
        assert_eq!(content_type("sw.js"), "text/javascript; charset=utf-8");
        assert_eq!(content_type("no-ending"), "application/octet-stream");
    }
}

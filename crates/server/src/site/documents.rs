//! HTML documents of the page. The build leaves a placeholder for the site's URL, which is filled in for each request.
//! If an address names a position, the link preview shows that position.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use saffron_rules::{Position, Variant};
use saffron_service::config::limits::{MAX_ADDRESS_MOVES, MAX_CACHED_DOCUMENTS, MAX_FEN};
use saffron_service::content::Content;

use crate::http::encoding::Encoding;

/// Placeholder that the build writes for the site's URL.
pub(crate) const OPEN_URL: &str = "https://saffron.invalid";

/// Size in bytes up to which documents are not compressed: they fit into one packet.
const MAX_UNCOMPRESSED: usize = 1024;

/// Document with the placeholder for the site's URL, as the build has left it.
#[derive(Clone, Debug)]
pub(crate) enum Template {
    Plain(Bytes),
    /// Compressed by gzip.
    Gzip(Bytes),
}

impl Template {
    /// Number of bytes of the text.
    fn len(&self) -> usize {
        match self {
            Self::Plain(bytes) => bytes.len(),
            // The last four bytes have it (RFC 1952, section 2.3.1).
            Self::Gzip(bytes) => bytes.last_chunk().map_or(0, |size| u32::from_le_bytes(*size) as usize),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Plain(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            Self::Gzip(bytes) => {
                let mut text = String::with_capacity(self.len());
                if let Err(error) = GzDecoder::new(&bytes[..]).read_to_string(&mut text) {
                    tracing::error!(%error, "a document of the page is damaged");
                }
                text
            }
        }
    }
}

/// Cache key: a document and its form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct DocumentKey {
    /// Path of the document's file.
    pub(crate) file: String,
    /// URL of the site.
    pub(crate) origin: String,
    /// Position of the link preview; `None` for the start position.
    pub(crate) position: Option<Preview>,
    pub(crate) encoding: Option<Encoding>,
}

/// Position that the query of a document's address names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Preview {
    variant: String,
    fen: String,
}

impl Preview {
    /// Position in a query, after the legal ones of the moves in it. `None` if the query names no legal position.
    pub(crate) fn of_query(variant: &str, query: &str) -> Option<Self> {
        let value = |key| form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == key).map(|(_, v)| v);
        let (fen, moves) = (value("fen"), value("moves"));
        if fen.as_ref().is_some_and(|fen| fen.len() > MAX_FEN) || (fen.is_none() && moves.is_none()) {
            return None;
        }
        let rules = Variant::by_id(variant)?;
        let mut position = match fen {
            Some(fen) => Position::from_any_fen(rules, &fen).ok()?,
            None => rules.start(),
        };
        // Same rules as the page's: a plus sign may be escaped, and underscores or commas may stand for it.
        let apart = |sign: char| sign.is_whitespace() || matches!(sign, '+' | '_' | ',');
        let moves = moves.as_deref().unwrap_or_default().split(apart).filter(|text| !text.is_empty());
        for text in moves.take(MAX_ADDRESS_MOVES) {
            let Ok(mv) = position.parse_uci(text) else { break };
            let Ok(next) = position.play(mv) else { break };
            position = next;
        }
        // The FEN is written from the position, so that no text of the request gets into the document.
        Some(Self { variant: variant.to_owned(), fen: position.to_fen() })
    }
}

/// Cache of finished documents.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    ready: Mutex<HashMap<DocumentKey, Content>>,
}

impl Documents {
    /// Encoding of a document for this `Accept-Encoding`; `None` if it is sent uncompressed.
    pub(crate) fn encoding(template: &Template, accept_encoding: &str) -> Option<Encoding> {
        let available = |encoding| encoding == Encoding::Gzip && template.len() > MAX_UNCOMPRESSED;
        Encoding::preferred(accept_encoding, available)
    }

    /// Cached document; `None` if it has to be made.
    pub(crate) fn ready(&self, key: &DocumentKey) -> Option<Content> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Fills in and compresses a document, which may take some milliseconds. Those with a position are not cached,
    /// since there are any number of them.
    pub(crate) fn make(&self, template: &Template, key: DocumentKey) -> Content {
        let bytes = fill(&template.text(), &key).into_bytes();
        let content = Content::new(Bytes::from(match key.encoding {
            Some(_) => gzip(&bytes),
            None => bytes,
        }));
        if key.position.is_none() {
            let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
            if ready.len() >= MAX_CACHED_DOCUMENTS {
                ready.clear();
            }
            ready.insert(key, content.clone());
        }
        content
    }
}

fn fill(template: &str, key: &DocumentKey) -> String {
    let Some(Preview { variant, fen }) = &key.position else {
        return template.replace(OPEN_URL, &key.origin);
    };
    let start = format!("{OPEN_URL}/picture/{variant}.png\"");
    let fen: String = form_urlencoded::byte_serialize(fen.as_bytes()).collect();
    let named = format!("{OPEN_URL}/picture/{variant}.png?fen={fen}\"");
    template.replace(&start, &named).replace(OPEN_URL, &key.origin)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::default());
    // Writes to memory do not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str = "<link href=\"https://saffron.invalid/learn\">\
         <meta content=\"https://saffron.invalid/picture/shafran.png\">";

    fn plain(text: &str) -> Template {
        Template::Plain(Bytes::from(text.to_owned()))
    }

    fn key(position: Option<Preview>) -> DocumentKey {
        DocumentKey { file: "x".to_owned(), origin: "https://chess.example".to_owned(), position, encoding: None }
    }

    #[test]
    fn the_url_of_the_site_is_filled_in() {
        let documents = Documents::default();
        let content = documents.make(&plain(TEMPLATE), key(None));
        let expected = TEMPLATE.replace("https://saffron.invalid", "https://chess.example");
        assert_eq!(content.bytes, expected);
        assert_eq!(documents.ready(&key(None)).expect("kept").etag, content.etag);
    }

    #[test]
    fn a_position_in_the_address_becomes_the_preview() {
        let query = "fen=3k1%2F6%2F7%2F8%2F9%2F4R4%2F8%2F7%2F6%2F1K3+w+-+-+0+1&x=1";
        let preview = Preview::of_query("shafran", query);
        assert!(preview.is_some());
        let documents = Documents::default();
        let content = documents.make(&plain(TEMPLATE), key(preview.clone()));
        let text = String::from_utf8(content.bytes.to_vec()).expect("text");
        assert!(
            text.contains(
                "https://chess.example/picture/shafran.png?fen=3k1%2F6%2F7%2F8%2F9%2F4R4%2F8%2F7%2F6%2F1K3+w"
            ),
            "{text}"
        );
        assert!(documents.ready(&key(preview)).is_none(), "documents of positions are not kept");
    }

    #[test]
    fn the_preview_of_a_game_is_the_position_after_its_last_legal_move() {
        let after = |query: &str| Preview::of_query("shafran", query).map(|preview| preview.fen);
        let fen = "kqbnr/bppppp/np5/bp6/rp6P/p3P2PR/6PB/5PN/PPPP1B/RNBQK b QBqb e3e4 0 1";
        assert_eq!(after("moves=e2e5").as_deref(), Some(fen));
        assert_eq!(after("moves=e2e5+nonsense+e9e6").as_deref(), Some(fen));
        assert_ne!(after("moves=e2e5+e9e6").as_deref(), Some(fen));
        for moves in ["e2e5%2Be9e6", "e2e5%20e9e6", "e2e5_e9e6", "e2e5,e9e6"] {
            assert_eq!(after(&format!("moves={moves}")), after("moves=e2e5+e9e6"), "{moves}");
        }
        assert_eq!(after(&format!("fen={}", fen.replace(' ', "_"))).as_deref(), Some(fen));
        let mate = "fen=3k1/6/7/8/9/4R4/8/7/6/1K3+w+-+-+0+1";
        assert_ne!(after(&format!("{mate}&moves=e5e9")), after(mate));
    }

    #[test]
    fn what_is_no_position_changes_nothing() {
        for query in ["", "fen=", "fen=%22%3E", "x=e2e5", &format!("fen={}", "1".repeat(600))] {
            assert_eq!(Preview::of_query("shafran", query), None, "{query}");
        }
        assert_eq!(Preview::of_query("nonsense", "moves=e2e5"), None);
        assert_eq!(Preview::of_query("nonsense", "fen=3k1/6/7/8/9/4R4/8/7/6/1K3 w - - 0 1"), None);
    }

    #[test]
    fn the_number_of_kept_documents_is_bounded() {
        let documents = Documents::default();
        for number in 0..MAX_CACHED_DOCUMENTS * 2 {
            let key = DocumentKey { origin: format!("http://h{number}"), ..key(None) };
            documents.make(&plain("x"), key);
        }
        assert!(documents.ready.lock().expect("the table").len() <= MAX_CACHED_DOCUMENTS);
    }

    #[test]
    fn compressed_documents_hold_the_same() {
        let text = TEMPLATE.repeat(50);
        let template = plain(&text);
        assert_eq!(Documents::encoding(&template, "br, gzip"), Some(Encoding::Gzip));
        assert_eq!(Documents::encoding(&template, "br"), None);
        assert_eq!(Documents::encoding(&plain("x"), "gzip"), None);
        let documents = Documents::default();
        let plain_copy = documents.make(&template, key(None));
        let packed = documents.make(&template, DocumentKey { encoding: Some(Encoding::Gzip), ..key(None) });
        let mut unpacked = Vec::new();
        GzDecoder::new(&packed.bytes[..]).read_to_end(&mut unpacked).expect("gzip");
        assert_eq!(unpacked, plain_copy.bytes);
        assert_ne!(packed.etag, plain_copy.etag);

        // So does one that the build has compressed.
        let built = Template::Gzip(Bytes::from(gzip(text.as_bytes())));
        assert_eq!(built.len(), text.len());
        assert_eq!(documents.make(&built, key(None)).bytes, plain_copy.bytes);
    }
}

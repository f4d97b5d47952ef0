//! Responses with an entity tag, compressed or not.

use std::hash::{DefaultHasher, Hasher};

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};

use crate::page::encoding::Encoding;

/// For files whose names contain a hash of their content.
pub(crate) const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Stored by the client, and checked by the tag before each use.
pub(crate) const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
/// Not stored.
pub(crate) const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// The bytes of a file in one encoding, and their entity tag.
#[derive(Clone, Debug)]
pub(crate) struct Content {
    pub(crate) bytes: Bytes,
    pub(crate) etag: String,
}

impl Content {
    /// The bytes with a tag made of them.
    pub(crate) fn new(bytes: Bytes) -> Self {
        let etag = entity_tag(&bytes);
        Self { bytes, etag }
    }
}

/// A tag that other bytes do not have.
pub(crate) fn entity_tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:016x}-{:x}\"", hasher.finish(), bytes.len())
}

/// What is said about a content.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) content_type: &'static str,
    pub(crate) cache_control: HeaderValue,
    pub(crate) encoding: Option<Encoding>,
    /// Whether another `Accept-Encoding` may get another encoding.
    pub(crate) varies: bool,
}

/// The response to a request with these headers: 304 where the client has the content already.
pub(crate) fn reply(content: &Content, kind: &Kind, request: &HeaderMap) -> Response {
    let known = knows(&content.etag, request);
    let mut response =
        if known { StatusCode::NOT_MODIFIED.into_response() } else { Response::new(Body::from(content.bytes.clone())) };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, kind.cache_control.clone());
    if let Ok(etag) = HeaderValue::from_str(&content.etag) {
        headers.insert(header::ETAG, etag);
    }
    if kind.varies {
        headers.insert(header::VARY, HeaderValue::from_name(header::ACCEPT_ENCODING));
    }
    if !known {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind.content_type));
        if let Some(encoding) = kind.encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
    }
    response
}

/// Whether the `If-None-Match` of a request contains this tag, so that the client has the content already.
pub(crate) fn knows(etag: &str, request: &HeaderMap) -> bool {
    let tags = joined(request, &header::IF_NONE_MATCH);
    tags.split(',').map(str::trim).any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}

/// All values of a header as one list.
pub(crate) fn joined(headers: &HeaderMap, name: &HeaderName) -> String {
    let values: Vec<&str> = headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).collect();
    values.join(",")
}

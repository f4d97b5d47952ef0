//! Responses: uncached JSON of the API, and files with an entity tag, compressed or not.

use axum::Json;
use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use saffron_service::content::Content;

use crate::http::encoding::Encoding;
use crate::http::error::ErrorResponse;

/// Result of a handler: JSON that caches do not store, or a refusal.
pub(crate) type Answer<T> = Result<([(HeaderName, &'static str); 1], Json<T>), ErrorResponse>;

/// Result of a handler without content (status 204), or a refusal.
pub(crate) type Done = Result<StatusCode, ErrorResponse>;

pub(crate) fn answer<T>(body: T) -> Answer<T> {
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(body)))
}

pub(crate) fn done() -> Done {
    Ok(StatusCode::NO_CONTENT)
}

/// `Cache-Control` of files whose names contain a hash of their content.
pub(crate) const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// `Cache-Control` of files that clients store but revalidate by the entity tag before each use.
pub(crate) const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
/// `Cache-Control` of responses that must not be stored.
pub(crate) const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Headers of a file's response.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) content_type: &'static str,
    pub(crate) cache_control: HeaderValue,
    pub(crate) encoding: Option<Encoding>,
    /// Whether the encoding depends on the request's `Accept-Encoding`.
    pub(crate) varies: bool,
}

/// Response to a request for a file: 304 if the client's copy is current.
pub(crate) fn reply(content: &Content, kind: &Kind, request: &HeaderMap) -> Response {
    let known = is_current(&content.etag, request);
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

/// Response to a request for JSON that is kept with its entity tag.
pub(crate) fn json(content: &Content, request: &HeaderMap) -> Response {
    let kind = Kind { content_type: "application/json", cache_control: REVALIDATE, encoding: None, varies: false };
    reply(content, &kind, request)
}

/// Returns whether `If-None-Match` contains this tag: the client's copy is current.
pub(crate) fn is_current(etag: &str, request: &HeaderMap) -> bool {
    let tags = joined(request, &header::IF_NONE_MATCH);
    tags.split(',').map(str::trim).any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}

/// Values of a repeated header, joined to one list.
pub(crate) fn joined(headers: &HeaderMap, name: &HeaderName) -> String {
    let values: Vec<&str> = headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).collect();
    values.join(",")
}

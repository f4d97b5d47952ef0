//! Replies: JSON of the API, and files with an entity tag, compressed or not.

use axum::Json;
use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use saffron_service::content::Content;

use crate::http::encoding::Encoding;
use crate::http::error::ErrorResponse;

/// JSON that is not kept by caches, or a code.
pub(crate) type Answer<T> = Result<([(HeaderName, &'static str); 1], Json<T>), ErrorResponse>;

/// Nothing but that it was done, or a code.
pub(crate) type Done = Result<StatusCode, ErrorResponse>;

/// An answer of JSON.
pub(crate) fn answer<T>(body: T) -> Answer<T> {
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(body)))
}

/// It was done, and there is nothing to say.
pub(crate) fn done() -> Done {
    Ok(StatusCode::NO_CONTENT)
}

/// For files whose names contain a hash of their content.
pub(crate) const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Stored by the client, and checked by the tag before each use.
pub(crate) const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
/// Not stored.
pub(crate) const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Headers of a content.
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

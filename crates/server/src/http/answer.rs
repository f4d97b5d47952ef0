//! Answers of the API.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderName};

use crate::http::error::ErrorResponse;

/// What an answer about running things says of itself.
const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// JSON that is not kept by caches, or a code.
pub(crate) type Answer<T> = Result<([(HeaderName, &'static str); 1], Json<T>), ErrorResponse>;

/// Nothing but that it was done, or a code.
pub(crate) type Done = Result<StatusCode, ErrorResponse>;

/// An answer of JSON.
pub(crate) fn answer<T>(body: T) -> Answer<T> {
    Ok((NO_STORE, Json(body)))
}

/// It was done, and there is nothing to say.
pub(crate) fn done() -> Done {
    Ok(StatusCode::NO_CONTENT)
}

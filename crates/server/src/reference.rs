//! Source of the tables in docs/protocol.md that list the requests, and the HTTP status of each error code.

use saffron_protocol::error::ErrorCode;

use crate::api::openapi::operations;
use crate::http::error;

/// One request of the API.
#[derive(Clone, Debug)]
pub struct Request {
    /// HTTP method in lower case.
    pub method: &'static str,
    /// Path with its parameters in braces.
    pub path: String,
    pub summary: String,
    /// Query parameters with their descriptions.
    pub query: Vec<(String, String)>,
    /// Type name of the request body; `None` without a body.
    pub body: Option<String>,
    /// Type name or media type of the response; `None` if it has no body.
    pub answer: Option<String>,
}

/// Every request of the API.
pub fn requests() -> impl Iterator<Item = Request> {
    operations().into_iter().map(|operation| Request {
        method: operation.method,
        summary: operation.described["summary"].as_str().unwrap_or_default().to_owned(),
        query: operation.query().map(|(name, meaning)| (name.to_owned(), meaning.to_owned())).collect(),
        body: operation.body().map(str::to_owned),
        answer: operation.answer().map(str::to_owned),
        path: operation.path,
    })
}

/// HTTP status of an error code, and the seconds of its `Retry-After`.
pub fn status(code: &ErrorCode) -> (u16, Option<u64>) {
    (error::status(code).as_u16(), error::retry_after(code))
}

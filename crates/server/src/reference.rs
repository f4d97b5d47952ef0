//! What docs/protocol.md shows of the server besides its messages: its requests, and the status of each refusal.

use saffron_protocol::error::ErrorCode;

use crate::api::openapi::operations;
use crate::http::error;

/// A request of the API.
#[derive(Clone, Debug)]
pub struct Request {
    /// The method in small letters.
    pub method: &'static str,
    /// The path, with the names of its parameters in braces.
    pub path: String,
    pub summary: String,
    /// Names and meanings of the parameters of the query.
    pub query: Vec<(String, String)>,
    /// The name of the type of the body.
    pub body: Option<String>,
    /// The name of the type of the answer, or its media type; `None` where there is no body.
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

/// The status of a refusal over HTTP, and the seconds of its `Retry-After`.
pub fn status(code: &ErrorCode) -> (u16, Option<u64>) {
    (error::status(code).as_u16(), error::retry_after(code))
}

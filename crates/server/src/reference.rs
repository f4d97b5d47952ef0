//! What docs/protocol.md shows of the server besides its messages: its requests, and the status of each refusal.

use saffron_protocol::error::ErrorCode;

use crate::api::openapi::{Answer, OPERATIONS};
use crate::http::error;

/// A request of the API.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The method in small letters.
    pub method: &'static str,
    /// The path, with the names of its parameters in braces.
    pub path: &'static str,
    pub summary: &'static str,
    /// Names and meanings of the parameters of the query.
    pub query: &'static [(&'static str, &'static str)],
    /// The name of the type of the body.
    pub body: Option<&'static str>,
    /// The name of the type of the answer, or its media type; `None` where there is no body.
    pub answer: Option<&'static str>,
}

/// Every request of the API.
pub fn requests() -> impl Iterator<Item = Request> {
    OPERATIONS.iter().map(|operation| Request {
        method: operation.method,
        path: operation.path,
        summary: operation.summary,
        query: operation.query,
        body: operation.body,
        answer: match operation.answer {
            Answer::Json(name) | Answer::Object(name) | Answer::Other(name) => Some(name),
            Answer::Empty | Answer::Socket => None,
        },
    })
}

/// The status of a refusal over HTTP, and the seconds of its `Retry-After`.
pub fn status(code: &ErrorCode) -> (u16, Option<u64>) {
    (error::status(code).as_u16(), error::retry_after(code))
}

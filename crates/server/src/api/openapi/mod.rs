//! Description of the HTTP interface: as OpenAPI 3.1, and as a page.

mod document;
mod operations;
mod page;
mod schemas;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use saffron_service::content::Content;

use crate::api::openapi::document::document;
use crate::api::openapi::page::{STYLE, page};
use crate::http::reply::{Kind, REVALIDATE, reply};

pub(crate) use operations::{Answer, OPERATIONS};

/// The texts, made when one of them is first asked for.
static TEXTS: LazyLock<[Content; 3]> = LazyLock::new(|| {
    let document = document();
    [document.to_string(), page(&document), STYLE.to_owned()].map(|text| Content::new(Bytes::from(text)))
});

/// The routes of the document.
pub(crate) fn routes() -> Router {
    Router::new()
        .route("/api/openapi.json", get(async |headers: HeaderMap| text(0, "application/json", &headers)))
        .route("/api/docs", get(async |headers: HeaderMap| text(1, "text/html; charset=utf-8", &headers)))
        .route("/api/docs.css", get(async |headers: HeaderMap| text(2, "text/css; charset=utf-8", &headers)))
}

fn text(index: usize, content_type: &'static str, headers: &HeaderMap) -> Response {
    let kind = Kind { content_type, cache_control: REVALIDATE, encoding: None, varies: false };
    reply(&TEXTS[index], &kind, headers)
}

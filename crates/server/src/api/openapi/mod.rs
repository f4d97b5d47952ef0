//! Description of the HTTP interface, collected from the handlers: an OpenAPI 3.1 document and a page to read.

mod document;
mod page;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::Response;
use saffron_service::content::Content;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::openapi::document::document;
use crate::api::openapi::page::{STYLE, page};
use crate::http::reply::{Kind, REVALIDATE, reply};

pub(crate) use document::operations;

/// The document, the page and its style, made at the first request for one of them.
static TEXTS: LazyLock<[Content; 3]> = LazyLock::new(|| {
    let document = document();
    [document.to_string(), page(&document), STYLE.to_owned()].map(|text| Content::new(Bytes::from(text)))
});

pub(crate) fn routes() -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(json)).routes(routes!(html)).routes(routes!(style))
}

#[utoipa::path(
    get, path = "/api/openapi.json", tag = "operation",
    summary = "This document",
    responses((status = 200, content_type = "application/json", body = Object, description = "OpenAPI 3.1"))
)]
async fn json(headers: HeaderMap) -> Response {
    text(0, "application/json", &headers)
}

#[utoipa::path(
    get, path = "/api/docs", tag = "operation",
    summary = "This document as an HTML page",
    responses((status = 200, content_type = "text/html", body = String))
)]
async fn html(headers: HeaderMap) -> Response {
    text(1, "text/html; charset=utf-8", &headers)
}

#[utoipa::path(
    get, path = "/api/docs.css", tag = "operation",
    summary = "Style sheet of that page",
    responses((status = 200, content_type = "text/css", body = String))
)]
async fn style(headers: HeaderMap) -> Response {
    text(2, "text/css; charset=utf-8", &headers)
}

fn text(index: usize, content_type: &'static str, headers: &HeaderMap) -> Response {
    let kind = Kind { content_type, cache_control: REVALIDATE, encoding: None, varies: false };
    reply(&TEXTS[index], &kind, headers)
}

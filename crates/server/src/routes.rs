//! The routes of the server, and the files of the page.
//!
//! The files are answered here and not by tower-http's `ServeDir`, which reads a folder: these are in the program, with
//! the compressed copies that the page's build has made.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use tower_http::trace::{DefaultOnFailure, DefaultOnResponse, TraceLayer};
use tracing::{Level, Span};

use crate::analysis;
use crate::client::{TrustedProxies, client_of, identify_client};
use crate::config::ServerConfig;
use crate::engine_pool::EnginePool;
use crate::headers::secure;
use crate::page::{File, Page};
use crate::quota::QuotaTables;

/// For files whose names contain a hash of their content.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Stored by the client, and checked by the tag before each use.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

const NOT_BUILT: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Saffron: the page is not built</title>
<h1>The page is not built</h1>
<p>This program was compiled without the web page. In Saffron's source folder run</p>
<pre>cargo saffron</pre>
<p>which builds the page, builds the program with the page in it, and serves the game.</p>
</html>
";

/// Everything the server answers:
///
/// - `/healthz`: `ok`, for monitoring;
/// - `/api/analysis`: what of the engine is provided, and searches;
/// - the files of the page, compressed where the client accepts it;
/// - the page's document for every other address without a dot in it, since the page itself reads the address;
/// - 404 for the rest.
///
/// Limits of connections are the business of [`Server`](crate::Server). A request without the
/// [`ConnectInfo`](axum::extract::ConnectInfo) of its peer belongs to one client with all others of this kind.
pub fn router(page: Page, config: &ServerConfig) -> Router {
    let mut quotas = QuotaTables::default();
    router_with(page, config, Arc::new(EnginePool::new(config.analysis)), &mut quotas)
}

/// The same with given engines; the quotas are added to the tables.
pub(crate) fn router_with(
    page: Page,
    config: &ServerConfig,
    pool: Arc<EnginePool>,
    quotas: &mut QuotaTables,
) -> Router {
    let analysis = analysis::routes(pool, config.connections.request_timeout, config.quotas.searches, quotas);
    let routes = Router::new()
        .route("/healthz", get(health))
        .merge(analysis)
        .fallback_service(get(serve_page).with_state(Arc::new(page)));
    quotas
        .limit(routes, config.quotas.requests, None)
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(request_span)
                .on_response(DefaultOnResponse::new().level(Level::INFO))
                // Status 503 is the usual answer of a busy server; faults are logged where they occur.
                .on_failure(DefaultOnFailure::new().level(Level::DEBUG)),
        )
        .layer(from_fn_with_state(TrustedProxies::new(&config.trusted_proxies), identify_client))
        .layer(map_response(secure))
}

/// The context of all log lines of a request.
fn request_span(request: &Request) -> Span {
    tracing::info_span!("request", client = %client_of(request), method = %request.method(), uri = %request.uri())
}

async fn health() -> Response {
    ([(header::CACHE_CONTROL, NO_STORE)], "ok\n").into_response()
}

async fn serve_page(State(page): State<Arc<Page>>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let file = match page.file(path) {
        Some(file) => Some(file),
        None if is_page_address(path) => page.index(),
        None => return not_found(),
    };
    match file {
        Some(file) => answer(file, &headers),
        None => (StatusCode::SERVICE_UNAVAILABLE, [(header::CACHE_CONTROL, NO_STORE)], Html(NOT_BUILT)).into_response(),
    }
}

/// Whether a path is an address of the page and not of a file.
fn is_page_address(path: &str) -> bool {
    !path.contains('.') && !path.starts_with("assets/")
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, NO_STORE)], "not found\n").into_response()
}

fn answer(file: &File, request: &HeaderMap) -> Response {
    let accepted = joined(request, &header::ACCEPT_ENCODING);
    let (encoding, copy) = file.choose(&accepted);
    let known = is_known(&copy.etag, &joined(request, &header::IF_NONE_MATCH));

    let mut response =
        if known { StatusCode::NOT_MODIFIED.into_response() } else { Response::new(Body::from(copy.bytes.clone())) };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, if file.immutable { IMMUTABLE } else { REVALIDATE });
    if let Ok(etag) = HeaderValue::from_str(&copy.etag) {
        headers.insert(header::ETAG, etag);
    }
    if file.varies() {
        headers.insert(header::VARY, HeaderValue::from_name(header::ACCEPT_ENCODING));
    }
    if !known {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.content_type));
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
    }
    response
}

/// All values of a header as one list.
fn joined(headers: &HeaderMap, name: &header::HeaderName) -> String {
    let values: Vec<&str> = headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).collect();
    values.join(",")
}

/// Whether an `If-None-Match` contains this tag, so that the client has the file already.
fn is_known(etag: &str, if_none_match: &str) -> bool {
    if_none_match.split(',').map(str::trim).any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}

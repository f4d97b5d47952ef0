//! The server's routes, and the files of the page.
//!
//! tower-http's `ServeDir` serves a folder on disk; these files are embedded in the program, together with the
//! compressed copies that the page's build makes.

use std::sync::{Arc, LazyLock};

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use saffron_protocol::limits::MAX_BODY;
use saffron_rules::Variant;
use saffron_service::Service;
use saffron_service::analysis::engine_pool::EnginePool;
use saffron_service::config::ServerConfig;
use saffron_service::metrics::Metrics;
use saffron_service::tables::OpenedTables;
use tower_http::trace::{DefaultOnFailure, DefaultOnResponse, TraceLayer};
use tracing::{Level, Span};

use crate::api::health::{Sources, count, health_route, local_metrics};
use crate::api::{self, analysis};
use crate::http::AppState;
use crate::http::client::{TrustedProxies, client_of, identify_client};
use crate::http::cookie::write_cookie;
use crate::http::origin_check::{refuse_other_sites, secure};
use crate::http::pace::limit_time;
use crate::http::parameters::refuse_nul;
use crate::http::quota;
use crate::http::reply::{IMMUTABLE, Kind, NO_STORE, REVALIDATE, joined, reply};
use crate::site::addresses::{Document, Target};
use crate::site::documents::{DocumentKey, Documents, Preview};
use crate::site::files::{File, Page};
use crate::site::origin::Origins;
use crate::site::picture;

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

/// Routes of the whole server:
///
/// - `/healthz`: `ok`, for monitoring; with the service also `/readyz` and `/metrics`;
/// - `/api/analysis`: the offer of searches, and searches;
/// - `/api/tables`: endgame tables, look-ups and files;
/// - `/picture/VARIANT.png` and `.svg`: pictures of positions;
/// - the files of the page, compressed if the client accepts it;
/// - the documents of the page by their addresses, with redirects from former ones;
/// - 404 for the rest, with a document if the path might be meant as an address.
///
/// [`Server`](crate::Server) limits connections. Requests without [`ConnectInfo`](axum::extract::ConnectInfo) of their
/// peer all count as one client.
pub fn router(page: Page, config: &ServerConfig) -> Router {
    let engines = Engines { pool: Arc::new(EnginePool::new(config.analysis)), tables: Arc::new(open_tables(config)) };
    router_with(page, config, engines, None)
}

/// Routes that need the service, without its state. They are made once, since their descriptions take milliseconds and simulations
/// start many servers.
static SERVICE_ROUTES: LazyLock<Router<AppState>> = LazyLock::new(|| Router::from(api::service_routes()));

/// Routes of the API that need the service.
pub fn api_routes(service: &Service) -> Router {
    let app = service.app();
    SERVICE_ROUTES
        .clone()
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn(refuse_nul))
        .layer(Extension(Arc::clone(&app.budgets)))
        .layer(from_fn_with_state(Arc::clone(app), refuse_other_sites))
        .layer(from_fn_with_state(Arc::clone(app), write_cookie))
        .with_state(AppState(Arc::clone(app)))
}

/// State of the routes that need no service: engines and tables.
#[derive(Debug)]
pub(crate) struct Engines {
    pub(crate) pool: Arc<EnginePool>,
    pub(crate) tables: Arc<OpenedTables>,
}

/// Opens the endgame tables of all variants.
pub(crate) fn open_tables(config: &ServerConfig) -> OpenedTables {
    let ids = config.service.variants.iter().flat_map(|file| &file.variants);
    OpenedTables::open(config.tables.as_deref(), ids.filter_map(|id| Variant::by_id(id)))
}

/// Routes of a server with the given engines, with or without the service.
pub(crate) fn router_with(
    page: Page,
    config: &ServerConfig,
    Engines { pool, tables }: Engines,
    service: Option<&Service>,
) -> Router {
    let proxies = TrustedProxies::new(&config.trusted_proxies);
    let origins = Origins { fixed: config.public_url.clone(), proxies: proxies.clone() };
    let metrics = service.map_or_else(|| Arc::new(Metrics::default()), |service| Arc::clone(&service.app().metrics));
    let own_metrics = service
        .filter(|_| config.metrics_listen.is_none())
        .map(|service| local_metrics(Sources { app: Arc::clone(service.app()), pool: Arc::clone(&pool) }));
    let analysis = analysis::routes(pool, config.quotas.searches);
    let site = Site { page, documents: Documents::default(), origins };
    let routes = Router::new()
        .merge(analysis)
        .merge(api::tables::routes(tables))
        .merge(Router::from(api::openapi::routes()))
        .merge(Router::from(health_route()))
        .merge(picture::routes(config.quotas.searches))
        .merge(service.map(api_routes).unwrap_or_default())
        .merge(own_metrics.unwrap_or_default())
        .fallback_service(get(serve_page).with_state(Arc::new(site)));
    quota::limit(routes, config.quotas.requests, None)
        .layer(from_fn_with_state(config.connections.request_timeout, limit_time))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(request_span)
                .on_response(DefaultOnResponse::new().level(Level::INFO))
                // A busy server answers 503 as a matter of course; faults are logged where they occur.
                .on_failure(DefaultOnFailure::new().level(Level::DEBUG)),
        )
        .layer(from_fn_with_state(proxies, identify_client))
        .layer(from_fn_with_state(metrics, count))
        .layer(map_response(secure))
}

/// Log context of a request. It leaves out the query and the token in the address of a feed, since both may be secret.
fn request_span(request: &Request) -> Span {
    let path = request.uri().path();
    let path = if path.starts_with("/feed/") { "/feed/" } else { path };
    tracing::info_span!("request", client = %client_of(request), method = %request.method(), path)
}

/// State of the page's routes.
#[derive(Debug)]
struct Site {
    page: Page,
    documents: Documents,
    origins: Origins,
}

async fn serve_page(State(site): State<Arc<Site>>, request: Request) -> Response {
    let (request, _) = request.into_parts();
    let path = request.uri.path();
    if let Some(file) = path.strip_prefix('/').and_then(|path| site.page.file(path)) {
        return serve_file(file, &request.headers);
    }
    let folder = format!("{path}/");
    if folder.strip_prefix('/').and_then(|path| site.page.file(path)).is_some() {
        return moved(&folder, request.uri.query());
    }
    let Some(addresses) = site.page.addresses() else {
        return if may_be_address(path, &request.headers) { not_built() } else { not_found() };
    };
    let document = match addresses.find(path) {
        Target::Document(document) => document,
        Target::Moved(target) => return moved(target, request.uri.query()),
        Target::Missing(Some(document)) if may_be_address(path, &request.headers) => {
            let mut response = serve_document(&site, document, &request).await;
            if response.status() == StatusCode::OK {
                *response.status_mut() = StatusCode::NOT_FOUND;
            }
            response.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
            return response;
        }
        Target::Missing(_) => return not_found(),
    };
    serve_document(&site, document, &request).await
}

/// Returns whether a path may be meant as a page: a browser navigates to it, or it does not look like a file.
fn may_be_address(path: &str, headers: &HeaderMap) -> bool {
    let is_file = path.contains('.') || path.starts_with("/assets/") || path.starts_with("/api/");
    !is_file || joined(headers, &header::ACCEPT).contains("text/html")
}

fn serve_file(file: &File, request: &HeaderMap) -> Response {
    let (encoding, copy) = file.choose(&joined(request, &header::ACCEPT_ENCODING));
    let cache_control = if file.immutable { IMMUTABLE } else { REVALIDATE };
    let kind = Kind { content_type: file.content_type, cache_control, encoding, varies: file.varies() };
    reply(copy, &kind, request)
}

async fn serve_document(site: &Arc<Site>, document: &Document, request: &Parts) -> Response {
    let Some(template) = site.page.document(&document.file) else {
        tracing::error!(file = document.file, "the page has no such document");
        return not_found();
    };
    let query = request.uri.query().unwrap_or("");
    let encoding = Documents::encoding(template, &joined(&request.headers, &header::ACCEPT_ENCODING));
    let key = DocumentKey {
        file: document.file.clone(),
        origin: site.origins.of(request),
        position: document.variant.as_ref().and_then(|variant| Preview::of_query(variant, query)),
        encoding,
    };
    let content = match site.documents.ready(&key) {
        Some(content) => content,
        None => {
            let (site, template) = (Arc::clone(site), template.clone());
            match tokio::task::spawn_blocking(move || site.documents.make(&template, key)).await {
                Ok(content) => content,
                Err(error) => {
                    tracing::error!(%error, "making a document ended early");
                    return StatusCode::INTERNAL_SERVER_ERROR.into_response();
                }
            }
        }
    };
    let kind = Kind { content_type: "text/html; charset=utf-8", cache_control: REVALIDATE, encoding, varies: true };
    reply(&content, &kind, &request.headers)
}

fn moved(target: &str, query: Option<&str>) -> Response {
    let target = query.map_or(target.to_owned(), |query| format!("{target}?{query}"));
    match HeaderValue::from_str(&target) {
        Ok(target) => (StatusCode::MOVED_PERMANENTLY, [(header::LOCATION, target)]).into_response(),
        Err(_) => not_found(),
    }
}

fn not_built() -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, [(header::CACHE_CONTROL, NO_STORE)], Html(NOT_BUILT)).into_response()
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, NO_STORE)], "not found\n").into_response()
}

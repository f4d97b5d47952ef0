//! Health checks (`/healthz`, `/readyz`), metrics, and the middleware that counts requests.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Router;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use saffron_service::App;
use saffron_service::analysis::engine_pool::EnginePool;
use saffron_service::config::limits::READY_TIMEOUT;
use saffron_service::metrics::{Metrics, RequestLabels};
use saffron_store::jobs;
use tokio::time::Instant;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::error::RefusedCode;
use crate::http::reply::NO_STORE;

/// Media type of the metrics.
const OPEN_METRICS: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");

/// Headers with which a reverse proxy marks a forwarded request.
const FORWARDED: [HeaderName; 4] =
    [header::FORWARDED, header::VIA, HeaderName::from_static("x-forwarded-for"), HeaderName::from_static("x-real-ip")];

/// State that the metrics are read from.
#[derive(Clone, Debug)]
pub(crate) struct Sources {
    pub(crate) app: Arc<App>,
    pub(crate) pool: Arc<EnginePool>,
}

/// Readiness check: 503 while the server stops or its store fails.
pub(crate) fn ready_route() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(ready))
}

/// Liveness check: 200 as long as the process answers.
pub(crate) fn health_route() -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(health))
}

/// Metrics on the server's main port, for clients on this machine only.
pub(crate) fn local_metrics(sources: Sources) -> Router {
    Router::from(local_metrics_api()).with_state(sources)
}

/// Route of the metrics on the main port with its OpenAPI description.
pub(crate) fn local_metrics_api() -> OpenApiRouter<Sources> {
    OpenApiRouter::new().routes(routes!(metrics_of_this_machine))
}

/// Routes of the separate listener for metrics, which serves any client that can connect.
pub(crate) fn metrics_listener(sources: Sources) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .with_state(sources.clone())
        .merge(Router::from(ready_route()).with_state(AppState(sources.app)))
        .merge(Router::from(health_route()))
}

#[utoipa::path(
    get, path = "/healthz", tag = "operation",
    summary = "Liveness check",
    responses((status = 200, content_type = "text/plain", body = String))
)]
pub(crate) async fn health() -> Response {
    ([(header::CACHE_CONTROL, NO_STORE)], "ok\n").into_response()
}

#[utoipa::path(
    get, path = "/readyz", tag = "operation",
    summary = "Readiness check: 503 while the server stops or its store fails",
    responses((status = 200, content_type = "text/plain", body = String))
)]
async fn ready(State(app): State<Arc<App>>) -> Response {
    let problem = if *app.stopping.borrow() {
        Some("stopping\n")
    } else if !app.writing.load(Ordering::Relaxed) {
        // `Database::health` only flushes, and a flush without pending writes cannot fail.
        Some("the store fails\n")
    } else {
        match tokio::time::timeout(READY_TIMEOUT, app.database.health()).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => {
                tracing::warn!(%error, "not ready");
                Some("the store fails\n")
            }
            Err(_) => {
                tracing::warn!("not ready: the store does not answer");
                Some("the store does not answer\n")
            }
        }
    };
    let status = if problem.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    (status, [(header::CACHE_CONTROL, NO_STORE)], problem.unwrap_or("ready\n")).into_response()
}

#[utoipa::path(
    get, path = "/metrics", tag = "operation",
    summary = "Metrics, for programs on the server's machine",
    responses((status = 200, content_type = "application/openmetrics-text", body = String))
)]
async fn metrics_of_this_machine(State(sources): State<Sources>, request: Request) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
    if is_of_this_machine(peer, request.headers()) {
        metrics(State(sources)).await
    } else {
        (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, NO_STORE)], "not found\n").into_response()
    }
}

/// Returns whether a request comes from a program on this machine, directly rather than through a reverse proxy.
fn is_of_this_machine(peer: Option<SocketAddr>, headers: &HeaderMap) -> bool {
    peer.is_some_and(|peer| peer.ip().to_canonical().is_loopback())
        && !FORWARDED.iter().any(|name| headers.contains_key(name))
}

async fn metrics(State(Sources { app, pool }): State<Sources>) -> Response {
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let metrics = &app.metrics;
    metrics.sockets.set(count(app.sockets.total()));
    metrics.online.set(count(app.online.count()));
    metrics.games.set(count(app.lobby.current.count()));
    metrics.computer_games.set(count(app.lobby.current.count_that(|game| game.people < 2)));
    metrics.computer_games_waiting.set(count(app.computers.queue().waiting()));
    metrics.searches.set(count(pool.running()));
    metrics.searches_begun.inner().store(pool.begun(), Ordering::Relaxed);
    if let Ok(Ok(counts)) = tokio::time::timeout(READY_TIMEOUT, jobs::counts(&*app.database)).await {
        metrics.set_jobs(counts);
    }
    let headers = [(header::CACHE_CONTROL, NO_STORE), (header::CONTENT_TYPE, OPEN_METRICS)];
    (headers, metrics.text()).into_response()
}

/// Middleware that counts each request with its method, route, status and duration.
pub(crate) async fn count(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let method = method_name(request.method());
    // The page has any number of addresses; one label stands for them all.
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned();
    let started = Instant::now();
    let response = next.run(request).await;
    metrics.answer(&RequestLabels { method, route, status: response.status().as_u16() }, started.elapsed());
    if let Some(RefusedCode(code)) = response.extensions().get() {
        metrics.refuse_code(code.clone());
    }
    response
}

/// Label of a method; `other` for those that no route has, so that clients cannot create labels.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use saffron_store::{MemoryDisk, MemoryOptions};

    use super::*;
    use crate::tests::site::Site;

    /// Regression: `/readyz` answered "ready" while every write failed, because the check had nothing to write.
    #[tokio::test(start_paused = true)]
    async fn a_server_that_cannot_write_is_not_ready() {
        let disk = MemoryDisk::new(MemoryOptions::default()).expect("a disk");
        let site = Site::on_disk(&disk).await;
        let ready = async || site.nobody().bytes(Method::GET, "/readyz", None).await;
        assert_eq!(ready().await, (StatusCode::OK, b"ready\n".to_vec()));
        disk.set_options(MemoryOptions { failing: 1000, ..MemoryOptions::default() });
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert_eq!(ready().await, (StatusCode::SERVICE_UNAVAILABLE, b"the store fails\n".to_vec()));
        disk.set_options(MemoryOptions::default());
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert_eq!(ready().await.0, StatusCode::OK);
    }

    #[test]
    fn only_programs_of_this_machine_see_the_metrics() {
        let peer = |text: &str| Some(text.parse().expect("an address"));
        let none = HeaderMap::new();
        for local in ["127.0.0.1:4711", "127.9.9.9:1", "[::1]:1", "[::ffff:127.0.0.1]:1"] {
            assert!(is_of_this_machine(peer(local), &none), "{local}");
        }
        for remote in ["192.0.2.1:80", "10.0.0.1:80", "[2001:db8::1]:80"] {
            assert!(!is_of_this_machine(peer(remote), &none), "{remote}");
        }
        assert!(!is_of_this_machine(None, &none));
        for name in FORWARDED {
            let headers = [(name.clone(), "192.0.2.1".parse().expect("a header"))].into_iter().collect();
            assert!(!is_of_this_machine(peer("127.0.0.1:1"), &headers), "{name}");
        }
    }
}

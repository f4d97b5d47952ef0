//! Requests are counted by route and status, refused ones by the code of their error.

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use tokio::time::Instant;

use crate::telemetry::metrics::{Metrics, RequestLabels};

/// The code of a refusal, in the extensions of its response.
#[derive(Clone, Debug)]
pub(crate) struct RefusedCode(pub(crate) String);

/// Counts a request, and how it was answered.
pub(crate) async fn count(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let method = method_name(request.method());
    // Without a route it is one of the addresses of the page, of which there are any number.
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned();
    let started = Instant::now();
    let response = next.run(request).await;
    metrics.answer(&RequestLabels { method, route, status: response.status().as_u16() }, started.elapsed());
    if let Some(RefusedCode(code)) = response.extensions().get() {
        metrics.refuse_code(code.clone());
    }
    response
}

/// The name of a method; one for all that no route has, so that a client cannot make up any number of them.
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

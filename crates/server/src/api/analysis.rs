//! Analysis on the server: the offer of searches, and the searches themselves.
//!
//! A request starts one search. The response streams one JSON object a line: `{"line": ...}` for each principal
//! variation as the search reports it, and at the end `{"found": ...}` or `{"error": {"code": ...}}`. Closing the
//! connection stops the search.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use futures_util::stream;
use mime::Mime;
use saffron_service::analysis::engine_pool::EnginePool;
use saffron_service::analysis::protocol::{AnalysisOffer, ApiError, SearchRequest};
use saffron_service::analysis::search;
use saffron_service::config::Quota;
use saffron_service::config::limits::MAX_ANALYSIS_BODY;
use tokio::sync::mpsc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::client::Caller;
use crate::http::error::ErrorResponse;
use crate::http::quota;

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Routes of the analysis: GET returns the offer, POST starts a search. The quota counts searches only.
pub(crate) fn routes(pool: Arc<EnginePool>, quota: Quota) -> Router {
    let routes = Router::from(api()).layer(DefaultBodyLimit::max(MAX_ANALYSIS_BODY)).with_state(pool);
    quota::limit(routes, quota, Some(Method::POST))
}

/// Routes of the analysis with their OpenAPI descriptions.
pub(crate) fn api() -> OpenApiRouter<Arc<EnginePool>> {
    OpenApiRouter::new().routes(routes!(offer, begin_search))
}

#[utoipa::path(
    get, path = "/api/analysis", tag = "analysis",
    summary = "Number and duration of the searches that the server offers",
    responses((status = 200, body = AnalysisOffer))
)]
async fn offer(State(pool): State<Arc<EnginePool>>) -> Response {
    let limits = pool.limits();
    let offer = AnalysisOffer { searches: limits.searches, seconds: limits.max_duration.as_secs() };
    ([(header::CACHE_CONTROL, NO_STORE)], Json(offer)).into_response()
}

#[utoipa::path(
    post, path = "/api/analysis", tag = "analysis",
    summary = "Searches a position; answered by one JSON object a line",
    request_body = SearchRequest,
    responses((status = 200, content_type = "application/x-ndjson", body = String))
)]
async fn begin_search(
    State(pool): State<Arc<EnginePool>>,
    Caller(client): Caller,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ErrorResponse> {
    if pool.limits().searches == 0 {
        return Err(ApiError::AnalysisDisabled.into());
    }
    // Pages of other sites cannot send this media type without a preflight request, which is refused.
    if !is_json(&headers) {
        return Err(ApiError::UnsupportedMediaType.into());
    }
    let lines = search::begin(&pool, client, &body.map_err(|rejection| body_error(&rejection))?).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson")),
        (header::CACHE_CONTROL, NO_STORE),
        // Disables the buffering of nginx.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    Ok((headers, Body::from_stream(body_stream(lines))).into_response())
}

/// Returns whether `Content-Type` declares JSON in UTF-8. A missing or repeated header does not.
fn is_json(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return false;
    };
    let media_type = value.to_str().ok().and_then(|text| text.parse::<Mime>().ok());
    media_type.is_some_and(|media_type| {
        media_type.essence_str() == mime::APPLICATION_JSON.essence_str()
            && media_type.params().all(|(name, value)| name == mime::CHARSET && value == mime::UTF_8)
    })
}

fn body_error(rejection: &BytesRejection) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::BodyTooLarge { limit: MAX_ANALYSIS_BODY }
    } else {
        ApiError::BodyUnreadable { message: rejection.body_text() }
    }
}

fn body_stream(mut lines: mpsc::Receiver<Bytes>) -> impl stream::Stream<Item = Result<Bytes, Infallible>> {
    stream::poll_fn(move |context| lines.poll_recv(context).map(|bytes| bytes.map(Ok)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (header::CONTENT_TYPE, value.parse().expect("a header"))).collect()
    }

    #[test]
    fn json_in_utf_8_is_accepted() {
        for value in [
            "application/json",
            "application/json; charset=utf-8",
            "application/json;charset=UTF-8",
            "Application/JSON; Charset=\"utf-8\"",
        ] {
            assert!(is_json(&headers(&[value])), "{value}");
        }
    }

    #[test]
    fn other_media_types_are_refused() {
        for value in [
            "",
            "json",
            "text/plain",
            "text/plain; application/json",
            "application/json; charset=iso-8859-1",
            "application/json; boundary=x",
            "application/jsonp",
            "application/ld+json",
            "multipart/form-data",
        ] {
            assert!(!is_json(&headers(&[value])), "{value}");
        }
        assert!(!is_json(&headers(&[])));
        assert!(!is_json(&headers(&["application/json", "text/plain"])));
    }
}

//! The API of the analysis: what the server provides, and searches of positions.
//!
//! One request is one search. Its answer is a stream of JSON values, one a line: `{"line": ...}` for each line of play
//! as the search finds it, and at the end `{"found": ...}` or `{"error": {"code": ...}}`. A search ends when its
//! connection is closed.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use futures_util::stream;
use mime::Mime;
use saffron_analysis::{AnalysisObserver, AnalysisRequest, LineData, analyse};
use tokio::sync::{mpsc, oneshot};

use crate::analysis::engine_pool::{Cancellation, EngineLease, EnginePool, SearchKey};
use crate::analysis::protocol::{AnalysisOffer, ApiError, SearchMessage, SearchRequest};
use crate::config::Quota;
use crate::http::client::Client;
use crate::http::error::ErrorResponse;
use crate::http::quota::QuotaTables;

/// The address of the API.
pub(crate) const PATH: &str = "/api/analysis";

/// The longest request in bytes: a game of some thousand moves.
const MAX_BODY: usize = 32 * 1024;

/// The most moves of a game.
const MAX_MOVES: usize = 2_000;

/// The longest engine name, FEN or variant in bytes.
const MAX_TEXT: usize = 512;

/// Lines that wait for a slow connection; further ones are left out. The result is always sent.
const LINE_QUEUE: usize = 64;

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// A message as a line of the answer.
fn to_line(message: &SearchMessage) -> Bytes {
    // Plain data with names for keys always becomes text.
    let mut text = serde_json::to_vec(message).unwrap_or_default();
    text.push(b'\n');
    text.into()
}

/// The routes of the API: GET answers with the offer, POST with a search.
pub(crate) fn routes(pool: Arc<EnginePool>, quota: Quota, quotas: &mut QuotaTables) -> Router {
    let routes =
        Router::new().route(PATH, get(offer).post(search)).layer(DefaultBodyLimit::max(MAX_BODY)).with_state(pool);
    quotas.limit(routes, quota, Some(Method::POST))
}

async fn offer(State(pool): State<Arc<EnginePool>>) -> Response {
    let limits = pool.limits();
    let offer = AnalysisOffer { searches: limits.searches, seconds: limits.max_duration.as_secs() };
    ([(header::CACHE_CONTROL, NO_STORE)], Json(offer)).into_response()
}

async fn search(
    State(pool): State<Arc<EnginePool>>,
    client: Client,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ErrorResponse> {
    if pool.limits().searches == 0 {
        return Err(ApiError::AnalysisDisabled.into());
    }
    // The page of another site cannot send this type without a preflight request, which is refused.
    if !is_json(&headers) {
        return Err(ApiError::UnsupportedMediaType.into());
    }
    let SearchRequest { engine, new_game, request } = read(&body.map_err(|rejection| body_error(&rejection))?)?;
    let lease = pool.lease(SearchKey { client, engine }, new_game).await?;
    let (accepted, lines) = start(lease, request, pool.limits().max_duration)?;
    // The search thread drops its end without an answer when it panics.
    accepted.await.unwrap_or(Err(ApiError::EngineFailed))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson")),
        (header::CACHE_CONTROL, NO_STORE),
        // Disables the buffering of nginx.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    Ok((headers, Body::from_stream(body_stream(lines))).into_response())
}

/// Whether the body is declared as JSON in UTF-8.
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
        ApiError::BodyTooLarge { limit: MAX_BODY }
    } else {
        ApiError::BodyUnreadable { message: rejection.body_text() }
    }
}

/// Reads a request and checks its sizes. The game is not replayed yet: that is the work of the search thread.
fn read(body: &[u8]) -> Result<SearchRequest, ApiError> {
    let search: SearchRequest = serde_json::from_slice(body).map_err(|error| ApiError::InvalidJson {
        line: error.line(),
        column: error.column(),
        message: error.to_string(),
    })?;
    let AnalysisRequest { variant, fen, moves, .. } = &search.request;
    for (field, text) in [("engine", &search.engine), ("variant", variant), ("fen", fen)] {
        if text.len() > MAX_TEXT {
            return Err(ApiError::TextTooLong { field, limit: MAX_TEXT });
        }
    }
    if moves.len() > MAX_MOVES {
        return Err(ApiError::TooManyMoves { count: moves.len(), limit: MAX_MOVES });
    }
    Ok(search)
}

/// Whether the request is accepted, and the lines of the answer if so.
type SearchStart = (oneshot::Receiver<Result<(), ApiError>>, mpsc::Receiver<Bytes>);

/// Starts a search on a thread of its own. The lease bounds the number of these threads; the runtime has
/// fewer threads for blocking work than there may be searches.
fn start(lease: EngineLease, mut request: AnalysisRequest, longest: Duration) -> Result<SearchStart, ApiError> {
    let longest = longest.as_millis() as u64;
    request.limits.movetime = Some(request.limits.movetime.map_or(longest, |wished| wished.min(longest)));
    let (accept, accepted) = oneshot::channel();
    let (sender, lines) = mpsc::channel(LINE_QUEUE);
    let thread = std::thread::Builder::new().name("search".to_owned());
    let spawned = thread.spawn(move || run_search(lease, &request, accept, &sender));
    match spawned {
        Ok(_) => Ok((accepted, lines)),
        Err(error) => {
            tracing::error!(%error, "no thread for a search");
            Err(ApiError::EngineUnavailable)
        }
    }
}

/// Replays the game, prepares the engine, searches, and sends the result.
fn run_search(
    mut lease: EngineLease,
    request: &AnalysisRequest,
    accept: oneshot::Sender<Result<(), ApiError>>,
    sender: &mpsc::Sender<Bytes>,
) {
    let game = match request.game() {
        Ok(game) => game,
        Err(error) => {
            // Released before the answer: the next request may follow at once.
            lease.release();
            let _ = accept.send(Err(error.into()));
            return;
        }
    };
    let mut observer = ConnectionObserver { sender, cancellation: lease.cancellation() };
    let engine = match lease.engine() {
        Ok(engine) => engine,
        Err(error) => {
            tracing::error!(%error, "no memory for an engine");
            let _ = accept.send(Err(ApiError::EngineUnavailable));
            return;
        }
    };
    if accept.send(Ok(())).is_err() {
        lease.release();
        return;
    }
    let result = catch_unwind(AssertUnwindSafe(|| analyse(engine, &game, &request.limits, &mut observer)));
    let last = match result {
        Ok(result) => {
            lease.release();
            to_line(&SearchMessage::Found(&result))
        }
        Err(_) => {
            tracing::error!(variant = request.variant, fen = request.fen, "a search has panicked");
            drop(lease);
            to_line(&SearchMessage::Error(&ApiError::EngineFailed))
        }
    };
    // Fails when the connection is closed, and then nothing is lost.
    let _ = sender.blocking_send(last);
}

/// Sends the lines of a search to its connection, and ends the search when that is closed.
struct ConnectionObserver<'a> {
    sender: &'a mpsc::Sender<Bytes>,
    cancellation: Cancellation,
}

impl AnalysisObserver for ConnectionObserver<'_> {
    fn line(&mut self, line: &LineData) {
        // A connection that is slower than the search gets fewer lines.
        let _ = self.sender.try_send(to_line(&SearchMessage::Line(line)));
    }

    fn should_stop(&mut self) -> bool {
        self.sender.is_closed() || self.cancellation.is_requested()
    }

    fn warning(&mut self, warning: &saffron_engine::EngineWarning) {
        tracing::warn!(%warning, "a search goes on with less");
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

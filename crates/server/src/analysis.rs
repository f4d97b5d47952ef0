//! The engine behind the server: searches of positions for those who ask, told as they go on.
//!
//! One request is one search. Its answer is a stream of JSON values, one a line: `{"line": ...}` for every line of play
//! that is found, and at the end `{"found": ...}` or `{"error": "..."}`. Whoever lets go of the answer ends the search.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::stream;
use saffron_analysis::{AnalysisObserver, AnalysisRequest, AnalysisResult, LineData, analyse};
use saffron_engine::Engine;
use saffron_rules::Game;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{self, Receiver, Sender};

use crate::engines::{Ending, Engines, Lent};

/// Where it is.
pub(crate) const PATH: &str = "/api/analysis";

/// The longest request in bytes: a game of some thousand moves.
const LONGEST_REQUEST: usize = 32 * 1024;

/// The most moves of a game.
const MOST_MOVES: usize = 2_000;

/// The longest name of an engine, FEN or variant in bytes.
const LONGEST_TEXT: usize = 512;

/// How long a request waits for an engine: one that its page has just let go of may still be ending.
const PATIENCE: Duration = Duration::from_secs(2);

/// Lines that wait for a slow connection; more are left out. What is found in the end is always told.
const WAITING_LINES: usize = 64;

const NEVER_KEEP: HeaderValue = HeaderValue::from_static("no-store");

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// A name that the page has made up: the engine that it names remembers what it found for it before.
    engine: String,
    request: AnalysisRequest,
}

/// What the server lends.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Offer {
    /// How many searches there may be at a time; 0 for none at all.
    searches: usize,
    /// The most seconds of one search.
    seconds: u64,
}

/// One line of the answer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Message<'a> {
    Line(&'a LineData),
    Found(&'a AnalysisResult),
    Error(&'a str),
}

impl Message<'_> {
    fn to_bytes(&self) -> Bytes {
        // Plain data with names for keys always becomes text.
        let mut text = serde_json::to_vec(self).unwrap_or_default();
        text.push(b'\n');
        text.into()
    }
}

/// What the server answers about analysis: an offer to GET, a search to POST.
pub(crate) fn routes(engines: Arc<Engines>) -> Router {
    Router::new().route(PATH, get(offer).post(search)).layer(DefaultBodyLimit::max(LONGEST_REQUEST)).with_state(engines)
}

async fn offer(State(engines): State<Arc<Engines>>) -> Response {
    let offer = Offer { searches: engines.count(), seconds: engines.longest_search().as_secs() };
    json(StatusCode::OK, serde_json::to_vec(&offer).unwrap_or_default())
}

async fn search(
    State(engines): State<Arc<Engines>>,
    headers: HeaderMap,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Response {
    if engines.count() == 0 {
        return refused(StatusCode::NOT_FOUND, "this server does not lend its engine");
    }
    // Other sites cannot send this type without asking first.
    if headers.get(header::CONTENT_TYPE).is_none_or(|value| value != "application/json") {
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a request is application/json");
    }
    let body = match body {
        Ok(body) => body,
        Err(rejection) => return refused(rejection.status(), &rejection.body_text()),
    };
    let (asked, game) = match read(&body) {
        Ok(read) => read,
        Err(reason) => return refused(StatusCode::BAD_REQUEST, &reason),
    };
    let Some(lent) = engines.borrow(asked.engine, PATIENCE).await else {
        let text = format!("all {} engines of this server are busy", engines.count());
        return refused(StatusCode::SERVICE_UNAVAILABLE, &text);
    };
    let (sender, receiver) = mpsc::channel(WAITING_LINES);
    tokio::spawn(answer(lent, game, asked.request, engines.longest_search(), sender));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson")),
        (header::CACHE_CONTROL, NEVER_KEEP),
        // Said to nginx, which otherwise gathers answers before it passes them on.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    (headers, Body::from_stream(told(receiver))).into_response()
}

/// The request and its game, or what is wrong with it.
fn read(body: &[u8]) -> Result<(Asked, Game), String> {
    let asked: Asked = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    let AnalysisRequest { variant, fen, moves, .. } = &asked.request;
    for (name, text) in [("engine", &asked.engine), ("variant", variant), ("fen", fen)] {
        if text.len() > LONGEST_TEXT {
            return Err(format!("{name}: longer than {LONGEST_TEXT} bytes"));
        }
    }
    if moves.len() > MOST_MOVES {
        return Err(format!("{} moves; {MOST_MOVES} at most", moves.len()));
    }
    let game = asked.request.game().map_err(|error| error.to_string())?;
    Ok((asked, game))
}

/// Searches on a thread of its own, and tells the end.
async fn answer(mut lent: Lent, game: Game, request: AnalysisRequest, longest: Duration, sender: Sender<Bytes>) {
    let mut limits = request.limits;
    let longest = longest.as_millis() as u64;
    limits.movetime = Some(limits.movetime.map_or(longest, |wished| wished.min(longest)));
    let mut page = Page { sender: sender.clone(), ending: lent.ending() };
    let searching = tokio::task::spawn_blocking(move || {
        let engine: &mut Engine = lent.engine();
        let found = analyse(engine, &game, &limits, &mut page);
        // Back before the end is told: the next request may follow at once.
        lent.give_back();
        found
    });
    let last = match searching.await {
        Ok(found) => Message::Found(&found).to_bytes(),
        // The engine is lost with its thread; there will be a new one.
        Err(_) => Message::Error("the engine broke down").to_bytes(),
    };
    // Where nobody listens any more, nothing is lost.
    let _ = sender.send(last).await;
}

/// Those who listen to a search, which ends when they are gone.
struct Page {
    sender: Sender<Bytes>,
    ending: Ending,
}

impl AnalysisObserver for Page {
    fn line(&mut self, line: &LineData) {
        // A connection that is slower than the search gets fewer lines.
        let _ = self.sender.try_send(Message::Line(line).to_bytes());
    }

    fn should_stop(&mut self) -> bool {
        self.sender.is_closed() || self.ending.has_come()
    }
}

/// The answer's body.
fn told(mut receiver: Receiver<Bytes>) -> impl stream::Stream<Item = Result<Bytes, std::convert::Infallible>> {
    stream::poll_fn(move |context| receiver.poll_recv(context).map(|bytes| bytes.map(Ok)))
}

fn refused(status: StatusCode, reason: &str) -> Response {
    json(status, Message::Error(reason).to_bytes())
}

fn json(status: StatusCode, body: impl Into<Body>) -> Response {
    let headers =
        [(header::CONTENT_TYPE, HeaderValue::from_static("application/json")), (header::CACHE_CONTROL, NEVER_KEEP)];
    (status, headers, body.into()).into_response()
}

//! Analysis searches: validated, run on their own threads, and streamed line by line.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use saffron_analysis::{AnalysisObserver, AnalysisRequest, LineData, analyse};
use tokio::sync::{mpsc, oneshot};

use crate::analysis::engine_pool::{Cancellation, EngineLease, EnginePool, SearchKey};
use crate::analysis::protocol::{ApiError, SearchMessage, SearchRequest};
use crate::client::Client;
use crate::config::limits::{MAX_ANALYSIS_MOVES, MAX_ANALYSIS_TEXT, MAX_WAITING_LINES};

/// Encodes a message as one line of the response.
fn to_line(message: &SearchMessage) -> Bytes {
    // Serialising plain data with string keys cannot fail.
    let mut text = serde_json::to_vec(message).unwrap_or_default();
    text.push(b'\n');
    text.into()
}

/// Starts the search that a request body describes. Returns the lines of the response.
///
/// # Errors
/// [`ApiError::InvalidJson`] and the errors of sizes if the body is malformed, those of [`EnginePool::lease`], and
/// [`ApiError::Request`] if the position cannot be searched.
pub async fn begin(pool: &Arc<EnginePool>, client: Client, body: &[u8]) -> Result<mpsc::Receiver<Bytes>, ApiError> {
    let SearchRequest { engine, new_game, request } = read(body)?;
    let lease = pool.lease(SearchKey { client, engine }, new_game).await?;
    let (accepted, lines) = start(lease, request, pool.limits().max_duration)?;
    // A search thread that panics drops its sender.
    accepted.await.unwrap_or(Err(ApiError::EngineFailed))?;
    Ok(lines)
}

/// Parses a request and checks its sizes. Replaying the game is left to the search thread.
fn read(body: &[u8]) -> Result<SearchRequest, ApiError> {
    let search: SearchRequest = serde_json::from_slice(body).map_err(|error| ApiError::InvalidJson {
        line: error.line(),
        column: error.column(),
        message: error.to_string(),
    })?;
    let AnalysisRequest { variant, fen, moves, .. } = &search.request;
    for (field, text) in [("engine", &search.engine), ("variant", variant), ("fen", fen)] {
        if text.len() > MAX_ANALYSIS_TEXT {
            return Err(ApiError::TextTooLong { field, limit: MAX_ANALYSIS_TEXT });
        }
    }
    if moves.len() > MAX_ANALYSIS_MOVES {
        return Err(ApiError::TooManyMoves { count: moves.len(), limit: MAX_ANALYSIS_MOVES });
    }
    Ok(search)
}

/// Acceptance of the request, and the lines of the response.
type SearchStart = (oneshot::Receiver<Result<(), ApiError>>, mpsc::Receiver<Bytes>);

/// Starts a search on a new thread, whose number the leases bound. tokio's blocking threads may be fewer than the
/// searches allowed.
fn start(lease: EngineLease, mut request: AnalysisRequest, max_duration: Duration) -> Result<SearchStart, ApiError> {
    let max_duration = max_duration.as_millis() as u64;
    request.limits.movetime =
        Some(request.limits.movetime.map_or(max_duration, |requested| requested.min(max_duration)));
    let (accept, accepted) = oneshot::channel();
    let (sender, lines) = mpsc::channel(MAX_WAITING_LINES);
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
            // Released before the result is sent, since the client may send its next request at once.
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
    // Fails if the connection is closed, when the result is of no use.
    let _ = sender.blocking_send(last);
}

/// Streams the lines of a search to its connection, and stops the search when the connection closes.
struct ConnectionObserver<'a> {
    sender: &'a mpsc::Sender<Bytes>,
    cancellation: Cancellation,
}

impl AnalysisObserver for ConnectionObserver<'_> {
    fn line(&mut self, line: &LineData) {
        // A connection that is slower than the search misses lines.
        let _ = self.sender.try_send(to_line(&SearchMessage::Line(line)));
    }

    fn should_stop(&mut self) -> bool {
        self.sender.is_closed() || self.cancellation.is_requested()
    }

    fn warning(&mut self, warning: &saffron_engine::EngineWarning) {
        tracing::warn!(%warning, "a search continues with less");
    }
}

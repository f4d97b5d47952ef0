//! Searches for visitors: checked, run on threads of their own, answered line by line.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use saffron_analysis::{AnalysisObserver, AnalysisRequest, LineData, analyse};
use tokio::sync::{mpsc, oneshot};

use crate::analysis::engine_pool::{Cancellation, EngineLease, EnginePool, SearchKey};
use crate::analysis::protocol::{ApiError, SearchMessage, SearchRequest};
use crate::client::Client;
use crate::config::limits::{MAX_ANALYSIS_MOVES, MAX_ANALYSIS_TEXT};

/// Lines that wait for a slow connection; further ones are left out. The result is always sent.
const LINE_QUEUE: usize = 64;

/// A message as a line of the answer.
fn to_line(message: &SearchMessage) -> Bytes {
    // Plain data with names for keys always becomes text.
    let mut text = serde_json::to_vec(message).unwrap_or_default();
    text.push(b'\n');
    text.into()
}

/// Begins a search by the body of its request. Returns the lines of the answer.
///
/// # Errors
/// A body that is no request; those of [`EnginePool::lease`]; a position that cannot be searched.
pub async fn begin(pool: &Arc<EnginePool>, client: Client, body: &[u8]) -> Result<mpsc::Receiver<Bytes>, ApiError> {
    let SearchRequest { engine, new_game, request } = read(body)?;
    let lease = pool.lease(SearchKey { client, engine }, new_game).await?;
    let (accepted, lines) = start(lease, request, pool.limits().max_duration)?;
    // The search thread drops its end without an answer when it panics.
    accepted.await.unwrap_or(Err(ApiError::EngineFailed))?;
    Ok(lines)
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
        if text.len() > MAX_ANALYSIS_TEXT {
            return Err(ApiError::TextTooLong { field, limit: MAX_ANALYSIS_TEXT });
        }
    }
    if moves.len() > MAX_ANALYSIS_MOVES {
        return Err(ApiError::TooManyMoves { count: moves.len(), limit: MAX_ANALYSIS_MOVES });
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
        tracing::warn!(%warning, "a search continues with less");
    }
}

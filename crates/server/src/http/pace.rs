//! Deadlines and minimum rates: bounds for how long a slow client can hold a connection.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, Incoming, SizeHint};
use saffron_protocol::error::ErrorCode;
use saffron_service::analysis::protocol::ApiError;
use saffron_service::config::ConnectionLimits;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

use crate::http::error::ErrorResponse;
use crate::http::places::PlaceHandle;

/// Time in which a number of bytes must be transferred at a minimum rate in bytes per second.
fn time_for(bytes: usize, rate: u32) -> Duration {
    Duration::from_secs_f64(bytes as f64 / f64::from(rate.max(1)))
}

/// Stream with a deadline for its reader. The time during which nothing can be written is limited; each byte that is
/// read earns some of it back.
#[derive(Debug)]
pub(crate) struct PacedStream {
    stream: TcpStream,
    place: PlaceHandle,
    rate: u32,
    timeout: Duration,
    remaining: Duration,
    blocked: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl PacedStream {
    pub(crate) fn new(stream: TcpStream, place: PlaceHandle, limits: &ConnectionLimits) -> Self {
        let timeout = limits.write_timeout;
        Self { stream, place, rate: limits.answer_rate, timeout, remaining: timeout, blocked: None }
    }

    fn written(&mut self, written: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let Poll::Ready(written) = written else {
            let (place, remaining) = (&self.place, self.remaining);
            let (_, sleep) = self.blocked.get_or_insert_with(|| {
                place.writing(true);
                (Instant::now(), Box::pin(tokio::time::sleep(remaining)))
            });
            return sleep.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()));
        };
        if let Some((since, _)) = self.blocked.take() {
            self.place.writing(false);
            self.remaining = self.remaining.saturating_sub(since.elapsed());
        }
        if let Ok(bytes) = written {
            self.remaining = self.remaining.saturating_add(time_for(bytes, self.rate)).min(self.timeout);
        }
        Poll::Ready(written)
    }
}

impl AsyncRead for PacedStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, to)
    }
}

impl AsyncWrite for PacedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, from);
        self.written(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, from);
        self.written(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Whether the server is waiting for a request's body, and whether it gave up on it. Shared by the body and
/// [`limit_time`].
#[derive(Clone, Debug, Default)]
struct BodyState(Arc<BodyFlags>);

#[derive(Debug, Default)]
struct BodyFlags {
    waits: AtomicBool,
    cut: AtomicBool,
}

impl BodyState {
    fn is_late(&self) -> bool {
        self.0.waits.load(Ordering::Relaxed) || self.0.cut.load(Ordering::Relaxed)
    }
}

/// Request body that fails if it arrives too slowly.
#[derive(Debug)]
struct PacedBody {
    body: Incoming,
    place: PlaceHandle,
    state: BodyState,
    rate: u32,
    /// Starts when the body is first polled without data; each byte received postpones it.
    deadline: Option<Pin<Box<Sleep>>>,
    grace: Duration,
}

/// Wraps the body of a request in one with a minimum rate.
pub(crate) fn paced(request: Request<Incoming>, place: &PlaceHandle, limits: &ConnectionLimits) -> Request {
    let (mut parts, body) = request.into_parts();
    let state = BodyState::default();
    parts.extensions.insert(state.clone());
    if body.is_end_stream() {
        return Request::from_parts(parts, Body::empty());
    }
    let (place, rate, grace) = (place.clone(), limits.body_rate, limits.body_grace);
    Request::from_parts(parts, Body::new(PacedBody { body, place, state, rate, deadline: None, grace }))
}

impl HttpBody for PacedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        let waits = polled.is_pending();
        if self.state.0.waits.swap(waits, Ordering::Relaxed) != waits {
            self.place.reading(waits);
        }
        let grace = self.grace;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep(grace)));
        match polled {
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.data_ref().map_or(0, Bytes::len);
                let later = deadline.deadline() + time_for(bytes, self.rate);
                if let Some(deadline) = &mut self.deadline {
                    deadline.as_mut().reset(later);
                }
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(end) => Poll::Ready(end.map(|frame| frame.map_err(axum::Error::new))),
            Poll::Pending => deadline.as_mut().poll(context).map(|()| {
                self.state.0.cut.store(true, Ordering::Relaxed);
                Some(Err(axum::Error::new(io::Error::from(io::ErrorKind::TimedOut))))
            }),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for PacedBody {
    fn drop(&mut self) {
        if self.state.0.waits.load(Ordering::Relaxed) {
            self.place.reading(false);
        }
    }
}

/// Request that was refused before it reached the routes.
#[derive(Clone, Debug)]
pub(crate) struct Refused(pub(crate) ErrorCode);

/// Middleware that limits the time from the head of a request to the head of its response; a streamed body may take
/// longer. Status 408 if the client was too slow, 503 if the server was.
pub(crate) async fn limit_time(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    let refused = request.extensions().get::<Refused>().cloned();
    let body = request.extensions().get::<BodyState>().cloned().unwrap_or_default();
    let response = match refused {
        Some(Refused(code)) => ErrorResponse::from(code).into_response(),
        None => match tokio::time::timeout(limit, next.run(request)).await {
            Ok(response) if !body.is_late() => return response,
            Err(_) if !body.is_late() => {
                tracing::warn!("a request took the server too long");
                ErrorResponse::from(ErrorCode::Busy).into_response()
            }
            Ok(_) | Err(_) => ErrorResponse::from(ApiError::RequestTimeout).into_response(),
        },
    };
    closing(response)
}

/// Marks a response so that the connection is closed after it.
pub(crate) fn closing(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::http::StatusCode;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_handler_that_takes_too_long_is_given_up() {
        let late = async || tokio::time::sleep(Duration::from_secs(3600)).await;
        let router = Router::new().route("/", get(late));
        let router = router.layer(from_fn_with_state(Duration::from_secs(10), limit_time));
        let begin = Instant::now();
        let Ok(response) = router.oneshot(Request::new(Body::empty())).await;
        assert_eq!(begin.elapsed().as_secs(), 10);
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()[header::CONNECTION], "close");
    }
}

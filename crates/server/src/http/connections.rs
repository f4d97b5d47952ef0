//! Accepts connections and serves them, within the limits on their number and duration.
//!
//! `axum::serve` has no such limits, so hyper is driven directly.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::response::Response;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::metrics::gauge::Gauge;
use saffron_protocol::error::ErrorCode;
use saffron_service::client::Client;
use saffron_service::config::ConnectionLimits;
use saffron_service::config::limits::{
    ACCEPT_RETRY_DELAY, MAX_REQUEST_HEAD, PLACE_ATTEMPTS, PLACE_INTERVAL, RESERVE_HEAD_TIMEOUT,
};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt;

use crate::http::client::TrustedProxies;
use crate::http::pace::{PacedStream, Refused, closing, paced};
use crate::http::places::{Admission, Place, PlaceHandle, Places};

/// Routes that are served to connections in the reserve.
const HEALTH_CHECKS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Serves all connections to a listener until `stop` completes. Then it accepts no more, and returns when the open
/// requests are answered or the shutdown timeout has passed.
pub(crate) async fn serve_connections(
    listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
    proxies: TrustedProxies,
    open: Gauge,
    stop: impl Future<Output = ()>,
) {
    let server = ConnectionServer { router, limits, proxies };
    let places = Places::new(limits);
    let (close, closing) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, peer, place) = tokio::select! {
            biased;
            () = &mut stop => break,
            accepted = accept(&listener, &places, &server.proxies) => accepted,
        };
        while connections.try_join_next().is_some() {}
        let connection = server.run(stream, peer, place, closing.clone());
        let counted = OpenConnection::new(&open);
        connections.spawn(async move {
            connection.await;
            drop(counted);
        });
    }
    drop(listener);
    drop(close);
    let answered = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(limits.shutdown_timeout, answered).await.is_err() {
        tracing::warn!("connections were closed before their requests were answered");
        connections.shutdown().await;
    }
}

/// Accepts the next connection and admits it to a place.
async fn accept(listener: &TcpListener, places: &Places, proxies: &TrustedProxies) -> (TcpStream, SocketAddr, Place) {
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) if is_of_one_connection(&error) => continue,
            Err(error) => {
                tracing::error!(%error, "no connection can be accepted");
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                continue;
            }
        };
        let limited = !proxies.contains(peer.ip());
        let local = peer.ip().to_canonical().is_loopback();
        loop {
            match places.admit(Client::new(peer.ip()), limited, local) {
                Admission::Admitted(place) => return (stream, peer, place),
                Admission::TooMany => {
                    tracing::debug!(%peer, "connection refused: this client has too many");
                    break;
                }
                Admission::Full => tokio::time::sleep(PLACE_INTERVAL).await,
            }
        }
    }
}

/// Returns whether an accept error concerns only the connection that was being accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// State shared by all connections.
struct ConnectionServer {
    router: Router,
    limits: ConnectionLimits,
    proxies: TrustedProxies,
}

impl ConnectionServer {
    /// Serves the requests of one connection until it is closed or evicted. Once the sender of `closing` is dropped,
    /// the current request is the last.
    fn run(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        place: Place,
        mut closing: watch::Receiver<()>,
    ) -> impl Future<Output = ()> + use<> {
        // Nagle's algorithm would delay the lines of a streamed search.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%peer, %error, "TCP_NODELAY could not be set");
        }
        let handle = place.handle();
        let head_timeout = if handle.is_reserved() {
            self.limits.head_timeout.min(RESERVE_HEAD_TIMEOUT)
        } else {
            self.limits.head_timeout
        };
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(head_timeout).max_buf_size(MAX_REQUEST_HEAD);
        let stream = PacedStream::new(stream, handle.clone(), &self.limits);
        let exchange = ConnectionService {
            router: self.router.clone(),
            limits: self.limits,
            proxies: self.proxies.clone(),
            peer,
            place: handle,
        };
        let service = service_fn(move |request| {
            let exchange = exchange.clone();
            async move { Ok::<_, Infallible>(exchange.answer(request).await) }
        });
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        async move {
            let mut connection = std::pin::pin!(connection);
            let answered = tokio::select! {
                biased;
                answered = connection.as_mut() => answered,
                () = place.evicted() => return,
                _ = closing.changed() => {
                    connection.as_mut().graceful_shutdown();
                    tokio::select! {
                        biased;
                        answered = connection => answered,
                        () = place.evicted() => return,
                    }
                }
            };
            if let Err(error) = answered {
                tracing::debug!(%peer, %error, "connection closed");
            }
        }
    }
}

/// Hyper service of one connection.
#[derive(Clone)]
struct ConnectionService {
    router: Router,
    limits: ConnectionLimits,
    proxies: TrustedProxies,
    peer: SocketAddr,
    place: PlaceHandle,
}

impl ConnectionService {
    async fn answer(self, request: Request<Incoming>) -> Response {
        let Self { router, limits, proxies, peer, place } = self;
        place.reading(false);
        let proxy = proxies.contains(peer.ip()).then(|| Client::new(peer.ip()));
        let refused = match proxy {
            Some(_) if !place.belongs_to(Client::new(proxies.origin(peer.ip(), request.headers()))) => {
                Some(ErrorCode::TooMany { limit: limits.per_client })
            }
            _ if !HEALTH_CHECKS.contains(&request.uri().path()) && !leaves_reserve(&place, proxy.is_none()).await => {
                Some(ErrorCode::Busy)
            }
            _ => None,
        };
        let reserved = place.is_reserved();
        let mut request = paced(request, &place, &limits);
        request.extensions_mut().insert(ConnectInfo(peer));
        if let Some(code) = refused {
            request.extensions_mut().insert(Refused(code));
        }
        let Ok(response) = router.oneshot(request).await;
        let response = if reserved { closing(response) } else { response };
        response.map(|body| Body::new(AnswerBody { body, place, proxy }))
    }
}

/// Briefly waits for a place outside the reserve. Returns false if none became free.
async fn leaves_reserve(place: &PlaceHandle, limited: bool) -> bool {
    for _ in 0..PLACE_ATTEMPTS {
        if place.promote(limited) {
            return true;
        }
        tokio::time::sleep(PLACE_INTERVAL).await;
    }
    false
}

/// Response body that updates its connection's place when it is dropped: the connection then waits for its client's next
/// request and may be evicted, and a proxy's connection is counted for the proxy again instead of the visitor.
struct AnswerBody {
    body: Body,
    place: PlaceHandle,
    proxy: Option<Client>,
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        if let Some(proxy) = self.proxy {
            self.place.belongs_to_proxy(proxy);
        }
        self.place.reading(true);
    }
}

/// Counts a connection in the metrics until it is dropped.
struct OpenConnection(Gauge);

impl OpenConnection {
    fn new(open: &Gauge) -> Self {
        open.inc();
        Self(open.clone())
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.dec();
    }
}

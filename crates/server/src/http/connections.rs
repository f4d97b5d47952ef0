//! Accepting connections and answering requests on them, within the limits of connections and times.
//!
//! `axum::serve` has no limits of this kind, so the connections are driven by hyper directly.

use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use prometheus_client::metrics::gauge::Gauge;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::config::ConnectionLimits;
use crate::http::client::{Client, TrustedProxies};

/// The largest head of a request in bytes; a larger one is answered with status 431.
const MAX_HEAD: usize = 32 * 1024;

/// The pause after an error that concerns all connections, such as too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(500);

/// Answers requests on all connections to a listener until `stop` is ready. Then it accepts no further connections, and
/// returns when the open requests are answered, or after the shutdown timeout.
pub(crate) async fn serve_connections(
    listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
    proxies: TrustedProxies,
    open: Gauge,
    stop: impl Future<Output = ()>,
) {
    let server = ConnectionServer { router, limits, http: http_builder(&limits) };
    let total = Arc::new(Semaphore::new(limits.total.clamp(1, Semaphore::MAX_PERMITS)));
    let per_client = ClientCounts::default();
    let (close, closing) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, peer, permit) = tokio::select! {
            biased;
            () = &mut stop => break,
            Some(_) = connections.join_next() => continue,
            accepted = accept(&listener, &total) => accepted,
        };
        let count = if proxies.contains(peer.ip()) {
            None
        } else {
            match per_client.add(Client::new(peer.ip()), limits.per_client) {
                Some(count) => Some(count),
                None => {
                    tracing::debug!(%peer, "connection refused: this client has too many");
                    continue;
                }
            }
        };
        let connection = server.run(stream, peer, closing.clone());
        let counted = OpenConnection::new(&open);
        connections.spawn(async move {
            connection.await;
            drop((count, permit, counted));
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

fn http_builder(limits: &ConnectionLimits) -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head_timeout).max_buf_size(MAX_HEAD);
    http
}

/// Waits for a free place, then for a connection.
async fn accept(listener: &TcpListener, total: &Arc<Semaphore>) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    loop {
        let Ok(permit) = Arc::clone(total).acquire_owned().await else {
            unreachable!("the semaphore is never closed");
        };
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, permit),
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Whether an error of accept concerns only the connection that was accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// What all connections have in common.
struct ConnectionServer {
    router: Router,
    limits: ConnectionLimits,
    http: http1::Builder,
}

impl ConnectionServer {
    /// Answers the requests of one connection until it is closed. When the sender of `closing` is gone, the one that is being
    /// answered is the last.
    fn run(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        mut closing: watch::Receiver<()>,
    ) -> impl Future<Output = ()> + use<> {
        // Lines of a search are sent as they come.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%peer, %error, "TCP_NODELAY could not be set");
        }
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(self.limits.write_timeout));
        let service = self.router.clone().map_request(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            request
        });
        let io = TokioIo::new(Box::pin(stream));
        let connection = self.http.serve_connection(io, TowerToHyperService::new(service)).with_upgrades();
        async move {
            let mut connection = std::pin::pin!(connection);
            let answered = tokio::select! {
                biased;
                answered = connection.as_mut() => answered,
                _ = closing.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = answered {
                tracing::debug!(%peer, %error, "connection closed");
            }
        }
    }
}

/// Is in the metrics as long as it exists.
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

/// How many connections each client has.
#[derive(Clone, Default)]
struct ClientCounts(Arc<Mutex<HashMap<Client, usize>>>);

impl ClientCounts {
    /// Counts one more connection of a client as long as the returned value exists; `None` when it has `limit` already.
    fn add(&self, client: Client, limit: usize) -> Option<CountedConnection> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(client).or_default();
        if *count >= limit.max(1) {
            return None;
        }
        *count += 1;
        Some(CountedConnection { counts: self.clone(), client })
    }
}

struct CountedConnection {
    counts: ClientCounts,
    client: Client,
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_counted_by_client_and_forgotten() {
        let counts = ClientCounts::default();
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|text| Client::new(text.parse().expect("an address")));
        let first = counts.add(one, 2).expect("below the limit");
        let second = counts.add(one, 2).expect("below the limit");
        assert!(counts.add(one, 2).is_none());
        assert!(counts.add(other, 2).is_some());
        drop(first);
        let third = counts.add(one, 2).expect("below the limit again");
        drop((second, third));
        assert!(counts.0.lock().expect("no panic").is_empty());
    }
}

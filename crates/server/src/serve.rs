//! Starting the server, listening, and stopping gracefully.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::middleware::from_fn_with_state;
use prometheus_client::metrics::gauge::Gauge;
use saffron_service::analysis::engine_pool::EnginePool;
use saffron_service::config::{ConnectionLimits, ServerConfig};
use saffron_service::mail::MailError;
use saffron_service::mail::post::Post;
use saffron_service::tables::OpenedTables;
use saffron_service::{Clock, Service, StartError, storage};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::api::health::{Sources, metrics_listener};
use crate::http::client::TrustedProxies;
use crate::http::connections::serve_connections;
use crate::http::pace::limit_time;
use crate::routes::{Engines, open_tables, router_with};
use crate::site::files::Page;

/// Reason why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is invalid or cannot be listened on.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// Address as given.
        address: String,
        /// The system's error, in plain words for the common ones.
        reason: String,
    },
    /// E-mail is misconfigured.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The server has no quotas, but would listen on an address that others can reach.
    #[error("a server without quotas is for tests on this machine: it cannot listen on {0}, nor behind a proxy")]
    QuotasOff(SocketAddr),
    /// The store cannot be opened, its games cannot be read, or the wall clock is implausible.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The task that opens the endgame tables failed.
    #[error("the endgame tables cannot be opened: {0}")]
    Tables(String),
}

/// Server that is bound to its port. It serves requests once [`run`](Server::run) is called.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    page: Page,
    config: ServerConfig,
}

impl Server {
    /// Binds an address such as `127.0.0.1:8070` or `localhost:8070`, for the embedded page and the default settings.
    /// Port 0 lets the system choose a free port.
    ///
    /// # Errors
    ///
    /// [`ServeError::Listen`] if the address is invalid, does not belong to this machine, or its port is in use.
    pub async fn bind(address: &str) -> Result<Self, ServeError> {
        let (listener, local) = listen(address).await?;
        Ok(Self { listener, address: local, page: Page::embedded(), config: ServerConfig::default() })
    }

    /// Replaces the default settings.
    #[must_use]
    pub fn with_config(self, config: ServerConfig) -> Self {
        Self { config, ..self }
    }

    /// Replaces the embedded page.
    #[must_use]
    pub fn with_page(self, page: Page) -> Self {
        Self { page, ..self }
    }

    /// Address that the server listens on, with its actual port.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Returns whether the page is embedded. Without it the server only explains how to build it.
    pub fn has_page(&self) -> bool {
        self.page.is_built()
    }

    /// Opens the store and resumes its running games. Until [`Started::run`], connections wait in the system's queue.
    ///
    /// # Errors
    /// [`ServeError::Start`] if the store cannot be opened or read, or another server uses it; [`ServeError::Mail`] if
    /// e-mail is misconfigured; [`ServeError::QuotasOff`] if a server without quotas would be public.
    pub async fn start(self) -> Result<Started, ServeError> {
        let mut config = self.config;
        if config.service.quotas_off && !(self.address.ip().is_loopback() && config.trusted_proxies.is_empty()) {
            return Err(ServeError::QuotasOff(self.address));
        }
        let metrics = match &config.metrics_listen {
            Some(address) => Some(listen(address).await?.0),
            None => None,
        };
        config.service.public_origin = config.public_url.as_ref().map(ToString::to_string);
        if let Some(mail) = &config.service.accounts.mail {
            Post::new(mail, config.service.public_origin.as_deref())?;
        }
        let database = storage::open(config.storage.clone()).await.map_err(StartError::from)?;
        let (stop, stopping) = watch::channel(false);
        let service = Service::start(database, Clock::system(), None, config.service.clone(), stopping).await?;
        let opening = config.clone();
        let tables = tokio::task::spawn_blocking(move || open_tables(&opening)).await;
        let tables = tables.map_err(|error| ServeError::Tables(error.to_string()))?;
        Ok(Started { listener: self.listener, metrics, page: self.page, config, tables, service, stop })
    }

    /// [`start`](Self::start) followed by [`Started::run`].
    ///
    /// # Errors
    /// The errors of [`start`](Self::start).
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
        self.start().await?.run(stop).await;
        Ok(())
    }
}

/// Server with an open store, ready to serve.
#[derive(Debug)]
pub struct Started {
    listener: TcpListener,
    metrics: Option<TcpListener>,
    page: Page,
    config: ServerConfig,
    tables: OpenedTables,
    service: Service,
    stop: watch::Sender<bool>,
}

impl Started {
    /// Serves requests until `stop` completes. Then it accepts no more connections, stops all searches, closes all
    /// WebSockets, and returns when the open requests are answered (or the shutdown timeout has passed) and everything
    /// is stored.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self { listener, metrics, page, config, tables, service, stop: stop_sender } = self;
        let pool = Arc::new(EnginePool::new(config.analysis));
        let engines = Engines { pool: Arc::clone(&pool), tables: Arc::new(tables) };
        let router = router_with(page, &config, engines, Some(&service));
        let stop = async {
            stop.await;
            pool.close();
            let _ = stop_sender.send(true);
        };
        let proxies = TrustedProxies::new(&config.trusted_proxies);
        let ending = service.ending();
        let app = Arc::clone(service.app());
        let open = app.metrics.connections.clone();
        tokio::select! {
            biased;
            () = serve_connections(listener, router, config.connections, proxies, open, stop) => {}
            () = serve_metrics(metrics, Sources { app, pool: Arc::clone(&pool) }) => {}
            () = pool.keep_small() => {}
            () = service.run() => {}
        }
        ending.finish().await;
    }
}

/// Serves the listener for metrics; never completes.
async fn serve_metrics(listener: Option<TcpListener>, sources: Sources) {
    let Some(listener) = listener else { return std::future::pending().await };
    let limits = ConnectionLimits { total: 16, per_client: 16, ..ConnectionLimits::default() };
    let proxies = TrustedProxies::new(&[]);
    let routes = metrics_listener(sources).layer(from_fn_with_state(limits.request_timeout, limit_time));
    serve_connections(listener, routes, limits, proxies, Gauge::default(), std::future::pending()).await;
}

/// Listens on an address and returns the actual one.
async fn listen(address: &str) -> Result<(TcpListener, SocketAddr), ServeError> {
    let refused =
        |error: std::io::Error| ServeError::Listen { address: address.to_owned(), reason: plain_words(&error) };
    let listener = TcpListener::bind(address).await.map_err(refused)?;
    let local = listener.local_addr().map_err(refused)?;
    Ok((listener, local))
}

/// Completes when the program should stop: on Ctrl-C, or on Unix on SIGTERM.
pub async fn stop_signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without a handler, the signal terminates the program by itself.
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

fn plain_words(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::AddrInUse => "another program is using that port".to_owned(),
        ErrorKind::AddrNotAvailable => "that address does not belong to this machine".to_owned(),
        ErrorKind::PermissionDenied => "this user may not use that port".to_owned(),
        ErrorKind::InvalidInput => "an address looks like 127.0.0.1:8070".to_owned(),
        _ => error.to_string(),
    }
}

//! Listening, and stopping without cutting anybody off.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::engines::{AnalysisLimits, Engines};
use crate::page::Page;
use crate::routes::with_engines;

/// How long requests under way may still take after the server was told to stop.
const GRACE: Duration = Duration::from_secs(10);

/// Why the server could not start or go on.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is not one to listen on, or another program already does.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// The address as it was given.
        address: String,
        /// What the system said, in plain words where it is a common case.
        reason: String,
    },
    /// The listening socket broke later.
    #[error("the server had to stop: {0}")]
    Run(#[from] std::io::Error),
}

/// A server that holds its port and answers once [`run`](Server::run) is called.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    page: Page,
    analysis: AnalysisLimits,
}

impl Server {
    /// Takes the port of an address such as `127.0.0.1:8070` or `localhost:8070`; port 0 asks the system for a free one.
    /// The server will hand out the page built into the program.
    ///
    /// # Errors
    ///
    /// When the address cannot be understood, is not this machine's, or its port is taken.
    pub async fn bind(address: &str) -> Result<Self, ServeError> {
        let refused =
            |error: std::io::Error| ServeError::Listen { address: address.to_owned(), reason: plain_words(&error) };
        let listener = TcpListener::bind(address).await.map_err(refused)?;
        let local = listener.local_addr().map_err(refused)?;
        Ok(Self { listener, address: local, page: Page::embedded(), analysis: AnalysisLimits::default() })
    }

    /// Lends so much of the engine for analysis, instead of the default.
    #[must_use]
    pub fn with_analysis(self, analysis: AnalysisLimits) -> Self {
        Self { analysis, ..self }
    }

    /// The address it listens on, with the real port.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Whether the program holds the page; without it the server only says how to build it.
    pub fn has_page(&self) -> bool {
        self.page.is_built()
    }

    /// Answers until `stop` is ready, then takes no new connections and gives requests under way ten seconds;
    /// searches end at once.
    ///
    /// # Errors
    ///
    /// When the listening socket breaks.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let (stopping, stopped) = tokio::sync::oneshot::channel();
        let engines = Arc::new(Engines::new(self.analysis));
        let router = with_engines(self.page, Arc::clone(&engines));
        let serving = axum::serve(self.listener, router).with_graceful_shutdown(async move {
            stop.await;
            engines.close();
            // Nobody listens any more only when serving has ended already.
            let _ = stopping.send(());
        });
        let deadline = async {
            if stopped.await.is_ok() {
                tokio::time::sleep(GRACE).await;
            } else {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            result = async { serving.await } => result.map_err(ServeError::from),
            () = deadline => Ok(()),
        }
    }
}

/// Ready when the program is asked to stop: Ctrl-C, or on Unix the signal that service managers send (SIGTERM).
pub async fn stop_signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without a handler the signal ends the program by itself.
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

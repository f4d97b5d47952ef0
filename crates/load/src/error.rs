//! Errors of a run.

/// Reason why a run cannot start.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The address does not belong to this machine, or cannot be resolved.
    #[error("{0}: load is for servers on this machine; give a loopback address such as 127.0.0.1:8070")]
    NotLoopback(String),
    #[error("there is no variant {0:?}")]
    Variant(String),
    /// The server cannot be reached.
    #[error("cannot connect to {0}: {1}")]
    Connect(String, #[source] std::io::Error),
    /// A request failed.
    #[error("a request failed: {0}")]
    Request(#[from] hyper::Error),
    /// The server sent an unexpected answer.
    #[error("unexpected answer: {0}")]
    Answer(String),
}

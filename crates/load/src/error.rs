//! Why a run cannot be made.

/// Why a run cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The address is not one of this machine, or cannot be found.
    #[error("{0}: load is for servers on this machine; give a loopback address such as 127.0.0.1:8070")]
    NotLoopback(String),
    /// There is no such variant.
    #[error("there is no variant {0:?}")]
    Variant(String),
    /// The server cannot be reached.
    #[error("cannot connect to {0}: {1}")]
    Connect(String, #[source] std::io::Error),
    /// A request failed.
    #[error("a request failed: {0}")]
    Request(#[from] hyper::Error),
    /// The server answered something else than was asked for.
    #[error("unexpected answer: {0}")]
    Answer(String),
}

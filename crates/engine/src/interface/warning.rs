//! Faults that a search survives.

use std::fmt;

/// A fault that does not end a search, but makes it weaker. Reported by [`Observer::warning`](crate::Observer::warning).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EngineWarning {
    /// The embedded network of a variant cannot be used, so that the handcrafted evaluation is. Reported by the first search
    /// of the variant.
    NetworkUnusable {
        /// Id of the variant.
        variant: String,
        /// What is wrong with the network.
        reason: String,
    },
    /// An endgame table cannot be read in part. Positions there count as not in the tables. Reported once for each ending.
    TableUnreadable {
        /// The ending.
        ending: String,
        /// What is wrong with the table.
        reason: String,
    },
    /// A worker thread has panicked. The other threads finish the search; what this one has found is dropped, and its
    /// statistics are reset.
    WorkerPanicked {
        /// Number of the thread, from 1; a panic of the main thread, 0, goes to the caller.
        worker: usize,
        /// The message of the panic.
        message: String,
    },
}

impl fmt::Display for EngineWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineWarning::NetworkUnusable { variant, reason } => {
                write!(f, "the network of {variant} cannot be used, the handcrafted evaluation is: {reason}")
            }
            EngineWarning::TableUnreadable { ending, reason } => {
                write!(f, "the endgame table {ending} cannot be used everywhere: {reason}")
            }
            EngineWarning::WorkerPanicked { worker, message } => {
                write!(f, "search thread {worker} has panicked, the others went on: {message}")
            }
        }
    }
}

//! Warnings: faults that do not end a search.

use std::fmt;

/// Fault that weakens a search but does not end it. Reported by [`Observer::warning`](crate::Observer::warning).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EngineWarning {
    /// The embedded network of a variant is unusable, so the handcrafted evaluation is used. Reported by the first search of the
    /// variant.
    NetworkUnusable {
        /// Id of the variant.
        variant: String,
        /// The fault of the network.
        reason: String,
    },
    /// Part of an endgame table cannot be read. Positions in that part count as missing. Reported once for each ending.
    TableUnreadable {
        /// The ending.
        ending: String,
        /// The fault of the table.
        reason: String,
    },
    /// A worker thread has panicked. The other threads finish the search; the results of this thread are dropped and its
    /// statistics reset.
    WorkerPanicked {
        /// Number of the thread, from 1. A panic of the main thread, 0, propagates to the caller.
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

//! Tasks of the writer and their results.

use tokio::sync::oneshot;

use crate::database::Epoch;
use crate::entry::{Completion, LogEntry};
use crate::error::StoreError;
use crate::statement::Statement;
use crate::value::Row;

/// Sender of an answer.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// A task for the writer.
pub(crate) enum Job {
    Append {
        entries: Vec<LogEntry>,
        and: Vec<Statement>,
        done: Completion,
    },
    Transact {
        statements: Vec<Statement>,
        reply: Reply<Vec<Vec<Row>>>,
    },
    TakeEpoch {
        reply: Reply<Epoch>,
    },
    Trim {
        through: i64,
        reply: Reply<u64>,
    },
    Flush {
        reply: Reply<()>,
    },
    /// Append that was refused because the queue was full.
    Refused {
        done: Completion,
    },
}

impl Job {
    /// Approximate size in memory, in bytes.
    pub(crate) fn size(&self) -> usize {
        let heap = match self {
            Self::Append { entries, and, .. } => {
                entries.iter().map(LogEntry::size).sum::<usize>() + and.iter().map(Statement::size).sum::<usize>()
            }
            Self::Transact { statements, .. } => statements.iter().map(Statement::size).sum(),
            Self::TakeEpoch { .. } | Self::Trim { .. } | Self::Flush { .. } | Self::Refused { .. } => 0,
        };
        size_of::<Self>() + heap
    }

    /// Outcome of a task that was not carried out since its transaction failed.
    pub(crate) fn undone(self, error: &StoreError) -> Outcome {
        match self {
            Self::Append { done, .. } | Self::Refused { done } => Outcome::Append { done, result: Err(error.clone()) },
            Self::Transact { reply, .. } => Outcome::Rows { reply, result: Err(error.clone()) },
            Self::TakeEpoch { reply } => Outcome::Epoch { reply, result: Err(error.clone()) },
            Self::Trim { reply, .. } => Outcome::Trimmed { reply, result: Err(error.clone()) },
            Self::Flush { reply } => Outcome::Flushed { reply },
        }
    }

    /// Answers a task that was not carried out.
    pub(crate) fn refuse(self, error: StoreError) {
        match self {
            Self::Append { done, .. } | Self::Refused { done } => done(Err(error)),
            Self::Transact { reply, .. } => drop(reply.send(Err(error))),
            Self::TakeEpoch { reply } => drop(reply.send(Err(error))),
            Self::Trim { reply, .. } => drop(reply.send(Err(error))),
            Self::Flush { reply } => drop(reply.send(Err(error))),
        }
    }
}

/// Result of a task, which is valid once the transaction is committed.
pub(crate) enum Outcome {
    Append { done: Completion, result: Result<(), StoreError> },
    Rows { reply: Reply<Vec<Vec<Row>>>, result: Result<Vec<Vec<Row>>, StoreError> },
    Epoch { reply: Reply<Epoch>, result: Result<Epoch, StoreError> },
    Trimmed { reply: Reply<u64>, result: Result<u64, StoreError> },
    Flushed { reply: Reply<()> },
}

impl Outcome {
    /// Sends the result, or the failure of the commit if the task had succeeded.
    pub(crate) fn answer(self, commit: &Result<(), StoreError>) {
        fn both<T>(result: Result<T, StoreError>, commit: &Result<(), StoreError>) -> Result<T, StoreError> {
            result.and_then(|value| commit.clone().map(|()| value))
        }
        // The caller may have stopped waiting, which is not an error.
        match self {
            Self::Append { done, result } => done(both(result, commit)),
            Self::Rows { reply, result } => drop(reply.send(both(result, commit))),
            Self::Epoch { reply, result } => drop(reply.send(both(result, commit))),
            Self::Trimmed { reply, result } => drop(reply.send(both(result, commit))),
            Self::Flushed { reply } => drop(reply.send(commit.clone())),
        }
    }
}

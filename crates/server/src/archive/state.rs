//! What of the archive is in memory.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// Streams of PGN at a time.
const STREAMS: usize = 8;

/// The archive.
#[derive(Debug)]
pub(crate) struct ArchiveState {
    /// A stream holds one as long as it goes on.
    pub(crate) streams: Arc<Semaphore>,
}

impl Default for ArchiveState {
    fn default() -> Self {
        Self { streams: Arc::new(Semaphore::new(STREAMS)) }
    }
}

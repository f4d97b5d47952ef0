//! Work that goes on when nobody waits for it any more.

use saffron_protocol::error::ErrorCode;

use crate::error::Error;

/// Does something to its end, also where the request that it is for is broken off: of what is in memory and what is stored
/// neither is left without the other.
///
/// # Errors
/// Those of the work; `Internal` where it panics.
pub(crate) async fn detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    tokio::spawn(work).await.unwrap_or_else(|error| {
        tracing::error!(%error, "work has failed");
        Err(ErrorCode::Internal.into())
    })
}

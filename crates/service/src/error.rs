//! Error type of the service.

use saffron_protocol::error::ErrorCode;
use saffron_store::StoreError;

use crate::analysis::protocol::ApiError;

/// Reason why a request fails.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Refusal, sent to the client with its parameters.
    #[error("refused: {0}")]
    Refused(#[from] ErrorCode),
    /// Analysis that was refused or has failed.
    #[error("no analysis: {0:?}")]
    Analysis(ApiError),
    /// Store failure that no caller has handled.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ApiError> for Error {
    fn from(error: ApiError) -> Self {
        Self::Analysis(error)
    }
}

impl Error {
    /// Returns whether the server is at fault rather than the request.
    pub fn is_fault(&self) -> bool {
        match self {
            Self::Refused(code) => matches!(code, ErrorCode::Internal | ErrorCode::Busy),
            Self::Store(_) => true,
            Self::Analysis(_) => false,
        }
    }

    /// Code that the client is sent. A fault of the server is logged, since its code does not disclose the cause.
    pub fn into_code(self) -> ErrorCode {
        match self {
            Self::Refused(code) => code,
            Self::Store(StoreError::Overloaded) => ErrorCode::Busy,
            Self::Store(StoreError::Closed) => ErrorCode::ShuttingDown,
            Self::Store(error) => {
                tracing::error!(%error, "the store failed");
                ErrorCode::Internal
            }
            Self::Analysis(error) => {
                tracing::error!(?error, "an error of the analysis outside an analysis");
                ErrorCode::Internal
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_of_the_store_is_a_code_for_clients() {
        let code = |error: StoreError| Error::from(error).into_code();
        assert_eq!(code(StoreError::Overloaded), ErrorCode::Busy);
        assert_eq!(code(StoreError::Closed), ErrorCode::ShuttingDown);
        assert_eq!(code(StoreError::Io("a broken disk".to_owned())), ErrorCode::Internal);
    }
}

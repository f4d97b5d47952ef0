//! Errors of the API as responses.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};

use crate::analysis::protocol::{ApiError, ErrorBody};
use crate::telemetry::metrics::code_of;
use crate::telemetry::requests::RefusedCode;

/// `Retry-After` in seconds when no engine is free.
const ENGINE_RETRY: u64 = 5;

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            Self::AnalysisDisabled => StatusCode::NOT_FOUND,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BodyTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::TooManyRequests { .. } | Self::TooManySearches { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::EnginesBusy { .. } | Self::EngineUnavailable | Self::ShuttingDown => StatusCode::SERVICE_UNAVAILABLE,
            Self::EngineFailed => StatusCode::INTERNAL_SERVER_ERROR,
            Self::BodyUnreadable { .. }
            | Self::InvalidJson { .. }
            | Self::TextTooLong { .. }
            | Self::TooManyMoves { .. }
            | Self::Request(_) => StatusCode::BAD_REQUEST,
        }
    }

    /// Seconds until the same request may succeed, where that is known.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooManyRequests { retry_after } => Some(*retry_after),
            Self::TooManySearches { .. } | Self::EnginesBusy { .. } => Some(ENGINE_RETRY),
            _ => None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, retry_after) = (self.status(), self.retry_after());
        let code = RefusedCode(code_of(&self));
        let mut response = (status, Json(ErrorBody { error: self })).into_response();
        response.extensions_mut().insert(code);
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_for_now_says_when_to_try_again() {
        let response = ApiError::EnginesBusy { engines: 2 }.into_response();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()[header::RETRY_AFTER], "5");
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-store");
        let response = ApiError::AnalysisDisabled.into_response();
        assert!(!response.headers().contains_key(header::RETRY_AFTER));
    }
}

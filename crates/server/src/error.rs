//! Errors of the API: each has a stable code and parameters, and the page's catalogues have the sentences.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use saffron_analysis::RequestError;
use serde::Serialize;

/// Why a request is refused or a search has failed. As JSON it is `{ "code": ..., "params": ... }` with the variant's name
/// in snake case; without parameters there are no `params`. A `message` among them is for developers and not for display.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum ApiError {
    /// This server provides no analysis.
    AnalysisDisabled,
    /// The body is not `application/json` in UTF-8.
    UnsupportedMediaType,
    /// The body is longer than this many bytes.
    BodyTooLarge { limit: usize },
    /// The body could not be received.
    BodyUnreadable { message: String },
    /// The body did not arrive in time.
    RequestTimeout,
    /// The body is not the JSON of a request.
    InvalidJson { line: usize, column: usize, message: String },
    /// A text is longer than this many bytes.
    TextTooLong { field: &'static str, limit: usize },
    /// The game has more moves than allowed.
    TooManyMoves { count: usize, limit: usize },
    /// This client has used up its quota.
    TooManyRequests { retry_after: u64 },
    /// This client already has as many searches as it may have at a time.
    TooManySearches { limit: usize },
    /// All engines are in use by others.
    EnginesBusy { engines: usize },
    /// There is no memory or no thread for another engine.
    EngineUnavailable,
    /// The search ended by a fault of the engine.
    EngineFailed,
    /// The server stops.
    ShuttingDown,
    /// The variant, the position or a move is wrong.
    #[serde(untagged)]
    Request(RequestError),
}

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

/// The JSON of an answer that is an error.
#[derive(Serialize)]
struct ErrorBody {
    error: ApiError,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, retry_after) = (self.status(), self.retry_after());
        let mut response = (status, Json(ErrorBody { error: self })).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> Self {
        Self::Request(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(error: ApiError) -> String {
        serde_json::to_string(&ErrorBody { error }).expect("JSON")
    }

    #[test]
    fn errors_are_codes_with_parameters() {
        assert_eq!(json(ApiError::ShuttingDown), r#"{"error":{"code":"shutting_down"}}"#);
        assert_eq!(
            json(ApiError::TooManyRequests { retry_after: 3 }),
            r#"{"error":{"code":"too_many_requests","params":{"retryAfter":3}}}"#
        );
        let error = ApiError::Request(RequestError::IllegalMove { number: 2, text: "e2e5".to_owned() });
        assert_eq!(json(error), r#"{"error":{"code":"illegal_move","params":{"number":2,"text":"e2e5"}}}"#);
    }

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

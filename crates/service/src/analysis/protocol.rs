//! JSON of the analysis API: requests, messages and errors. `cargo xtask types` generates the page's TypeScript types
//! from it.

use saffron_analysis::{AnalysisRequest, AnalysisResult, LineData, RequestError};
use serde::{Deserialize, Serialize};

/// Response to GET: what the server offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AnalysisOffer {
    /// Number of searches that a client may run at a time; 0 if analysis is disabled.
    pub searches: usize,
    /// Maximum duration of a search in seconds.
    pub seconds: u64,
}

/// Body of POST: a search.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SearchRequest {
    /// Name that the page has chosen. A later search with the same name replaces this one and reuses its hash table.
    pub engine: String,
    /// Whether the engine should forget earlier searches, because another game begins.
    #[serde(default, rename = "newGame")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub new_game: bool,
    /// Position and limits.
    pub request: AnalysisRequest,
}

/// One line of the response to POST.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SearchMessage<'a> {
    /// Principal variation, as the search finds it.
    Line(&'a LineData),
    /// Result; the last message.
    Found(&'a AnalysisResult),
    /// Error instead of the result.
    Error(&'a ApiError),
}

/// Body of a refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ErrorBody {
    pub error: ApiError,
}

/// Reason why a request is refused or a search has failed: a stable code with parameters. The page's catalogues have
/// the sentences; a `message` is for developers and not displayed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ApiError {
    /// The server offers no analysis.
    AnalysisDisabled,
    /// The body is not `application/json` in UTF-8.
    UnsupportedMediaType,
    /// The body is too long.
    BodyTooLarge {
        /// Maximum in bytes.
        limit: usize,
    },
    /// The body could not be received.
    BodyUnreadable {
        /// Error of the connection, in English.
        message: String,
    },
    /// The body did not arrive in time.
    RequestTimeout,
    /// The body is not the JSON of a request.
    InvalidJson {
        /// Line of the error, from 1.
        line: usize,
        /// Column of the error, from 1.
        column: usize,
        /// Parser's error, in English.
        message: String,
    },
    /// A text is too long.
    TextTooLong {
        /// Name of the field.
        field: &'static str,
        /// Maximum in bytes.
        limit: usize,
    },
    /// The game has too many moves.
    TooManyMoves {
        /// Number of moves.
        count: usize,
        /// Maximum number of moves.
        limit: usize,
    },
    /// The client has used up its quota.
    TooManyRequests {
        /// Seconds until the next request is accepted.
        retry_after: u64,
    },
    /// The client is running as many searches as it may.
    TooManySearches {
        /// Maximum number of searches.
        limit: usize,
    },
    /// Other clients use all engines.
    EnginesBusy {
        /// Number of engines.
        engines: usize,
    },
    /// There is not enough memory, or no thread, for another engine.
    EngineUnavailable,
    /// The engine failed during the search.
    EngineFailed,
    /// The server is stopping.
    ShuttingDown,
    /// The variant, the position or a move is invalid; the code is the one of that error.
    #[serde(untagged)]
    Request(RequestError),
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
}

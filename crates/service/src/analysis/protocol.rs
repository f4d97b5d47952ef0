//! The JSON of the analysis API: requests, answers and errors. The page has the same types in TypeScript, which
//! `cargo xtask types` generates from these.

use saffron_analysis::{AnalysisRequest, AnalysisResult, LineData, RequestError};
use serde::{Deserialize, Serialize};

/// The answer to GET: what the server provides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AnalysisOffer {
    /// How many searches there may be at a time; 0 when analysis is disabled.
    pub searches: usize,
    /// The most seconds of one search.
    pub seconds: u64,
}

/// The body of POST: a search.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SearchRequest {
    /// A name that the page has made up: a later search with the same name replaces this one, and its engine has the
    /// results of this one.
    pub engine: String,
    /// Whether the engine is to clear its results of earlier searches: another game begins.
    #[serde(default, rename = "newGame")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub new_game: bool,
    /// The position and the limits.
    pub request: AnalysisRequest,
}

/// One line of the answer to POST.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SearchMessage<'a> {
    /// A line of play, as the search finds it.
    Line(&'a LineData),
    /// The result, as the last message.
    Found(&'a AnalysisResult),
    /// An error instead of the result.
    Error(&'a ApiError),
}

/// The body of a refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ErrorBody {
    /// Why it is refused.
    pub error: ApiError,
}

/// Why a request is refused or a search has failed: a stable code with parameters, for which the page's catalogues have the
/// sentences. A `message` is for developers and not for display.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ApiError {
    /// This server provides no analysis.
    AnalysisDisabled,
    /// The body is not `application/json` in UTF-8.
    UnsupportedMediaType,
    /// The body is too long.
    BodyTooLarge {
        /// The maximum in bytes.
        limit: usize,
    },
    /// The body could not be received.
    BodyUnreadable {
        /// The reason.
        message: String,
    },
    /// The body did not arrive in time.
    RequestTimeout,
    /// The body is not the JSON of a request.
    InvalidJson {
        /// The line of the error, from 1.
        line: usize,
        /// The column of the error, from 1.
        column: usize,
        /// The error.
        message: String,
    },
    /// A text is too long.
    TextTooLong {
        /// The name of its field.
        field: &'static str,
        /// The maximum in bytes.
        limit: usize,
    },
    /// The game has too many moves.
    TooManyMoves {
        /// The number of its moves.
        count: usize,
        /// The maximum.
        limit: usize,
    },
    /// This client has used up its quota.
    TooManyRequests {
        /// Seconds until the next request is accepted.
        retry_after: u64,
    },
    /// This client already has as many searches as it may have at a time.
    TooManySearches {
        /// The maximum.
        limit: usize,
    },
    /// All engines are in use by others.
    EnginesBusy {
        /// The number of engines.
        engines: usize,
    },
    /// There is no memory or no thread for another engine.
    EngineUnavailable,
    /// The search ended by a fault of the engine.
    EngineFailed,
    /// The server stops.
    ShuttingDown,
    /// The variant, the position or a move is wrong; the code is the one of that error.
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

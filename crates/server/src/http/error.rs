//! Errors of the service as HTTP responses.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use saffron_live::Refusal;
use saffron_protocol::error::{self as protocol, ErrorCode};
use saffron_service::Error;
use saffron_service::analysis::protocol::{self as analysis, ApiError};
use saffron_service::config::limits::ENGINE_RETRY_DELAY;
use saffron_service::metrics::code_of;
use saffron_tournament::arena::ArenaRefusal;
use saffron_tournament::correspondence::CorrespondenceRefusal;
use saffron_tournament::simul::SimulRefusal;
use saffron_tournament::state::TournamentRefusal;
use serde::Serialize;

/// A refused or failed request. Handlers return it; `?` converts the service's errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ErrorResponse(Error);

impl<E: Into<Error>> From<E> for ErrorResponse {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        match self.0 {
            Error::Analysis(error) => {
                let (status, retry_after, code) =
                    (analysis_status(&error), analysis_retry_after(&error), code_of(&error));
                response(status, retry_after, code, analysis::ErrorBody { error })
            }
            error => {
                let error = error.into_code();
                let (status, retry_after, code) = (status(&error), retry_after(&error), code_of(&error));
                response(status, retry_after, code, protocol::ErrorBody { error })
            }
        }
    }
}

/// Error code of a refusal, which a response carries in its extensions for the metrics.
#[derive(Clone, Debug)]
pub(crate) struct RefusedCode(pub(crate) String);

fn response(status: StatusCode, retry_after: Option<u64>, code: String, body: impl Serialize) -> Response {
    let mut response = (status, Json(body)).into_response();
    response.extensions_mut().insert(RefusedCode(code));
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(seconds) = retry_after {
        headers.insert(header::RETRY_AFTER, seconds.into());
    }
    response
}

pub(crate) fn status(code: &ErrorCode) -> StatusCode {
    use ErrorCode as E;
    match code {
        E::SignInRequired => StatusCode::UNAUTHORIZED,
        E::AccountRequired
        | E::Forbidden
        | E::WrongOrigin
        | E::WrongPassword
        | E::AccountClosed
        | E::Suspended { .. }
        | E::NotAccepted
        | E::TeamMembersOnly
        | E::Muted => StatusCode::FORBIDDEN,
        E::NotFound | E::EmailDisabled | E::NotInTables => StatusCode::NOT_FOUND,
        E::Gone | E::Changed | E::NameTaken | E::NotOpen | E::LastLeader => StatusCode::CONFLICT,
        E::InvalidField { .. }
        | E::TooLong { .. }
        | E::InvalidMessage
        | E::UnsupportedVersion { .. }
        | E::InvalidName
        | E::WeakPassword
        | E::InvalidEmail
        | E::InvalidToken
        | E::UnknownVariant
        | E::InvalidPosition
        | E::InvalidControl
        | E::CannotBeRated
        | E::Oneself => StatusCode::BAD_REQUEST,
        E::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        E::RateLimited { .. } | E::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
        E::Busy | E::ShuttingDown => StatusCode::SERVICE_UNAVAILABLE,
        E::CastlingRights => StatusCode::UNPROCESSABLE_ENTITY,
        E::Internal | E::DamagedTable { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        E::Refused(Refusal::IllegalMove { .. } | Refusal::BadConditionalMove { .. }) => StatusCode::BAD_REQUEST,
        E::TournamentRefused(
            TournamentRefusal::InvalidEntry { .. }
            | TournamentRefusal::WrongMove { .. }
            | TournamentRefusal::WrongGame { .. }
            | TournamentRefusal::ForeignReport { .. },
        ) => StatusCode::BAD_REQUEST,
        E::ArenaRefused(ArenaRefusal::InvalidArena { .. }) => StatusCode::BAD_REQUEST,
        E::CorrespondenceRefused(CorrespondenceRefusal::InvalidCorrespondence { .. }) => StatusCode::BAD_REQUEST,
        E::SimulRefused(SimulRefusal::InvalidSimul { .. }) => StatusCode::BAD_REQUEST,
        E::SimulRefused(SimulRefusal::RemovedFromSimul) => StatusCode::FORBIDDEN,
        E::Refused(_)
        | E::TournamentRefused(_)
        | E::ArenaRefused(_)
        | E::CorrespondenceRefused(_)
        | E::SimulRefused(_) => StatusCode::CONFLICT,
    }
}

/// `Retry-After` in seconds; `None` if waiting does not help or the time is unknown.
pub(crate) fn retry_after(code: &ErrorCode) -> Option<u64> {
    match code {
        ErrorCode::RateLimited { retry_after } => Some(*retry_after),
        ErrorCode::TooMany { .. } => Some(60),
        ErrorCode::Busy | ErrorCode::ShuttingDown => Some(5),
        _ => None,
    }
}

fn analysis_status(error: &ApiError) -> StatusCode {
    match error {
        ApiError::AnalysisDisabled => StatusCode::NOT_FOUND,
        ApiError::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ApiError::BodyTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        ApiError::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
        ApiError::TooManyRequests { .. } | ApiError::TooManySearches { .. } => StatusCode::TOO_MANY_REQUESTS,
        ApiError::EnginesBusy { .. } | ApiError::EngineUnavailable | ApiError::ShuttingDown => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        ApiError::EngineFailed => StatusCode::INTERNAL_SERVER_ERROR,
        ApiError::BodyUnreadable { .. }
        | ApiError::InvalidJson { .. }
        | ApiError::TextTooLong { .. }
        | ApiError::TooManyMoves { .. }
        | ApiError::Request(_) => StatusCode::BAD_REQUEST,
    }
}

/// `Retry-After` in seconds for a refused search; `None` if waiting does not help or the time is unknown.
fn analysis_retry_after(error: &ApiError) -> Option<u64> {
    match error {
        ApiError::TooManyRequests { retry_after } => Some(*retry_after),
        ApiError::TooManySearches { .. } | ApiError::EnginesBusy { .. } => Some(ENGINE_RETRY_DELAY),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_for_now_says_when_to_try_again() {
        let response = ErrorResponse::from(ErrorCode::RateLimited { retry_after: 7 }).into_response();
        assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(response.headers()[header::RETRY_AFTER], "7");
        let response = ErrorResponse::from(ErrorCode::Refused(Refusal::NotYourTurn)).into_response();
        assert_eq!(response.status(), StatusCode::CONFLICT);
    }

    #[test]
    fn a_refused_analysis_says_when_to_try_again() {
        let response = ErrorResponse::from(ApiError::EnginesBusy { engines: 2 }).into_response();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()[header::RETRY_AFTER], "5");
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-store");
        let response = ErrorResponse::from(ApiError::AnalysisDisabled).into_response();
        assert!(!response.headers().contains_key(header::RETRY_AFTER));
    }
}

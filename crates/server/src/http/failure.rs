//! Codes of live play as responses.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use saffron_live::Refusal;
use saffron_protocol::error::{ErrorBody, ErrorCode};

use crate::telemetry::metrics::code_of;
use crate::telemetry::requests::RefusedCode;

/// A refused request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ErrorResponse(pub(crate) ErrorCode);

impl From<ErrorCode> for ErrorResponse {
    fn from(code: ErrorCode) -> Self {
        Self(code)
    }
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
        | E::Muted => StatusCode::FORBIDDEN,
        E::NotFound | E::EmailDisabled | E::NotInTables => StatusCode::NOT_FOUND,
        E::Gone | E::NameTaken => StatusCode::CONFLICT,
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
        E::Refused(_) => StatusCode::CONFLICT,
    }
}

/// Seconds until the same request may succeed, where that is known.
pub(crate) fn retry_after(code: &ErrorCode) -> Option<u64> {
    match code {
        ErrorCode::RateLimited { retry_after } => Some(*retry_after),
        ErrorCode::TooMany { .. } => Some(60),
        ErrorCode::Busy | ErrorCode::ShuttingDown => Some(5),
        _ => None,
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        let (status, retry_after) = (status(&self.0), retry_after(&self.0));
        let code = RefusedCode(code_of(&self.0));
        let mut response = (status, Json(ErrorBody { error: self.0 })).into_response();
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
        let response = ErrorResponse(ErrorCode::RateLimited { retry_after: 7 }).into_response();
        assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(response.headers()[header::RETRY_AFTER], "7");
        let response = ErrorResponse(ErrorCode::Refused(Refusal::NotYourTurn)).into_response();
        assert_eq!(response.status(), StatusCode::CONFLICT);
    }
}

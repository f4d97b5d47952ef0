//! Extractors of path and query parameters, and the language of a request.

use axum::extract::{FromRequestParts, Path as AxumPath, Query as AxumQuery, Request};
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use saffron_protocol::error::ErrorCode;
use saffron_service::mail::Language;
use serde::de::DeserializeOwned;

use crate::http::error::ErrorResponse;

/// Middleware that refuses addresses with NUL, which PostgreSQL cannot store. In the path it is `NotFound`; in the
/// query the refusal names the parameter.
pub(crate) async fn refuse_nul(request: Request, next: Next) -> Response {
    if request.uri().path().contains("%00") {
        return ErrorResponse::from(ErrorCode::NotFound).into_response();
    }
    let query = request.uri().query().unwrap_or_default();
    let mut parameters = form_urlencoded::parse(query.as_bytes());
    if let Some((name, _)) = parameters.find(|(name, value)| name.contains('\0') || value.contains('\0')) {
        let field = name.chars().filter(|letter| *letter != '\0').take(32).collect();
        return ErrorResponse::from(ErrorCode::InvalidField { field }).into_response();
    }
    next.run(request).await
}

/// Path parameters. A value that cannot be decoded is `NotFound`.
#[derive(Clone, Debug)]
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ErrorResponse> {
        let read = AxumPath::from_request_parts(parts, state).await;
        read.map(|AxumPath(value)| Self(value)).map_err(|_| ErrorResponse::from(ErrorCode::NotFound))
    }
}

/// Query parameters. A query that does not parse is `InvalidField`.
#[derive(Clone, Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ErrorResponse> {
        let read = AxumQuery::from_request_parts(parts, state).await;
        let invalid = |_| ErrorResponse::from(ErrorCode::InvalidField { field: "query".to_owned() });
        read.map(|AxumQuery(value)| Self(value)).map_err(invalid)
    }
}

/// Language for the e-mails that a request causes, by its `Accept-Language`.
pub(crate) fn language_of(headers: &HeaderMap) -> Language {
    Language::preferred(headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default())
}

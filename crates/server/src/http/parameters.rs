//! Parameters of the address: of its path and its query.

use axum::extract::{FromRequestParts, Path as AxumPath, Query as AxumQuery};
use axum::http::request::Parts;
use saffron_protocol::error::ErrorCode;
use serde::de::DeserializeOwned;

use crate::http::failure::ErrorResponse;

/// Parameters of the path. What is not text is the name of nothing.
#[derive(Clone, Debug)]
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ErrorResponse> {
        let read = AxumPath::from_request_parts(parts, state).await;
        read.map(|AxumPath(value)| Self(value)).map_err(|_| ErrorResponse(ErrorCode::NotFound))
    }
}

/// Parameters of the query.
#[derive(Clone, Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ErrorResponse> {
        let read = AxumQuery::from_request_parts(parts, state).await;
        let invalid = |_| ErrorResponse(ErrorCode::InvalidField { field: "query".to_owned() });
        read.map(|AxumQuery(value)| Self(value)).map_err(invalid)
    }
}

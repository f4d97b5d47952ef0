//! Bodies of requests.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use mime::Mime;
use saffron_protocol::error::ErrorCode;
use serde::de::DeserializeOwned;

use crate::http::failure::ErrorResponse;

/// The longest body in bytes.
pub(crate) const MAX_BODY: usize = 16 * 1024;

/// A body of JSON. Only `application/json` is taken, which pages of other sites cannot send without being asked for.
#[derive(Clone, Debug)]
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ErrorResponse;

    async fn from_request(request: Request, state: &S) -> Result<Self, ErrorResponse> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let is_json = kind.and_then(|kind| kind.parse::<Mime>().ok()).is_some_and(|mime| {
            mime.type_() == mime::APPLICATION && (mime.subtype() == mime::JSON || mime.suffix() == Some(mime::JSON))
        });
        if !is_json {
            return Err(ErrorResponse(ErrorCode::InvalidField { field: "Content-Type".to_owned() }));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|error: BytesRejection| {
            let too_large = error.status() == StatusCode::PAYLOAD_TOO_LARGE;
            ErrorResponse(if too_large { ErrorCode::TooLarge { limit: MAX_BODY } } else { ErrorCode::InvalidMessage })
        })?;
        serde_json::from_slice(&bytes).map(Self).map_err(|_| ErrorResponse(ErrorCode::InvalidMessage))
    }
}

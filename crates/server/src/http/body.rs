//! Extractor of JSON request bodies.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use mime::Mime;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_BODY;
use saffron_service::parts::budgets::{Budgets, Cost, Payer};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::http::client::client_of;
use crate::http::error::ErrorResponse;

/// JSON request body of at most `LIMIT` bytes, charged to the client by its bytes; one with a limit of its own is charged by its
/// handler. Only `application/json` is accepted, which
/// pages of other sites cannot send without a preflight request.
///
/// A route with a higher limit than [`MAX_BODY`] needs it as a layer, too.
#[derive(Clone, Debug)]
pub(crate) struct JsonBody<T, const LIMIT: usize = MAX_BODY>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned, const LIMIT: usize> FromRequest<S> for JsonBody<T, LIMIT> {
    type Rejection = ErrorResponse;

    async fn from_request(request: Request, state: &S) -> Result<Self, ErrorResponse> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let is_json = kind.and_then(|kind| kind.parse::<Mime>().ok()).is_some_and(|mime| {
            mime.type_() == mime::APPLICATION && (mime.subtype() == mime::JSON || mime.suffix() == Some(mime::JSON))
        });
        if !is_json {
            return Err(ErrorResponse::from(ErrorCode::InvalidField { field: "Content-Type".to_owned() }));
        }
        let client = client_of(&request);
        let budgets = request.extensions().get::<Arc<Budgets>>().cloned();
        let bytes = Bytes::from_request(request, state).await.map_err(|error: BytesRejection| {
            let too_large = error.status() == StatusCode::PAYLOAD_TOO_LARGE;
            ErrorResponse::from(if too_large {
                ErrorCode::TooLarge { limit: LIMIT }
            } else {
                ErrorCode::InvalidMessage
            })
        })?;
        if let Some(budgets) = budgets
            && LIMIT == MAX_BODY
        {
            budgets.charge(&[Payer::Client(client)], Cost::of_message(bytes.len()))?;
        }
        Ok(Self(read_json(&bytes)?))
    }
}

/// Parses a JSON message.
///
/// # Errors
/// `InvalidMessage` if the text is not JSON of this type; `InvalidField`, with the path of the field, if a text
/// contains NUL, which PostgreSQL cannot store.
pub(crate) fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ErrorCode> {
    // JSON can only contain NUL as this escape. The bytes may also be an escaped backslash followed by `u0000`.
    const ESCAPE: &[u8] = br"\u0000";
    if bytes.windows(ESCAPE.len()).any(|part| part == ESCAPE)
        && let Ok(value) = serde_json::from_slice::<Value>(bytes)
        && let Some(field) = field_with_nul(&value)
    {
        return Err(ErrorCode::InvalidField { field });
    }
    serde_json::from_slice(bytes).map_err(|_| ErrorCode::InvalidMessage)
}

/// Path of the first text that contains NUL, with its parts joined by dots: `offer.variant`.
fn field_with_nul(value: &Value) -> Option<String> {
    let within = |key: &str, value: &Value| {
        let rest = field_with_nul(value)?;
        Some(if rest.is_empty() { key.to_owned() } else { format!("{key}.{rest}") })
    };
    match value {
        Value::String(text) => text.contains('\0').then(String::new),
        Value::Array(values) => values.iter().enumerate().find_map(|(at, value)| within(&at.to_string(), value)),
        Value::Object(fields) => fields
            .iter()
            .find_map(|(key, value)| if key.contains('\0') { Some(String::new()) } else { within(key, value) }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_nul_is_refused_by_its_field() {
        let field = |json: &str| match read_json::<Value>(json.as_bytes()) {
            Err(ErrorCode::InvalidField { field }) => Some(field),
            Ok(_) => None,
            other => panic!("{json}: {other:?}"),
        };
        let (name, offer) = (r#"{"name":"a\u0000b"}"#, r#"{"offer":{"variants":["a","\u0000"]}}"#);
        assert_eq!(field(name).as_deref(), Some("name"));
        assert_eq!(field(offer).as_deref(), Some("offer.variants.1"));
        assert_eq!(field(r#"{"a":{"b\u0000":1}}"#).as_deref(), Some("a"));
        // An escaped backslash, followed by letters.
        assert_eq!(field(r#"{"name":"a\\u0000b"}"#), None);
        assert_eq!(read_json::<Value>(br#"{"name":"a\u0000b""#), Err(ErrorCode::InvalidMessage));
    }
}

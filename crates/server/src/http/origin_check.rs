//! Protection against other sites: refuses cross-site requests, and adds security headers to responses.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::HeaderMap;
use axum::http::header::{self, HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use saffron_protocol::error::ErrorCode;
use saffron_service::App;

use crate::http::AppState;
use crate::http::error::ErrorResponse;

/// Extractor that refuses cross-site requests: those whose `Sec-Fetch-Site` says so, and those whose `Origin` is
/// neither the public URL nor the request's own host. Requests with neither header pass: they come from programs, which
/// hold no visitor's cookies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SameOrigin;

impl FromRequestParts<AppState> for SameOrigin {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, AppState(app): &AppState) -> Result<Self, ErrorResponse> {
        if is_same_origin(&parts.headers, app.config.public_origin.as_deref()) {
            Ok(Self)
        } else {
            Err(ErrorResponse::from(ErrorCode::WrongOrigin))
        }
    }
}

/// Middleware that refuses every cross-site request that could change something, regardless of its handler.
pub(crate) async fn refuse_other_sites(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if request.method().is_safe() || is_same_origin(request.headers(), app.config.public_origin.as_deref()) {
        next.run(request).await
    } else {
        ErrorResponse::from(ErrorCode::WrongOrigin).into_response()
    }
}

/// Returns whether a request comes from a page of this site, or not from a page at all.
pub(crate) fn is_same_origin(headers: &HeaderMap, public_origin: Option<&str>) -> bool {
    let text = |value: &axum::http::HeaderValue| value.to_str().map(str::to_ascii_lowercase).unwrap_or_default();
    if let Some(site) = headers.get("sec-fetch-site").map(text)
        && site != "same-origin"
        && site != "none"
    {
        return false;
    }
    let Some(origin) = headers.get(ORIGIN).map(text) else { return true };
    if public_origin.is_some_and(|public| public.eq_ignore_ascii_case(&origin)) {
        return true;
    }
    let host = headers.get(HOST).map(text).unwrap_or_default();
    let named = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    !host.is_empty() && named == Some(host.as_str())
}

/// Everything is loaded from this server. WebAssembly may be compiled; other code may not be created at run time.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Security headers. The opener, embedder and resource policies make the page cross-origin isolated, so that it can
/// share memory with its worker, through which it stops a search at once.
const SECURITY: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
];

/// Middleware that adds the security headers which a response lacks.
pub(crate) async fn secure(mut response: Response) -> Response {
    for (name, value) in SECURITY {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(headers: &[(&'static str, &'static str)], public: Option<&str>) -> bool {
        let headers = headers.iter().map(|(name, value)| {
            (axum::http::HeaderName::from_static(name), axum::http::HeaderValue::from_static(value))
        });
        is_same_origin(&headers.collect(), public)
    }

    #[test]
    fn other_sites_are_refused() {
        let host = ("host", "play.example:8070");
        assert!(allowed(&[host], None));
        assert!(allowed(&[host, ("origin", "http://play.example:8070")], None));
        assert!(allowed(&[host, ("origin", "https://play.example:8070"), ("sec-fetch-site", "same-origin")], None));
        assert!(allowed(&[host, ("origin", "https://saffron.example")], Some("https://saffron.example")));
        assert!(!allowed(&[host, ("origin", "https://evil.example")], None));
        assert!(!allowed(&[host, ("origin", "null")], None));
        assert!(!allowed(&[host, ("origin", "http://play.example")], None));
        assert!(!allowed(&[("origin", "http://")], None));
        assert!(!allowed(&[host, ("sec-fetch-site", "cross-site")], None));
        assert!(!allowed(&[host, ("sec-fetch-site", "same-site")], None));
    }
}

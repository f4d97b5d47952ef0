//! The session cookie.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use saffron_service::App;
use saffron_service::config::limits::{MAX_TOKEN, SESSION_TTL};

use crate::http::client::Https;

/// Name of the cookie that holds the session token.
pub(crate) const COOKIE_NAME: &str = "saffron";

/// Pending change to the visitor's cookie. Handlers and extractors set it; [`write_cookie`] adds it to the response.
#[derive(Clone, Debug, Default)]
pub(crate) struct CookieChange(Arc<Mutex<Option<Change>>>);

#[derive(Clone, Debug)]
enum Change {
    Set(String),
    Remove,
}

impl CookieChange {
    /// The pending change that [`write_cookie`] put into the request's extensions.
    pub(crate) fn of(parts: &Parts) -> Self {
        parts.extensions.get().cloned().unwrap_or_default()
    }

    /// Sets the session token.
    pub(crate) fn set(&self, token: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Change::Set(token));
    }

    /// Removes the cookie.
    pub(crate) fn remove(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Change::Remove);
    }
}

impl<S: Sync> axum::extract::FromRequestParts<S> for CookieChange {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self::of(parts))
    }
}

/// Session token in the request's cookies; `None` if there is none or it is too long.
pub(crate) fn token_of(headers: &HeaderMap) -> Option<&str> {
    let values = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(name, value)| (name == COOKIE_NAME && value.len() <= MAX_TOKEN).then_some(value))
}

/// Middleware that adds `Set-Cookie` to the response if the handler changed the cookie.
pub(crate) async fn write_cookie(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let change = CookieChange::default();
    request.extensions_mut().insert(change.clone());
    let by_request = request.extensions().get().is_some_and(|Https(https)| *https);
    let secure = by_request || app.config.public_origin.as_deref().is_some_and(|url| url.starts_with("https://"));
    let mut response = next.run(request).await;
    let change = change.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(cookie) = change.and_then(|change| header(&change, secure)) {
        response.headers_mut().append(SET_COOKIE, cookie);
        // A shared cache must not hand the cookie to another visitor.
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn header(change: &Change, secure: bool) -> Option<HeaderValue> {
    let (token, age) = match change {
        Change::Set(token) => (token.as_str(), SESSION_TTL),
        Change::Remove => ("", 0),
    };
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{COOKIE_NAME}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}");
    let mut value = HeaderValue::from_str(&text).ok()?;
    value.set_sensitive(true);
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_for_this_site_only_and_not_for_scripts() {
        let header = |change, secure| header(&change, secure).expect("a header").to_str().expect("text").to_owned();
        assert_eq!(
            header(Change::Set("ab".to_owned()), true),
            "saffron=ab; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure"
        );
        assert_eq!(header(Change::Remove, false), "saffron=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    }

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let found = |cookies: &[&'static str]| {
            let headers: HeaderMap = cookies.iter().map(|value| (COOKIE, HeaderValue::from_static(value))).collect();
            token_of(&headers).map(str::to_owned)
        };
        assert_eq!(found(&["a=b; saffron=xyz; c=d"]).as_deref(), Some("xyz"));
        assert_eq!(found(&["a=b", "saffron=xyz"]).as_deref(), Some("xyz"));
        assert_eq!(found(&["saffron2=xyz"]), None);
        assert_eq!(found(&[]), None);
    }
}

//! Extractors of the account behind a request.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use saffron_protocol::error::ErrorCode;
use saffron_service::session::{self, Viewer};
use saffron_service::{App, Error};

use crate::http::AppState;
use crate::http::client::Caller;
use crate::http::cookie::{CookieChange, token_of};
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;

/// Account of the request's session; `None` without a valid session.
///
/// # Errors
/// Fails if the store does.
pub(crate) async fn viewer_of(app: &App, parts: &Parts) -> Result<Option<Viewer>, Error> {
    // This request has just created a guest.
    if let Some(viewer) = parts.extensions.get::<Viewer>() {
        return Ok(Some(viewer.clone()));
    }
    let Some(token) = token_of(&parts.headers) else { return Ok(None) };
    let client = parts.extensions.get().copied();
    let Some((viewer, extended)) = session::find(app, token, client).await? else { return Ok(None) };
    if extended {
        CookieChange::of(parts).set(token.to_owned());
    }
    Ok(Some(viewer))
}

/// Refuses requests without a valid session.
impl FromRequestParts<AppState> for Viewer {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, AppState(app): &AppState) -> Result<Self, ErrorResponse> {
        Ok(viewer_of(app, parts).await?.ok_or(ErrorCode::SignInRequired)?)
    }
}

impl OptionalFromRequestParts<AppState> for Viewer {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, AppState(app): &AppState) -> Result<Option<Self>, ErrorResponse> {
        Ok(viewer_of(app, parts).await?)
    }
}

/// Data for a request that may start or end a session: its origin, and the visitor's cookie.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    pub(crate) visit: session::Visit,
    pub(crate) cookie: CookieChange,
}

impl Visit {
    fn of(parts: &Parts) -> Self {
        let user_agent = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Self { visit: session::Visit::new(Caller::of(parts), user_agent), cookie: CookieChange::of(parts) }
    }
}

impl<S: Sync> FromRequestParts<S> for Visit {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts))
    }
}

/// Session for an action that guests may take, too: a visitor without a session becomes a guest, and gets the cookie
/// with the response. Includes [`SameOrigin`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Participant(pub(crate) Viewer);

impl FromRequestParts<AppState> for Participant {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ErrorResponse> {
        let _ = SameOrigin::from_request_parts(parts, state).await?;
        let AppState(app) = state;
        if let Some(viewer) = viewer_of(app, parts).await? {
            return Ok(Self(viewer));
        }
        let Visit { visit, cookie } = Visit::of(parts);
        let (viewer, token) = session::new_guest(app, &visit).await?;
        cookie.set(token);
        parts.extensions.insert(viewer.clone());
        Ok(Self(viewer))
    }
}

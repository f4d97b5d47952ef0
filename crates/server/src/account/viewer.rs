//! Whoever a request comes from.

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_store::AccountId;
use saffron_store::accounts::{self, Kind};
use saffron_store::sessions::{self, TokenHash};
use sha2::{Digest, Sha256};

use crate::app::{App, internal};
use crate::http::failure::ErrorResponse;

/// The name of the cookie with the token of a session.
pub(crate) const COOKIE_NAME: &str = "saffron";

/// An account with a session. As an extractor it refuses requests without one; `Option<Viewer>` does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Viewer {
    pub(crate) account: AccountId,
    pub(crate) kind: Kind,
    pub(crate) name: Option<String>,
    pub(crate) moderator: bool,
    pub(crate) banned_until: Option<Millis>,
    pub(crate) muted_until: Option<Millis>,
    /// The hash of the token of the session.
    pub(crate) token: TokenHash,
}

impl Viewer {
    pub(crate) fn is_guest(&self) -> bool {
        self.kind == Kind::Guest
    }
}

/// The hash under which a token is stored.
pub(crate) fn hash_of(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

/// The token in the cookies of a request.
pub(crate) fn token_of(headers: &HeaderMap) -> Option<&str> {
    let values = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(name, value)| (name == COOKIE_NAME).then_some(value))
}

/// The account of a request; `None` without a valid session.
///
/// # Errors
/// `Internal` where the store fails.
pub(crate) async fn viewer_of(app: &App, headers: &HeaderMap) -> Result<Option<Viewer>, ErrorCode> {
    let Some(token) = token_of(headers) else { return Ok(None) };
    let token = hash_of(token);
    let session = sessions::find(&*app.database, &token, app.clock.now()).await.map_err(internal)?;
    let Some(session) = session else { return Ok(None) };
    let account = accounts::by_id(&*app.database, session.account).await.map_err(internal)?;
    Ok(account.filter(|account| account.kind != Kind::Closed).map(|account| Viewer {
        account: account.id,
        kind: account.kind,
        name: account.name,
        moderator: account.moderator,
        banned_until: account.banned_until,
        muted_until: account.muted_until,
        token,
    }))
}

impl FromRequestParts<Arc<App>> for Viewer {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ErrorResponse> {
        let viewer = viewer_of(app, &parts.headers).await.map_err(ErrorResponse)?;
        viewer.ok_or(ErrorResponse(ErrorCode::SignInRequired))
    }
}

impl OptionalFromRequestParts<Arc<App>> for Viewer {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Option<Self>, ErrorResponse> {
        viewer_of(app, &parts.headers).await.map_err(ErrorResponse)
    }
}

//! Whoever a request comes from.

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::sessions::{self, TokenHash};

use crate::account::cookie::{CookieChange, MAX_AGE, token_of};
use crate::account::token::hash_of;
pub(crate) use crate::account::viewer_data::Viewer;
use crate::app::App;
use crate::error::Error;
use crate::http::client::Client;
use crate::http::error::ErrorResponse;

/// The use of a session is noted when the last note is older: milliseconds.
const NOTED_AFTER: Millis = 60 * 60 * 1000;

/// From when on a session that is used now is not valid any more.
pub(crate) fn expiry(now: Millis) -> Millis {
    now + MAX_AGE * 1000
}

/// An account as requests of a session know it.
pub(crate) fn viewer(account: Account, token: TokenHash) -> Viewer {
    Viewer {
        account: account.id,
        kind: account.kind,
        name: account.name,
        moderator: account.moderator,
        banned_until: account.banned_until,
        muted_until: account.muted_until,
        token,
    }
}

/// The account of a request; `None` without a valid session.
///
/// # Errors
/// `Internal` where the store fails.
pub(crate) async fn viewer_of(app: &App, parts: &Parts) -> Result<Option<Viewer>, Error> {
    // A guest that this request has made.
    if let Some(viewer) = parts.extensions.get::<Viewer>() {
        return Ok(Some(viewer.clone()));
    }
    let Some(token) = token_of(&parts.headers) else { return Ok(None) };
    let hash = hash_of(token);
    let generation = match app.accounts.cache.find(&hash) {
        Ok(viewer) => return Ok(Some(viewer)),
        Err(generation) => generation,
    };
    let now = app.clock.now();
    let Some(session) = sessions::find(&*app.database, &hash, now).await? else { return Ok(None) };
    let account = accounts::by_id(&*app.database, session.account).await?;
    let Some(account) = account.filter(|account| account.kind != Kind::Closed) else { return Ok(None) };
    if now - session.used_at >= NOTED_AFTER {
        let client = parts.extensions.get::<Client>().map(ToString::to_string).unwrap_or_default();
        sessions::touch(&*app.database, &hash, now, expiry(now), &client).await?;
        app.database.transact(vec![accounts::seen(account.id, now)]).await?;
        CookieChange::of(parts).set(token.to_owned());
    }
    let viewer = viewer(account, hash);
    app.accounts.cache.add(&viewer, generation);
    Ok(Some(viewer))
}

impl FromRequestParts<Arc<App>> for Viewer {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ErrorResponse> {
        let viewer = viewer_of(app, parts).await.map_err(ErrorResponse::from)?;
        viewer.ok_or(ErrorResponse::from(ErrorCode::SignInRequired))
    }
}

impl OptionalFromRequestParts<Arc<App>> for Viewer {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Option<Self>, ErrorResponse> {
        viewer_of(app, parts).await.map_err(ErrorResponse::from)
    }
}

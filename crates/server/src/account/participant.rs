//! Visitors who take part: those without a session become guests.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use saffron_store::AccountId;
use saffron_store::accounts::{self, Account, Kind};

use crate::account::session::{NewSession, Visit};
use crate::account::viewer::{Viewer, viewer, viewer_of};
use crate::app::App;
use crate::error::Error;
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;

/// An account with a session, for what guests may do too: a visitor without one becomes a guest, and gets its cookie with
/// the answer. It includes [`SameOrigin`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Participant(pub(crate) Viewer);

impl FromRequestParts<Arc<App>> for Participant {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ErrorResponse> {
        let _ = SameOrigin::from_request_parts(parts, app).await?;
        if let Some(viewer) = viewer_of(app, parts).await? {
            return Ok(Self(viewer));
        }
        let viewer = new_guest(app, &Visit::of(parts)).await?;
        parts.extensions.insert(viewer.clone());
        Ok(Self(viewer))
    }
}

async fn new_guest(app: &App, visit: &Visit) -> Result<Viewer, Error> {
    app.accounts.limits.guests.take(visit.client)?;
    let guest = Account::new(AccountId::from_random(app.random.bits()), Kind::Guest, app.clock.now());
    let session = NewSession::new(app, guest.id, visit);
    let hash = session.hash;
    app.database.transact(vec![accounts::insert(&guest), session.statement.clone()]).await?;
    session.give_to(visit);
    Ok(viewer(guest, hash))
}

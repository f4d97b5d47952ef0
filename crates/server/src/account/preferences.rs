//! Settings that follow the account.

use std::sync::Arc;

use axum::extract::State;
use saffron_protocol::account::{Me, Preferences};
use saffron_protocol::error::ErrorCode;
use saffron_store::accounts;

use crate::account::me::me;
use crate::account::participant::Participant;
use crate::app::App;
use crate::http::answer::{Answer, answer};
use crate::http::body::JsonBody;

/// `PUT /api/account/preferences`. Guests have settings too.
pub(crate) async fn set(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    JsonBody(preferences): JsonBody<Preferences>,
) -> Answer<Me> {
    app.accounts.limits.changes.take(viewer.account)?;
    let text = serde_json::to_string(&preferences).map_err(|_| ErrorCode::Internal)?;
    app.database.transact(vec![accounts::set_preferences(viewer.account, &text)]).await?;
    answer(me(&app, Some(&viewer)).await?)
}

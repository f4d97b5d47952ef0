//! The routes of accounts.

use std::sync::Arc;

use axum::Router;
use axum::routing::{delete, get, post, put};

use crate::account::{closing, email, export, feed, me, password, preferences, register, sign_in, vacation};
use crate::app::App;

/// The routes of accounts.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/me", get(me::show))
        .route("/api/guest", post(me::become_guest))
        .route("/api/account/register", post(register::register))
        .route("/api/account/sign-in", post(sign_in::sign_in))
        .route("/api/account/sign-out", post(sign_in::sign_out))
        .route("/api/account/sessions", get(sign_in::list).delete(sign_in::end_others))
        .route("/api/account/sessions/{id}", delete(sign_in::end))
        .route("/api/account/password", post(password::change))
        .route("/api/account/reset", post(password::ask_for_reset))
        .route("/api/account/reset/confirm", post(password::reset))
        .route("/api/account/email", post(email::change))
        .route("/api/account/email/confirm", post(email::confirm))
        .route("/api/account/preferences", put(preferences::set))
        .route("/api/account/vacation", post(vacation::take))
        .route("/api/account/close", post(closing::close))
        .route("/api/account/erase", post(closing::erase))
        .route("/api/account/export", get(export::export))
        .route("/api/account/feed", get(feed::show).post(feed::renew).delete(feed::remove))
        .route("/feed/{file}", get(feed::atom))
}

//! Accounts, sessions, settings.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use futures_util::TryStreamExt;
use saffron_protocol::account::{
    EmailChange, Feed, Me, PasswordChange, PasswordConfirmation, PasswordReset, Preferences, Registration,
    ResetRequest, Sessions, SignIn, TokenRequest, VacationRequest,
};
use saffron_protocol::error::ErrorCode;
use saffron_service::accounts::{self, email, export, feed, password, register, sign_in};
use saffron_service::mail::Language;
use saffron_service::session::Viewer;
use saffron_service::{App, vacation};

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::cookie::token_of;
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;
use crate::http::reply::{Answer, Done, answer, done};
use crate::http::viewer::{Participant, Visit};

pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/me", get(me))
        .route("/api/guest", post(become_guest))
        .route("/api/account/register", post(register))
        .route("/api/account/sign-in", post(sign_in))
        .route("/api/account/sign-out", post(sign_out))
        .route("/api/account/sessions", get(list_sessions).delete(end_other_sessions))
        .route("/api/account/sessions/{id}", delete(end_session))
        .route("/api/account/password", post(change_password))
        .route("/api/account/reset", post(ask_for_reset))
        .route("/api/account/reset/confirm", post(reset_password))
        .route("/api/account/email", post(change_email))
        .route("/api/account/email/confirm", post(confirm_email))
        .route("/api/account/preferences", put(set_preferences))
        .route("/api/account/vacation", post(take_vacation))
        .route("/api/account/close", post(close))
        .route("/api/account/erase", post(erase))
        .route("/api/account/export", get(export))
        .route("/api/account/feed", get(show_feed).post(renew_feed).delete(remove_feed))
        .route("/feed/{file}", get(atom))
}

/// Language of the e-mails that a request causes.
fn language_of(headers: &HeaderMap) -> Language {
    Language::preferred(headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default())
}

async fn me(State(app): State<Arc<App>>, viewer: Option<Viewer>) -> Answer<Me> {
    answer(accounts::me(&app, viewer.as_ref()).await?)
}

async fn become_guest(State(app): State<Arc<App>>, Participant(viewer): Participant) -> Answer<Me> {
    answer(accounts::me(&app, Some(&viewer)).await?)
}

async fn register(
    State(app): State<Arc<App>>,
    before: Option<Viewer>,
    visit: Visit,
    headers: HeaderMap,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<Registration>,
) -> Answer<Me> {
    let (viewer, token) =
        register::register(&app, before.as_ref(), &visit.visit, language_of(&headers), &request).await?;
    visit.cookie.set(token);
    answer(accounts::me(&app, Some(&viewer)).await?)
}

async fn sign_in(
    State(app): State<Arc<App>>,
    before: Option<Viewer>,
    visit: Visit,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<SignIn>,
) -> Answer<Me> {
    let (viewer, token) = sign_in::sign_in(&app, before.as_ref(), &visit.visit, &request).await?;
    visit.cookie.set(token);
    answer(accounts::me(&app, Some(&viewer)).await?)
}

async fn sign_out(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    visit: Visit,
    headers: HeaderMap,
    _same_origin: SameOrigin,
) -> Done {
    sign_in::sign_out(&app, viewer.as_ref(), token_of(&headers)).await?;
    visit.cookie.remove();
    done()
}

async fn list_sessions(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Sessions> {
    answer(sign_in::sessions_of(&app, &viewer).await?)
}

async fn end_session(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    sign_in::end_session(&app, &viewer, &id).await?;
    done()
}

async fn end_other_sessions(State(app): State<Arc<App>>, viewer: Viewer, _same_origin: SameOrigin) -> Done {
    sign_in::end_other_sessions(&app, &viewer).await?;
    done()
}

async fn change_password(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<PasswordChange>,
) -> Done {
    password::change(&app, &viewer, &request).await?;
    done()
}

async fn ask_for_reset(
    State(app): State<Arc<App>>,
    visit: Visit,
    headers: HeaderMap,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<ResetRequest>,
) -> Done {
    password::ask_for_reset(&app, visit.visit.client, language_of(&headers), &request.email).await?;
    done()
}

async fn reset_password(
    State(app): State<Arc<App>>,
    visit: Visit,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<PasswordReset>,
) -> Done {
    password::reset(&app, visit.visit.client, &request).await?;
    done()
}

async fn change_email(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    headers: HeaderMap,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<EmailChange>,
) -> Done {
    email::change(&app, &viewer, language_of(&headers), &request).await?;
    done()
}

async fn confirm_email(
    State(app): State<Arc<App>>,
    visit: Visit,
    headers: HeaderMap,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<TokenRequest>,
) -> Done {
    email::confirm(&app, visit.visit.client, language_of(&headers), &request.token).await?;
    done()
}

/// Guests have settings too.
async fn set_preferences(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    JsonBody(preferences): JsonBody<Preferences>,
) -> Answer<Me> {
    accounts::set_preferences(&app, &viewer, &preferences).await?;
    answer(accounts::me(&app, Some(&viewer)).await?)
}

async fn take_vacation(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(VacationRequest { days }): JsonBody<VacationRequest>,
) -> Answer<Me> {
    vacation::take(&app, &viewer, days).await?;
    answer(accounts::me(&app, Some(&viewer)).await?)
}

async fn close(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    visit: Visit,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<PasswordConfirmation>,
) -> Done {
    accounts::closing::close(&app, &viewer, &request.password).await?;
    visit.cookie.remove();
    done()
}

async fn erase(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    visit: Visit,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<PasswordConfirmation>,
) -> Done {
    accounts::closing::erase(&app, &viewer, &request.password).await?;
    visit.cookie.remove();
    done()
}

async fn export(State(app): State<Arc<App>>, viewer: Viewer) -> Result<Response, ErrorResponse> {
    let parts = export::export(&app, &viewer).await?;
    let headers = [
        (CONTENT_TYPE, "application/json".to_owned()),
        (CACHE_CONTROL, "no-store".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"saffron-{}.json\"", viewer.account)),
    ];
    Ok((headers, Body::from_stream(parts.map_ok(Bytes::from))).into_response())
}

async fn show_feed(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Feed> {
    answer(feed::show(&app, &viewer).await?)
}

async fn renew_feed(State(app): State<Arc<App>>, viewer: Viewer, _same_origin: SameOrigin) -> Answer<Feed> {
    answer(feed::renew(&app, &viewer).await?)
}

async fn remove_feed(State(app): State<Arc<App>>, viewer: Viewer, _same_origin: SameOrigin) -> Done {
    feed::remove(&app, &viewer).await?;
    done()
}

/// `GET /feed/{token}.atom`.
async fn atom(State(app): State<Arc<App>>, Path(file): Path<String>) -> Result<Response, ErrorResponse> {
    let token = file.strip_suffix(".atom").ok_or(ErrorCode::NotFound)?;
    let headers = [(CONTENT_TYPE, "application/atom+xml; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    Ok((headers, feed::atom(&app, token).await?).into_response())
}

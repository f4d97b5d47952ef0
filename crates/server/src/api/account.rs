//! Accounts, sessions, settings.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::TryStreamExt;
use saffron_protocol::account::{
    EmailChange, Feed, Me, PasswordChange, PasswordConfirmation, PasswordReset, Preferences, Registration,
    ResetRequest, Sessions, SignIn, TokenRequest, VacationRequest,
};
use saffron_protocol::error::ErrorCode;
use saffron_service::accounts::{self, calendar, email, export, feed, password, register, sign_in};
use saffron_service::session::Viewer;
use saffron_service::{App, vacation};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::cookie::token_of;
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::{Path, language_of};
use crate::http::reply::{Answer, Done, answer, done};
use crate::http::viewer::{Participant, Visit};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(me))
        .routes(routes!(become_guest))
        .routes(routes!(register))
        .routes(routes!(sign_in))
        .routes(routes!(sign_out))
        .routes(routes!(list_sessions, end_other_sessions))
        .routes(routes!(end_session))
        .routes(routes!(change_password))
        .routes(routes!(ask_for_reset))
        .routes(routes!(reset_password))
        .routes(routes!(change_email))
        .routes(routes!(confirm_email))
        .routes(routes!(set_preferences))
        .routes(routes!(take_vacation))
        .routes(routes!(close))
        .routes(routes!(erase))
        .routes(routes!(export))
        .routes(routes!(show_feed, renew_feed, remove_feed))
        .routes(routes!(feed_file))
}

#[utoipa::path(
    get, path = "/api/me", tag = "account",
    summary = "The visitor's account and settings, and what the server offers",
    responses((status = 200, body = Me))
)]
async fn me(State(app): State<Arc<App>>, viewer: Option<Viewer>) -> Answer<Me> {
    answer(accounts::me(&app, viewer.as_ref()).await?)
}

#[utoipa::path(
    post, path = "/api/guest", tag = "account",
    summary = "Starts a session as a guest",
    responses((status = 200, body = Me))
)]
async fn become_guest(State(app): State<Arc<App>>, Participant(viewer): Participant) -> Answer<Me> {
    answer(accounts::me(&app, Some(&viewer)).await?)
}

#[utoipa::path(
    post, path = "/api/account/register", tag = "account",
    summary = "Creates an account; a guest keeps its games",
    request_body = Registration,
    responses((status = 200, body = Me))
)]
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

#[utoipa::path(
    post, path = "/api/account/sign-in", tag = "account",
    summary = "Signs in with name and password",
    request_body = SignIn,
    responses((status = 200, body = Me))
)]
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

#[utoipa::path(
    post, path = "/api/account/sign-out", tag = "account",
    summary = "Signs out",
    responses((status = 204))
)]
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

#[utoipa::path(
    get, path = "/api/account/sessions", tag = "account",
    summary = "Sessions of the account",
    responses((status = 200, body = Sessions))
)]
async fn list_sessions(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Sessions> {
    answer(sign_in::sessions_of(&app, &viewer).await?)
}

#[utoipa::path(
    delete, path = "/api/account/sessions/{id}", tag = "account",
    summary = "Ends a session",
    responses((status = 204))
)]
async fn end_session(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    sign_in::end_session(&app, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    delete, path = "/api/account/sessions", tag = "account",
    summary = "Ends all other sessions",
    responses((status = 204))
)]
async fn end_other_sessions(State(app): State<Arc<App>>, viewer: Viewer, _same_origin: SameOrigin) -> Done {
    sign_in::end_other_sessions(&app, &viewer).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/account/password", tag = "account",
    summary = "Changes the password; other sessions end",
    request_body = PasswordChange,
    responses((status = 204))
)]
async fn change_password(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<PasswordChange>,
) -> Done {
    password::change(&app, &viewer, &request).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/account/reset", tag = "account",
    summary = "E-mails a link for a new password, if an account has this address",
    request_body = ResetRequest,
    responses((status = 204))
)]
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

#[utoipa::path(
    post, path = "/api/account/reset/confirm", tag = "account",
    summary = "Sets a new password with the token of the link",
    request_body = PasswordReset,
    responses((status = 204))
)]
async fn reset_password(
    State(app): State<Arc<App>>,
    visit: Visit,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<PasswordReset>,
) -> Done {
    password::reset(&app, visit.visit.client, &request).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/account/email", tag = "account",
    summary = "Changes the e-mail address",
    request_body = EmailChange,
    responses((status = 204))
)]
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

#[utoipa::path(
    post, path = "/api/account/email/confirm", tag = "account",
    summary = "Confirms the e-mail address with the token of the link",
    request_body = TokenRequest,
    responses((status = 204))
)]
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

/// Stores the preferences. A visitor without a session becomes a guest, so that they are kept.
#[utoipa::path(
    put, path = "/api/account/preferences", tag = "account",
    summary = "Sets the preferences",
    request_body = Preferences,
    responses((status = 200, body = Me))
)]
async fn set_preferences(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    JsonBody(preferences): JsonBody<Preferences>,
) -> Answer<Me> {
    accounts::set_preferences(&app, &viewer, &preferences).await?;
    answer(accounts::me(&app, Some(&viewer)).await?)
}

#[utoipa::path(
    post, path = "/api/account/vacation", tag = "account",
    summary = "Takes vacation days",
    request_body = VacationRequest,
    responses((status = 200, body = Me))
)]
async fn take_vacation(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(VacationRequest { days }): JsonBody<VacationRequest>,
) -> Answer<Me> {
    vacation::take(&app, &viewer, days).await?;
    answer(accounts::me(&app, Some(&viewer)).await?)
}

#[utoipa::path(
    post, path = "/api/account/close", tag = "account",
    summary = "Closes the account",
    request_body = PasswordConfirmation,
    responses((status = 204))
)]
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

#[utoipa::path(
    post, path = "/api/account/erase", tag = "account",
    summary = "Closes the account and erases its data",
    request_body = PasswordConfirmation,
    responses((status = 204))
)]
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

#[utoipa::path(
    get, path = "/api/account/export", tag = "account",
    summary = "Exports everything stored about the account",
    responses((status = 200, content_type = "application/json", body = Object, description = "All data of the account"))
)]
async fn export(State(app): State<Arc<App>>, viewer: Viewer) -> Result<Response, ErrorResponse> {
    let parts = export::export(&app, &viewer).await?;
    let headers = [
        (CONTENT_TYPE, "application/json".to_owned()),
        (CACHE_CONTROL, "no-store".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"saffron-{}.json\"", viewer.account)),
    ];
    Ok((headers, Body::from_stream(parts.map_ok(Bytes::from))).into_response())
}

#[utoipa::path(
    get, path = "/api/account/feed", tag = "account",
    summary = "Address of the feed of games in which the account is to move",
    responses((status = 200, body = Feed))
)]
async fn show_feed(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Feed> {
    answer(feed::show(&app, &viewer).await?)
}

#[utoipa::path(
    post, path = "/api/account/feed", tag = "account",
    summary = "Gives the feed a new address; the old one ends",
    responses((status = 200, body = Feed))
)]
async fn renew_feed(State(app): State<Arc<App>>, viewer: Viewer, _same_origin: SameOrigin) -> Answer<Feed> {
    answer(feed::renew(&app, &viewer).await?)
}

#[utoipa::path(
    delete, path = "/api/account/feed", tag = "account",
    summary = "Ends the feed",
    responses((status = 204))
)]
async fn remove_feed(State(app): State<Arc<App>>, viewer: Viewer, _same_origin: SameOrigin) -> Done {
    feed::remove(&app, &viewer).await?;
    done()
}

/// Games in which the owner of the token is to move, as an Atom feed, `GET /feed/{token}.atom`, and with the arenas ahead as a calendar,
/// `GET /feed/{token}.ics`.
#[utoipa::path(
    get, path = "/feed/{file}", tag = "account",
    summary = "Atom feed, TOKEN.atom; calendar, TOKEN.ics",
    responses((status = 200, content((String = "application/atom+xml"), (String = "text/calendar"))))
)]
async fn feed_file(State(app): State<Arc<App>>, Path(file): Path<String>) -> Result<Response, ErrorResponse> {
    let (kind, text) = match file.rsplit_once('.') {
        Some((token, "atom")) => ("application/atom+xml; charset=utf-8", feed::atom(&app, token).await?),
        Some((token, "ics")) => ("text/calendar; charset=utf-8", calendar::calendar(&app, token).await?),
        _ => return Err(ErrorCode::NotFound.into()),
    };
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], text).into_response())
}

//! Round robins by correspondence.

use std::sync::Arc;

use axum::extract::State;
use saffron_protocol::correspondence::{
    CorrespondenceInfo, CorrespondenceTournament, CorrespondenceTournaments, CorrespondenceWithdrawal,
};
use saffron_service::session::Viewer;
use saffron_service::{App, correspondence};
use saffron_tournament::correspondence::CorrespondenceSettings;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::client::Caller;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;
use crate::http::reply::{Answer, Done, answer, done};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_correspondence, create_correspondence))
        .routes(routes!(show_correspondence, change_correspondence, cancel_correspondence))
        .routes(routes!(join_correspondence))
        .routes(routes!(withdraw_from_correspondence))
        .routes(routes!(withdraw_player_from_correspondence))
}

#[utoipa::path(
    get, path = "/api/correspondence-tournaments", tag = "correspondence",
    summary = "Round robins by correspondence that are not over, and those that are",
    responses((status = 200, body = CorrespondenceTournaments))
)]
async fn list_correspondence(State(app): State<Arc<App>>, Caller(client): Caller) -> Answer<CorrespondenceTournaments> {
    answer(correspondence::list(&app, client).await?)
}

#[utoipa::path(
    post, path = "/api/correspondence-tournaments", tag = "correspondence",
    summary = "Creates a round robin by correspondence",
    request_body = CorrespondenceSettings,
    responses((status = 200, body = CorrespondenceInfo))
)]
async fn create_correspondence(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(settings): JsonBody<CorrespondenceSettings>,
) -> Answer<CorrespondenceInfo> {
    answer(correspondence::create(&app, client, &viewer, settings).await?)
}

#[utoipa::path(
    get, path = "/api/correspondence-tournaments/{id}", tag = "correspondence",
    summary = "A round robin by correspondence with its groups",
    responses((status = 200, body = CorrespondenceTournament))
)]
async fn show_correspondence(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Option<Viewer>,
    Path(id): Path<String>,
) -> Answer<CorrespondenceTournament> {
    answer(correspondence::show(&app, client, viewer.as_ref(), &id).await?)
}

#[utoipa::path(
    put, path = "/api/correspondence-tournaments/{id}", tag = "correspondence",
    summary = "Changes the settings of a round robin of the account before its start",
    request_body = CorrespondenceSettings,
    responses((status = 200, body = CorrespondenceTournament))
)]
async fn change_correspondence(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(settings): JsonBody<CorrespondenceSettings>,
) -> Answer<CorrespondenceTournament> {
    answer(correspondence::change(&app, client, &viewer, &id, settings).await?)
}

#[utoipa::path(
    delete, path = "/api/correspondence-tournaments/{id}", tag = "correspondence",
    summary = "Cancels a round robin of the account before its start",
    responses((status = 204))
)]
async fn cancel_correspondence(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    correspondence::cancel(&app, client, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/correspondence-tournaments/{id}/join", tag = "correspondence",
    summary = "Enters a round robin by correspondence before its start",
    responses((status = 200, body = CorrespondenceTournament))
)]
async fn join_correspondence(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Answer<CorrespondenceTournament> {
    answer(correspondence::join(&app, client, &viewer, &id).await?)
}

#[utoipa::path(
    post, path = "/api/correspondence-tournaments/{id}/withdraw", tag = "correspondence",
    summary = "Leaves a round robin before its start, or withdraws and resigns the games that are played",
    responses((status = 200, body = CorrespondenceTournament))
)]
async fn withdraw_from_correspondence(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Answer<CorrespondenceTournament> {
    answer(correspondence::withdraw(&app, client, &viewer, &id).await?)
}

#[utoipa::path(
    post, path = "/api/correspondence-tournaments/{id}/withdraw-player", tag = "correspondence",
    summary = "Takes a player out of a round robin of the account",
    request_body = CorrespondenceWithdrawal,
    responses((status = 200, body = CorrespondenceTournament))
)]
async fn withdraw_player_from_correspondence(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<CorrespondenceWithdrawal>,
) -> Answer<CorrespondenceTournament> {
    answer(correspondence::withdraw_player(&app, client, &viewer, &id, &request.account).await?)
}

//! Elo lists of clubs.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use saffron_protocol::elo::{
    EloCandidates, EloCommandRequest, EloHistory, EloList, EloListFile, EloListImport, EloListInfo, EloLists,
    EloProposal,
};
use saffron_protocol::limits::{MAX_ELO_BODY, MAX_ELO_FILE_BODY};
use saffron_service::App;
use saffron_service::content::Content;
use saffron_service::elo_lists;
use saffron_service::session::Viewer;
use saffron_tournament::elo::EloSettings;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::client::Caller;
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::{Path, Query};
use crate::http::reply::{self, Answer, Done, answer, done};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_elo_lists, create_elo_list))
        .routes(routes!(show_elo_list, remove_elo_list))
        .routes(routes!(command_elo_list))
        .routes(routes!(elo_history))
        .routes(routes!(elo_candidates))
        .routes(routes!(propose_elo_tournament))
        .routes(routes!(elo_ratings))
        .routes(routes!(elo_list_file))
        .layer(DefaultBodyLimit::max(MAX_ELO_BODY))
        .merge(OpenApiRouter::new().routes(routes!(import_elo_list)).layer(DefaultBodyLimit::max(MAX_ELO_FILE_BODY)))
}

/// Query parameters of a page of lists.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct PageQuery {
    /// `next` of the page before; by default the first page
    after: Option<String>,
}

#[utoipa::path(
    get, path = "/api/elo-lists", tag = "elo lists",
    summary = "Elo lists of clubs, those that changed last first",
    params(PageQuery),
    responses((status = 200, body = EloLists))
)]
async fn list_elo_lists(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Query(query): Query<PageQuery>,
) -> Answer<EloLists> {
    answer(elo_lists::list(&app, client, query.after.as_deref()).await?)
}

#[utoipa::path(
    post, path = "/api/elo-lists", tag = "elo lists",
    summary = "Creates an Elo list without players",
    request_body = EloSettings,
    responses((status = 200, body = EloListInfo))
)]
async fn create_elo_list(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(settings): JsonBody<EloSettings>,
) -> Answer<EloListInfo> {
    answer(elo_lists::create(&app, client, &viewer, settings).await?)
}

#[utoipa::path(
    post, path = "/api/elo-lists/import", tag = "elo lists",
    summary = "Takes an Elo list over from a file",
    request_body = EloListImport,
    responses((status = 200, body = EloListInfo))
)]
async fn import_elo_list(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<EloListImport, MAX_ELO_FILE_BODY>,
) -> Answer<EloListInfo> {
    answer(elo_lists::import(&app, client, &viewer, &request).await?)
}

#[utoipa::path(
    get, path = "/api/elo-lists/{id}", tag = "elo lists",
    summary = "An Elo list with its ratings; 304 if the entity tag is current",
    responses((status = 200, body = EloList))
)]
async fn show_elo_list(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Option<Viewer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let etag = elo_lists::tag(&app, viewer.as_ref(), &id).await?;
    let bytes = if reply::is_current(&etag, &headers) {
        Bytes::new()
    } else {
        let list = elo_lists::show(&app, client, viewer.as_ref(), &id).await?;
        // Serialising plain data cannot fail.
        serde_json::to_vec(&list).unwrap_or_default().into()
    };
    // A change between tag and list makes the copy look older than it is: it is read once more.
    Ok(reply::json(&Content { bytes, etag }, &headers))
}

#[utoipa::path(
    delete, path = "/api/elo-lists/{id}", tag = "elo lists",
    summary = "Removes an Elo list of the account",
    responses((status = 204))
)]
async fn remove_elo_list(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    elo_lists::remove(&app, client, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/elo-lists/{id}/commands", tag = "elo lists",
    summary = "Carries out a command of the organiser, and returns the list after it",
    request_body = EloCommandRequest,
    responses((status = 200, body = EloList))
)]
async fn command_elo_list(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<EloCommandRequest, MAX_ELO_BODY>,
) -> Answer<EloList> {
    answer(elo_lists::carry_out(&app, client, &viewer, &id, &request).await?)
}

#[utoipa::path(
    get, path = "/api/elo-lists/{id}/players/{entry}", tag = "elo lists",
    summary = "The tournaments of a player, with every number that the rating follows from",
    responses((status = 200, body = EloHistory))
)]
async fn elo_history(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path((id, entry)): Path<(String, u32)>,
) -> Answer<EloHistory> {
    answer(elo_lists::history(&app, client, &id, entry).await?)
}

#[utoipa::path(
    get, path = "/api/elo-lists/{id}/proposals", tag = "elo lists",
    summary = "Tournaments of the account that an Elo list may rate",
    responses((status = 200, body = EloCandidates))
)]
async fn elo_candidates(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Answer<EloCandidates> {
    answer(elo_lists::candidates(&app, client, &viewer, &id).await?)
}

#[utoipa::path(
    get, path = "/api/elo-lists/{id}/proposals/{tournament}", tag = "elo lists",
    summary = "Which entries the players of a tournament of the account may be",
    responses((status = 200, body = EloProposal))
)]
async fn propose_elo_tournament(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    Path((id, tournament)): Path<(String, String)>,
) -> Answer<EloProposal> {
    answer(elo_lists::propose(&app, client, &viewer, &id, &tournament).await?)
}

#[utoipa::path(
    get, path = "/api/elo-lists/{id}/ratings.csv", tag = "elo lists",
    summary = "The ratings of an Elo list as values separated by semicolons",
    responses((status = 200, body = String, content_type = "text/csv"))
)]
async fn elo_ratings(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
) -> Result<Response, ErrorResponse> {
    let text = elo_lists::csv(&app, client, &id).await?;
    let headers = [
        (CACHE_CONTROL, "no-store".to_owned()),
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        // The id has been read, so it has letters and digits only.
        (CONTENT_DISPOSITION, format!("attachment; filename=\"elo-list-{id}.csv\"")),
    ];
    Ok((headers, text).into_response())
}

#[utoipa::path(
    get, path = "/api/elo-lists/{id}/file", tag = "elo lists",
    summary = "An Elo list with all that its ratings follow from: the file that moves it",
    responses((status = 200, body = EloListFile))
)]
async fn elo_list_file(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
) -> Answer<EloListFile> {
    answer(elo_lists::file(&app, client, &id).await?)
}

//! Arenas.

use std::sync::Arc;

use axum::extract::State;
use saffron_protocol::arenas::{Arena, ArenaDisqualification, ArenaInfo, ArenaPlayerGames, ArenaYou, Arenas};
use saffron_service::session::Viewer;
use saffron_service::{App, arenas};
use saffron_tournament::arena::ArenaSettings;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::client::Caller;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::{Path, Query};
use crate::http::reply::{Answer, Done, answer, done};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_arenas, create_arena))
        .routes(routes!(show_arena, change_arena, cancel_arena))
        .routes(routes!(join_arena))
        .routes(routes!(pause_in_arena))
        .routes(routes!(disqualify_in_arena))
        .routes(routes!(arena_player_games))
}

/// Query of an arena.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
struct PageQuery {
    /// The page of the standings, from 1.
    page: Option<u32>,
}

#[utoipa::path(
    get, path = "/api/arenas", tag = "arenas",
    summary = "Arenas that are not over, and those that are",
    responses((status = 200, body = Arenas))
)]
async fn list_arenas(State(app): State<Arc<App>>, Caller(client): Caller) -> Answer<Arenas> {
    answer(arenas::list(&app, client).await?)
}

#[utoipa::path(
    post, path = "/api/arenas", tag = "arenas",
    summary = "Creates an arena",
    request_body = ArenaSettings,
    responses((status = 200, body = ArenaInfo))
)]
async fn create_arena(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(settings): JsonBody<ArenaSettings>,
) -> Answer<ArenaInfo> {
    answer(arenas::create(&app, client, &viewer, settings).await?)
}

#[utoipa::path(
    get, path = "/api/arenas/{id}", tag = "arenas",
    summary = "An arena with a page of its standings",
    params(PageQuery),
    responses((status = 200, body = Arena))
)]
async fn show_arena(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Option<Viewer>,
    Path(id): Path<String>,
    Query(query): Query<PageQuery>,
) -> Answer<Arena> {
    answer(arenas::show(&app, client, viewer.as_ref(), &id, query.page).await?)
}

#[utoipa::path(
    put, path = "/api/arenas/{id}", tag = "arenas",
    summary = "Changes the settings of an arena of the account before its start",
    request_body = ArenaSettings,
    responses((status = 200, body = ArenaInfo))
)]
async fn change_arena(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(settings): JsonBody<ArenaSettings>,
) -> Answer<ArenaInfo> {
    answer(arenas::change(&app, client, &viewer, &id, settings).await?)
}

#[utoipa::path(
    delete, path = "/api/arenas/{id}", tag = "arenas",
    summary = "Cancels an arena of the account before its start",
    responses((status = 204))
)]
async fn cancel_arena(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    arenas::cancel(&app, client, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/arenas/{id}/join", tag = "arenas",
    summary = "Joins an arena, or comes back after a pause; the player is paired while a connection watches the arena",
    responses((status = 200, body = ArenaYou))
)]
async fn join_arena(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Answer<ArenaYou> {
    answer(arenas::join(&app, client, &viewer, &id).await?)
}

#[utoipa::path(
    post, path = "/api/arenas/{id}/pause", tag = "arenas",
    summary = "Pauses: a running game continues, but no other one begins",
    responses((status = 200, body = ArenaYou))
)]
async fn pause_in_arena(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Answer<ArenaYou> {
    answer(arenas::pause(&app, client, &viewer, &id).await?)
}

#[utoipa::path(
    post, path = "/api/arenas/{id}/disqualify", tag = "arenas",
    summary = "Takes a player out of an arena of the account",
    request_body = ArenaDisqualification,
    responses((status = 204))
)]
async fn disqualify_in_arena(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<ArenaDisqualification>,
) -> Done {
    arenas::disqualify(&app, client, &viewer, &id, &request.account).await?;
    done()
}

#[utoipa::path(
    get, path = "/api/arenas/{id}/players/{account}", tag = "arenas",
    summary = "A player of an arena with the games that count",
    responses((status = 200, body = ArenaPlayerGames))
)]
async fn arena_player_games(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path((id, account)): Path<(String, String)>,
) -> Answer<ArenaPlayerGames> {
    answer(arenas::player_games(&app, client, &id, &account).await?)
}

//! Solving contests.

use std::sync::Arc;

use axum::extract::State;
use saffron_protocol::contests::{
    Contest, ContestInfo, ContestMove, ContestPuzzle, ContestRequest, Contests, OwnRound,
};
use saffron_protocol::limits::MAX_BODY;
use saffron_service::session::Viewer;
use saffron_service::{App, contests};
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
        .routes(routes!(list_contests, create_contest))
        .routes(routes!(show_contest, remove_contest))
        .routes(routes!(start_round))
        .routes(routes!(play_move))
}

#[utoipa::path(
    get, path = "/api/contests", tag = "contests",
    summary = "Solving contests that are not over, and the latest that are",
    responses((status = 200, body = Contests))
)]
async fn list_contests(State(app): State<Arc<App>>, Caller(client): Caller) -> Answer<Contests> {
    answer(contests::list(&app, client).await?)
}

#[utoipa::path(
    post, path = "/api/contests", tag = "contests",
    summary = "Sets a solving contest; the server chooses the puzzles",
    request_body = ContestRequest,
    responses((status = 200, body = ContestInfo))
)]
async fn create_contest(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<ContestRequest, MAX_BODY>,
) -> Answer<ContestInfo> {
    answer(contests::create(&app, client, &viewer, &request).await?)
}

#[utoipa::path(
    get, path = "/api/contests/{id}", tag = "contests",
    summary = "A contest with its table, what the account has solved, and the solutions once it is over",
    responses((status = 200, body = Contest))
)]
async fn show_contest(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Option<Viewer>,
    Path(id): Path<String>,
) -> Answer<Contest> {
    answer(contests::show(&app, client, viewer.as_ref(), &id).await?)
}

#[utoipa::path(
    delete, path = "/api/contests/{id}", tag = "contests",
    summary = "Removes a contest of the account in which no one has begun a round",
    responses((status = 204))
)]
async fn remove_contest(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    contests::remove(&app, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/contests/{id}/rounds/{round}", tag = "contests",
    summary = "Begins the account's next round of a contest, whose number is from 0, or returns it if it has begun",
    responses((status = 200, body = OwnRound))
)]
async fn start_round(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path((id, round)): Path<(String, u32)>,
) -> Answer<OwnRound> {
    answer(contests::start(&app, client, &viewer, &id, round).await?)
}

#[utoipa::path(
    post, path = "/api/contests/{id}/rounds/{round}/puzzles/{puzzle}", tag = "contests",
    summary = "Plays a move of a puzzle, whose number is from 0; a wrong one decides it",
    request_body = ContestMove,
    responses((status = 200, body = ContestPuzzle))
)]
async fn play_move(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path((id, round, puzzle)): Path<(String, u32, u32)>,
    JsonBody(request): JsonBody<ContestMove, MAX_BODY>,
) -> Answer<ContestPuzzle> {
    answer(contests::play(&app, client, &viewer, &id, (round, puzzle), &request).await?)
}

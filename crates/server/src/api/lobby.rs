//! The lobby: seeks, challenges, games against computers, TV.

use std::sync::Arc;

use axum::extract::State;
use saffron_protocol::lobby::{
    Challenge, ChallengeRequest, Challenges, ComputerRequest, GameStarted, Lobby, SeekAnswer, SeekRequest, Tv,
    VariantFile, VariantFiles,
};
use saffron_service::lobby::{challenges, seeks, tv};
use saffron_service::session::Viewer;
use saffron_service::{App, computers};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;
use crate::http::reply::{Answer, Done, answer, done};
use crate::http::viewer::Participant;

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(lobby))
        .routes(routes!(create_seek))
        .routes(routes!(withdraw_seek))
        .routes(routes!(accept_seek))
        .routes(routes!(list_challenges, create_challenge))
        .routes(routes!(show_challenge, withdraw_challenge))
        .routes(routes!(accept_challenge))
        .routes(routes!(decline_challenge))
        .routes(routes!(play_computer))
        .routes(routes!(variants))
        .routes(routes!(show_tv))
}

#[utoipa::path(
    get, path = "/api/lobby", tag = "lobby",
    summary = "Open seeks, and the numbers of connected accounts and of running games",
    responses((status = 200, body = Lobby))
)]
async fn lobby(State(app): State<Arc<App>>) -> Answer<Lobby> {
    answer(seeks::lobby(&app))
}

#[utoipa::path(
    post, path = "/api/seeks", tag = "lobby",
    summary = "Creates a seek, or starts a game at once if another one matches",
    request_body = SeekRequest,
    responses((status = 200, body = SeekAnswer))
)]
async fn create_seek(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    JsonBody(request): JsonBody<SeekRequest>,
) -> Answer<SeekAnswer> {
    answer(seeks::create(&app, &viewer, request).await?)
}

#[utoipa::path(
    delete, path = "/api/seeks/{id}", tag = "lobby",
    summary = "Withdraws a seek",
    responses((status = 204))
)]
async fn withdraw_seek(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    seeks::withdraw(&app, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/seeks/{id}/accept", tag = "lobby",
    summary = "Accepts a seek",
    responses((status = 200, body = GameStarted))
)]
async fn accept_seek(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    Path(id): Path<String>,
) -> Answer<GameStarted> {
    answer(started(seeks::accept(&app, &viewer, &id).await?))
}

fn started(game: saffron_store::GameId) -> GameStarted {
    GameStarted { game: game.to_string() }
}

#[utoipa::path(
    get, path = "/api/challenges", tag = "lobby",
    summary = "Open challenges of the account",
    responses((status = 200, body = Challenges))
)]
async fn list_challenges(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Challenges> {
    answer(challenges::of_account(&app, viewer.account).await?)
}

#[utoipa::path(
    get, path = "/api/challenges/{id}", tag = "lobby",
    summary = "A challenge",
    responses((status = 200, body = Challenge))
)]
async fn show_challenge(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    Path(id): Path<String>,
) -> Answer<Challenge> {
    answer(challenges::show(&app, viewer.as_ref(), &id).await?)
}

#[utoipa::path(
    post, path = "/api/challenges", tag = "lobby",
    summary = "Creates a challenge to a user, or one that anyone with its link may accept",
    request_body = ChallengeRequest,
    responses((status = 200, body = Challenge))
)]
async fn create_challenge(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    JsonBody(request): JsonBody<ChallengeRequest>,
) -> Answer<Challenge> {
    answer(challenges::create(&app, &viewer, request).await?)
}

#[utoipa::path(
    post, path = "/api/challenges/{id}/accept", tag = "lobby",
    summary = "Accepts a challenge",
    responses((status = 200, body = GameStarted))
)]
async fn accept_challenge(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    Path(id): Path<String>,
) -> Answer<GameStarted> {
    answer(started(challenges::accept(&app, &viewer, &id).await?))
}

#[utoipa::path(
    post, path = "/api/challenges/{id}/decline", tag = "lobby",
    summary = "Declines a challenge",
    responses((status = 204))
)]
async fn decline_challenge(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    challenges::decline(&app, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    delete, path = "/api/challenges/{id}", tag = "lobby",
    summary = "Withdraws a challenge",
    responses((status = 204))
)]
async fn withdraw_challenge(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    challenges::withdraw(&app, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/computer", tag = "lobby",
    summary = "Starts a game against a computer",
    request_body = ComputerRequest,
    responses((status = 200, body = GameStarted))
)]
async fn play_computer(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    JsonBody(request): JsonBody<ComputerRequest>,
) -> Answer<GameStarted> {
    answer(started(computers::begin_game(&app, &viewer, &request).await?))
}

/// Files of the variants that the operator added, so that the page can load their rules.
#[utoipa::path(
    get, path = "/api/variants", tag = "lobby",
    summary = "Variants that the operator has added",
    responses((status = 200, body = VariantFiles))
)]
async fn variants(State(app): State<Arc<App>>) -> Answer<VariantFiles> {
    let files = app.config.variants.iter();
    let files = files.map(|file| VariantFile { name: file.name.clone(), text: file.text.clone() });
    answer(VariantFiles { files: files.collect() })
}

#[utoipa::path(
    get, path = "/api/tv", tag = "lobby",
    summary = "TV: the featured game of each variant",
    responses((status = 200, body = Tv))
)]
async fn show_tv(State(app): State<Arc<App>>) -> Answer<Tv> {
    answer(tv::featured_games(&app))
}

//! The lobby: seeks, challenges, games against computers, TV.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::{delete, get, post};
use saffron_protocol::game::GamePage;
use saffron_protocol::lobby::{
    Challenge, ChallengeRequest, Challenges, ComputerRequest, GameStarted, Lobby, SeekAnswer, SeekRequest, Tv,
    VariantFile, VariantFiles,
};
use saffron_service::lobby::{challenges, seeks, tv};
use saffron_service::session::Viewer;
use saffron_service::{App, computers};
use serde::Deserialize;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::{Path, Query};
use crate::http::reply::{Answer, Done, answer, done};
use crate::http::viewer::Participant;

pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/lobby", get(lobby))
        .route("/api/seeks", post(create_seek))
        .route("/api/seeks/{id}", delete(withdraw_seek))
        .route("/api/seeks/{id}/accept", post(accept_seek))
        .route("/api/challenges", get(list_challenges).post(create_challenge))
        .route("/api/challenges/{id}", get(show_challenge).delete(withdraw_challenge))
        .route("/api/challenges/{id}/accept", post(accept_challenge))
        .route("/api/challenges/{id}/decline", post(decline_challenge))
        .route("/api/computer", post(play_computer))
        .route("/api/variants", get(variants))
        .route("/api/tv", get(show_tv))
        .route("/api/games/current", get(current_games))
}

async fn lobby(State(app): State<Arc<App>>) -> Answer<Lobby> {
    answer(seeks::lobby(&app))
}

async fn create_seek(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    JsonBody(request): JsonBody<SeekRequest>,
) -> Answer<SeekAnswer> {
    answer(seeks::create(&app, &viewer, request).await?)
}

async fn withdraw_seek(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    seeks::withdraw(&app, &viewer, &id).await?;
    done()
}

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

async fn list_challenges(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Challenges> {
    answer(challenges::of_account(&app, viewer.account).await?)
}

async fn show_challenge(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    Path(id): Path<String>,
) -> Answer<Challenge> {
    answer(challenges::show(&app, viewer.as_ref(), &id).await?)
}

async fn create_challenge(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    JsonBody(request): JsonBody<ChallengeRequest>,
) -> Answer<Challenge> {
    answer(challenges::create(&app, &viewer, request).await?)
}

async fn accept_challenge(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    Path(id): Path<String>,
) -> Answer<GameStarted> {
    answer(started(challenges::accept(&app, &viewer, &id).await?))
}

async fn decline_challenge(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    challenges::decline(&app, &viewer, &id).await?;
    done()
}

async fn withdraw_challenge(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    challenges::withdraw(&app, &viewer, &id).await?;
    done()
}

async fn play_computer(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    JsonBody(request): JsonBody<ComputerRequest>,
) -> Answer<GameStarted> {
    answer(started(computers::begin_game(&app, &viewer, &request).await?))
}

/// The variants that the operator has added, for pages that play them.
async fn variants(State(app): State<Arc<App>>) -> Answer<VariantFiles> {
    let files = app.config.variants.iter();
    let files = files.map(|file| VariantFile { name: file.name.clone(), text: file.text.clone() });
    answer(VariantFiles { files: files.collect() })
}

async fn show_tv(State(app): State<Arc<App>>) -> Answer<Tv> {
    answer(tv::featured_games(&app))
}

#[derive(Debug, Deserialize)]
struct CurrentQuery {
    variant: Option<String>,
}

async fn current_games(State(app): State<Arc<App>>, Query(query): Query<CurrentQuery>) -> Answer<GamePage> {
    answer(tv::current_games(&app, query.variant.as_deref()).await?)
}

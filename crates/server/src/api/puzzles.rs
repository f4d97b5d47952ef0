//! Puzzles: what the server knows of them, records of accounts, votes; and best scores.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::response::Response;
use saffron_protocol::limits::{MAX_BODY, MAX_SCORES_BODY};
use saffron_protocol::puzzles::{PuzzleNews, PuzzleRating, PuzzleRecord, PuzzleResults, PuzzleVote, Scores};
use saffron_service::session::Viewer;
use saffron_service::{App, puzzles, scores};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::client::Caller;
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;
use crate::http::reply::{Answer, Done, answer, done, json};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(show_news))
        .routes(routes!(show_record))
        .routes(routes!(add_results))
        .routes(routes!(vote))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(show_scores, keep_scores))
                .layer(DefaultBodyLimit::max(MAX_SCORES_BODY)),
        )
}

#[utoipa::path(
    get, path = "/api/puzzles/{variant}", tag = "puzzles",
    summary = "What the server knows of a variant's puzzles beyond those of the page, up to a minute old",
    responses((status = 200, body = PuzzleNews))
)]
async fn show_news(
    State(app): State<Arc<App>>,
    Path(variant): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    Ok(json(&puzzles::news(&app, &variant).await?, &headers))
}

#[utoipa::path(
    get, path = "/api/puzzles/{variant}/record", tag = "puzzles",
    summary = "Results and rating of the account's puzzles of a variant",
    responses((status = 200, body = PuzzleRecord))
)]
async fn show_record(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    Path(variant): Path<String>,
) -> Answer<PuzzleRecord> {
    answer(puzzles::record(&app, client, &viewer, &variant).await?)
}

#[utoipa::path(
    post, path = "/api/puzzles/{variant}/results", tag = "puzzles",
    summary = "Adds results of puzzles, and answers with the account's rating after them",
    request_body = PuzzleResults,
    responses((status = 200, body = PuzzleRating))
)]
async fn add_results(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(variant): Path<String>,
    JsonBody(request): JsonBody<PuzzleResults, MAX_BODY>,
) -> Answer<PuzzleRating> {
    answer(puzzles::results::add(&app, client, &viewer, &variant, &request.results).await?)
}

#[utoipa::path(
    put, path = "/api/puzzles/{variant}/{id}/vote", tag = "puzzles",
    summary = "Votes on a puzzle that the account has tried",
    request_body = PuzzleVote,
    responses((status = 204))
)]
async fn vote(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path((variant, id)): Path<(String, String)>,
    JsonBody(request): JsonBody<PuzzleVote, MAX_BODY>,
) -> Done {
    puzzles::vote(&app, client, &viewer, (&variant, &id), request.vote).await?;
    done()
}

#[utoipa::path(
    get, path = "/api/scores", tag = "puzzles",
    summary = "Best scores of the account in exercises and runs of puzzles",
    responses((status = 200, body = Scores))
)]
async fn show_scores(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Scores> {
    answer(scores::best(&app, &viewer).await?)
}

#[utoipa::path(
    put, path = "/api/scores", tag = "puzzles",
    summary = "Keeps those scores of the account that are better than before, and answers with the best ones",
    request_body = Scores,
    responses((status = 200, body = Scores))
)]
async fn keep_scores(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<Scores, MAX_SCORES_BODY>,
) -> Answer<Scores> {
    answer(scores::keep(&app, client, &viewer, &request).await?)
}

//! The archive: lists of games, and their PGN.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::TryStreamExt;
use saffron_protocol::game::GamePage;
use saffron_service::App;
use saffron_service::archive::{self, pgn};
use saffron_service::lobby::tv;
use saffron_service::session::Viewer;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::client::Caller;
use crate::http::error::ErrorResponse;
use crate::http::parameters::Query;
use crate::http::reply::{Answer, answer};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(all_as_pgn))
        .routes(routes!(current_games))
        .routes(routes!(mine))
}

/// Query parameters that filter the archive.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "they are read by the service; this describes them")]
struct GameFilters {
    /// The name of a player
    player: Option<String>,
    /// The name of the other player
    opponent: Option<String>,
    /// The id of a variant
    variant: Option<String>,
    /// bullet, blitz, rapid, classical or correspondence
    speed: Option<String>,
    /// Results of the player (win, draw, loss) or of the game (1-0), with commas
    result: Option<String>,
    /// The first moves in UCI form, joined by +
    opening: Option<String>,
    /// The first day, YYYY-MM-DD
    from: Option<String>,
    /// The last day, YYYY-MM-DD
    to: Option<String>,
    /// true or false
    rated: Option<String>,
    /// The value of `next` of the page before
    after: Option<String>,
}

#[utoipa::path(
    get, path = "/api/games", tag = "games",
    summary = "Ended games, the latest first",
    params(GameFilters),
    responses((status = 200, body = GamePage))
)]
async fn list(State(app): State<Arc<App>>, RawQuery(query): RawQuery) -> Answer<GamePage> {
    answer(archive::ended_games(&app, &query.unwrap_or_default()).await?)
}

#[utoipa::path(
    get, path = "/api/games/mine", tag = "games",
    summary = "The account's running games; those in which it is to move come first",
    responses((status = 200, body = GamePage))
)]
async fn mine(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<GamePage> {
    answer(archive::own_running_games(&app, &viewer).await?)
}

pub(crate) fn file(name: &str, body: Body) -> Response {
    let headers = [
        (CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.pgn\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, body).into_response()
}

/// PGN of all ended games that match the filters, the latest first, streamed as fast as the client reads.
#[utoipa::path(
    get, path = "/api/games.pgn", tag = "games",
    summary = "All ended games that match the filters, as PGN",
    params(GameFilters),
    responses((status = 200, content_type = "application/x-chess-pgn", body = String))
)]
async fn all_as_pgn(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    RawQuery(query): RawQuery,
) -> Result<Response, ErrorResponse> {
    let games = pgn::all(&app, client, &query.unwrap_or_default()).await?;
    Ok(file("saffron-games", Body::from_stream(games.map_ok(Bytes::from))))
}

#[derive(Debug, Deserialize)]
struct CurrentQuery {
    variant: Option<String>,
}

#[utoipa::path(
    get, path = "/api/games/current", tag = "games",
    summary = "Running games to watch, the best first",
    params(("variant" = String, Query, description = "The id of a variant")),
    responses((status = 200, body = GamePage))
)]
async fn current_games(State(app): State<Arc<App>>, Query(query): Query<CurrentQuery>) -> Answer<GamePage> {
    answer(tv::current_games(&app, query.variant.as_deref()).await?)
}

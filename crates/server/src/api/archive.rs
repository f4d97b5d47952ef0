//! Lists of games, and PGN.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::TryStreamExt;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::GamePage;
use saffron_service::App;
use saffron_service::archive::{self, pgn};
use saffron_service::session::Viewer;
use saffron_store::GameId;

use crate::http::AppState;
use crate::http::client::Caller;
use crate::http::error::ErrorResponse;
use crate::http::parameters::Path;
use crate::http::reply::{Answer, answer};

pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/games", get(list))
        .route("/api/games/mine", get(mine))
        .route("/api/games.pgn", get(all_as_pgn))
        .route("/api/games/{id}/pgn", get(one_as_pgn))
}

/// Ended games, the latest first.
async fn list(State(app): State<Arc<App>>, RawQuery(query): RawQuery) -> Answer<GamePage> {
    answer(archive::ended_games(&app, &query.unwrap_or_default()).await?)
}

async fn mine(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<GamePage> {
    answer(archive::own_running_games(&app, &viewer).await?)
}

fn file(name: &str, body: Body) -> Response {
    let headers = [
        (CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.pgn\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, body).into_response()
}

/// One game, also a running one.
async fn one_as_pgn(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
) -> Result<Response, ErrorResponse> {
    let id: GameId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let text = pgn::one(&app, client, id).await?;
    Ok(file(&format!("saffron-{id}"), Body::from(text)))
}

/// All ended games that a filter finds, the latest first. A client that reads slowly is waited for.
async fn all_as_pgn(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    RawQuery(query): RawQuery,
) -> Result<Response, ErrorResponse> {
    let games = pgn::all(&app, client, &query.unwrap_or_default()).await?;
    Ok(file("saffron-games", Body::from_stream(games.map_ok(Bytes::from))))
}

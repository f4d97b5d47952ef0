//! Tournaments over the board.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use saffron_protocol::limits::{MAX_TOURNAMENT_BODY, MAX_TOURNAMENT_FILE_BODY};
use saffron_protocol::tournaments::{
    TieBreakExplanations, Tournament, TournamentCommandRequest, TournamentFile, TournamentGames, TournamentImport,
    TournamentInfo, Tournaments,
};
use saffron_service::App;
use saffron_service::content::Content;
use saffron_service::session::Viewer;
use saffron_service::tournaments::{self, GameFilter};
use saffron_tournament::state::Settings;
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
        .routes(routes!(list_tournaments, create_tournament))
        .routes(routes!(show_tournament, remove_tournament))
        .routes(routes!(command_tournament))
        .routes(routes!(tournament_events))
        .routes(routes!(explain_tie_breaks))
        .routes(routes!(tournament_report))
        .routes(routes!(tournament_standings))
        .routes(routes!(tournament_games))
        .routes(routes!(tournament_pgn))
        .layer(DefaultBodyLimit::max(MAX_TOURNAMENT_BODY))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(import_tournament))
                .layer(DefaultBodyLimit::max(MAX_TOURNAMENT_FILE_BODY)),
        )
}

#[utoipa::path(
    get, path = "/api/tournaments", tag = "tournaments",
    summary = "Tournaments that are not over, and those that are",
    responses((status = 200, body = Tournaments))
)]
async fn list_tournaments(State(app): State<Arc<App>>, Caller(client): Caller) -> Answer<Tournaments> {
    answer(tournaments::list(&app, client).await?)
}

#[utoipa::path(
    post, path = "/api/tournaments", tag = "tournaments",
    summary = "Creates a tournament without players",
    request_body = Settings,
    responses((status = 200, body = TournamentInfo))
)]
async fn create_tournament(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(settings): JsonBody<Settings>,
) -> Answer<TournamentInfo> {
    answer(tournaments::create(&app, client, &viewer, settings).await?)
}

#[utoipa::path(
    post, path = "/api/tournaments/import", tag = "tournaments",
    summary = "Takes a tournament over from a Tournament Report File or a file of events",
    request_body = TournamentImport,
    responses((status = 200, body = TournamentInfo))
)]
async fn import_tournament(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<TournamentImport, MAX_TOURNAMENT_FILE_BODY>,
) -> Answer<TournamentInfo> {
    answer(tournaments::import(&app, client, &viewer, &request).await?)
}

#[utoipa::path(
    get, path = "/api/tournaments/{id}", tag = "tournaments",
    summary = "A tournament with its players, rounds and standings; 304 if the entity tag is current",
    responses((status = 200, body = Tournament))
)]
async fn show_tournament(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Option<Viewer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let etag = tournaments::tag(&app, viewer.as_ref(), &id).await?;
    let bytes = if reply::is_current(&etag, &headers) {
        Bytes::new()
    } else {
        let tournament = tournaments::show(&app, client, viewer.as_ref(), &id).await?;
        // Serialising plain data cannot fail.
        serde_json::to_vec(&tournament).unwrap_or_default().into()
    };
    // A change between tag and tournament makes the copy look older than it is: it is read once more.
    Ok(reply::json(&Content { bytes, etag }, &headers))
}

#[utoipa::path(
    delete, path = "/api/tournaments/{id}", tag = "tournaments",
    summary = "Removes a tournament of the account of which no round is paired",
    responses((status = 204))
)]
async fn remove_tournament(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    tournaments::remove(&app, client, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/tournaments/{id}/commands", tag = "tournaments",
    summary = "Carries out a command of the organiser, and returns the tournament after it",
    request_body = TournamentCommandRequest,
    responses((status = 200, body = Tournament))
)]
async fn command_tournament(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<TournamentCommandRequest, MAX_TOURNAMENT_BODY>,
) -> Answer<Tournament> {
    answer(tournaments::carry_out(&app, client, &viewer, &id, &request).await?)
}

#[utoipa::path(
    get, path = "/api/tournaments/{id}/events", tag = "tournaments",
    summary = "All events of a tournament with their times and authors: its log, and the file that moves it",
    responses((status = 200, body = TournamentFile))
)]
async fn tournament_events(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
) -> Answer<TournamentFile> {
    answer(tournaments::events(&app, client, &id).await?)
}

#[utoipa::path(
    get, path = "/api/tournaments/{id}/players/{player}/tie-breaks", tag = "tournaments",
    summary = "How the values of a player's tie-breaks come about",
    responses((status = 200, body = TieBreakExplanations))
)]
async fn explain_tie_breaks(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path((id, player)): Path<(String, u32)>,
) -> Answer<TieBreakExplanations> {
    answer(tournaments::explanations(&app, client, &id, player).await?)
}

#[utoipa::path(
    get, path = "/api/tournaments/{id}/report.trf", tag = "tournaments",
    summary = "A tournament as a Tournament Report File of 2026",
    responses((status = 200, body = String, content_type = "text/plain"))
)]
async fn tournament_report(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
) -> Result<Response, ErrorResponse> {
    let text = tournaments::report(&app, client, &id).await?;
    Ok(file("text/plain; charset=utf-8", &id, "trf", text))
}

#[utoipa::path(
    get, path = "/api/tournaments/{id}/standings.csv", tag = "tournaments",
    summary = "The standings of a tournament as comma-separated values",
    responses((status = 200, body = String, content_type = "text/csv"))
)]
async fn tournament_standings(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
) -> Result<Response, ErrorResponse> {
    let text = tournaments::csv(&app, client, &id).await?;
    Ok(file("text/csv; charset=utf-8", &id, "csv", text))
}

/// Query parameters that select games of a tournament.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct GameQuery {
    /// The round, from 1; by default all
    round: Option<u32>,
    /// The board, from 1; by default all
    board: Option<u32>,
}

impl From<GameQuery> for GameFilter {
    fn from(GameQuery { round, board }: GameQuery) -> Self {
        Self { round, board }
    }
}

#[utoipa::path(
    get, path = "/api/tournaments/{id}/games", tag = "tournaments",
    summary = "The games of a tournament that were entered: all, those of a round, or one",
    params(GameQuery),
    responses((status = 200, body = TournamentGames))
)]
async fn tournament_games(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
    Query(query): Query<GameQuery>,
) -> Answer<TournamentGames> {
    answer(tournaments::games(&app, client, &id, query.into()).await?)
}

#[utoipa::path(
    get, path = "/api/tournaments/{id}/games.pgn", tag = "tournaments",
    summary = "The games of a tournament as PGN: all, those of a round, or one",
    params(GameQuery),
    responses((status = 200, content_type = "application/x-chess-pgn", body = String))
)]
async fn tournament_pgn(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
    Query(query): Query<GameQuery>,
) -> Result<Response, ErrorResponse> {
    let text = tournaments::pgn(&app, client, &id, query.into()).await?;
    Ok(file("application/x-chess-pgn; charset=utf-8", &id, "pgn", text))
}

/// File that a browser saves. The id has been read, so it has letters and digits only.
pub(super) fn file(content_type: &'static str, id: &str, extension: &str, text: String) -> Response {
    let headers = [
        (CACHE_CONTROL, "no-store".to_owned()),
        (CONTENT_TYPE, content_type.to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"tournament-{id}.{extension}\"")),
    ];
    (headers, text).into_response()
}

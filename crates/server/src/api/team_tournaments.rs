//! Team tournaments over the board.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::response::Response;
use saffron_protocol::limits::{MAX_TOURNAMENT_BODY, MAX_TOURNAMENT_FILE_BODY};
use saffron_protocol::team_tournaments::{
    TeamTieBreakExplanations, TeamTournament, TeamTournamentCommandRequest, TeamTournamentFile, TeamTournamentGames,
    TeamTournamentImport, TeamTournamentInfo, TeamTournaments,
};
use saffron_service::App;
use saffron_service::content::Content;
use saffron_service::session::Viewer;
use saffron_service::team_tournaments::{self, GameFilter};
use saffron_tournament::teams::TeamTournamentSettings;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::tournaments::file;
use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::client::Caller;
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::{Path, Query};
use crate::http::reply::{self, Answer, Done, answer, done};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_team_tournaments, create_team_tournament))
        .routes(routes!(show_team_tournament, remove_team_tournament))
        .routes(routes!(command_team_tournament))
        .routes(routes!(team_tournament_events))
        .routes(routes!(explain_team_tie_breaks))
        .routes(routes!(team_tournament_standings))
        .routes(routes!(team_tournament_games))
        .routes(routes!(team_tournament_pgn))
        .layer(DefaultBodyLimit::max(MAX_TOURNAMENT_BODY))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(import_team_tournament))
                .layer(DefaultBodyLimit::max(MAX_TOURNAMENT_FILE_BODY)),
        )
}

#[utoipa::path(
    get, path = "/api/team-tournaments", tag = "team tournaments",
    summary = "Team tournaments that are not over, and those that are",
    responses((status = 200, body = TeamTournaments))
)]
async fn list_team_tournaments(State(app): State<Arc<App>>, Caller(client): Caller) -> Answer<TeamTournaments> {
    answer(team_tournaments::list(&app, client).await?)
}

#[utoipa::path(
    post, path = "/api/team-tournaments", tag = "team tournaments",
    summary = "Creates a team tournament without teams",
    request_body = TeamTournamentSettings,
    responses((status = 200, body = TeamTournamentInfo))
)]
async fn create_team_tournament(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(settings): JsonBody<TeamTournamentSettings>,
) -> Answer<TeamTournamentInfo> {
    answer(team_tournaments::create(&app, client, &viewer, settings).await?)
}

#[utoipa::path(
    post, path = "/api/team-tournaments/import", tag = "team tournaments",
    summary = "Takes a team tournament over from a file of events",
    request_body = TeamTournamentImport,
    responses((status = 200, body = TeamTournamentInfo))
)]
async fn import_team_tournament(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<TeamTournamentImport, MAX_TOURNAMENT_FILE_BODY>,
) -> Answer<TeamTournamentInfo> {
    answer(team_tournaments::import(&app, client, &viewer, &request).await?)
}

#[utoipa::path(
    get, path = "/api/team-tournaments/{id}", tag = "team tournaments",
    summary = "A team tournament with its teams, rounds and standings; 304 if the entity tag is current",
    responses((status = 200, body = TeamTournament))
)]
async fn show_team_tournament(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Option<Viewer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let etag = team_tournaments::tag(&app, viewer.as_ref(), &id).await?;
    let bytes = if reply::is_current(&etag, &headers) {
        Bytes::new()
    } else {
        let tournament = team_tournaments::show(&app, client, viewer.as_ref(), &id).await?;
        // Serialising plain data cannot fail.
        serde_json::to_vec(&tournament).unwrap_or_default().into()
    };
    // A change between tag and tournament makes the copy look older than it is: it is read once more.
    Ok(reply::json(&Content { bytes, etag }, &headers))
}

#[utoipa::path(
    delete, path = "/api/team-tournaments/{id}", tag = "team tournaments",
    summary = "Removes a team tournament of the account of which no round is paired",
    responses((status = 204))
)]
async fn remove_team_tournament(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    team_tournaments::remove(&app, client, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/team-tournaments/{id}/commands", tag = "team tournaments",
    summary = "Carries out a command of the organiser, and returns the tournament after it",
    request_body = TeamTournamentCommandRequest,
    responses((status = 200, body = TeamTournament))
)]
async fn command_team_tournament(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<TeamTournamentCommandRequest, MAX_TOURNAMENT_BODY>,
) -> Answer<TeamTournament> {
    answer(team_tournaments::carry_out(&app, client, &viewer, &id, &request).await?)
}

#[utoipa::path(
    get, path = "/api/team-tournaments/{id}/events", tag = "team tournaments",
    summary = "All events of a team tournament with their times and authors: its log, and the file that moves it",
    responses((status = 200, body = TeamTournamentFile))
)]
async fn team_tournament_events(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
) -> Answer<TeamTournamentFile> {
    answer(team_tournaments::events(&app, client, &id).await?)
}

#[utoipa::path(
    get, path = "/api/team-tournaments/{id}/teams/{team}/tie-breaks", tag = "team tournaments",
    summary = "How the values of a team's tie-breaks come about, and the penalties and bonuses in its points",
    responses((status = 200, body = TeamTieBreakExplanations))
)]
async fn explain_team_tie_breaks(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path((id, team)): Path<(String, u32)>,
) -> Answer<TeamTieBreakExplanations> {
    answer(team_tournaments::explanations(&app, client, &id, team).await?)
}

#[utoipa::path(
    get, path = "/api/team-tournaments/{id}/standings.csv", tag = "team tournaments",
    summary = "The standings of a team tournament as comma-separated values",
    responses((status = 200, body = String, content_type = "text/csv"))
)]
async fn team_tournament_standings(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
) -> Result<Response, ErrorResponse> {
    let text = team_tournaments::csv(&app, client, &id).await?;
    Ok(file("text/csv; charset=utf-8", &id, "csv", text))
}

/// Query parameters that select games of a team tournament.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct TeamGameQuery {
    /// The round, from 1; by default all
    round: Option<u32>,
    /// The place of the match among those of the round, from 1; by default all
    table: Option<u32>,
    /// The board, from 1; by default all
    board: Option<u32>,
}

impl From<TeamGameQuery> for GameFilter {
    fn from(TeamGameQuery { round, table, board }: TeamGameQuery) -> Self {
        Self { round, table, board }
    }
}

#[utoipa::path(
    get, path = "/api/team-tournaments/{id}/games", tag = "team tournaments",
    summary = "The games of a team tournament that were entered: all, those of a round, of a match, or one",
    params(TeamGameQuery),
    responses((status = 200, body = TeamTournamentGames))
)]
async fn team_tournament_games(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
    Query(query): Query<TeamGameQuery>,
) -> Answer<TeamTournamentGames> {
    answer(team_tournaments::games(&app, client, &id, query.into()).await?)
}

#[utoipa::path(
    get, path = "/api/team-tournaments/{id}/games.pgn", tag = "team tournaments",
    summary = "The games of a team tournament as PGN: all, those of a round, of a match, or one",
    params(TeamGameQuery),
    responses((status = 200, content_type = "application/x-chess-pgn", body = String))
)]
async fn team_tournament_pgn(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
    Query(query): Query<TeamGameQuery>,
) -> Result<Response, ErrorResponse> {
    let text = team_tournaments::pgn(&app, client, &id, query.into()).await?;
    Ok(file("application/x-chess-pgn; charset=utf-8", &id, "pgn", text))
}

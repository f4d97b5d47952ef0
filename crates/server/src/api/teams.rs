//! Teams.

use std::sync::Arc;

use axum::extract::State;
use saffron_protocol::teams::{
    NewTeamMessage, Team, TeamActionRequest, TeamInfo, TeamJoin, TeamMembers, TeamMessages, TeamQuiet, TeamRequests,
    TeamSettings, Teams,
};
use saffron_service::session::Viewer;
use saffron_service::{App, teams};
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
        .routes(routes!(list_teams, create_team))
        .routes(routes!(show_team, change_team, close_team))
        .routes(routes!(join_team))
        .routes(routes!(leave_team))
        .routes(routes!(quiet_team))
        .routes(routes!(team_members))
        .routes(routes!(act_in_team))
        .routes(routes!(team_requests))
        .routes(routes!(team_messages, write_to_team))
        .routes(routes!(remove_team_message))
}

/// Query of a page of teams.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TeamsQuery {
    /// The beginning of the name; by default all teams, the largest first
    search: Option<String>,
    /// `next` of the page before; by default the first page
    after: Option<String>,
}

#[utoipa::path(
    get, path = "/api/teams", tag = "teams",
    summary = "The largest teams, or those whose name begins with a text; with those of the account",
    params(TeamsQuery),
    responses((status = 200, body = Teams))
)]
async fn list_teams(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Option<Viewer>,
    Query(query): Query<TeamsQuery>,
) -> Answer<Teams> {
    answer(teams::list(&app, client, viewer.as_ref(), query.search.as_deref(), query.after.as_deref()).await?)
}

#[utoipa::path(
    post, path = "/api/teams", tag = "teams",
    summary = "Creates a team, which the account leads",
    request_body = TeamSettings,
    responses((status = 200, body = TeamInfo))
)]
async fn create_team(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(settings): JsonBody<TeamSettings>,
) -> Answer<TeamInfo> {
    answer(teams::create(&app, client, &viewer, &settings).await?)
}

#[utoipa::path(
    get, path = "/api/teams/{id}", tag = "teams",
    summary = "A team",
    responses((status = 200, body = Team))
)]
async fn show_team(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Option<Viewer>,
    Path(id): Path<String>,
) -> Answer<Team> {
    answer(teams::show(&app, client, viewer.as_ref(), &id).await?)
}

#[utoipa::path(
    put, path = "/api/teams/{id}", tag = "teams",
    summary = "Changes the settings of a team that the account leads",
    request_body = TeamSettings,
    responses((status = 200, body = Team))
)]
async fn change_team(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(settings): JsonBody<TeamSettings>,
) -> Answer<Team> {
    answer(teams::set(&app, client, &viewer, &id, &settings).await?)
}

#[utoipa::path(
    delete, path = "/api/teams/{id}", tag = "teams",
    summary = "Closes a team: removes it with its members and messages. For the leader who has led longest",
    responses((status = 204))
)]
async fn close_team(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    teams::close(&app, client, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/teams/{id}/join", tag = "teams",
    summary = "Joins a team that is open, or asks to join it",
    request_body = TeamJoin,
    responses((status = 200, body = Team))
)]
async fn join_team(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<TeamJoin>,
) -> Answer<Team> {
    answer(teams::join(&app, client, &viewer, &id, &request.text).await?)
}

#[utoipa::path(
    post, path = "/api/teams/{id}/leave", tag = "teams",
    summary = "Leaves a team, or withdraws a request to join it",
    responses((status = 200, body = Team))
)]
async fn leave_team(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Answer<Team> {
    answer(teams::leave(&app, client, &viewer, &id).await?)
}

#[utoipa::path(
    put, path = "/api/teams/{id}/quiet", tag = "teams",
    summary = "Switches the notifications of a team's messages off or on for the account",
    request_body = TeamQuiet,
    responses((status = 204))
)]
async fn quiet_team(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<TeamQuiet>,
) -> Done {
    teams::set_quiet(&app, client, &viewer, &id, request.quiet).await?;
    done()
}

/// Query of a page of members.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MembersQuery {
    /// The page, from 1
    page: Option<u32>,
}

#[utoipa::path(
    get, path = "/api/teams/{id}/members", tag = "teams",
    summary = "A page of a team's members",
    params(MembersQuery),
    responses((status = 200, body = TeamMembers))
)]
async fn team_members(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
    Query(query): Query<MembersQuery>,
) -> Answer<TeamMembers> {
    answer(teams::members(&app, client, &id, query.page).await?)
}

#[utoipa::path(
    post, path = "/api/teams/{id}/members/{account}", tag = "teams",
    summary = "Carries out a leader's action on an account: a member, a request, or an account that may not ask again",
    request_body = TeamActionRequest,
    responses((status = 204))
)]
async fn act_in_team(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path((id, account)): Path<(String, String)>,
    JsonBody(request): JsonBody<TeamActionRequest>,
) -> Done {
    teams::act(&app, client, &viewer, &id, &account, request.action).await?;
    done()
}

#[utoipa::path(
    get, path = "/api/teams/{id}/requests", tag = "teams",
    summary = "Requests to join a team that the account leads, and the accounts that may not ask again",
    responses((status = 200, body = TeamRequests))
)]
async fn team_requests(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Answer<TeamRequests> {
    answer(teams::requests(&app, client, &viewer, &id).await?)
}

/// Query of a page of messages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MessagesQuery {
    /// `next` of the page before; by default the first page
    before: Option<i64>,
}

#[utoipa::path(
    get, path = "/api/teams/{id}/messages", tag = "teams",
    summary = "Messages to the members of a team, the newest first; for its members and for moderators",
    params(MessagesQuery),
    responses((status = 200, body = TeamMessages))
)]
async fn team_messages(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    Path(id): Path<String>,
    Query(query): Query<MessagesQuery>,
) -> Answer<TeamMessages> {
    answer(teams::messages(&app, client, &viewer, &id, query.before).await?)
}

#[utoipa::path(
    post, path = "/api/teams/{id}/messages", tag = "teams",
    summary = "Writes a message to all members of a team that the account leads",
    request_body = NewTeamMessage,
    responses((status = 204))
)]
async fn write_to_team(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<NewTeamMessage>,
) -> Done {
    teams::write(&app, client, &viewer, &id, &request.text).await?;
    done()
}

#[utoipa::path(
    delete, path = "/api/teams/{id}/messages/{message}", tag = "teams",
    summary = "Removes a message of a team that the account leads",
    responses((status = 204))
)]
async fn remove_team_message(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path((id, message)): Path<(String, i64)>,
) -> Done {
    teams::remove_message(&app, client, &viewer, &id, message).await?;
    done()
}

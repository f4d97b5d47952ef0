//! Moderation: reports, actions, the audit log, the lag of a game's moves.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use saffron_protocol::messages::ReportedMessages;
use saffron_protocol::moderation::{ActionRequest, AuditLog, GameLag, Reports};
use saffron_service::App;
use saffron_service::moderation::{actions, audit, lag, reports};
use saffron_service::session::Viewer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;
use crate::http::reply::{Answer, Done, answer, done};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_reports))
        .routes(routes!(read_messages))
        .routes(routes!(game_lag))
        .routes(routes!(act))
        .routes(routes!(audit_log))
}

#[utoipa::path(
    get, path = "/api/moderation/reports", tag = "moderation",
    summary = "Reports, for moderators",
    responses((status = 200, body = Reports))
)]
async fn list_reports(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Reports> {
    answer(reports::list(&app, &viewer).await?)
}

#[utoipa::path(
    post, path = "/api/moderation/reports/{id}/messages", tag = "moderation",
    summary = "Messages that a report is about; the audit log records that they were read",
    responses((status = 200, body = ReportedMessages))
)]
async fn read_messages(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Answer<ReportedMessages> {
    answer(actions::read_messages(&app, &viewer, &id).await?)
}

#[utoipa::path(
    post, path = "/api/moderation/actions", tag = "moderation",
    summary = "Takes a moderator's action on an account, a game or a report",
    request_body = ActionRequest,
    responses((status = 204))
)]
async fn act(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<ActionRequest>,
) -> Done {
    actions::act(&app, &viewer, &request).await?;
    done()
}

#[utoipa::path(
    get, path = "/api/moderation/audit", tag = "moderation",
    summary = "Audit log of the moderators' actions, the latest first",
    params(("before" = String, Query, description = "The value of `next` of the page before")),
    responses((status = 200, body = AuditLog))
)]
async fn audit_log(State(app): State<Arc<App>>, viewer: Viewer, RawQuery(query): RawQuery) -> Answer<AuditLog> {
    answer(audit::read(&app, &viewer, &query.unwrap_or_default()).await?)
}

#[utoipa::path(
    get, path = "/api/moderation/games/{id}/lag", tag = "moderation",
    summary = "Lag of a game's moves, and the round-trip times that bounded it",
    responses((status = 200, body = GameLag))
)]
async fn game_lag(State(app): State<Arc<App>>, viewer: Viewer, Path(id): Path<String>) -> Answer<GameLag> {
    answer(lag::of_game(&app, &viewer, &id).await?)
}

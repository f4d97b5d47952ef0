//! Moderation: reports, actions, the audit log, the lag of a game's moves.

use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::{get, post};
use saffron_protocol::moderation::{ActionRequest, AuditLog, GameLag, Reports};
use saffron_service::App;
use saffron_service::moderation::{actions, audit, lag, reports};
use saffron_service::session::Viewer;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;
use crate::http::reply::{Answer, Done, answer, done};

pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/moderation/reports", get(list_reports))
        .route("/api/moderation/actions", post(act))
        .route("/api/moderation/audit", get(audit_log))
        .route("/api/moderation/games/{id}/lag", get(game_lag))
}

async fn list_reports(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Reports> {
    answer(reports::list(&app, &viewer).await?)
}

async fn act(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<ActionRequest>,
) -> Done {
    actions::act(&app, &viewer, &request).await?;
    done()
}

async fn audit_log(State(app): State<Arc<App>>, viewer: Viewer, RawQuery(query): RawQuery) -> Answer<AuditLog> {
    answer(audit::read(&app, &viewer, &query.unwrap_or_default()).await?)
}

async fn game_lag(State(app): State<Arc<App>>, viewer: Viewer, Path(id): Path<String>) -> Answer<GameLag> {
    answer(lag::of_game(&app, &viewer, &id).await?)
}

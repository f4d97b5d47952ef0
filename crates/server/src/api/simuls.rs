//! Simuls.

use std::sync::Arc;

use axum::extract::State;
use saffron_protocol::simuls::{Simul, SimulInfo, SimulPlayerRequest, Simuls};
use saffron_service::session::Viewer;
use saffron_service::{App, simuls};
use saffron_tournament::simul::SimulSettings;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::client::Caller;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;
use crate::http::reply::{Answer, Done, answer, done};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_simuls, create_simul))
        .routes(routes!(show_simul, change_simul, cancel_simul))
        .routes(routes!(apply_for_simul))
        .routes(routes!(withdraw_from_simul))
        .routes(routes!(accept_for_simul))
        .routes(routes!(remove_from_simul))
        .routes(routes!(start_simul))
}

#[utoipa::path(
    get, path = "/api/simuls", tag = "simuls",
    summary = "Simultaneous displays that are not over, and those that are",
    responses((status = 200, body = Simuls))
)]
async fn list_simuls(State(app): State<Arc<App>>, Caller(client): Caller) -> Answer<Simuls> {
    answer(simuls::list(&app, client).await?)
}

#[utoipa::path(
    post, path = "/api/simuls", tag = "simuls",
    summary = "Creates a simul, whose host is the account",
    request_body = SimulSettings,
    responses((status = 200, body = SimulInfo))
)]
async fn create_simul(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(settings): JsonBody<SimulSettings>,
) -> Answer<SimulInfo> {
    answer(simuls::create(&app, client, &viewer, settings).await?)
}

#[utoipa::path(
    get, path = "/api/simuls/{id}", tag = "simuls",
    summary = "A simul with its players and games",
    responses((status = 200, body = Simul))
)]
async fn show_simul(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Option<Viewer>,
    Path(id): Path<String>,
) -> Answer<Simul> {
    answer(simuls::show(&app, client, viewer.as_ref(), &id).await?)
}

#[utoipa::path(
    put, path = "/api/simuls/{id}", tag = "simuls",
    summary = "Changes the settings of a simul of the account before its start, but for the variant and the team",
    request_body = SimulSettings,
    responses((status = 200, body = Simul))
)]
async fn change_simul(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(settings): JsonBody<SimulSettings>,
) -> Answer<Simul> {
    answer(simuls::change(&app, client, &viewer, &id, settings).await?)
}

#[utoipa::path(
    delete, path = "/api/simuls/{id}", tag = "simuls",
    summary = "Cancels a simul of the account before its start",
    responses((status = 204))
)]
async fn cancel_simul(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    simuls::cancel(&app, client, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    post, path = "/api/simuls/{id}/apply", tag = "simuls",
    summary = "Applies for a board of a simul; a host who is a computer accepts at once",
    responses((status = 200, body = Simul))
)]
async fn apply_for_simul(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Answer<Simul> {
    answer(simuls::apply(&app, client, &viewer, &id).await?)
}

#[utoipa::path(
    post, path = "/api/simuls/{id}/withdraw", tag = "simuls",
    summary = "Withdraws an application before the start",
    responses((status = 200, body = Simul))
)]
async fn withdraw_from_simul(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Answer<Simul> {
    answer(simuls::withdraw(&app, client, &viewer, &id).await?)
}

#[utoipa::path(
    post, path = "/api/simuls/{id}/accept", tag = "simuls",
    summary = "Accepts a player of a simul of the account",
    request_body = SimulPlayerRequest,
    responses((status = 200, body = Simul))
)]
async fn accept_for_simul(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<SimulPlayerRequest>,
) -> Answer<Simul> {
    answer(simuls::accept(&app, client, &viewer, &id, &request.account).await?)
}

#[utoipa::path(
    post, path = "/api/simuls/{id}/remove", tag = "simuls",
    summary = "Removes a player from a simul of the account before the start",
    request_body = SimulPlayerRequest,
    responses((status = 200, body = Simul))
)]
async fn remove_from_simul(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<SimulPlayerRequest>,
) -> Answer<Simul> {
    answer(simuls::remove(&app, client, &viewer, &id, &request.account).await?)
}

#[utoipa::path(
    post, path = "/api/simuls/{id}/start", tag = "simuls",
    summary = "Starts the games against all players who are accepted",
    responses((status = 200, body = Simul))
)]
async fn start_simul(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Answer<Simul> {
    answer(simuls::start(&app, client, &viewer, &id).await?)
}

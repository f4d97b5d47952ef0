//! Series of arenas, and the calendar of what comes.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use saffron_protocol::arena_series::{ArenaSeriesInfo, ArenaSeriesList, ArenaSeriesSettings, Calendar};
use saffron_protocol::error::ErrorCode;
use saffron_service::arenas::series;
use saffron_service::session::Viewer;
use saffron_service::{App, upcoming};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::client::Caller;
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::{Path, Query};
use crate::http::reply::{Answer, Done, answer, done};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_arena_series, create_arena_series))
        .routes(routes!(change_arena_series, end_arena_series))
        .routes(routes!(show_calendar))
        .routes(routes!(calendar_file))
}

/// Query parameters of a page of series.
#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct SeriesQuery {
    /// `true` for the series of the account; by default those of all accounts
    own: Option<bool>,
    /// `next` of the page before; by default the first page
    after: Option<String>,
}

#[utoipa::path(
    get, path = "/api/arena-series", tag = "arenas",
    summary = "Series of arenas: those of the account, or all that continue",
    params(SeriesQuery),
    responses((status = 200, body = ArenaSeriesList))
)]
async fn list_arena_series(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Option<Viewer>,
    Query(query): Query<SeriesQuery>,
) -> Answer<ArenaSeriesList> {
    if query.own == Some(true) {
        let viewer = viewer.ok_or(ErrorCode::SignInRequired)?;
        return answer(series::own(&app, client, &viewer).await?);
    }
    answer(series::list(&app, client, viewer.as_ref(), query.after.as_deref()).await?)
}

#[utoipa::path(
    post, path = "/api/arena-series", tag = "arenas",
    summary = "Creates a series of arenas",
    request_body = ArenaSeriesSettings,
    responses((status = 200, body = ArenaSeriesInfo))
)]
async fn create_arena_series(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    JsonBody(settings): JsonBody<ArenaSeriesSettings>,
) -> Answer<ArenaSeriesInfo> {
    answer(series::create(&app, client, &viewer, settings).await?)
}

#[utoipa::path(
    put, path = "/api/arena-series/{id}", tag = "arenas",
    summary = "Changes a series of the account; arenas that exist stay as they are",
    request_body = ArenaSeriesSettings,
    responses((status = 200, body = ArenaSeriesInfo))
)]
async fn change_arena_series(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(settings): JsonBody<ArenaSeriesSettings>,
) -> Answer<ArenaSeriesInfo> {
    answer(series::change(&app, client, &viewer, &id, settings).await?)
}

#[utoipa::path(
    delete, path = "/api/arena-series/{id}", tag = "arenas",
    summary = "Ends a series of the account; arenas that exist stay",
    responses((status = 204))
)]
async fn end_arena_series(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    series::end(&app, client, &viewer, &id).await?;
    done()
}

#[utoipa::path(
    get, path = "/api/calendar", tag = "arenas",
    summary = "What comes in the next four weeks: arenas, those of series too, and tournaments over the board",
    responses((status = 200, body = Calendar))
)]
async fn show_calendar(State(app): State<Arc<App>>, Caller(client): Caller) -> Answer<Calendar> {
    answer(upcoming::calendar(&app, client).await?)
}

#[utoipa::path(
    get, path = "/calendar.ics", tag = "arenas",
    summary = "The calendar as a file (RFC 5545)",
    responses((status = 200, content_type = "text/calendar", body = String))
)]
async fn calendar_file(State(app): State<Arc<App>>, Caller(client): Caller) -> Result<Response, ErrorResponse> {
    let text = upcoming::file(&app, client).await?;
    Ok(([(CONTENT_TYPE, "text/calendar; charset=utf-8"), (CACHE_CONTROL, "no-cache")], text).into_response())
}

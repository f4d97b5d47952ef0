//! Libraries of accounts.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, State};
use saffron_protocol::library::{LibraryEntries, LibraryWrite, LibraryWritten};
use saffron_protocol::limits::MAX_LIBRARY_BODY;
use saffron_service::session::Viewer;
use saffron_service::{App, library};
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
        .routes(routes!(show_library, remove_library))
        .routes(routes!(write_entry))
        .layer(DefaultBodyLimit::max(MAX_LIBRARY_BODY))
}

/// Query of a part of the library.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct After {
    /// The version after which entries were written; 0 for all, which is the default.
    #[serde(default)]
    after: i64,
}

#[utoipa::path(
    get, path = "/api/library", tag = "library",
    summary = "Entries of the account's library that were written after a version",
    params(After),
    responses((status = 200, body = LibraryEntries))
)]
async fn show_library(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    Query(query): Query<After>,
) -> Answer<LibraryEntries> {
    answer(library::after(&app, client, &viewer, query.after).await?)
}

#[utoipa::path(
    put, path = "/api/library/{id}", tag = "library",
    summary = "Writes an entry of the library over the version that the browser knows, or deletes it",
    request_body = LibraryWrite,
    responses((status = 200, body = LibraryWritten))
)]
async fn write_entry(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<LibraryWrite, MAX_LIBRARY_BODY>,
) -> Answer<LibraryWritten> {
    answer(library::write(&app, client, &viewer, &id, request).await?)
}

#[utoipa::path(
    delete, path = "/api/library", tag = "library",
    summary = "Removes the account's library from the server",
    responses((status = 204))
)]
async fn remove_library(State(app): State<Arc<App>>, viewer: Viewer, _same_origin: SameOrigin) -> Done {
    library::remove(&app, &viewer).await?;
    done()
}

//! `GET /api/socket`: checks the request, and makes it a socket.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use saffron_protocol::VERSION;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_MESSAGE;
use serde::Deserialize;

use crate::account::viewer::Viewer;
use crate::app::App;
use crate::http::client::Client;
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Query;
use crate::sockets::connection::Connection;

/// Bytes that are read at once, which most messages are below. The default of 128 KiB a connection would be gigabytes for
/// thousands of them.
const READ_BUFFER: usize = 1024;
/// Bytes that are gathered before they are written.
const WRITE_BUFFER: usize = 4096;
/// Bytes that may wait for a slow reader in the socket itself; messages wait in the outbox before.
const MAX_WRITE_BUFFER: usize = 512 * 1024;

#[derive(Debug, Deserialize)]
struct Parameters {
    v: Option<u32>,
}

/// The route of the socket.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/socket", get(upgrade))
}

async fn upgrade(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    client: Client,
    _same_origin: SameOrigin,
    Query(parameters): Query<Parameters>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if parameters.v != Some(VERSION) {
        return ErrorResponse::from(ErrorCode::UnsupportedVersion { version: VERSION }).into_response();
    }
    if *app.stopping.borrow() {
        return ErrorResponse::from(ErrorCode::ShuttingDown).into_response();
    }
    let limits = app.config.sockets;
    let Some(counted) = app.sockets.add(client, limits.total, limits.per_client) else {
        return ErrorResponse::from(ErrorCode::TooMany { limit: limits.per_client }).into_response();
    };
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MAX_WRITE_BUFFER)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(async move |socket| {
            Connection::run(app, viewer, client, counted.memory(), socket).await;
            drop(counted);
        })
}

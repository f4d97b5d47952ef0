//! The chats over HTTP.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::{ChatLines, ChatRequest, Room};

use crate::account::viewer::Viewer;
use crate::app::App;
use crate::game::chat;
use crate::http::answer::{Answer, answer};
use crate::http::body::JsonBody;
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;

/// The routes of the chats.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/games/{id}/chat/{room}", get(read).post(say))
}

fn room_of(name: &str) -> Result<Room, ErrorResponse> {
    match name {
        "players" => Ok(Room::Players),
        "spectators" => Ok(Room::Spectators),
        _ => Err(ErrorResponse::from(ErrorCode::NotFound)),
    }
}

async fn read(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    Path((game, room)): Path<(String, String)>,
) -> Answer<ChatLines> {
    let room = room_of(&room)?;
    let game = game.parse().map_err(|_| ErrorCode::NotFound)?;
    answer(ChatLines { lines: chat::read(&app, viewer.map(|viewer| viewer.account), game, room).await? })
}

async fn say(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path((game, room)): Path<(String, String)>,
    JsonBody(request): JsonBody<ChatRequest>,
) -> Answer<ChatLines> {
    let room = room_of(&room)?;
    chat::say(&app, Some(&viewer), &game, room, &request.text).await?;
    let game = game.parse().map_err(|_| ErrorCode::NotFound)?;
    answer(ChatLines { lines: chat::read(&app, Some(viewer.account), game, room).await? })
}

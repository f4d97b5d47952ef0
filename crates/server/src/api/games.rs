//! Single games: state, events, commands, chat.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::{ChatLines, ChatRequest, CommandAnswer, CommandRequest, EventList, GameView, Room};
use saffron_protocol::limits::MAX_EVENTS;
use saffron_service::session::Viewer;
use saffron_service::{App, archive, chat};
use saffron_store::GameId;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::archive::file;
use crate::http::AppState;
use crate::http::body::JsonBody;
use crate::http::client::Caller;
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::{Path, Query};
use crate::http::reply::{Answer, answer};

pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(view))
        .routes(routes!(events))
        .routes(routes!(pgn))
        .routes(routes!(command))
        .routes(routes!(read_chat, say))
}

fn id_of(text: &str) -> Result<GameId, ErrorCode> {
    text.parse().map_err(|_| ErrorCode::NotFound)
}

#[utoipa::path(
    get, path = "/api/games/{id}", tag = "games",
    summary = "Current state of a game",
    responses((status = 200, body = GameView))
)]
async fn view(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    Caller(client): Caller,
    Path(id): Path<String>,
) -> Answer<GameView> {
    let live_game = app.open_game(client, id_of(&id)?).await?;
    let state = live_game.lock();
    let side = state.side_of(viewer.map(|viewer| viewer.account));
    let view = state.view(side, state.time(&app.clock));
    drop(state);
    app.games.forget_idle(&live_game);
    answer(view)
}

#[derive(Debug, Deserialize)]
struct EventsQuery {
    from: Option<u32>,
}

#[utoipa::path(
    get, path = "/api/games/{id}/events", tag = "games",
    summary = "Events of a game",
    params(("from" = String, Query, description = "Number of the first event")),
    responses((status = 200, body = EventList))
)]
async fn events(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    Caller(client): Caller,
    Path(id): Path<String>,
    Query(EventsQuery { from }): Query<EventsQuery>,
) -> Answer<EventList> {
    let live_game = app.open_game(client, id_of(&id)?).await?;
    let state = live_game.lock();
    let side = state.side_of(viewer.map(|viewer| viewer.account));
    let from = from.and_then(|from| usize::try_from(from).ok()).unwrap_or(0);
    let mut events = state.durable_events(from, side).unwrap_or_default();
    drop(state);
    app.games.forget_idle(&live_game);
    events.truncate(MAX_EVENTS);
    answer(EventList { events })
}

/// PGN of one game, running or ended.
#[utoipa::path(
    get, path = "/api/games/{id}/pgn", tag = "games",
    summary = "A game as PGN",
    responses((status = 200, content_type = "application/x-chess-pgn", body = String))
)]
async fn pgn(
    State(app): State<Arc<App>>,
    Caller(client): Caller,
    Path(id): Path<String>,
) -> Result<Response, ErrorResponse> {
    let id = id_of(&id)?;
    let text = archive::pgn::one(&app, client, id).await?;
    Ok(file(&format!("saffron-{id}"), Body::from(text)))
}

#[utoipa::path(
    post, path = "/api/games/{id}/commands", tag = "games",
    summary = "Carries out a player's command; answered once it is durable",
    request_body = CommandRequest,
    responses((status = 200, body = CommandAnswer))
)]
async fn command(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    Caller(client): Caller,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<CommandRequest>,
) -> Answer<CommandAnswer> {
    let seq = app.command_game(&viewer, client, id_of(&id)?, request).await?;
    answer(CommandAnswer { seq })
}

fn room_of(name: &str) -> Result<Room, ErrorCode> {
    match name {
        "players" => Ok(Room::Players),
        "spectators" => Ok(Room::Spectators),
        _ => Err(ErrorCode::NotFound),
    }
}

#[utoipa::path(
    get, path = "/api/games/{id}/chat/{room}", tag = "games",
    summary = "Lines of a chat: players or spectators",
    responses((status = 200, body = ChatLines))
)]
async fn read_chat(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    Path((game, room)): Path<(String, String)>,
) -> Answer<ChatLines> {
    let room = room_of(&room)?;
    let account = viewer.map(|viewer| viewer.account);
    answer(ChatLines { lines: chat::read(&app, account, id_of(&game)?, room).await? })
}

#[utoipa::path(
    post, path = "/api/games/{id}/chat/{room}", tag = "games",
    summary = "Adds a line to a chat",
    request_body = ChatRequest,
    responses((status = 200, body = ChatLines))
)]
async fn say(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path((game, room)): Path<(String, String)>,
    JsonBody(request): JsonBody<ChatRequest>,
) -> Answer<ChatLines> {
    let room = room_of(&room)?;
    chat::say(&app, Some(&viewer), &game, room, &request.text).await?;
    answer(ChatLines { lines: chat::read(&app, Some(viewer.account), id_of(&game)?, room).await? })
}

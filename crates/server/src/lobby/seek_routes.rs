//! The lobby and its seeks over HTTP.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::{delete, get, post};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::lobby::{GameStarted, Lobby, SeekAnswer, SeekRequest};
use saffron_store::SeekId;

use crate::account::participant::Participant;
use crate::account::viewer::Viewer;
use crate::app::App;
use crate::http::answer::{Answer, Done, answer, done};
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;
use crate::live::detached::detached;
use crate::lobby::players;
use crate::lobby::seeks;
use crate::lobby::start::{has_room, may_make};

/// The routes of the lobby.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/lobby", get(lobby))
        .route("/api/seeks", post(create))
        .route("/api/seeks/{id}", delete(withdraw))
        .route("/api/seeks/{id}/accept", post(accept))
}

async fn lobby(State(app): State<Arc<App>>) -> Answer<Lobby> {
    answer(seeks::lobby(&app))
}

async fn create(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    JsonBody(request): JsonBody<SeekRequest>,
) -> Answer<SeekAnswer> {
    may_make(&app, &viewer)?;
    has_room(&app, viewer.account, viewer.kind).await?;
    let owner = players::account(&app, viewer.account).await?;
    answer(detached(seeks::make(app, owner, request)).await?)
}

fn id_of(text: &str) -> Result<SeekId, ErrorCode> {
    text.parse().map_err(|_| ErrorCode::NotFound)
}

async fn withdraw(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    detached(seeks::withdraw(app, id_of(&id)?, viewer.account)).await?;
    done()
}

async fn accept(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    Path(id): Path<String>,
) -> Answer<GameStarted> {
    let id = id_of(&id)?;
    may_make(&app, &viewer)?;
    has_room(&app, viewer.account, viewer.kind).await?;
    let by = players::account(&app, viewer.account).await?;
    let game = detached(seeks::accept(app, id, by)).await?;
    answer(GameStarted { game: game.to_string() })
}

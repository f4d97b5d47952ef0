//! Running and ended games over HTTP: their state, their events, commands.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, HeaderName};
use axum::routing::{get, post};
use axum::{Json, Router};
use saffron_live::RoundTrip;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::{CommandAnswer, CommandRequest, EventList, GameView};
use saffron_protocol::limits::{MAX_BODY, MAX_EVENTS};
use saffron_store::GameId;
use serde::Deserialize;
use tokio::sync::oneshot;

use crate::account::viewer::Viewer;
use crate::app::App;
use crate::budgets::{Cost, Payer};
use crate::error::Error;
use crate::http::body::JsonBody;
use crate::http::client::Client;
use crate::http::error::ErrorResponse;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::{Path, Query};
use crate::live::games::Asker;
use crate::live::table::Table;

/// What an answer about running things says of itself.
const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// The routes of single games.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/games/{id}", get(view))
        .route("/api/games/{id}/events", get(events))
        .route("/api/games/{id}/commands", post(command))
}

fn id_of(text: &str) -> Result<GameId, ErrorResponse> {
    text.parse().map_err(|_| ErrorResponse::from(ErrorCode::NotFound))
}

type Answer<T> = Result<([(HeaderName, &'static str); 1], Json<T>), ErrorResponse>;

/// Opens a game, and charges a client for the processor time of its replay and of its answer.
///
/// # Errors
/// `NotFound`; `RateLimited`, where the client has used up its processor time.
pub(crate) async fn open(app: &App, client: Client, id: GameId) -> Result<Arc<Table>, Error> {
    let payer = Payer::Client(client);
    app.budgets.may_use_processor(payer)?;
    let table = app.games.open(id).await?;
    let events = table.lock().live.next_seq();
    app.budgets.owe(payer, Cost::of_replay(events as usize));
    Ok(table)
}

async fn view(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    client: Client,
    Path(id): Path<String>,
) -> Answer<GameView> {
    let table = open(&app, client, id_of(&id)?).await?;
    let state = table.lock();
    let side = state.side_of(viewer.map(|viewer| viewer.account));
    let view = state.view(side, state.time(&app.clock));
    drop(state);
    app.games.forget_idle(&table);
    Ok((NO_STORE, Json(view)))
}

#[derive(Debug, Deserialize)]
struct From {
    from: Option<u32>,
}

async fn events(
    State(app): State<Arc<App>>,
    viewer: Option<Viewer>,
    client: Client,
    Path(id): Path<String>,
    Query(From { from }): Query<From>,
) -> Answer<EventList> {
    let table = open(&app, client, id_of(&id)?).await?;
    let state = table.lock();
    let side = state.side_of(viewer.map(|viewer| viewer.account));
    let from = from.and_then(|from| usize::try_from(from).ok()).unwrap_or(0);
    let mut events = state.durable_events(from, side).unwrap_or_default();
    drop(state);
    app.games.forget_idle(&table);
    events.truncate(MAX_EVENTS);
    Ok((NO_STORE, Json(EventList { events })))
}

async fn command(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    client: Client,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<CommandRequest>,
) -> Answer<CommandAnswer> {
    let id = id_of(&id)?;
    // The client has paid for the body.
    let bytes = serde_json::to_vec(&request.command).map_or(MAX_BODY, |bytes| bytes.len());
    app.budgets.charge(&[Payer::Account(viewer.account), Payer::Game(id)], Cost::of_message(bytes))?;
    let table = open(&app, client, id).await?;
    let (answer, answered) = oneshot::channel();
    let asker = Asker::Request(answer);
    app.games.command(&table, viewer.account, request.id, &request.command, RoundTrip::default(), asker);
    let seq = answered.await.map_err(|_| ErrorCode::ShuttingDown)??;
    Ok((NO_STORE, Json(CommandAnswer { seq })))
}

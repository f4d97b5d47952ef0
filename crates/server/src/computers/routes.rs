//! A new game against a computer.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::lobby::{ComputerRequest, GameStarted};

use crate::account::participant::Participant;
use crate::app::App;
use crate::http::answer::{Answer, answer};
use crate::http::body::JsonBody;
use crate::live::detached::detached;
use crate::lobby::start::{GameData, Pairing, has_room, may_make, new_id, start};
use crate::lobby::{offers, players};

/// The route of games against computers.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/computer", post(create))
}

async fn create(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    JsonBody(request): JsonBody<ComputerRequest>,
) -> Answer<GameStarted> {
    may_make(&app, &viewer)?;
    has_room(&app, viewer.account, viewer.kind).await?;
    let invalid = || ErrorCode::InvalidField { field: "level".to_owned() };
    if app.computers.limits.threads == 0 {
        return Err(ErrorCode::Busy.into());
    }
    let computer = app.computers.of_level(request.level).cloned().ok_or_else(invalid)?;
    let by = players::account(&app, viewer.account).await?;
    let terms = offers::check(&request.offer, by.kind, app.clock.now())?;
    let game = detached(async move {
        let pairing =
            Pairing { terms, accounts: [by, computer], data: GameData::default(), id: new_id(&app), also: Vec::new() };
        start(&app, pairing).await
    });
    answer(GameStarted { game: game.await?.to_string() })
}

//! Challenges over HTTP.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::{get, post};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::lobby::{Challenge, ChallengeRequest, Challenges, GameStarted};
use saffron_store::accounts::Kind;
use saffron_store::{ChallengeId, GameId};

use crate::account::names;
use crate::account::participant::Participant;
use crate::account::viewer::Viewer;
use crate::app::App;
use crate::http::answer::{Answer, Done, answer, done};
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;
use crate::live::detached::detached;
use crate::lobby::start::{has_room, may_make};
use crate::lobby::{challenges, players, rematch};

/// The longest name that is looked up in bytes.
const MAX_NAME: usize = 100;

/// The routes of challenges.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/challenges", get(list).post(create))
        .route("/api/challenges/{id}", get(show).delete(withdraw))
        .route("/api/challenges/{id}/accept", post(accept))
        .route("/api/challenges/{id}/decline", post(decline))
}

fn id_of(text: &str) -> Result<ChallengeId, ErrorCode> {
    text.parse().map_err(|_| ErrorCode::NotFound)
}

async fn list(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Challenges> {
    answer(challenges::of_account(&app, viewer.account).await?)
}

async fn show(State(app): State<Arc<App>>, viewer: Option<Viewer>, Path(id): Path<String>) -> Answer<Challenge> {
    let row = challenges::by_id(&app, id_of(&id)?).await?;
    if !challenges::is_for(&row, viewer.map(|viewer| viewer.account)) {
        return Err(ErrorCode::NotFound.into());
    }
    answer(challenges::shown(&app, &row).await?)
}

async fn create(
    State(app): State<Arc<App>>,
    Participant(viewer): Participant,
    JsonBody(request): JsonBody<ChallengeRequest>,
) -> Answer<Challenge> {
    may_make(&app, &viewer)?;
    has_room(&app, viewer.account, viewer.kind).await?;
    let from = players::account(&app, viewer.account).await?;
    if let Some(game) = &request.rematch_of {
        let game: GameId = game.parse().map_err(|_| ErrorCode::NotFound)?;
        return answer(detached(rematch::make(app, from, game)).await?);
    }
    let to = match &request.to {
        None => None,
        Some(name) if name.len() > MAX_NAME => return Err(ErrorCode::NotFound.into()),
        Some(name) => {
            let found = names::find(&*app.database, name).await?;
            Some(found.filter(|account| account.kind != Kind::Closed).ok_or(ErrorCode::NotFound)?)
        }
    };
    answer(detached(challenges::make(app, from, to, request.offer)).await?)
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
    let game = detached(challenges::accept(app, id, by)).await?;
    answer(GameStarted { game: game.to_string() })
}

async fn decline(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    detached(challenges::decline(app, id_of(&id)?, viewer.account)).await?;
    done()
}

async fn withdraw(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(id): Path<String>,
) -> Done {
    detached(challenges::withdraw(app, id_of(&id)?, viewer.account)).await?;
    done()
}

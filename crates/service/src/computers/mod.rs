//! Computer players: their accounts, and a bounded pool of engines that plays their moves.

mod accounts;
mod player;
mod pool;
mod search;
mod showcase;

use std::sync::Arc;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::lobby::ComputerRequest;
use saffron_store::GameId;

use crate::app::App;
use crate::error::Error;
use crate::games::info::GameData;
use crate::lobby::pairing::{Pairing, check_may_offer, check_running_games, detached, new_id, start};
use crate::lobby::players;
use crate::parts::offers;
use crate::session::Viewer;

pub use accounts::ensure;
pub use pool::{on_game_event, run};

/// Starts a visitor's game against a computer.
///
/// # Errors
/// `Busy` if the server has no computers or they play as many games as allowed, `InvalidField` for an unknown level,
/// the refusals of [`offers::check`], and those of a suspended or too busy account (`Suspended`, `RateLimited`,
/// `TooMany`).
pub async fn begin_game(app: &Arc<App>, viewer: &Viewer, request: &ComputerRequest) -> Result<GameId, Error> {
    check_may_offer(app, viewer)?;
    check_running_games(app, viewer.account, viewer.kind).await?;
    let invalid = || ErrorCode::InvalidField { field: "level".to_owned() };
    if app.computers.limits.threads == 0 {
        return Err(ErrorCode::Busy.into());
    }
    let computer = app.computers.of_level(request.level).cloned().ok_or_else(invalid)?;
    let by = players::account(app, viewer.account).await?;
    let terms = offers::check(&request.offer, by.kind, app.clock.now())?;
    let app = Arc::clone(app);
    detached(async move {
        let pairing =
            Pairing { terms, accounts: [by, computer], data: GameData::default(), id: new_id(&app), also: Vec::new() };
        start(&app, pairing).await
    })
    .await
}

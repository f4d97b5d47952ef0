//! Rematches: challenges after a game, with colours changed.

use std::sync::Arc;

use saffron_live::{DAY, Millis};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::lobby::{Challenge, SideChoice};
use saffron_rules::Color;
use saffron_store::GameId;
use saffron_store::accounts::Account;
use saffron_store::challenges::{self, Status};

use crate::app::App;
use crate::error::Error;
use crate::lobby::challenges::{NewChallenge, add, begin, by_id, shown};
use crate::lobby::offers::Terms;
use crate::lobby::players;
use crate::lobby::relations::are_apart;

/// How long an offer of a rematch stands: with a clock, without one.
const STANDS: Millis = 10 * 60_000;
const STANDS_WITHOUT_CLOCK: Millis = 7 * DAY;

/// Offers a rematch of an ended game, or accepts the one that the opponent has offered.
///
/// # Errors
/// `NotFound` where there is no such game, `Forbidden` for those who have not played it, `Gone` while it goes on and where
/// the opponent cannot play any more; `NotAccepted` where one has blocked the other.
pub(crate) async fn make(app: Arc<App>, from: Account, game: GameId) -> Result<Challenge, Error> {
    let _rematching = app.lobby.rematching.lock().await;
    let table = app.games.open(game).await?;
    let (settings, speed, side, opponent, over) = {
        let state = table.lock();
        let side = state.side_of(Some(from.id)).ok_or(ErrorCode::Forbidden)?;
        let opponent = state.players[(!side).index()].ok_or(ErrorCode::Gone)?;
        (state.live.rematch(), state.live.speed(), side, opponent, state.live.outcome().is_some())
    };
    app.games.forget_idle(&table);
    if !over {
        return Err(ErrorCode::Gone.into());
    }
    let now = app.clock.now();
    let rows = challenges::rematches(&*app.database, game).await?;
    if let Some(accepted) = rows.iter().find(|row| row.status == Status::Accepted) {
        return shown(&app, accepted).await;
    }
    let open = rows.into_iter().find(|row| row.status == Status::Open && row.expires_at > now);
    if let Some(open) = open {
        if open.challenger == from.id {
            return shown(&app, &open).await;
        }
        let id = open.id;
        begin(&app, open, from).await?;
        return shown(&app, &by_id(&app, id).await?).await;
    }
    let opponent = players::account(&app, opponent).await.map_err(|error| match error {
        Error::Refused(ErrorCode::NotFound) => ErrorCode::Gone.into(),
        error => error,
    })?;
    if are_apart(&app, from.id, opponent.id).await? {
        return Err(ErrorCode::NotAccepted.into());
    }
    let side = match side {
        Color::White => SideChoice::Black,
        Color::Black => SideChoice::White,
    };
    let stands = if settings.control.is_real_time() { STANDS } else { STANDS_WITHOUT_CLOCK };
    let terms = Terms { settings, speed, side };
    add(&app, NewChallenge { from, to: Some(opponent), terms, rematch_of: Some(game), stands }).await
}

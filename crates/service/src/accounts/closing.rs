//! Closing an account, and erasing it.

use std::sync::Arc;

use saffron_live::{Command, Context, Presence, RoundTrip};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::PlayerKind;
use saffron_rules::Color;
use saffron_store::{AccountId, GameId, StoreError, erasure, games};

use crate::accounts::confirmed;
use crate::app::App;
use crate::config::limits::MAX_ACCOUNT_GAMES;
use crate::error::Error;
use crate::games::Decided;
use crate::games::live_game::LiveGame;
use crate::lobby::seeks;
use crate::session::{self, Viewer};

/// Closes an account. Its name stays taken; its games and ratings stay visible.
pub async fn close(app: &App, viewer: &Viewer, password: &str) -> Result<(), Error> {
    let account = confirmed(app, viewer, password).await?;
    leave(app, account.id, erasure::close(account.id)).await
}

/// Closes an account and erases its data. Its games stay, with a nameless player, and its name stays taken.
pub async fn erase(app: &App, viewer: &Viewer, password: &str) -> Result<(), Error> {
    let account = confirmed(app, viewer, password).await?;
    let mut statements = erasure::close(account.id);
    let name = account.name.as_deref().map(|name| app.accounts.erased_names.digest(name));
    statements.extend(erasure::erase(account.id, name.as_ref()));
    leave(app, account.id, statements).await
}

/// Closes an account in the store and in memory, and aborts or resigns its running games.
async fn leave(app: &App, account: AccountId, statements: Vec<saffron_store::Statement>) -> Result<(), Error> {
    let running = games::running_of(&*app.database, account, MAX_ACCOUNT_GAMES).await?;
    match app.database.transact(statements).await {
        Ok(_) => {}
        // Another request has closed the account meanwhile.
        Err(StoreError::Conflict { .. }) => return Err(ErrorCode::AccountClosed.into()),
        Err(error) => return Err(error.into()),
    }
    session::changed(app, account);
    app.accounts.vacations.end(account);
    seeks::withdraw_all(app, account).await;
    let mut given_up = Vec::new();
    for game in running {
        let Ok(live_game) = app.games.open(game.id).await else { continue };
        let side = live_game.lock().side_of(Some(account));
        given_up.extend(side.map(|side| give_up(app, &live_game, side)));
    }
    // Games in memory hold the players' names.
    app.games.rename(account, |player| {
        player.name = None;
        player.kind = PlayerKind::Closed;
    });
    for ended in given_up {
        ended.durable().await?;
    }
    Ok(())
}

/// Aborts or resigns running games of accounts that were closed while no server ran.
pub async fn leave_games_of_closed(app: &App, games: &[GameId]) {
    for id in games {
        // `open` has logged the reason.
        let Ok(live_game) = app.games.open(*id).await else { continue };
        let closed = {
            let info = &live_game.lock().info;
            [(Color::White, info.white.kind), (Color::Black, info.black.kind)]
        };
        for (side, _) in closed.into_iter().filter(|(_, kind)| *kind == PlayerKind::Closed) {
            // Not awaited: a failure is retried at the next start.
            drop(give_up(app, &live_game, side));
        }
    }
}

/// Aborts a game if that is still possible, and resigns it otherwise.
pub(crate) fn give_up(app: &App, live_game: &Arc<LiveGame>, side: Color) -> Decided {
    app.games.by_server(live_game, Vec::new(), |live, now| {
        let context = Context { round_trip: RoundTrip::default(), opponent: Presence::Present };
        let aborted = live.decide(side, &Command::Abort, context, now);
        aborted.or_else(|_| live.decide(side, &Command::Resign, context, now)).unwrap_or_default()
    })
}

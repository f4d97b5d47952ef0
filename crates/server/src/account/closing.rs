//! Closing an account, and erasing it.

use std::sync::Arc;

use axum::extract::State;
use saffron_live::{Command, Context, Presence, RoundTrip};
use saffron_protocol::account::PasswordConfirmation;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::PlayerKind;
use saffron_rules::Color;
use saffron_store::{AccountId, GameId, StoreError, erasure, games};

use crate::account::confirmation::confirmed;
use crate::account::session::{self, Visit};
use crate::account::viewer::Viewer;
use crate::app::App;
use crate::error::Error;
use crate::http::answer::{Done, done};
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;
use crate::live::games::Decided;
use crate::live::table::Table;
use crate::lobby::seeks;

/// Running games of an account that are ended with it.
const MOST_GAMES: u32 = 1000;

/// `POST /api/account/close`. The name stays taken; games and ratings stay visible.
pub(crate) async fn close(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    visit: Visit,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<PasswordConfirmation>,
) -> Done {
    let account = confirmed(&app, &viewer, &request.password).await?;
    leave(&app, account.id, erasure::close(account.id)).await?;
    visit.cookie.remove();
    done()
}

/// `POST /api/account/erase`. Its games stay, played by somebody without a name, and nobody can take the name.
pub(crate) async fn erase(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    visit: Visit,
    _same_origin: SameOrigin,
    JsonBody(request): JsonBody<PasswordConfirmation>,
) -> Done {
    let account = confirmed(&app, &viewer, &request.password).await?;
    let mut statements = erasure::close(account.id);
    let name = account.name.as_deref().map(|name| app.accounts.erased_names.digest(name));
    statements.extend(erasure::erase(account.id, name.as_ref()));
    leave(&app, account.id, statements).await?;
    visit.cookie.remove();
    done()
}

/// Closes an account in the store and in memory, and gives up its running games.
async fn leave(app: &App, account: AccountId, statements: Vec<saffron_store::Statement>) -> Result<(), Error> {
    let running = games::running_of(&*app.database, account, MOST_GAMES).await?;
    match app.database.transact(statements).await {
        Ok(_) => {}
        // Another request was faster.
        Err(StoreError::Conflict { .. }) => return Err(ErrorCode::AccountClosed.into()),
        Err(error) => return Err(error.into()),
    }
    session::changed(app, account);
    app.accounts.vacations.end(account);
    seeks::withdraw_all(app, account).await;
    let mut given_up = Vec::new();
    for game in running {
        let Ok(table) = app.games.open(game.id).await else { continue };
        let side = table.lock().side_of(Some(account));
        given_up.extend(side.map(|side| give_up(app, &table, side)));
    }
    // The games in memory name the players: not this one any more.
    app.games.rename(account, |player| {
        player.name = None;
        player.kind = PlayerKind::Closed;
    });
    for ended in given_up {
        ended.durable().await?;
    }
    Ok(())
}

/// Gives up these running games of accounts that were closed while no server ran.
pub(crate) async fn leave_games_of_closed(app: &App, games: &[GameId]) {
    for id in games {
        // It was logged why.
        let Ok(table) = app.games.open(*id).await else { continue };
        let closed = {
            let info = &table.lock().info;
            [(Color::White, info.white.kind), (Color::Black, info.black.kind)]
        };
        for (side, _) in closed.into_iter().filter(|(_, kind)| *kind == PlayerKind::Closed) {
            // Nobody waits for it: what fails is given up at the next start.
            drop(give_up(app, &table, side));
        }
    }
}

/// Calls a game off where that is still possible, and resigns it otherwise.
fn give_up(app: &App, table: &Arc<Table>, side: Color) -> Decided {
    app.games.by_server(table, Vec::new(), |live, now| {
        let context = Context { round_trip: RoundTrip::default(), opponent: Presence::Present };
        let aborted = live.decide(side, &Command::Abort, context, now);
        aborted.or_else(|_| live.decide(side, &Command::Resign, context, now)).unwrap_or_default()
    })
}

//! Lobby subscriptions, and the periodic work of the lobby.

use std::sync::Arc;

use saffron_protocol::socket::ServerMessage;
use saffron_store::{AccountId, GameId, games};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior};

use crate::app::App;
use crate::config::limits::{LOBBY_CLEAN_UP_TICKS, LOBBY_COUNT_TICKS, LOBBY_INTERVAL};
use crate::games::notices::GameNotice;
use crate::games::outbox::{Outbox, frame};
use crate::lobby::{challenges, seeks, tv};

/// Subscribes a connection to the lobby, and sends its current state.
pub fn watch(app: &Arc<App>, outbox: &Outbox) {
    app.lobby.followers.add(outbox, ());
    let saffron_protocol::lobby::Lobby { seeks, players, games } = seeks::lobby(app);
    outbox.send(frame(&ServerMessage::Lobby { seeks, players, games }));
}

/// Handles an event of a game. Returns whether an account's number of correspondence games in which it is to move may
/// have changed.
pub fn on_game_event(app: &App, notice: GameNotice) -> bool {
    match notice {
        GameNotice::Started(id) => {
            if let Some(live_game) = app.games.get(id) {
                let state = live_game.lock();
                if state.live.outcome().is_none() {
                    app.lobby.current.add(id, &state.info);
                }
            }
            app.lobby.current.is_counted(id)
        }
        GameNotice::Turn(id) => app.lobby.current.is_counted(id),
        GameNotice::Ended { game: id, .. } => {
            let counted = app.lobby.current.is_counted(id);
            app.lobby.current.remove(id);
            counted
        }
    }
}

/// Does the periodic work of the lobby: counts, featured games, expired seeks and challenges. Never returns.
pub async fn keep(app: Arc<App>) {
    let mut interval = tokio::time::interval_at(Instant::now() + LOBBY_INTERVAL, LOBBY_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_sent = (0, 0);
    for tick in 1_u64.. {
        interval.tick().await;
        seeks::sweep(&app).await;
        if tick % LOBBY_COUNT_TICKS == 0 {
            tv::choose(&app);
            let counts = seeks::counts(&app);
            if counts != last_sent {
                last_sent = counts;
                let (players, games) = counts;
                app.lobby.followers.tell(&ServerMessage::Counts { players, games }, |()| true);
            }
        }
        if tick % LOBBY_CLEAN_UP_TICKS == 0 {
            for cleaned in [seeks::clean_up(&app).await, challenges::clean_up(&app).await] {
                if let Err(error) = cleaned {
                    tracing::error!(%error, "the lobby could not be cleaned up");
                }
            }
        }
    }
}

/// Sends players the number of correspondence games in which they are to move, whenever it changes. Never returns.
pub async fn send_turns(app: Arc<App>, mut changed: mpsc::UnboundedReceiver<GameId>) {
    while let Some(id) = changed.recv().await {
        let players = match app.games.get(id) {
            Some(live_game) => live_game.lock().players,
            // The game has ended and left memory.
            None => match games::by_id(&*app.database, id).await {
                Ok(Some(game)) => [game.white, game.black],
                Ok(None) | Err(_) => continue,
            },
        };
        for account in players.into_iter().flatten() {
            send_turns_of(&app, account).await;
        }
    }
}

async fn send_turns_of(app: &App, account: AccountId) {
    if !app.online.is_online(account) {
        return;
    }
    match games::count_to_move(&*app.database, account).await {
        Ok(count) => app.online.tell(account, &ServerMessage::YourTurn { count }),
        Err(error) => tracing::error!(%error, "the games to move in could not be counted"),
    }
}

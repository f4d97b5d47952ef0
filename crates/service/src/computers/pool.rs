//! Worker tasks of the computer players: one for each thread of the pool, and one for games that can wait no longer.

use std::sync::Arc;

use futures_util::future::join_all;
use saffron_store::GameId;

use crate::app::App;
use crate::computers::player::{enqueue, play};
use crate::computers::showcase;
use crate::games::notices::GameNotice;

/// Handles an event of a game.
pub fn on_game_event(app: &App, notice: GameNotice) {
    if app.computers.limits.threads == 0 {
        return;
    }
    match notice {
        GameNotice::Started(id) | GameNotice::Turn(id) => enqueue(app, id),
        GameNotice::Ended { game, .. } => app.computers.forget(game),
    }
}

/// Runs the computer players. Never returns, unless the server has none.
pub async fn run(app: Arc<App>) {
    let threads = app.computers.limits.threads;
    if threads == 0 {
        return;
    }
    let workers = join_all((0..threads).map(|_| work(&app)));
    tokio::join!(workers, hurry(&app), showcase::run(&app));
}

async fn work(app: &Arc<App>) {
    let mut engine = None;
    loop {
        let game = next(app).await;
        play(app, game, &mut engine, false).await;
    }
}

async fn next(app: &App) -> GameId {
    loop {
        let work = app.computers.work.notified();
        if let Some(game) = app.computers.queue().take() {
            return game;
        }
        work.await;
    }
}

/// Plays quick moves in games that have waited too long, so that none is lost on time for lack of a thread.
async fn hurry(app: &Arc<App>) {
    let mut engine = None;
    loop {
        let sooner = app.computers.sooner.notified();
        let urgent_at = app.computers.queue().urgent_at();
        match urgent_at {
            None => sooner.await,
            Some(at) if at > app.clock.steady() => {
                tokio::select! {
                    biased;
                    () = sooner => {}
                    () = tokio::time::sleep_until(app.clock.instant(at)) => {}
                }
            }
            Some(_) => {
                let game = app.computers.queue().take_urgent(app.clock.steady());
                if let Some(game) = game {
                    play(app, game, &mut engine, true).await;
                }
            }
        }
    }
}

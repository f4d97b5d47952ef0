//! Lists of games.

use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::routing::get;
use saffron_live::Millis;
use saffron_protocol::game::{GamePage, GameSummary};
use saffron_store::games::{self, Cursor, Game};

use crate::account::viewer::Viewer;
use crate::app::App;
use crate::archive::filter::{self, cursor_text};
use crate::archive::summary::summary_of;
use crate::http::answer::{Answer, answer};
use crate::live::info::accounts_of;

/// Games of a page.
const PAGE: u32 = 30;

/// Running games of an account that are listed.
const MOST_RUNNING: u32 = 300;

/// The routes of the lists.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/games", get(archive)).route("/api/games/mine", get(mine))
}

/// Ended games, the latest first.
async fn archive(State(app): State<Arc<App>>, RawQuery(query): RawQuery) -> Answer<GamePage> {
    let (filter, after) = filter::read(&app, &query.unwrap_or_default()).await?;
    let rows = games::list(&*app.database, &filter, after, PAGE + 1).await?;
    let page = &rows[..rows.len().min(PAGE as usize)];
    let next = page.last().filter(|_| rows.len() > page.len()).map(|last| cursor_text(Cursor::from(last)));
    let players = page.iter().flat_map(|game| [game.white, game.black]).flatten().collect();
    let accounts = accounts_of(&*app.database, players).await?;
    let games = page.iter().filter_map(|game| {
        let summary = summary_of(game, &accounts);
        if summary.is_none() {
            tracing::warn!(game = %game.id, "a game cannot be listed");
        }
        summary
    });
    answer(GamePage { games: games.collect(), next })
}

/// The own running games: those to move in first, the one with the least time before all; then those that others move in.
async fn mine(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<GamePage> {
    let running = games::running_of(&*app.database, viewer.account, MOST_RUNNING).await?;
    let mut games: Vec<((bool, Millis), GameSummary)> = Vec::with_capacity(running.len());
    for Game { id, .. } in running {
        let Ok(table) = app.games.open(id).await else { continue };
        let state = table.lock();
        if state.live.outcome().is_some() {
            continue;
        }
        let waits = state.side_of(Some(viewer.account)) != Some(state.live.turn());
        let urgency = if waits { -state.live.last_at() } else { state.live.deadline().unwrap_or(Millis::MAX) };
        games.push(((waits, urgency), state.summary()));
    }
    games.sort_by_key(|(order, _)| *order);
    answer(GamePage { games: games.into_iter().map(|(_, game)| game).collect(), next: None })
}

//! TV: the featured game of each variant, and lists of running games.

use std::collections::BTreeMap;
use std::sync::Arc;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::{GamePage, GameSummary};
use saffron_protocol::lobby::Tv;
use saffron_protocol::socket::ServerMessage;
use saffron_rules::Variant;
use saffron_store::GameId;

use crate::app::App;
use crate::config::limits::{FEATURED_IDLE_TTL, MAX_CURRENT_GAMES, MAX_FEATURED_CANDIDATES};
use crate::error::Error;
use crate::games::outbox::{Outbox, frame};
use crate::parts::current_games::Current;

/// Featured games of all variants.
pub fn featured_games(app: &App) -> Tv {
    let games = app.lobby.current.all_best().into_values().filter_map(|id| running(app, id)).collect();
    Tv { games }
}

/// Running games to watch, the best first: real-time games with recent moves come before others.
///
/// # Errors
/// `UnknownVariant` if there is no such variant.
pub async fn current_games(app: &App, variant: Option<&str>) -> Result<GamePage, Error> {
    if variant.is_some_and(|variant| Variant::by_id(variant).is_none()) {
        return Err(ErrorCode::UnknownVariant.into());
    }
    let filter = |game: &Current| variant.is_none_or(|variant| game.variant == variant);
    let candidates = app.lobby.current.first(2 * MAX_CURRENT_GAMES, filter);
    let mut games: Vec<(bool, GameSummary)> = Vec::with_capacity(candidates.len());
    for (id, _) in candidates {
        // `open` has logged the reason.
        let Ok(live_game) = app.games.open(id).await else { continue };
        let state = live_game.lock();
        if state.live.outcome().is_none() {
            games.push((state.time(&app.clock) - state.live.last_at() > FEATURED_IDLE_TTL, state.summary()));
        }
    }
    // A stable sort keeps the order by rating among equals.
    games.sort_by_key(|(quiet, game)| *quiet || !game.info.control.is_real_time());
    games.truncate(MAX_CURRENT_GAMES);
    Ok(GamePage { games: games.into_iter().map(|(_, game)| game).collect(), next: None })
}

/// Summary of a running game; `None` if it has ended or is not in memory.
fn running(app: &App, id: GameId) -> Option<GameSummary> {
    let live_game = app.games.get(id)?;
    let state = live_game.lock();
    state.live.outcome().is_none().then(|| state.summary())
}

/// Returns whether a running game has had no event for some time; `None` if it has ended or is not in memory.
fn is_quiet(app: &App, id: GameId) -> Option<bool> {
    let live_game = app.games.get(id)?;
    let state = live_game.lock();
    state.live.outcome().is_none().then(|| state.time(&app.clock) - state.live.last_at() > FEATURED_IDLE_TTL)
}

/// Returns whether people play a real-time game with recent moves.
pub fn people_play(app: &App) -> bool {
    let candidates = app.lobby.current.first(MAX_FEATURED_CANDIDATES, |game| game.real_time && game.people > 0);
    candidates.iter().any(|(id, _)| is_quiet(app, *id) == Some(false))
}

/// Starts watching the featured game of a variant, or of all: sends the current one.
pub fn watch(app: &Arc<App>, outbox: &Outbox, variant: Option<String>) {
    let known = variant.as_deref().is_none_or(|variant| Variant::by_id(variant).is_some());
    if known {
        app.lobby.tv_followers.add(outbox, variant.clone());
    }
    let game = match &variant {
        Some(variant) => app.lobby.current.best(variant),
        None => app.lobby.current.best_of_all(),
    };
    outbox.send(frame(&ServerMessage::Tv { variant: variant.filter(|_| known), game: game.map(|id| id.to_string()) }));
}

/// Chooses the featured games again, and notifies their watchers of changes.
pub fn choose(app: &App) {
    let before = app.lobby.current.best_of_all();
    let variants = app.lobby.current.variants().into_iter();
    let best: BTreeMap<String, GameId> =
        variants.filter_map(|variant| best_of(app, &variant).map(|id| (variant, id))).collect();
    for variant in app.lobby.current.set_best(best) {
        let game = app.lobby.current.best(&variant).map(|id| id.to_string());
        let message = ServerMessage::Tv { variant: Some(variant.clone()), game };
        app.lobby.tv_followers.tell(&message, |filter| filter.as_ref() == Some(&variant));
    }
    let after = app.lobby.current.best_of_all();
    if after != before {
        let message = ServerMessage::Tv { variant: None, game: after.map(|id| id.to_string()) };
        app.lobby.tv_followers.tell(&message, Option::is_none);
    }
}

/// Featured game of a variant; `None` if no game is active. The current one stays until it ends, falls quiet, or a game
/// with more people begins.
fn best_of(app: &App, variant: &str) -> Option<GameId> {
    let candidates = app.lobby.current.first(MAX_FEATURED_CANDIDATES, |game| game.real_time && game.variant == variant);
    let active = || candidates.iter().filter(|(id, _)| is_quiet(app, *id) == Some(false));
    let most_people = active().map(|(_, game)| game.people).max()?;
    let before = app.lobby.current.best(variant);
    if let Some((id, _)) = active().find(|(id, game)| Some(*id) == before && game.people == most_people) {
        return Some(*id);
    }
    let spectators = |id: GameId| app.games.get(id).map_or(0, |live_game| live_game.lock().spectators());
    let first = active().min_by_key(|(id, game)| {
        use std::cmp::Reverse;
        (Reverse((game.people, game.strength, spectators(*id))), game.created_at, *id)
    });
    first.map(|(id, _)| *id)
}

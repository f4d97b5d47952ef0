//! The work of arenas: results, pairings, the end.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::socket::ServerMessage;
use saffron_store::accounts::Kind;
use saffron_store::{AccountId, GameId, StoreError, server, tournaments};
use saffron_tournament::arena::{
    ArenaCommand, ArenaEvent, ArenaPair, ArenaPlayer, ArenaResult, ArenaState, WaitingPlayer,
};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};

use super::command::{join_command, store};
use super::games::{begin, result};
use super::standing;
use crate::app::App;
use crate::clock::millis;
use crate::config::limits::{ARENA_INTERVAL, ARENA_NOTICE_INTERVAL, ARENA_PATIENCE, MAX_GAMES_BEGUN_AT_ONCE};
use crate::error::Error;
use crate::lobby::pairing::{free_computer_games, new_id};
use crate::parts::arenas::LiveArena;

/// Share of the players who are not playing from which on a wave is paired before someone has waited long.
const WAVE: usize = 8;
/// Levels of the computers that fill an arena up, in the order in which they come.
const COMPUTER_LEVELS: [u8; 8] = [4, 6, 3, 5, 7, 2, 8, 1];

/// Runs the arenas. Never returns.
pub async fn keep(app: &Arc<App>) {
    let mut interval = tokio::time::interval_at(Instant::now() + ARENA_INTERVAL, ARENA_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        if let Err(error) = standing::keep(app).await {
            tracing::error!(?error, "the arenas of the server will be looked for again");
        }
        for arena in app.arenas.all() {
            if let Err(error) = drive(app, &arena).await {
                tracing::error!(arena = %arena.id, ?error, "an arena will be tried again");
            }
        }
    }
}

async fn drive(app: &Arc<App>, arena: &Arc<LiveArena>) -> Result<(), Error> {
    let now = app.clock.now();
    if leaves_nothing(app, arena, now).await? {
        end(app, arena, now);
        return Ok(());
    }
    if !arena.lock().is_stored {
        return Ok(());
    }
    settle(app, arena, now).await?;
    if arena.lock().state.is_over() {
        end(app, arena, now);
        return Ok(());
    }
    if now >= arena.lock().state.settings().starts_at {
        fill_up(app, arena, now).await?;
        pair(app, arena, now).await?;
    }
    notify(app, arena, now, false);
    Ok(())
}

/// Returns whether an arena of the server or of a series has come to its end without a player, and then removes it from the store.
async fn leaves_nothing(app: &App, arena: &LiveArena, now: Millis) -> Result<bool, Error> {
    let is_unused = || {
        let inner = arena.lock();
        let repeats = inner.row.series.is_some() || inner.row.organiser == AccountId::SERVER;
        repeats && inner.state.tick(now).is_some() && inner.state.players().is_empty()
    };
    if !is_unused() {
        return Ok(false);
    }
    // Waits for a player who joins at the last moment, and finds out whether one has.
    store(app, arena, AccountId::SERVER, |_| Ok(Vec::new())).await?;
    let _writing = arena.writing.lock().await;
    if !is_unused() {
        return Ok(false);
    }
    if !arena.lock().is_stored {
        return Ok(true);
    }
    let mut statements = vec![server::is_current(app.jobs.epoch)];
    statements.extend(tournaments::remove(arena.id));
    match app.database.transact(statements).await {
        // It was removed before.
        Ok(_) | Err(StoreError::Conflict { .. }) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// Stores the results of ended games, and the end of the arena.
async fn settle(app: &Arc<App>, arena: &Arc<LiveArena>, now: Millis) -> Result<(), Error> {
    let ended: Vec<(GameId, ArenaPair)> = {
        let mut inner = arena.lock();
        let ended = std::mem::take(&mut inner.ended);
        let pairs = ended.into_iter().map(|game| (game, inner.state.open_game(game.as_str()).cloned()));
        pairs.filter_map(|(game, pair)| Some((game, pair?))).collect()
    };
    let mut results: Vec<(GameId, ArenaResult)> = Vec::with_capacity(ended.len());
    for (game, pair) in ended {
        match result(app, game, &pair).await {
            Ok(Some(result)) => results.push((game, result)),
            // Its end will be noticed.
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(%game, ?error, "the result of a game is looked for again");
                arena.lock().ended.insert(game);
            }
        }
    }
    let organiser = {
        let inner = arena.lock();
        if results.is_empty() && inner.state.tick(now).is_none() {
            return Ok(());
        }
        inner.row.organiser
    };
    let stored = store(app, arena, organiser, |state| {
        let results = results.iter().filter_map(|(game, result)| state.game_ended(game.as_str(), result.clone()));
        Ok(results.chain(state.tick(now)).collect())
    })
    .await;
    if stored.is_err() {
        arena.lock().ended.extend(results.into_iter().map(|(game, _)| game));
    }
    stored.map(|_| ())
}

/// Pairs those who wait, if there are enough of them or someone has waited long, and begins their games.
async fn pair(app: &Arc<App>, arena: &Arc<LiveArena>, now: Millis) -> Result<(), Error> {
    let present = present(app, arena);
    let (waiting, active) = {
        let mut inner = arena.lock();
        let inner = &mut *inner;
        let (state, waiting) = (&inner.state, &mut inner.waiting);
        let ready: BTreeSet<u32> =
            present.iter().copied().filter(|id| state.player(*id).is_some_and(ArenaPlayer::is_free)).collect();
        waiting.retain(|player, _| ready.contains(player));
        for player in &ready {
            waiting.entry(*player).or_insert(now);
        }
        let active = state.players().iter().filter(|player| player.playing.is_some()).count();
        (waiting.clone(), active + ready.len())
    };
    let longest = waiting.values().map(|since| now - since).max().unwrap_or(0);
    let is_wave = waiting.len() >= 2 && (waiting.len() * WAVE >= active || longest >= millis(ARENA_PATIENCE));
    if !is_wave {
        return Ok(());
    }
    let computers = computers_of(app, arena);
    let organiser = arena.lock().row.organiser;
    let events = store(app, arena, organiser, |state| {
        let players = chosen(&waiting, &computers, longest >= millis(ARENA_PATIENCE), free_computer_games(app));
        let pairs = state.pair(&players, now).into_iter();
        let people = pairs.filter(|(white, black)| !(computers.contains(white) && computers.contains(black)));
        let pairs: Vec<ArenaPair> =
            people.map(|(white, black)| ArenaPair { game: new_id(app).to_string(), white, black }).collect();
        Ok(if pairs.is_empty() { Vec::new() } else { vec![ArenaEvent::Paired { pairs }] })
    })
    .await?;
    for event in events {
        if let ArenaEvent::Paired { pairs } = event {
            begin_games(app, arena, &pairs).await;
        }
    }
    Ok(())
}

/// Those of the waiting who are paired: all people, and a computer if one person is left over, or as many computers as people if they
/// have waited long; not more than can play.
fn chosen(
    waiting: &BTreeMap<u32, Millis>,
    computers: &BTreeSet<u32>,
    is_late: bool,
    free: usize,
) -> Vec<WaitingPlayer> {
    let of = |wanted: bool| waiting.iter().filter(move |(player, _)| computers.contains(player) == wanted);
    let people = of(false).count();
    let needed = if is_late { people } else { people % 2 };
    let chosen = of(false).chain(of(true).take(needed.min(free)));
    chosen.map(|(player, since)| WaitingPlayer { player: *player, since: *since }).collect()
}

/// Begins games that were paired. One that cannot begin counts for no one.
async fn begin_games(app: &Arc<App>, arena: &Arc<LiveArena>, pairs: &[ArenaPair]) {
    let settings = arena.lock().state.settings().clone();
    let mut begun = JoinSet::new();
    for pair in pairs {
        if begun.len() >= MAX_GAMES_BEGUN_AT_ONCE {
            begun.join_next().await;
        }
        let Ok(game) = pair.game.parse::<GameId>() else { continue };
        app.arenas.add_game(game, arena);
        let account = |state: &ArenaState, id: u32| state.player(id).and_then(|player| player.account.parse().ok());
        let accounts = {
            let inner = arena.lock();
            account(&inner.state, pair.white).zip(account(&inner.state, pair.black))
        };
        let (app, arena, settings) = (Arc::clone(app), Arc::clone(arena), settings.clone());
        begun.spawn(async move {
            let started = match accounts {
                Some((white, black)) => begin(&app, arena.id, &settings, game, [white, black]).await,
                None => Err(ErrorCode::NotFound.into()),
            };
            if let Err(error) = started {
                tracing::warn!(%game, ?error, "a game of an arena could not begin");
                app.arenas.game_ended(game);
            }
        });
    }
    while begun.join_next().await.is_some() {}
}

/// Players whose page of the arena is open, and computers.
fn present(app: &App, arena: &LiveArena) -> BTreeSet<u32> {
    let watching = app.arenas.followers.wanted();
    let here = watching.into_iter().filter(|watch| watch.arena == arena.id).filter_map(|watch| watch.account);
    let inner = arena.lock();
    let mut present: BTreeSet<u32> = here.filter_map(|account| inner.state.player_of(account.as_str())).collect();
    drop(inner);
    present.extend(computers_of(app, arena));
    present
}

/// Computers that take part.
fn computers_of(app: &App, arena: &LiveArena) -> BTreeSet<u32> {
    let inner = arena.lock();
    app.computers.accounts.iter().filter_map(|computer| inner.state.player_of(computer.id.as_str())).collect()
}

/// Lets computers take part while there are fewer players than the organiser wants, and pause when there are more.
async fn fill_up(app: &Arc<App>, arena: &Arc<LiveArena>, now: Millis) -> Result<(), Error> {
    let settings = arena.lock().state.settings().clone();
    if settings.computers == 0 || app.computers.accounts.is_empty() {
        return Ok(());
    }
    let computers = computers_of(app, arena);
    let (people, active): (usize, Vec<u32>) = {
        let inner = arena.lock();
        let is_here = |id: &u32| inner.state.player(*id).is_some_and(|player| !player.is_paused);
        let ids = 0..u32::try_from(inner.state.players().len()).unwrap_or(u32::MAX);
        let people = ids.filter(|id| !computers.contains(id)).filter(is_here).count();
        (people, computers.iter().copied().filter(is_here).collect())
    };
    let wanted = if people == 0 { 0 } else { (settings.computers as usize).saturating_sub(people) };
    let command = if active.len() < wanted {
        let Some(computer) = next_computer(app, arena) else { return Ok(()) };
        join_command(app, computer, &settings).await?
    } else if active.len() > wanted
        && let Some(player) = active.last()
        && let Some(account) = arena.lock().state.player(*player).map(|player| player.account.clone())
    {
        ArenaCommand::Pause { account }
    } else {
        return Ok(());
    };
    let organiser = arena.lock().row.organiser;
    // The arena may end at this moment.
    store(app, arena, organiser, |state| Ok(state.decide(&command, now).unwrap_or_default())).await?;
    Ok(())
}

/// Next computer that does not take part or pauses.
fn next_computer(app: &App, arena: &LiveArena) -> Option<AccountId> {
    let inner = arena.lock();
    let is_away = |account: &AccountId| {
        let player = inner.state.player_of(account.as_str()).and_then(|id| inner.state.player(id));
        player.is_none_or(|player| player.is_paused && !player.is_disqualified)
    };
    let accounts = COMPUTER_LEVELS.iter().filter_map(|level| app.computers.of_level(*level));
    accounts.filter(|account| account.kind == Kind::Computer).map(|account| account.id).find(is_away)
}

/// Takes an arena that is over out of memory, and notifies its watchers.
pub(super) fn end(app: &App, arena: &LiveArena, now: Millis) {
    notify(app, arena, now, true);
    app.arenas.remove(arena.id);
}

/// Notifies watchers that the arena has changed, not too often.
fn notify(app: &App, arena: &LiveArena, now: Millis, is_last: bool) {
    let message = {
        let mut inner = arena.lock();
        let (version, at) = inner.shown;
        let is_due = is_last || now - at >= millis(ARENA_NOTICE_INTERVAL);
        if inner.row.version == version || !is_due {
            return;
        }
        inner.shown = (inner.row.version, now);
        ServerMessage::Arena { arena: arena.id.to_string(), version: inner.row.version }
    };
    app.arenas.followers.tell(&message, |watch| watch.arena == arena.id);
}

//! The job of a simul: its games begin, their results are recorded, and one that no one starts is cancelled.

use std::collections::HashMap;
use std::sync::Arc;

use saffron_live::{Host, Live, Settings};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::lobby::SideChoice;
use saffron_rules::{Color, Outcome};
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::games::{self, Status};
use saffron_store::{AccountId, GameId, TournamentId, server, tournaments};
use saffron_tournament::Points;
use saffron_tournament::simul::{SimulEvent, SimulPair, SimulResult, SimulSettings};
use tokio::task::JoinSet;

use super::command::{started, store};
use super::{Loaded, control};
use crate::app::App;
use crate::config::limits::{MAX_GAMES_BEGUN_AT_ONCE, SIMUL_FIRST_MOVE_TIME};
use crate::error::Error;
use crate::games::info::GameData;
use crate::games::notices::advance as advance_at;
use crate::jobs::Effect;
use crate::lobby::pairing::{Pairing, notify_started, start};
use crate::lobby::players;
use crate::parts::offers::Terms;

/// Does all that is due.
pub(crate) async fn advance(app: &Arc<App>, id: TournamentId) -> Result<Effect, Error> {
    // It may have been removed.
    let Some(mut loaded) = Loaded::read(app, id).await? else { return Ok(Effect::default()) };
    if loaded.state.is_over() {
        return Ok(Effect::default());
    }
    if loaded.state.is_open() {
        return open(app, &mut loaded).await;
    }
    let known = begun_games(app, &loaded).await?;
    let mut results = results(app, &loaded, &known).await?;
    let missing: Vec<SimulPair> =
        loaded.state.open_games().filter(|pair| !known.contains_key(&pair.game)).cloned().collect();
    let (impossible, is_late) = begin_games(app, &loaded, &missing).await?;
    results.extend(impossible);
    let ended = results.into_iter().filter_map(|(game, result)| loaded.state.game_ended(&game, result)).collect();
    store_or_retry(app, &mut loaded, ended).await?;
    // The queue waits longer after each attempt.
    if is_late { Err(ErrorCode::Busy.into()) } else { Ok(Effect::default()) }
}

/// Cancels a simul that no one has started; a computer starts at the planned time.
async fn open(app: &App, loaded: &mut Loaded) -> Result<Effect, Error> {
    let now = app.clock.now();
    let host = accounts::by_id(&*app.database, loaded.row.organiser).await?.map(|account| account.kind);
    let starts_at = loaded.state.settings().begins_at.filter(|_| host == Some(Kind::Computer));
    let due = starts_at.unwrap_or_else(|| loaded.expires_at());
    if now < due {
        return Ok(Effect { statements: vec![advance_at(loaded.row.id, now, due)], then: None });
    }
    let events = match starts_at {
        // All who had applied to the computer have left.
        Some(_) if loaded.state.accepted().next().is_none() => {
            let mut statements = vec![server::is_current(app.jobs.epoch)];
            statements.extend(tournaments::remove(loaded.row.id));
            return Ok(Effect { statements, then: None });
        }
        Some(_) => started(app, loaded)?,
        None => vec![SimulEvent::Cancelled],
    };
    store_or_retry(app, loaded, events).await?;
    Ok(Effect::default())
}

async fn store_or_retry(app: &App, loaded: &mut Loaded, events: Vec<SimulEvent>) -> Result<(), Error> {
    let author = loaded.row.organiser;
    if store(app, loaded, author, &events).await? { Ok(()) } else { Err(ErrorCode::Changed.into()) }
}

/// Open games that have begun, with their status.
async fn begun_games(app: &App, loaded: &Loaded) -> Result<HashMap<String, Status>, Error> {
    let ids: Vec<GameId> = loaded.state.open_games().filter_map(|pair| pair.game.parse().ok()).collect();
    let rows = games::by_ids(&*app.database, &ids).await?;
    Ok(rows.into_iter().map(|game| (game.id.to_string(), game.status)).collect())
}

/// Results of the open games that have ended.
async fn results(
    app: &App,
    loaded: &Loaded,
    known: &HashMap<String, Status>,
) -> Result<Vec<(String, SimulResult)>, Error> {
    let mut results = Vec::new();
    let has_ended = |game: &str| known.get(game).is_some_and(|status| *status != Status::Running);
    for pair in loaded.state.open_games().filter(|pair| has_ended(&pair.game)) {
        let Ok(game) = pair.game.parse::<GameId>() else { continue };
        let live_game = app.games.open(game).await?;
        let result = result_of(&live_game.lock().durable(), host_side(pair));
        results.extend(result.map(|result| (pair.game.clone(), result)));
    }
    Ok(results)
}

fn host_side(pair: &SimulPair) -> Color {
    if pair.host_is_white { Color::White } else { Color::Black }
}

fn result_of(live: &Live, host: Color) -> Option<SimulResult> {
    let outcome = live.outcome()?;
    if outcome == Outcome::ABORTED {
        return Some(SimulResult::Void);
    }
    let points = |side: Color| Points::from_quarters(outcome.quarters(side).into());
    Some(SimulResult::Played { host: points(host), opponent: points(!host) })
}

/// Begins games that were paired. Returns the results of those that cannot begin, since an account is closed, and whether others are
/// to be tried again.
async fn begin_games(
    app: &Arc<App>,
    loaded: &Loaded,
    pairs: &[SimulPair],
) -> Result<(Vec<(String, SimulResult)>, bool), Error> {
    if pairs.is_empty() {
        return Ok((Vec::new(), false));
    }
    let account = |player: u32| loaded.state.player(player).and_then(|player| player.account.parse().ok());
    let mut ids: Vec<AccountId> = pairs.iter().filter_map(|pair| account(pair.player)).collect();
    ids.push(loaded.row.organiser);
    let there = accounts::by_ids(&*app.database, &ids).await?;
    let there: HashMap<AccountId, Account> =
        there.into_iter().filter(|known| known.kind != Kind::Closed).map(|known| (known.id, known)).collect();
    let host = there.get(&loaded.row.organiser);
    let (mut impossible, mut is_late, mut begun) = (Vec::new(), false, JoinSet::new());
    for pair in pairs {
        let opponent = account(pair.player).and_then(|id: AccountId| there.get(&id));
        let (Some(host), Some(opponent), Ok(game)) = (host, opponent, pair.game.parse::<GameId>()) else {
            impossible.push((pair.game.clone(), SimulResult::Void));
            continue;
        };
        if begun.len() >= MAX_GAMES_BEGUN_AT_ONCE
            && let Some(started) = begun.join_next().await
        {
            is_late |= !started.unwrap_or(false);
        }
        let (app, simul) = (Arc::clone(app), loaded.row.id);
        let settings = game_settings(loaded.state.settings(), host_side(pair));
        let accounts = [host.id, opponent.id];
        begun.spawn(async move {
            let started = begin(&app, simul, settings, game, accounts).await;
            if let Err(error) = &started {
                tracing::warn!(%game, ?error, "a game of a simul could not begin");
            }
            started.is_ok()
        });
    }
    while let Some(started) = begun.join_next().await {
        is_late |= !started.unwrap_or(false);
    }
    Ok((impossible, is_late))
}

/// Settings of a game.
fn game_settings(settings: &SimulSettings, host: Color) -> Settings {
    Settings {
        first_move_time: Some(SIMUL_FIRST_MOVE_TIME),
        strict: true,
        host: Some(Host { side: host, extra: settings.extra }),
        ..Settings::casual(settings.variant.clone(), control(settings))
    }
}

/// Begins a game that was paired, and notifies the opponent.
async fn begin(
    app: &Arc<App>,
    simul: TournamentId,
    settings: Settings,
    game: GameId,
    [host, opponent]: [AccountId; 2],
) -> Result<(), Error> {
    let speed = settings.control.speed();
    let side = match settings.host.map(|host| host.side) {
        Some(Color::Black) => SideChoice::Black,
        Some(Color::White) | None => SideChoice::White,
    };
    let pairing = Pairing {
        terms: Terms { settings, speed, side },
        accounts: [players::account(app, host).await?, players::account(app, opponent).await?],
        data: GameData { simul: Some(simul.to_string()), ..GameData::default() },
        id: game,
        also: Vec::new(),
    };
    start(app, pairing).await?;
    notify_started(app, &[opponent], game, Some(simul.as_str()));
    Ok(())
}

//! The job of a round robin by correspondence: results of games, the start of a stage and its games, resignations.

use std::collections::HashMap;
use std::sync::Arc;

use saffron_live::{AbortCause, Live, Settings};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::lobby::SideChoice;
use saffron_rules::{Color, Outcome};
use saffron_store::accounts::{self, Kind};
use saffron_store::games::{self, Status};
use saffron_store::{AccountId, GameId, TournamentId};
use saffron_tournament::Points;
use saffron_tournament::correspondence::{CorrespondenceEvent, CorrespondencePair, CorrespondenceResult};
use tokio::task::JoinSet;

use super::Loaded;
use super::command::{control, store};
use crate::accounts::closing::give_up;
use crate::app::App;
use crate::config::limits::MAX_GAMES_BEGUN_AT_ONCE;
use crate::error::Error;
use crate::games::info::GameData;
use crate::games::notices::advance as advance_at;
use crate::jobs::Effect;
use crate::lobby::pairing::{Pairing, new_id, start};
use crate::lobby::players;
use crate::parts::offers::Terms;

/// Does all that is due.
pub(crate) async fn advance(app: &Arc<App>, id: TournamentId) -> Result<Effect, Error> {
    // It may have been removed.
    let Some(mut loaded) = Loaded::read(app, id).await? else { return Ok(Effect::default()) };
    if loaded.state.is_over() {
        return Ok(Effect::default());
    }
    let known = open_games(app, &loaded).await?;
    resign_withdrawn(app, &loaded, &known).await?;
    let mut results = results(app, &loaded, &known).await?;
    let missing: Vec<CorrespondencePair> =
        loaded.state.open_games().filter(|pair| !known.contains_key(&pair.game)).cloned().collect();
    results.extend(begin_games(app, &loaded, &missing).await?);
    let ended = results.into_iter().filter_map(|(game, result)| loaded.state.game_ended(&game, result)).collect();
    let organiser = loaded.row.organiser;
    store_or_retry(app, &mut loaded, organiser, ended).await?;
    let now = app.clock.now();
    let next = loaded.state.next_stage(now, || low_bits(app.random.bits()), || new_id(app).to_string());
    let has_begun = loaded.state.has_begun();
    store_or_retry(app, &mut loaded, organiser, next.into_iter().collect()).await?;
    // Events that were stored have enqueued the next look; before the start there is one at its time.
    let waits = !has_begun && !loaded.state.has_begun() && !loaded.state.is_over();
    let statements = if waits { vec![advance_at(id, now, loaded.state.settings().starts_at)] } else { Vec::new() };
    Ok(Effect { statements, then: None })
}

#[allow(clippy::cast_possible_truncation, reason = "the low half is as random as the whole")]
fn low_bits(bits: u128) -> u64 {
    bits as u64
}

async fn store_or_retry(
    app: &App,
    loaded: &mut Loaded,
    author: AccountId,
    events: Vec<CorrespondenceEvent>,
) -> Result<(), Error> {
    if store(app, loaded, author, &events).await? { Ok(()) } else { Err(ErrorCode::Changed.into()) }
}

/// Open games that have begun, with their status.
async fn open_games(app: &App, loaded: &Loaded) -> Result<HashMap<String, Status>, Error> {
    let ids: Vec<GameId> = loaded.state.open_games().filter_map(|pair| pair.game.parse().ok()).collect();
    let rows = games::by_ids(&*app.database, &ids).await?;
    Ok(rows.into_iter().map(|game| (game.id.to_string(), game.status)).collect())
}

/// Aborts or resigns the games of players who have withdrawn. Their ends are looked at by the job that they enqueue.
async fn resign_withdrawn(app: &Arc<App>, loaded: &Loaded, known: &HashMap<String, Status>) -> Result<(), Error> {
    let is_withdrawn = |player: u32| loaded.state.player(player).is_some_and(|player| player.is_withdrawn);
    for pair in loaded.state.open_games().filter(|pair| known.get(&pair.game) == Some(&Status::Running)) {
        let sides = [(Color::White, pair.white), (Color::Black, pair.black)];
        let Some((side, _)) = sides.into_iter().find(|(_, player)| is_withdrawn(*player)) else { continue };
        let Ok(game) = pair.game.parse::<GameId>() else { continue };
        let live_game = app.games.open(game).await?;
        give_up(app, &live_game, side).durable().await?;
    }
    Ok(())
}

/// Results of the open games that have ended.
async fn results(
    app: &App,
    loaded: &Loaded,
    known: &HashMap<String, Status>,
) -> Result<Vec<(String, CorrespondenceResult)>, Error> {
    let mut results = Vec::new();
    let has_ended = |game: &str| known.get(game).is_some_and(|status| *status != Status::Running);
    for pair in loaded.state.open_games().filter(|pair| has_ended(&pair.game)) {
        let Ok(game) = pair.game.parse::<GameId>() else { continue };
        let live_game = app.games.open(game).await?;
        let result = result_of(&live_game.lock().durable(), pair);
        results.extend(result.map(|result| (pair.game.clone(), result)));
    }
    Ok(results)
}

fn result_of(live: &Live, pair: &CorrespondencePair) -> Option<CorrespondenceResult> {
    let outcome = live.outcome()?;
    if outcome != Outcome::ABORTED {
        let points = |side: Color| Points::from_quarters(outcome.quarters(side).into());
        return Some(CorrespondenceResult::Played { white: points(Color::White), black: points(Color::Black) });
    }
    Some(match live.abort_cause() {
        Some(AbortCause::NoFirstMove { by } | AbortCause::Player { by }) => {
            CorrespondenceResult::NotBegun { absent: if by == Color::White { pair.white } else { pair.black } }
        }
        Some(AbortCause::Server) | None => CorrespondenceResult::Void,
    })
}

/// Begins games that were paired. Returns the results of those that cannot begin, since a player is gone.
async fn begin_games(
    app: &Arc<App>,
    loaded: &Loaded,
    pairs: &[CorrespondencePair],
) -> Result<Vec<(String, CorrespondenceResult)>, Error> {
    let account = |player: u32| loaded.state.player(player).and_then(|player| player.account.parse().ok());
    let ids: Vec<AccountId> = pairs.iter().flat_map(|pair| [pair.white, pair.black]).filter_map(account).collect();
    let there = accounts::by_ids(&*app.database, &ids).await?;
    let there: HashMap<AccountId, Kind> = there.into_iter().map(|account| (account.id, account.kind)).collect();
    let is_gone = |player: u32| {
        let kind = account(player).and_then(|account| there.get(&account));
        let is_withdrawn = loaded.state.player(player).is_none_or(|player| player.is_withdrawn);
        is_withdrawn || kind.is_none_or(|kind| *kind == Kind::Closed)
    };
    let (mut results, mut begun) = (Vec::new(), JoinSet::new());
    for pair in pairs {
        match (is_gone(pair.white), is_gone(pair.black)) {
            (true, true) => results.push((pair.game.clone(), CorrespondenceResult::Void)),
            (true, false) => {
                results.push((pair.game.clone(), CorrespondenceResult::NotBegun { absent: pair.white }));
            }
            (false, true) => {
                results.push((pair.game.clone(), CorrespondenceResult::NotBegun { absent: pair.black }));
            }
            (false, false) => {
                if begun.len() >= MAX_GAMES_BEGUN_AT_ONCE {
                    begun.join_next().await;
                }
                let (Ok(game), Some(players)) =
                    (pair.game.parse::<GameId>(), account(pair.white).zip(account(pair.black)))
                else {
                    continue;
                };
                let (app, id) = (Arc::clone(app), loaded.row.id);
                let settings = loaded.state.settings();
                let settings = Settings {
                    rated: settings.rated,
                    strict: true,
                    ..Settings::casual(settings.variant.clone(), control(settings))
                };
                begun.spawn(async move { begin(&app, id, settings, game, players.into()).await });
            }
        }
    }
    while let Some(started) = begun.join_next().await {
        started.map_err(|_| ErrorCode::Internal)??;
    }
    Ok(results)
}

/// Begins a game that was paired.
async fn begin(
    app: &Arc<App>,
    tournament: TournamentId,
    settings: Settings,
    game: GameId,
    accounts: [AccountId; 2],
) -> Result<(), Error> {
    let [white, black] = accounts;
    let speed = settings.control.speed();
    let pairing = Pairing {
        terms: Terms { settings, speed, side: SideChoice::White },
        accounts: [players::account(app, white).await?, players::account(app, black).await?],
        data: GameData { tournament: Some(tournament.to_string()), ..GameData::default() },
        id: game,
        also: Vec::new(),
    };
    start(app, pairing).await?;
    Ok(())
}

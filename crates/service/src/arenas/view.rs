//! Arenas as lists and pages show them.

use std::collections::HashMap;
use std::sync::Arc;

use saffron_protocol::arenas::{
    Arena, ArenaInfo, ArenaPlayerGame, ArenaPlayerGames, ArenaStage, ArenaStanding, ArenaYou,
};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::{GameSummary, Player};
use saffron_store::accounts::Account;
use saffron_store::tournaments::Tournament;
use saffron_store::{AccountId, GameId, TeamId};
use saffron_tournament::arena::{ArenaGame, ArenaPlayer, ArenaSettings, ArenaState};
use serde::{Deserialize, Serialize};

use super::command::control;
use crate::app::App;
use crate::client::Client;
use crate::config::limits::{ARENA_BOARDS, ARENA_PAGE};
use crate::error::Error;
use crate::games::info::{accounts_of, player};
use crate::parts::arenas::LiveArena;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::teams;
use crate::tournament_log::unreadable;

/// What lists show of an arena, as it is stored next to its events.
#[derive(Serialize, Deserialize)]
pub(super) struct Summary {
    settings: ArenaSettings,
    players: u32,
    cancelled: bool,
}

impl Summary {
    pub(super) fn text(state: &ArenaState) -> String {
        let settings = state.settings().clone();
        let summary = Self { settings, players: count(state.players().len()), cancelled: state.is_cancelled() };
        // Serialising plain data cannot fail.
        serde_json::to_string(&summary).unwrap_or_default()
    }
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Arenas as they are listed.
pub(crate) async fn infos(app: &App, rows: &[Tournament]) -> Result<Vec<ArenaInfo>, Error> {
    let organisers: Vec<AccountId> = rows.iter().map(|row| row.organiser).collect();
    let accounts = accounts_of(&*app.database, organisers).await?;
    let teams: Vec<TeamId> = rows.iter().filter_map(|row| row.team).collect();
    let teams = teams::names(app, &teams).await?;
    let now = app.clock.now();
    let mut infos = Vec::with_capacity(rows.len());
    for row in rows {
        let summary: Summary = serde_json::from_str(&row.summary).map_err(|error| unreadable(row.id, &error))?;
        let Summary { mut settings, players, cancelled } = summary;
        // The name is erased with the account of the organiser.
        if row.name.is_empty() {
            settings.name.clear();
            settings.description.clear();
        }
        let stage = match (row.over, cancelled) {
            (_, true) => ArenaStage::Cancelled,
            (true, false) => ArenaStage::Over,
            (false, false) if now < settings.starts_at => ArenaStage::Upcoming,
            (false, false) => ArenaStage::Running,
        };
        infos.push(ArenaInfo {
            id: row.id.to_string(),
            team: row.team.and_then(|id| teams.iter().find(|team| team.id == id.as_str()).cloned()),
            organiser: accounts.get(&row.organiser).and_then(|account| player(account, None, false).name),
            speed: control(&settings).speed(),
            official: row.organiser == AccountId::SERVER,
            series: row.series.map(|series| series.to_string()),
            settings,
            stage,
            players,
        });
    }
    Ok(infos)
}

/// Arena with a page of its standings: by default that of the viewer, or the first one.
pub(super) async fn arena(
    app: &App,
    arena: &LiveArena,
    viewer: Option<&Viewer>,
    page: Option<u32>,
) -> Result<Arena, Error> {
    let you = viewer.and_then(|viewer| you(arena, viewer.account));
    let page = page.unwrap_or(1).max(1);
    let row = arena.lock().row.clone();
    let (version, known) = {
        let mut inner = arena.lock();
        let version = inner.row.version;
        (version, inner.standings.page(version, page))
    };
    let standings = match known {
        Some(known) => known,
        None => standings(app, arena, page).await?,
    };
    Ok(Arena {
        info: super::info(app, &row).await?,
        version,
        now: app.clock.now(),
        page,
        standings: standings.to_vec(),
        games: boards(app, arena),
        you,
        editable: viewer.is_some_and(|viewer| viewer.account == row.organiser),
    })
}

/// Rows of a page of the standings.
async fn standings(app: &App, arena: &LiveArena, page: u32) -> Result<Arc<Vec<ArenaStanding>>, Error> {
    let (version, ids, players) = {
        let mut inner = arena.lock();
        let inner = &mut *inner;
        let version = inner.row.version;
        let ranking = inner.standings.ranking(version, &inner.state);
        // Makes the cache one of this version.
        inner.standings.page(version, page);
        let first = (page as usize - 1).saturating_mul(ARENA_PAGE);
        let ids: Vec<(u32, u32)> = (1..).zip(ranking.iter().copied()).skip(first).take(ARENA_PAGE).collect();
        let rows = ids.iter().filter_map(|(_, id)| Shown::of(&inner.state, *id)).collect::<Vec<_>>();
        (version, ids, rows)
    };
    let accounts = accounts_of(&*app.database, players.iter().filter_map(|shown| shown.account).collect()).await?;
    let rows: Vec<ArenaStanding> =
        ids.iter().zip(&players).map(|((rank, _), shown)| shown.standing(*rank, &accounts)).collect();
    let rows = Arc::new(rows);
    arena.lock().standings.keep(version, page, &rows);
    Ok(rows)
}

/// What the standings show of a player, taken from the state so that it need not be locked while names are read.
struct Shown {
    account: Option<AccountId>,
    player: ArenaPlayer,
    game: Option<String>,
    streak: bool,
}

impl Shown {
    fn of(state: &ArenaState, id: u32) -> Option<Self> {
        let player = state.player(id)?;
        Some(Self {
            account: player.account.parse().ok(),
            game: playing(state, player),
            streak: player.score.is_on_streak(state.settings().streaks),
            player: player.clone(),
        })
    }

    fn standing(&self, rank: u32, accounts: &HashMap<AccountId, Account>) -> ArenaStanding {
        let Self { player, game, streak, .. } = self;
        ArenaStanding {
            rank,
            player: named(player, accounts),
            score: player.score.total,
            sheet: player.score.sheet.clone(),
            streak: *streak,
            paused: player.is_paused,
            game: game.clone(),
            performance: player.performance().and_then(|performance| i32::try_from(performance).ok()),
        }
    }
}

/// Player with the rating on joining.
fn named(player: &ArenaPlayer, accounts: &HashMap<AccountId, Account>) -> Player {
    let account = player.account.parse().ok().and_then(|id: AccountId| accounts.get(&id));
    let rating = player.rating.map(f64::from);
    match account {
        Some(account) => crate::games::info::player(account, rating, false),
        None => Player {
            account: player.account.clone(),
            name: None,
            kind: saffron_protocol::game::PlayerKind::Closed,
            level: None,
            rating: player.rating.map(i32::from),
            provisional: false,
            rating_change: None,
        },
    }
}

fn playing(state: &ArenaState, player: &ArenaPlayer) -> Option<String> {
    player.playing.and_then(|place| state.games().get(place)).map(|game: &ArenaGame| game.pair.game.clone())
}

/// Running games of the best players.
fn boards(app: &App, arena: &LiveArena) -> Vec<GameSummary> {
    let ids: Vec<GameId> = {
        let mut inner = arena.lock();
        let inner = &mut *inner;
        let ranking = inner.standings.ranking(inner.row.version, &inner.state);
        let mut ids: Vec<GameId> = Vec::new();
        for id in ranking.iter() {
            let game = inner.state.player(*id).and_then(|player| playing(&inner.state, player));
            if let Some(game) = game.and_then(|game| game.parse().ok()).filter(|game| !ids.contains(game)) {
                ids.push(game);
                if ids.len() == ARENA_BOARDS {
                    break;
                }
            }
        }
        ids
    };
    ids.into_iter().filter_map(|id| app.games.get(id)).map(|live_game| live_game.lock().summary()).collect()
}

/// An account as a player; `None` if it has not joined.
pub(super) fn you(arena: &LiveArena, account: AccountId) -> Option<ArenaYou> {
    let mut inner = arena.lock();
    let inner = &mut *inner;
    let id = inner.state.player_of(account.as_str())?;
    let ranking = inner.standings.ranking(inner.row.version, &inner.state);
    let player = inner.state.player(id)?;
    let place = ranking.iter().position(|ranked| *ranked == id);
    Some(ArenaYou {
        rank: place.map(|place| count(place + 1)),
        page: count(place.unwrap_or(0) / ARENA_PAGE + 1),
        score: player.score.total,
        paused: player.is_paused,
        game: playing(&inner.state, player),
    })
}

/// A player's games, the last one first.
pub(super) async fn player_games(
    app: &App,
    client: Client,
    arena: &LiveArena,
    account: &str,
) -> Result<ArenaPlayerGames, Error> {
    let (rank, shown, games) = {
        let mut inner = arena.lock();
        let inner = &mut *inner;
        let id = inner.state.player_of(account).ok_or(ErrorCode::NotFound)?;
        let ranking = inner.standings.ranking(inner.row.version, &inner.state);
        let rank = ranking.iter().position(|ranked| *ranked == id).ok_or(ErrorCode::NotFound)?;
        let shown = Shown::of(&inner.state, id).ok_or(ErrorCode::NotFound)?;
        let games: Vec<(ArenaGame, bool, ArenaPlayer)> = (shown.player.played.iter().rev())
            .filter_map(|place| {
                let game = inner.state.games().get(*place)?;
                let is_white = game.pair.white == id;
                let opponent = inner.state.player(if is_white { game.pair.black } else { game.pair.white })?;
                Some((game.clone(), is_white, opponent.clone()))
            })
            .collect();
        (count(rank + 1), shown, games)
    };
    app.budgets.owe(Payer::Client(client), Cost::of_rows(games.len()));
    let opponents = games.iter().filter_map(|(_, _, opponent)| opponent.account.parse().ok());
    let accounts = accounts_of(&*app.database, opponents.chain(shown.account).collect()).await?;
    let points = shown.player.score.sheet.iter().rev();
    Ok(ArenaPlayerGames {
        standing: shown.standing(rank, &accounts),
        games: (games.into_iter().zip(points))
            .map(|((game, white, opponent), points)| ArenaPlayerGame {
                game: game.pair.game,
                opponent: named(&opponent, &accounts),
                white,
                points: *points,
            })
            .collect(),
    })
}

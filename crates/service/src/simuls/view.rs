//! Simuls as lists and pages show them.

use std::collections::HashMap;
use std::sync::Arc;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::GameSummary;
use saffron_protocol::simuls::{
    Simul, SimulEntry as ShownEntry, SimulGame as ShownGame, SimulInfo, SimulPlayer as ShownPlayer, SimulScore,
    SimulStatus,
};
use saffron_rules::Color;
use saffron_store::tournaments::Tournament;
use saffron_store::{GameId, TeamId, games};
use saffron_tournament::simul::{SimulEntry, SimulGame, SimulPlayer, SimulResult, SimulSettings, SimulState};
use serde::{Deserialize, Serialize};

use super::{Loaded, control};
use crate::app::App;
use crate::archive::summary_of;
use crate::error::Error;
use crate::games::info::{accounts_of, player_of};
use crate::session::Viewer;
use crate::teams;
use crate::tournament_log::unreadable;

/// What lists show of a simul, as it is stored next to its events.
#[derive(Serialize, Deserialize)]
pub(super) struct Summary {
    settings: SimulSettings,
    applicants: u32,
    accepted: u32,
    /// Number of games that are over.
    over: u32,
    score: SimulScore,
    begun: bool,
    cancelled: bool,
}

impl Summary {
    pub(super) fn text(state: &SimulState) -> String {
        let score = state.score();
        let summary = Self {
            settings: state.settings().clone(),
            applicants: count(state.players().iter().filter(|player| player.is_here()).count()),
            accepted: count(state.accepted().count()),
            over: count(state.games().iter().filter(|game| game.result.is_some()).count()),
            score: SimulScore {
                wins: score.wins,
                draws: score.draws,
                losses: score.losses,
                points: score.points.quarters(),
            },
            begun: !state.games().is_empty(),
            cancelled: state.is_cancelled(),
        };
        // Serialising plain data cannot fail.
        serde_json::to_string(&summary).unwrap_or_default()
    }
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Simuls as they are listed.
pub(crate) async fn infos(app: &App, rows: &[Tournament]) -> Result<Vec<SimulInfo>, Error> {
    let accounts = accounts_of(&*app.database, rows.iter().map(|row| row.organiser).collect()).await?;
    let teams: Vec<TeamId> = rows.iter().filter_map(|row| row.team).collect();
    let teams = teams::names(app, &teams).await?;
    let mut infos = Vec::with_capacity(rows.len());
    for row in rows {
        let summary: Summary = serde_json::from_str(&row.summary).map_err(|error| unreadable(row.id, &error))?;
        let Summary { mut settings, applicants, accepted, over, score, begun, cancelled } = summary;
        // The name is erased with the account of the host.
        if row.name.is_empty() {
            settings.name.clear();
            settings.description.clear();
        }
        let status = match (row.over, cancelled, begun) {
            (_, true, _) => SimulStatus::Cancelled,
            (true, false, _) => SimulStatus::Over,
            (false, false, true) => SimulStatus::Running,
            (false, false, false) => SimulStatus::Open,
        };
        infos.push(SimulInfo {
            id: row.id.to_string(),
            host: player_of(Some(row.organiser), &accounts, None, false),
            speed: control(&settings).speed(),
            team: row.team.and_then(|id| teams.iter().find(|team| team.id == id.as_str()).cloned()),
            settings,
            status,
            applicants,
            accepted,
            over,
            score,
        });
    }
    Ok(infos)
}

/// Simul as it is listed.
pub(super) async fn info(app: &App, row: &Tournament) -> Result<SimulInfo, Error> {
    Ok(infos(app, std::slice::from_ref(row)).await?.pop().ok_or(ErrorCode::Internal)?)
}

/// Simul with its players and games.
pub(super) async fn simul(app: &Arc<App>, viewer: Option<&Viewer>, loaded: &Loaded) -> Result<Simul, Error> {
    let Loaded { row, state, .. } = loaded;
    let ids = state.players().iter().filter_map(|player| player.account.parse().ok()).collect();
    let accounts = accounts_of(&*app.database, ids).await?;
    let shown = |known: &SimulPlayer| ShownPlayer {
        player: player_of(known.account.parse().ok(), &accounts, known.rating.map(f64::from), false),
        entry: match known.entry {
            SimulEntry::Applied => ShownEntry::Applied,
            SimulEntry::Accepted => ShownEntry::Accepted,
            SimulEntry::Withdrawn => ShownEntry::Withdrawn,
            SimulEntry::Removed => ShownEntry::Removed,
        },
    };
    let mut ended = ended_games(app, state).await?;
    let mut games = Vec::with_capacity(state.games().len());
    for game in state.games() {
        let board = match (&game.result, game.pair.game.parse::<GameId>()) {
            (None, Ok(id)) => app.games.open(id).await.ok().map(|live_game| live_game.lock().summary()),
            _ => ended.remove(&game.pair.game),
        };
        games.push(shown_game(game, board));
    }
    Ok(Simul {
        info: info(app, row).await?,
        version: row.version,
        now: app.clock.now(),
        players: state.players().iter().map(shown).collect(),
        games,
        you: viewer.and_then(|viewer| state.player_of(viewer.account.as_str())),
        hosting: viewer.is_some_and(|viewer| viewer.account == row.organiser),
    })
}

/// Games with a result, by their ids.
async fn ended_games(app: &App, state: &SimulState) -> Result<HashMap<String, GameSummary>, Error> {
    let over = state.games().iter().filter(|game| game.result.is_some());
    let ids: Vec<GameId> = over.filter_map(|game| game.pair.game.parse().ok()).collect();
    let rows = games::by_ids(&*app.database, &ids).await?;
    let accounts = accounts_of(&*app.database, rows.iter().flat_map(|row| [row.white, row.black]).flatten().collect());
    let accounts = accounts.await?;
    Ok(rows.iter().filter_map(|row| Some((row.id.to_string(), summary_of(row, &accounts)?))).collect())
}

fn shown_game(SimulGame { pair, result }: &SimulGame, board: Option<GameSummary>) -> ShownGame {
    let host = if pair.host_is_white { Color::White } else { Color::Black };
    let has_ended = board.as_ref().is_some_and(|board| board.info.outcome.is_some());
    ShownGame {
        game: pair.game.clone(),
        player: pair.player,
        host,
        waits: board.as_ref().is_some_and(|board| board.turn == Some(host)),
        board,
        over: has_ended || result.is_some(),
        points: match result {
            Some(SimulResult::Played { host, opponent }) => Some([host.quarters(), opponent.quarters()]),
            Some(SimulResult::Void) | None => None,
        },
    }
}

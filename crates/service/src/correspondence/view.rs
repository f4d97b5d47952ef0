//! Round robins by correspondence as lists and pages show them.

use std::collections::HashMap;

use saffron_protocol::correspondence::{
    CorrespondenceGame, CorrespondenceGroup, CorrespondenceInfo, CorrespondencePlayer, CorrespondenceRow,
    CorrespondenceStatus, CorrespondenceTournament,
};
use saffron_protocol::error::ErrorCode;
use saffron_rules::Color;
use saffron_store::AccountId;
use saffron_store::accounts::Account;
use saffron_store::tournaments::Tournament;
use saffron_tournament::correspondence::{CorrespondenceSettings, CorrespondenceState, Group};
use serde::{Deserialize, Serialize};

use super::Loaded;
use crate::app::App;
use crate::error::Error;
use crate::games::info::{accounts_of, player, player_of};
use crate::session::Viewer;
use crate::tournament_log::unreadable;

/// What lists show of a tournament, as it is stored next to its events.
#[derive(Serialize, Deserialize)]
pub(super) struct Summary {
    settings: CorrespondenceSettings,
    players: u32,
    stage: u32,
    cancelled: bool,
}

impl Summary {
    pub(super) fn text(state: &CorrespondenceState) -> String {
        let summary = Self {
            settings: state.settings().clone(),
            players: count(if state.has_begun() { first_stage(state) } else { state.active().count() }),
            stage: count(state.stages().len()),
            cancelled: state.is_cancelled(),
        };
        // Serialising plain data cannot fail.
        serde_json::to_string(&summary).unwrap_or_default()
    }
}

/// Number of players of the first stage.
fn first_stage(state: &CorrespondenceState) -> usize {
    state.stages().first().into_iter().flatten().map(|group| group.players.len()).sum()
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Tournaments as they are listed.
pub(crate) async fn infos(app: &App, rows: &[Tournament]) -> Result<Vec<CorrespondenceInfo>, Error> {
    let accounts = accounts_of(&*app.database, rows.iter().map(|row| row.organiser).collect()).await?;
    let mut infos = Vec::with_capacity(rows.len());
    for row in rows {
        let summary: Summary = serde_json::from_str(&row.summary).map_err(|error| unreadable(row.id, &error))?;
        let Summary { mut settings, players, stage, cancelled } = summary;
        // The name is erased with the account of the organiser.
        if row.name.is_empty() {
            settings.name.clear();
            settings.description.clear();
        }
        let status = match (row.over, cancelled, stage) {
            (_, true, _) => CorrespondenceStatus::Cancelled,
            (true, false, _) => CorrespondenceStatus::Over,
            (false, false, 0) => CorrespondenceStatus::Open,
            (false, false, _) => CorrespondenceStatus::Running,
        };
        infos.push(CorrespondenceInfo {
            id: row.id.to_string(),
            organiser: accounts.get(&row.organiser).and_then(|account| player(account, None, false).name),
            settings,
            status,
            players,
            stage,
        });
    }
    Ok(infos)
}

/// Tournament as it is listed.
pub(super) async fn info(app: &App, row: &Tournament) -> Result<CorrespondenceInfo, Error> {
    Ok(infos(app, std::slice::from_ref(row)).await?.pop().ok_or(ErrorCode::Internal)?)
}

/// Tournament with its groups.
pub(super) async fn tournament(
    app: &App,
    viewer: Option<&Viewer>,
    loaded: &Loaded,
) -> Result<CorrespondenceTournament, Error> {
    let Loaded { row, state } = loaded;
    let ids = state.players().iter().filter_map(|player| player.account.parse().ok()).collect();
    let accounts = accounts_of(&*app.database, ids).await?;
    let numbers = state.numbers();
    let stages = state.stages();
    let next = |index: usize| stages.get(index + 1);
    Ok(CorrespondenceTournament {
        info: info(app, row).await?,
        version: row.version,
        now: app.clock.now(),
        players: players(state, &accounts),
        stages: (stages.iter().enumerate())
            .map(|(index, stage)| {
                let is_promoted =
                    |player: u32| next(index).into_iter().flatten().any(|group| group.players.contains(&player));
                stage.iter().map(|shown| group(shown, &numbers, is_promoted)).collect()
            })
            .collect(),
        you: viewer.and_then(|viewer| state.player_of(viewer.account.as_str())),
        editable: viewer.is_some_and(|viewer| viewer.account == row.organiser),
    })
}

fn players(state: &CorrespondenceState, accounts: &HashMap<AccountId, Account>) -> Vec<CorrespondencePlayer> {
    let players = state.players().iter().map(|known| CorrespondencePlayer {
        player: player_of(known.account.parse().ok(), accounts, known.rating.map(f64::from), false),
        withdrawn: known.is_withdrawn,
    });
    players.collect()
}

fn group(group: &Group, numbers: &[u32], is_promoted: impl Fn(u32) -> bool) -> CorrespondenceGroup {
    let rows = group.standings(numbers).into_iter().map(|row| {
        let player = group.players[row.player];
        let over = group.games.iter().filter(|game| game.is_of(player) && game.result.is_some());
        CorrespondenceRow {
            player,
            rank: (!group.uncounted.contains(&player)).then(|| count(row.rank)),
            points: row.points.quarters(),
            values: row.values.iter().map(ToString::to_string).collect(),
            played: count(over.count()),
            promoted: is_promoted(player),
        }
    });
    let games = group.games.iter().map(|game| CorrespondenceGame {
        game: game.pair.game.clone(),
        white: game.pair.white,
        black: game.pair.black,
        points: game
            .points(Color::White)
            .zip(game.points(Color::Black))
            .map(|(white, black)| [white.quarters(), black.quarters()]),
        over: game.result.is_some(),
        counted: group.counts(game),
    });
    CorrespondenceGroup { rows: rows.collect(), games: games.collect() }
}

//! Players of a round robin by correspondence. The first one is the organiser.

use saffron_protocol::correspondence::{CorrespondenceStatus, CorrespondenceTournament};
use saffron_rules::Color;
use saffron_service::games::notices::advance;
use saffron_store::TournamentId;
use saffron_store::tournaments::TournamentKind;
use saffron_tournament::Points;
use saffron_tournament::correspondence::{
    CorrespondenceEvent, CorrespondenceGame, CorrespondenceResult, CorrespondenceSettings, CorrespondenceState, Group,
};
use serde_json::{Value, json};

use crate::played::player::Player;
use crate::played::{Counts, Kind, New, PairedGame, Shown};
use crate::world::START_TIME;

const HOUR: u64 = 3_600_000;

/// Time that passes at once at the end, in milliseconds: more than players have for a move.
pub(super) fn idle_time(settings: &CorrespondenceSettings) -> u64 {
    (u64::from(settings.days) * 24 + 1) * HOUR
}

pub(super) struct Correspondence;

pub(super) fn new(settings: &CorrespondenceSettings, id: TournamentId) -> New<CorrespondenceEvent> {
    New {
        event: CorrespondenceEvent::Settings { settings: settings.clone() },
        summary: json!({ "settings": settings, "players": 0, "stage": 0, "cancelled": false }),
        statements: vec![advance(id, START_TIME, settings.starts_at)],
    }
}

impl Kind for Correspondence {
    const KIND: TournamentKind = TournamentKind::Correspondence;
    const PATH: &'static str = "/api/correspondence-tournaments";
    const IS_WATCHED: bool = false;
    const LEAVES_GAMES: bool = false;

    type Event = CorrespondenceEvent;
    type State = CorrespondenceState;
    type Page = CorrespondenceTournament;

    fn replay(events: &[CorrespondenceEvent]) -> Option<CorrespondenceState> {
        CorrespondenceState::replay(events).ok()
    }

    fn contents(state: &CorrespondenceState) -> Value {
        let players = state.players().iter().map(|player| json!([player.account, player.is_withdrawn]));
        let stages = state.stages().iter().map(|stage| stage.iter().map(group).collect::<Value>());
        json!([players.collect::<Value>(), stages.collect::<Value>()])
    }

    fn shown(page: &CorrespondenceTournament) -> Shown {
        let players = page.players.iter().map(|row| json!([row.player.account, row.withdrawn]));
        let stages = page.stages.iter().map(|stage| {
            let groups = stage.iter().map(|group| {
                let mut rows: Vec<(u32, i32)> = group.rows.iter().map(|row| (row.player, row.points)).collect();
                rows.sort_unstable();
                let games = group.games.iter();
                let games = games.map(|game| json!([game.game, game.white, game.black, game.points, game.over]));
                json!([rows, games.collect::<Value>()])
            });
            groups.collect::<Value>()
        });
        Shown {
            version: page.version,
            is_over: matches!(page.info.status, CorrespondenceStatus::Over | CorrespondenceStatus::Cancelled),
            contents: json!([players.collect::<Value>(), stages.collect::<Value>()]),
        }
    }

    fn accounts(state: &CorrespondenceState) -> Vec<String> {
        state.players().iter().map(|player| player.account.clone()).collect()
    }

    fn games(state: &CorrespondenceState, _organiser: &str) -> Vec<PairedGame> {
        let account = |id: u32| state.player(id).map(|player| player.account.clone()).unwrap_or_default();
        let games = state.stages().iter().flatten().flat_map(|group| &group.games).map(|game| PairedGame {
            id: game.pair.game.clone(),
            white: account(game.pair.white),
            black: account(game.pair.black),
            counts: counts(game),
        });
        games.collect()
    }

    async fn act(player: &mut Player, page: &CorrespondenceTournament) -> anyhow::Result<()> {
        let known = page.you.and_then(|you| page.players.get(you as usize));
        let is_in = known.is_some_and(|known| !known.withdrawn);
        match page.info.status {
            CorrespondenceStatus::Over | CorrespondenceStatus::Cancelled => Ok(()),
            CorrespondenceStatus::Open if page.editable && player.is_playing() && player.random.chance(5) => {
                player.tell::<Self>("DELETE", "").await.map(drop)
            }
            CorrespondenceStatus::Open if !is_in && player.random.chance(600) => {
                if let Some(after) = player.command::<Self>("join", None).await? {
                    player.has_entered();
                    player.unless(is_withdrawn(&after, after.you) == Some(false), "an entry");
                }
                Ok(())
            }
            CorrespondenceStatus::Open | CorrespondenceStatus::Running if is_in && player.random.chance(10) => {
                if let Some(after) = player.command::<Self>("withdraw", None).await? {
                    player.unless(is_withdrawn(&after, after.you) == Some(true), "a withdrawal");
                }
                Ok(())
            }
            CorrespondenceStatus::Running if page.editable && player.random.chance(5) => {
                let number = player.random.below(page.players.len());
                let account = json!({ "account": page.players[number].player.account });
                if let Some(after) = player.command::<Self>("withdraw-player", Some(&account)).await? {
                    let number = u32::try_from(number).ok();
                    player.unless(is_withdrawn(&after, number) == Some(true), "the withdrawal of a player");
                }
                Ok(())
            }
            CorrespondenceStatus::Open => Ok(()),
            CorrespondenceStatus::Running => {
                let open: Vec<&str> = (page.stages.last().into_iter().flatten().flat_map(|group| &group.games))
                    .filter(|game| !game.over && page.you.is_some_and(|you| [game.white, game.black].contains(&you)))
                    .map(|game| game.game.as_str())
                    .collect();
                player.move_on_one(&open).await
            }
        }
    }
}

fn is_withdrawn(page: &CorrespondenceTournament, player: Option<u32>) -> Option<bool> {
    Some(page.players.get(player? as usize)?.withdrawn)
}

/// Contents of a group: the sums of the points, and the games.
fn group(group: &Group) -> Value {
    let points = |game: &CorrespondenceGame, color: Color| game.points(color).map(Points::quarters);
    let mut rows: Vec<(u32, i32)> = (group.players.iter())
        .map(|player| {
            let own = group.games.iter().filter(|game| game.is_of(*player) && group.counts(game));
            let side = |game: &CorrespondenceGame| if game.pair.white == *player { Color::White } else { Color::Black };
            (*player, own.filter_map(|game| points(game, side(game))).sum())
        })
        .collect();
    rows.sort_unstable();
    let games = group.games.iter().map(|game| {
        let both = points(game, Color::White).zip(points(game, Color::Black)).map(|(white, black)| [white, black]);
        json!([game.pair.game, game.pair.white, game.pair.black, both, game.result.is_some()])
    });
    json!([rows, games.collect::<Value>()])
}

fn counts(game: &CorrespondenceGame) -> Counts {
    match game.result {
        None => Counts::Open,
        Some(CorrespondenceResult::Played { white, .. }) => {
            let white = u32::try_from(white.quarters()).unwrap_or(u32::MAX);
            Counts::Played(white..=white)
        }
        Some(CorrespondenceResult::NotBegun { .. } | CorrespondenceResult::Void) => Counts::Unplayed,
    }
}

//! Players of an arena.

use saffron_protocol::arenas::{Arena, ArenaStage};
use saffron_store::tournaments::TournamentKind;
use saffron_tournament::arena::{ArenaEvent, ArenaGame, ArenaResult, ArenaSettings, ArenaState};
use serde_json::{Value, json};

use crate::played::player::Player;
use crate::played::{Counts, Kind, New, PairedGame, Shown};

/// Time that passes at once at the end, in milliseconds.
pub(super) const IDLE_TIME: u64 = 20_000;

pub(super) struct Arenas;

pub(super) fn new(settings: &ArenaSettings) -> New<ArenaEvent> {
    New {
        event: ArenaEvent::Settings { settings: settings.clone() },
        summary: json!({ "settings": settings, "players": 0, "cancelled": false }),
        statements: Vec::new(),
    }
}

impl Kind for Arenas {
    const KIND: TournamentKind = TournamentKind::Arena;
    const PATH: &'static str = "/api/arenas";
    const IS_WATCHED: bool = true;
    const LEAVES_GAMES: bool = true;

    type Event = ArenaEvent;
    type State = ArenaState;
    type Page = Arena;

    fn replay(events: &[ArenaEvent]) -> Option<ArenaState> {
        ArenaState::replay(events).ok()
    }

    fn contents(state: &ArenaState) -> Value {
        let game = |place: usize| state.games().get(place).map(|game| game.pair.game.clone());
        let players =
            state.ranking().into_iter().filter_map(|id| state.player(id)).map(|player| {
                json!([player.account, player.score.total, player.is_paused, player.playing.and_then(game)])
            });
        players.collect()
    }

    fn shown(page: &Arena) -> Shown {
        let rows = page.standings.iter();
        Shown {
            version: page.version,
            is_over: page.info.stage == ArenaStage::Over,
            contents: rows.map(|row| json!([row.player.account, row.score, row.paused, row.game])).collect(),
        }
    }

    fn accounts(state: &ArenaState) -> Vec<String> {
        state.players().iter().map(|player| player.account.clone()).collect()
    }

    fn games(state: &ArenaState, _organiser: &str) -> Vec<PairedGame> {
        let account = |id: u32| state.player(id).map(|player| player.account.clone()).unwrap_or_default();
        let games = state.games().iter().map(|game| PairedGame {
            id: game.pair.game.clone(),
            white: account(game.pair.white),
            black: account(game.pair.black),
            counts: counts(game),
        });
        games.collect()
    }

    async fn act(player: &mut Player, page: &Arena) -> anyhow::Result<()> {
        if !player.is_playing() && page.info.stage == ArenaStage::Over {
            return Ok(());
        }
        let you = page.you.as_ref();
        if let Some(game) = you.and_then(|you| you.game.clone()) {
            return player.move_on(&game).await;
        }
        if you.is_none_or(|you| you.paused) {
            if player.tell::<Self>("POST", "/join").await? {
                player.has_entered();
            }
        } else if player.random.chance(30) {
            player.tell::<Self>("POST", "/pause").await?;
        }
        Ok(())
    }
}

fn counts(game: &ArenaGame) -> Counts {
    match &game.result {
        None => Counts::Open,
        // A stalemate that gives more than half of the point is a win.
        Some(ArenaResult::Won { winner, .. }) if *winner == game.pair.white => Counts::Played(3..=4),
        Some(ArenaResult::Won { .. }) => Counts::Played(0..=1),
        Some(ArenaResult::Drawn { .. }) => Counts::Played(2..=2),
        Some(ArenaResult::NotBegun { .. } | ArenaResult::Void) => Counts::Unplayed,
    }
}

//! Host and opponents of a simul. The first person is the host.

use saffron_protocol::simuls::{Simul, SimulEntry as Entry, SimulGame as ShownGame, SimulStatus};
use saffron_store::tournaments::TournamentKind;
use saffron_tournament::simul::{SimulEntry, SimulEvent, SimulGame, SimulResult, SimulSettings, SimulState};
use serde_json::{Value, json};

use crate::played::player::Player;
use crate::played::{Counts, Kind, New, PairedGame, Shown};

/// Time that passes at once at the end, in milliseconds: more than a game waits for its first move.
pub(super) const IDLE_TIME: u64 = 16 * 60_000;

pub(super) struct Simuls;

pub(super) fn new(settings: &SimulSettings) -> New<SimulEvent> {
    New {
        event: SimulEvent::Settings { settings: settings.clone() },
        summary: json!({
            "settings": settings, "applicants": 0, "accepted": 0, "over": 0,
            "score": { "wins": 0, "draws": 0, "losses": 0, "points": 0 }, "begun": false, "cancelled": false,
        }),
        statements: Vec::new(),
    }
}

impl Kind for Simuls {
    const KIND: TournamentKind = TournamentKind::Simul;
    const PATH: &'static str = "/api/simuls";
    const IS_WATCHED: bool = false;
    const LEAVES_GAMES: bool = false;

    type Event = SimulEvent;
    type State = SimulState;
    type Page = Simul;

    fn replay(events: &[SimulEvent]) -> Option<SimulState> {
        SimulState::replay(events).ok()
    }

    fn contents(state: &SimulState) -> Value {
        let players = state.players().iter().map(|player| json!([player.account, entry(player.entry)]));
        let games = state.games().iter().map(|game| {
            let host = if game.pair.host_is_white { 'w' } else { 'b' };
            json!([game.pair.game, game.pair.player, host, points(game)])
        });
        let score: i32 = state.games().iter().filter_map(points).map(|[host, _]| host).sum();
        json!([players.collect::<Value>(), games.collect::<Value>(), score])
    }

    fn shown(page: &Simul) -> Shown {
        let players = page.players.iter().map(|row| json!([row.player.account, row.entry]));
        let games = page.games.iter().map(|game| json!([game.game, game.player, game.host.letter(), game.points]));
        Shown {
            version: page.version,
            is_over: matches!(page.info.status, SimulStatus::Over | SimulStatus::Cancelled),
            contents: json!([players.collect::<Value>(), games.collect::<Value>(), page.info.score.points]),
        }
    }

    fn accounts(state: &SimulState) -> Vec<String> {
        state.players().iter().map(|player| player.account.clone()).collect()
    }

    fn games(state: &SimulState, organiser: &str) -> Vec<PairedGame> {
        let account = |id: u32| state.player(id).map(|player| player.account.clone()).unwrap_or_default();
        let games = state.games().iter().map(|game| {
            let (host, opponent) = (organiser.to_owned(), account(game.pair.player));
            let (white, black) = if game.pair.host_is_white { (host, opponent) } else { (opponent, host) };
            PairedGame { id: game.pair.game.clone(), white, black, counts: counts(game) }
        });
        games.collect()
    }

    async fn act(player: &mut Player, page: &Simul) -> anyhow::Result<()> {
        match page.info.status {
            SimulStatus::Over | SimulStatus::Cancelled => Ok(()),
            SimulStatus::Open if page.hosting => host(player, page).await,
            SimulStatus::Open => apply(player, page).await,
            SimulStatus::Running => {
                let is_own = |game: &&ShownGame| !game.over && (page.hosting || page.you == Some(game.player));
                let open: Vec<&str> = page.games.iter().filter(is_own).map(|game| game.game.as_str()).collect();
                player.move_on_one(&open).await
            }
        }
    }
}

/// One thing that the host does before the start.
async fn host(player: &mut Player, page: &Simul) -> anyhow::Result<()> {
    let of = |entry: Entry| page.players.iter().find(|known| known.entry == entry);
    let has_boards = of(Entry::Accepted).is_some();
    if player.is_playing() && player.random.chance(5) || !player.is_playing() && page.info.applicants == 0 {
        return player.tell::<Simuls>("DELETE", "").await.map(drop);
    }
    let (action, wanted, known) = match (of(Entry::Applied), of(Entry::Accepted)) {
        (Some(known), _) if player.random.chance(700) => ("accept", Entry::Accepted, known),
        (Some(known), _) | (None, Some(known)) if player.random.chance(30) => ("remove", Entry::Removed, known),
        _ if has_boards && player.random.chance(if player.is_playing() { 100 } else { 700 }) => {
            if let Some(after) = player.command::<Simuls>("start", None).await? {
                player.unless(after.games.len() == after.info.accepted as usize, "the start");
            }
            return Ok(());
        }
        _ => return Ok(()),
    };
    let account = &known.player.account;
    let request = json!({ "account": account });
    if let Some(after) = player.command::<Simuls>(action, Some(&request)).await? {
        let entry = after.players.iter().find(|known| known.player.account == *account).map(|known| known.entry);
        player.unless(entry == Some(wanted), action);
    }
    Ok(())
}

/// One thing that a player does before the start.
async fn apply(player: &mut Player, page: &Simul) -> anyhow::Result<()> {
    let entry = |page: &Simul| page.you.and_then(|you| page.players.get(you as usize)).map(|known| known.entry);
    match entry(page) {
        None | Some(Entry::Withdrawn) if player.random.chance(600) => {
            if let Some(after) = player.command::<Simuls>("apply", None).await? {
                player.has_entered();
                let is_here = matches!(entry(&after), Some(Entry::Applied | Entry::Accepted));
                player.unless(is_here, "an application");
            }
        }
        Some(Entry::Applied | Entry::Accepted) if player.random.chance(20) => {
            if let Some(after) = player.command::<Simuls>("withdraw", None).await? {
                let is_away = matches!(entry(&after), Some(Entry::Withdrawn | Entry::Removed));
                player.unless(is_away, "a withdrawal");
            }
        }
        _ => {}
    }
    Ok(())
}

fn entry(entry: SimulEntry) -> Entry {
    match entry {
        SimulEntry::Applied => Entry::Applied,
        SimulEntry::Accepted => Entry::Accepted,
        SimulEntry::Withdrawn => Entry::Withdrawn,
        SimulEntry::Removed => Entry::Removed,
    }
}

/// Quarters of host and opponent.
fn points(game: &SimulGame) -> Option<[i32; 2]> {
    match game.result? {
        SimulResult::Played { host, opponent } => Some([host.quarters(), opponent.quarters()]),
        SimulResult::Void => None,
    }
}

fn counts(game: &SimulGame) -> Counts {
    match (game.result, points(game)) {
        (None, _) => Counts::Open,
        (Some(_), None) => Counts::Unplayed,
        (Some(_), Some([host, opponent])) => {
            let white = u32::try_from(if game.pair.host_is_white { host } else { opponent }).unwrap_or(u32::MAX);
            Counts::Played(white..=white)
        }
    }
}

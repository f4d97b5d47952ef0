//! Games in memory as the store has them: new rows, changes, and the way back.

use std::collections::HashMap;

use saffron_live::{Event, Live, Millis, Recorded};
use saffron_rules::{Color, Outcome};
use saffron_store::accounts::Account;
use saffron_store::conditional_moves::ConditionalMoves;
use saffron_store::games::{self, Change, Finish, NewGame, Turn};
use saffron_store::{AccountId, GameId};

use crate::clock::Clock;
use crate::config::limits::OPENING_PLIES;
use crate::games::conditional;
use crate::games::info::{GameData, info_of};
use crate::games::live_game::{LiveGame, LiveGameState};
use crate::games::stored::recorded;

/// Changes that events make to a game in the store, in addition to the log. `server_time` is the time of the job that rates a
/// game.
pub(crate) fn change_of(
    id: GameId,
    state: &LiveGameState,
    recorded: &[Recorded],
    now: Millis,
    server_time: Millis,
) -> Change {
    let live = &state.live;
    if let Some(outcome) = live.outcome() {
        let finish = finish(id, state, outcome, now);
        let rate_at = (live.settings().rated && !finish.aborted).then_some(server_time);
        return Change::Ended { finish, rate_at };
    }
    let turned = recorded.iter().any(|one| {
        matches!(
            one.event,
            Event::Moved { .. }
                | Event::TakenBack { .. }
                | Event::Extended { .. }
                | Event::Resumed { .. }
                | Event::TimeAdded { .. }
        )
    });
    let turn = (turned && !live.settings().control.is_real_time()).then(|| Turn {
        game: id,
        plies: u32::from(live.ply()),
        to_move: state.players[live.turn().index()],
        deadline: live.deadline(),
    });
    Change::Continued { conditional_moves: conditional::last_of(id, recorded), turn }
}

fn finish(id: GameId, state: &LiveGameState, outcome: Outcome, now: Millis) -> Finish {
    let moves = state.live.moves();
    let aborted = outcome == Outcome::ABORTED;
    Finish {
        game: id,
        ended_at: state.live.last_at().max(now),
        aborted,
        result: (!aborted).then(|| outcome.result().to_owned()),
        points: (!aborted).then(|| u32::from(outcome.quarters(Color::White))),
        reason: outcome.reason().id().to_owned(),
        plies: u32::from(state.live.ply()),
        opening: moves[..moves.len().min(OPENING_PLIES)].join(" "),
        moves: moves.join(" "),
        white_change: None,
        black_change: None,
        events: state.last_sets.ended(&state.events, state.committed).into_owned(),
    }
}

pub(crate) fn new_row(state: &LiveGameState, id: GameId, data: &GameData) -> NewGame {
    let info = &state.info;
    let settings = state.live.settings();
    let by_correspondence = !settings.control.is_real_time();
    let turn = state.players[state.live.turn().index()];
    NewGame {
        id,
        variant: info.variant.clone(),
        speed: info.speed.id().to_owned(),
        // A small enumeration always becomes text.
        control: serde_json::to_string(&settings.control).unwrap_or_default(),
        rated: info.rated,
        white: state.players[0],
        black: state.players[1],
        white_rating: info.white.rating.map(f64::from),
        white_provisional: info.white.provisional,
        black_rating: info.black.rating.map(f64::from),
        black_provisional: info.black.provisional,
        created_at: info.created_at,
        start_fen: settings.start_fen.clone(),
        to_move: turn.filter(|_| by_correspondence),
        deadline: state.live.deadline().filter(|_| by_correspondence),
        // Serialising plain data cannot fail.
        data: serde_json::to_string(data).unwrap_or_default(),
    }
}

/// Live game from its row and events in the store.
pub(crate) fn live_game_of(
    row: &games::Game,
    mut events: Vec<saffron_store::Event>,
    kept: &[ConditionalMoves],
    accounts: &HashMap<AccountId, Account>,
    clock: &Clock,
) -> Result<LiveGame, String> {
    let in_row = if conditional::have_lines(&events) { 0 } else { row.events_count as usize };
    let last_sets = conditional::restore(&mut events, kept)?;
    let replayed: Result<Vec<Recorded>, _> =
        events.iter().enumerate().map(|(seq, event)| recorded(seq, event)).collect();
    let live = Live::replay(replayed.map_err(|error| error.to_string())?).map_err(|error| error.to_string())?;
    let info = info_of(row, accounts).ok_or("unknown variant or time control")?;
    let live_game = LiveGame::new(row.id, live, info, [row.white, row.black], (events, last_sets), clock);
    live_game.lock().in_row = in_row;
    Ok(live_game)
}

//! The lag of a game's moves, as moderators see it.

use saffron_live::Event;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::moderation::{GameLag, MoveLag, SideLag};
use saffron_rules::Color;

use crate::app::App;
use crate::error::Error;
use crate::moderation::moderator;
use crate::session::Viewer;

/// Lag of a game's moves, for moderators.
///
/// # Errors
/// `Forbidden` if the viewer is not a moderator, `NotFound` if there is no such game.
pub async fn of_game(app: &App, viewer: &Viewer, id: &str) -> Result<GameLag, Error> {
    moderator(app, viewer).await?;
    let live_game = app.games.open(id.parse().map_err(|_| ErrorCode::NotFound)?).await?;
    let state = live_game.lock();
    let events = state.durable_events(0, None);
    let mut turn = state.live.start().turn();
    drop(state);
    app.games.forget_idle(&live_game);
    let mut moves = Vec::new();
    for recorded in events.ok_or(ErrorCode::Internal)? {
        match recorded.event {
            Event::Moved { spent, lag, round_trip, .. } => {
                if let Some(spent) = spent {
                    moves.push(MoveLag { seq: recorded.seq, side: turn.letter(), spent, lag, round_trip });
                }
                turn = !turn;
            }
            Event::TakenBack { plies: 1, .. } => turn = !turn,
            _ => {}
        }
    }
    Ok(GameLag { white: of_side(&moves, Color::White), black: of_side(&moves, Color::Black), moves })
}

fn of_side(moves: &[MoveLag], side: Color) -> SideLag {
    let moves: Vec<&MoveLag> = moves.iter().filter(|one| one.side == side.letter()).collect();
    let mut round_trips: Vec<u32> = moves.iter().map(|one| one.round_trip).collect();
    round_trips.sort_unstable();
    SideLag {
        moves: u32::try_from(moves.len()).unwrap_or(u32::MAX),
        lag: moves.iter().map(|one| u64::from(one.lag)).sum(),
        usual_round_trip: round_trips.get(round_trips.len() / 2).copied().unwrap_or(0),
        longest_round_trip: round_trips.last().copied().unwrap_or(0),
    }
}

//! Notifications about games by correspondence.

use std::sync::Arc;

use saffron_live::{Millis, TimeControl};
use saffron_protocol::error::ErrorCode;
use saffron_rules::Color;
use saffron_store::jobs::Job;
use saffron_store::{AccountId, GameId, Statement};

use super::kind::NotificationKind;
use super::{NewNotification, announce, done, jobs, statements};
use crate::app::App;
use crate::jobs::{Effect, Failure};

/// Game by correspondence between people, as it is now.
struct Now {
    players: [Option<AccountId>; 2],
    /// Whether each player is at the board.
    present: [bool; 2],
    turn: Color,
    ply: u32,
    /// Time by which the move must be made, by the server's clock, and the days for it.
    deadline: Option<(Millis, u8)>,
    over: bool,
}

impl Now {
    /// The game as it is in memory; `None` if it is another kind of game.
    async fn read(app: &App, id: GameId) -> Result<Option<Self>, ErrorCode> {
        use saffron_protocol::game::PlayerKind::Computer;
        let live_game = app.games.open(id).await?;
        let state = live_game.lock();
        let control = state.info.control;
        if control.is_real_time() || [state.info.white.kind, state.info.black.kind].contains(&Computer) {
            return Ok(None);
        }
        let durable = state.durable();
        let ahead = state.time(&app.clock) - app.clock.now();
        let days = if let TimeControl::Correspondence { days } = control { Some(days) } else { None };
        Ok(Some(Self {
            players: state.players,
            present: [0, 1].map(|side: usize| state.seats[side].is_there()),
            turn: durable.turn(),
            ply: durable.ply().into(),
            deadline: durable.deadline().zip(days).map(|(at, days)| (at - ahead, days)),
            over: durable.outcome().is_some(),
        }))
    }
}

/// Notifies the players of a game whose turn has changed or that has ended.
pub(super) async fn changed(app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
    let id: GameId = job.key.parse().map_err(|_| Failure::Never("its key is no game".to_owned()))?;
    let now = match Now::read(app, id).await {
        Ok(Some(now)) => now,
        Ok(None) | Err(ErrorCode::NotFound) => return Ok(Effect::default()),
        Err(error) => return Err(Failure::Later(format!("the game cannot be read: {error:?}"))),
    };
    let (mut write, mut players): (Vec<Statement>, Vec<AccountId>) = (Vec::new(), Vec::new());
    let subject = id.to_string();
    for side in Color::ALL {
        let Some(account) = now.players[side.index()] else { continue };
        players.push(account);
        let seen = now.present[side.index()];
        let new = |kind, state| NewNotification { account, kind, subject: subject.clone(), state, seen };
        if now.over || side != now.turn {
            write.push(done(app, Some(account), NotificationKind::Turn, &subject));
            write.push(done(app, Some(account), NotificationKind::TimeLow, &subject));
        }
        if now.over {
            write.extend(statements(app, new(NotificationKind::GameEnded, String::new())).await?);
        } else if side == now.turn {
            write.extend(statements(app, new(NotificationKind::Turn, now.ply.to_string())).await?);
        }
    }
    if let Some((deadline, days)) = now.deadline.filter(|_| !now.over) {
        write.push(jobs::time_low(app, id, deadline, days));
    }
    let app = Arc::clone(app);
    let then = move || {
        drop(tokio::spawn(async move {
            for account in players {
                announce(&app, account).await;
            }
        }));
    };
    Ok(Effect { statements: write, then: Some(Box::new(then)) })
}

//! Jobs that notify accounts, and those that do so before something happens: an arena begins, the time for a move is over.

use std::sync::Arc;
use std::time::Duration;

use saffron_live::{DAY, Millis, TimeControl};
use saffron_store::accounts::Kind;
use saffron_store::games::Status;
use saffron_store::jobs::{Job, NewJob, enqueue};
use saffron_store::{AccountId, GameId, Statement, TournamentId, accounts};

use super::kind::NotificationKind;
use super::{NewNotification, games, notify};
use crate::app::App;
use crate::clock::millis;
use crate::config::limits::ARENA_SOON;
use crate::games::notices::{GAME_CHANGED, NOTIFICATIONS};
use crate::jobs::{Effect, Failure, Queue, Work, run};
use crate::{correspondence, simuls, teams};

const ARENA: &str = "arena-soon";
const TIME: &str = "time-low";

static QUEUE: Queue = Queue {
    name: NOTIFICATIONS,
    state: |app| &app.jobs.notifications,
    at_once: 8,
    timeout: Duration::from_secs(60),
    first_delay: Duration::from_secs(1),
    longest_delay: Duration::from_secs(10 * 60),
    // Limited by the expiry of the job.
    attempts: u32::MAX,
};

/// Carries out the jobs of notifications; for ever.
pub async fn keep(app: &Arc<App>) {
    run(app, &QUEUE, Notify).await;
}

/// Statement that notifies the players of an arena some time before its start. It replaces the one of another start.
pub fn arena_soon(app: &App, arena: TournamentId, starts_at: Millis) -> Statement {
    enqueued(app, ARENA, arena.to_string(), starts_at - millis(ARENA_SOON))
}

/// Statement that enqueues a job of this queue for a time. It replaces the one of its kind and key for another time.
pub(crate) fn enqueued(app: &App, kind: &'static str, key: String, at: Millis) -> Statement {
    let now = app.clock.now();
    enqueue(&NewJob {
        queue: NOTIFICATIONS,
        kind,
        key,
        payload: String::new(),
        account: None,
        created_at: now,
        run_at: now.max(at),
        expires_at: None,
    })
}

/// Statement that notifies the player of a game who is to move when little time is left. It replaces the one of another turn.
pub(super) fn time_low(app: &App, game: GameId, deadline: Millis, days: u8) -> Statement {
    let now = app.clock.now();
    enqueue(&NewJob {
        queue: NOTIFICATIONS,
        kind: TIME,
        key: game.to_string(),
        payload: String::new(),
        account: None,
        created_at: now,
        run_at: now.max(deadline - low_time(days)),
        // Vacations and lifts of time by the opponent put it off.
        expires_at: Some(deadline + 60 * DAY),
    })
}

/// Time left that is little: a fifth of the days for a move, at most a day.
fn low_time(days: u8) -> Millis {
    (Millis::from(days) * DAY / 5).min(DAY)
}

struct Notify;

impl Work for Notify {
    async fn work(&self, app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
        match job.kind.as_str() {
            GAME_CHANGED => games::changed(app, job).await,
            ARENA => arena(app, job).await,
            TIME => time(app, job).await,
            simuls::SOON_JOB => simuls::notify_soon(app, job).await,
            simuls::BEGUN_JOB => simuls::notify_begun(app, job).await,
            correspondence::STAGE_JOB => correspondence::notify_stage(app, job).await,
            teams::MESSAGE_JOB => teams::deliver(app, job).await,
            kind => Err(Failure::Never(format!("{kind} is no kind of it"))),
        }
    }
}

async fn arena(app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
    let id: TournamentId = job.key.parse().map_err(|_| Failure::Never("its key is no arena".to_owned()))?;
    // It is over, or was cancelled.
    let Some(arena) = app.arenas.get(id) else { return Ok(Effect::default()) };
    let (starts_at, joined): (Millis, Vec<AccountId>) = {
        let inner = arena.lock();
        let state = &inner.state;
        let joined = state.players().iter().filter(|player| !player.is_paused && !player.is_disqualified);
        (state.settings().starts_at, joined.filter_map(|player| player.account.parse().ok()).collect())
    };
    let now = app.clock.now();
    if starts_at - millis(ARENA_SOON) > now {
        // It was put off.
        return Ok(Effect { statements: vec![arena_soon(app, id, starts_at)], then: None });
    }
    if starts_at <= now {
        // It was set up shortly before its start, or no server ran.
        return Ok(Effect::default());
    }
    let people = accounts::by_ids(&*app.database, &joined).await?;
    let people = people.into_iter().filter(|account| matches!(account.kind, Kind::Person | Kind::Guest));
    let new = |account: AccountId| NewNotification {
        account,
        kind: NotificationKind::ArenaSoon,
        subject: id.to_string(),
        state: starts_at.to_string(),
        seen: false,
    };
    notify(app, people.map(|account| new(account.id)).collect()).await?;
    Ok(Effect::default())
}

async fn time(app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
    let id: GameId = job.key.parse().map_err(|_| Failure::Never("its key is no game".to_owned()))?;
    let game = saffron_store::games::by_id(&*app.database, id).await?.filter(|game| game.status == Status::Running);
    let Some(game) = game else { return Ok(Effect::default()) };
    let (Some(account), Some(deadline)) = (game.to_move, game.deadline) else { return Ok(Effect::default()) };
    let Ok(TimeControl::Correspondence { days }) = serde_json::from_str(&game.control) else {
        return Ok(Effect::default());
    };
    let now = app.clock.now();
    if deadline - low_time(days) > now {
        // It was put off.
        return Ok(Effect { statements: vec![time_low(app, id, deadline, days)], then: None });
    }
    let new = NewNotification {
        account,
        kind: NotificationKind::TimeLow,
        subject: id.to_string(),
        state: deadline.to_string(),
        seen: false,
    };
    notify(app, vec![new]).await?;
    Ok(Effect::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_time_is_a_fifth_and_at_most_a_day() {
        assert_eq!(low_time(1), DAY / 5);
        assert_eq!(low_time(3), DAY * 3 / 5);
        assert_eq!((low_time(5), low_time(14)), (DAY, DAY));
    }
}

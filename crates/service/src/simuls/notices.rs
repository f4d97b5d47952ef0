//! Notifications of simuls: an application was accepted, a simul begins soon, it has begun.

use std::sync::Arc;

use saffron_store::accounts::{self, Kind};
use saffron_store::jobs::Job;
use saffron_store::tournaments::Tournament;
use saffron_store::{AccountId, Statement, StoreError, TournamentId};
use saffron_tournament::simul::{SimulEvent, SimulState};

use super::Loaded;
use super::players::account;
use crate::app::App;
use crate::clock::millis;
use crate::config::limits::ARENA_SOON;
use crate::jobs::{Effect, Failure};
use crate::notifications::{NewNotification, NotificationKind, done, enqueued, notify, statements};

/// Kind of the job that notifies the players before the start. Its key is the simul.
pub(crate) const SOON_JOB: &str = "simul-soon";

/// Kind of the job that notifies the players of the start. Its key is the simul.
pub(crate) const BEGUN_JOB: &str = "simul-begun";

/// What is written with events, and the accounts whose notifications it changes.
#[derive(Default)]
pub(super) struct Notices {
    pub(super) statements: Vec<Statement>,
    pub(super) accounts: Vec<AccountId>,
}

impl Notices {
    /// Marks notifications of an account, or of all, as read: what they ask for is over.
    fn end(&mut self, app: &App, account: Option<AccountId>, kinds: &[NotificationKind], subject: &str) {
        self.statements.extend(kinds.iter().map(|kind| done(app, account, *kind, subject)));
        self.accounts.extend(account);
    }
}

/// Statement that notifies the players some time before the planned start, if there is one. It replaces the one of another start.
pub(super) fn soon(app: &App, simul: TournamentId, state: &SimulState) -> Option<Statement> {
    let at = state.settings().begins_at? - millis(ARENA_SOON);
    Some(enqueued(app, SOON_JOB, simul.to_string(), at))
}

/// Notices of events; `after` and `state` are those after them.
///
/// # Errors
/// Failures of the store.
pub(super) async fn of_events(
    app: &App,
    after: &Tournament,
    events: &[SimulEvent],
    state: &SimulState,
) -> Result<Notices, StoreError> {
    const BEFORE: [NotificationKind; 2] = [NotificationKind::SimulAccepted, NotificationKind::SimulSoon];
    let subject = after.id.to_string();
    let mut notices = Notices::default();
    for event in events {
        match event {
            SimulEvent::Accepted { player } => {
                // A computer accepts with the application: that is no news.
                let has_applied =
                    |event: &SimulEvent| matches!(event, SimulEvent::Applied { player: by, .. } if by == player);
                let Some(account) = account(state, *player).filter(|_| !events.iter().any(has_applied)) else {
                    continue;
                };
                let (kind, state) = (NotificationKind::SimulAccepted, after.version.to_string());
                let new = NewNotification { account, kind, subject: subject.clone(), state, seen: false };
                notices.statements.extend(statements(app, new).await?);
                notices.accounts.push(account);
            }
            SimulEvent::Withdrawn { player } | SimulEvent::Removed { player } => {
                notices.end(app, account(state, *player), &BEFORE, &subject);
            }
            SimulEvent::Settings { .. } => notices.statements.extend(soon(app, after.id, state)),
            SimulEvent::Started { .. } => {
                notices.end(app, None, &BEFORE, &subject);
                notices.statements.push(enqueued(app, BEGUN_JOB, subject.clone(), app.clock.now()));
            }
            SimulEvent::Cancelled => notices.end(app, None, &BEFORE, &subject),
            SimulEvent::Applied { .. } | SimulEvent::Ended { .. } => {}
        }
    }
    if state.is_over() {
        notices.end(app, None, &[NotificationKind::SimulBegun], &subject);
        notices.accounts.extend((0..).zip(state.players()).filter_map(|(player, _)| account(state, player)));
    }
    Ok(notices)
}

/// Simul of a job; `None` if it was removed.
async fn simul(app: &App, job: &Job) -> Result<Option<Loaded>, Failure> {
    let id: TournamentId = job.key.parse().map_err(|_| Failure::Never("its key is no simul".to_owned()))?;
    Loaded::read(app, id).await.map_err(|error| Failure::Later(format!("the simul cannot be read: {error:?}")))
}

/// Notifies the host and those who have applied that a simul begins soon.
pub(crate) async fn notify_soon(app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
    let Some(Loaded { row, state, .. }) = simul(app, job).await? else { return Ok(Effect::default()) };
    let Some(begins_at) = state.settings().begins_at.filter(|_| state.is_open()) else { return Ok(Effect::default()) };
    let now = app.clock.now();
    if begins_at - millis(ARENA_SOON) > now {
        // It was put off.
        return Ok(Effect { statements: soon(app, row.id, &state).into_iter().collect(), then: None });
    }
    if begins_at <= now {
        // It was set up shortly before its start, or no server ran.
        return Ok(Effect::default());
    }
    let here = state.players().iter().filter(|player| player.is_here());
    let mut accounts: Vec<AccountId> = here.filter_map(|player| player.account.parse().ok()).collect();
    accounts.push(row.organiser);
    let new = |account| (account, begins_at.to_string());
    notify_people(app, &row, NotificationKind::SimulSoon, accounts.into_iter().map(new).collect()).await?;
    Ok(Effect::default())
}

/// Notifies the opponents of the host that a simul has begun. The state of a notification is the game.
pub(crate) async fn notify_begun(app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
    let Some(Loaded { row, state, .. }) = simul(app, job).await? else { return Ok(Effect::default()) };
    let games = state.open_games().filter_map(|pair| Some((account(&state, pair.player)?, pair.game.clone())));
    notify_people(app, &row, NotificationKind::SimulBegun, games.collect()).await?;
    Ok(Effect::default())
}

/// Notifies those of the accounts that are of people, each with a state.
async fn notify_people(
    app: &App,
    row: &Tournament,
    kind: NotificationKind,
    states: Vec<(AccountId, String)>,
) -> Result<(), StoreError> {
    let ids: Vec<AccountId> = states.iter().map(|(account, _)| *account).collect();
    let known = accounts::by_ids(&*app.database, &ids).await?;
    let is_person = |id: AccountId| {
        known.iter().any(|account| account.id == id && matches!(account.kind, Kind::Person | Kind::Guest))
    };
    let new = states.into_iter().filter(|(account, _)| is_person(*account)).map(|(account, state)| NewNotification {
        account,
        kind,
        subject: row.id.to_string(),
        state,
        seen: false,
    });
    notify(app, new.collect()).await
}

//! Notifications of round robins by correspondence: a stage begins, its games are there.

use std::sync::Arc;

use saffron_store::accounts::{self, Kind};
use saffron_store::jobs::Job;
use saffron_store::{AccountId, Statement, TournamentId};
use saffron_tournament::correspondence::{CorrespondenceEvent, CorrespondenceState};

use super::Loaded;
use super::players::account;
use crate::app::App;
use crate::jobs::{Effect, Failure};
use crate::notifications::{NewNotification, NotificationKind, done, enqueued, notify};

/// Kind of the job that notifies the players of a stage that begins. Its key is the tournament.
pub(crate) const STAGE_JOB: &str = "stage-begun";

/// Statements that follow on events; `state` is the one after them.
pub(super) fn of_events(
    app: &App,
    id: TournamentId,
    events: &[CorrespondenceEvent],
    state: &CorrespondenceState,
) -> Vec<Statement> {
    let has_begun = events.iter().any(|event| matches!(event, CorrespondenceEvent::StageBegun { .. }));
    let begun = has_begun.then(|| enqueued(app, STAGE_JOB, id.to_string(), app.clock.now()));
    let over = state.is_over().then(|| done(app, None, NotificationKind::StageBegun, id.as_str()));
    begun.into_iter().chain(over).collect()
}

/// Notifies the players of the current stage. The state of a notification is the number of the stage.
pub(crate) async fn notify_stage(app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
    let id: TournamentId = job.key.parse().map_err(|_| Failure::Never("its key is no tournament".to_owned()))?;
    let loaded = Loaded::read(app, id).await;
    let loaded = loaded.map_err(|error| Failure::Later(format!("the tournament cannot be read: {error:?}")))?;
    let Some(Loaded { state, .. }) = loaded.filter(|loaded| !loaded.state.is_over()) else {
        return Ok(Effect::default());
    };
    let playing = state.stages().last().into_iter().flatten().flat_map(|group| &group.players);
    let is_active = |player: &&u32| state.player(**player).is_some_and(|known| !known.is_withdrawn);
    let ids: Vec<AccountId> = playing.filter(is_active).filter_map(|player| account(&state, *player)).collect();
    let people = accounts::by_ids(&*app.database, &ids).await?;
    let people = people.into_iter().filter(|account| matches!(account.kind, Kind::Person | Kind::Guest));
    let new = people.map(|account| NewNotification {
        account: account.id,
        kind: NotificationKind::StageBegun,
        subject: id.to_string(),
        state: state.stages().len().to_string(),
        seen: false,
    });
    notify(app, new.collect()).await?;
    Ok(Effect::default())
}

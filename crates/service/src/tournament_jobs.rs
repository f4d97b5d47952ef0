//! Jobs of tournaments whose work no one asks for: round robins by correspondence and simuls.

use std::sync::Arc;
use std::time::Duration;

use saffron_store::TournamentId;
use saffron_store::jobs::Job;
use saffron_store::tournaments::{self, TournamentKind};

use crate::app::App;
use crate::error::Error;
use crate::games::notices::TOURNAMENTS;
use crate::jobs::{Effect, Failure, Queue, Work, run};
use crate::{correspondence, simuls};

static QUEUE: Queue = Queue {
    name: TOURNAMENTS,
    state: |app| &app.jobs.tournaments,
    at_once: 4,
    timeout: Duration::from_secs(120),
    first_delay: Duration::from_secs(1),
    longest_delay: Duration::from_secs(10 * 60),
    // A tournament is never given up.
    attempts: u32::MAX,
};

/// Carries out the jobs of tournaments; for ever.
pub(crate) async fn keep(app: &Arc<App>) {
    run(app, &QUEUE, Advance).await;
}

struct Advance;

impl Work for Advance {
    async fn work(&self, app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
        let id: TournamentId = job.key.parse().map_err(|_| Failure::Never("its key is no tournament".to_owned()))?;
        advance(app, id).await.map_err(|error| Failure::Later(format!("the tournament waits: {error:?}")))
    }
}

async fn advance(app: &Arc<App>, id: TournamentId) -> Result<Effect, Error> {
    match tournaments::find(&*app.database, id).await?.map(|row| row.kind) {
        Some(TournamentKind::Correspondence) => correspondence::advance(app, id).await,
        Some(TournamentKind::Simul) => simuls::advance(app, id).await,
        // It may have been removed.
        Some(TournamentKind::Board | TournamentKind::Team | TournamentKind::Arena) | None => Ok(Effect::default()),
    }
}

//! Simuls and round robins by correspondence that notifications are about.

use std::collections::HashMap;

use saffron_protocol::correspondence::{CorrespondenceInfo, CorrespondenceStatus};
use saffron_protocol::notifications::NotificationAbout;
use saffron_protocol::simuls::{SimulInfo, SimulStatus};
use saffron_store::TournamentId;
use saffron_store::notifications::Notification as Row;
use saffron_store::tournaments::{self, TournamentKind};

use super::kind::NotificationKind;
use crate::app::App;
use crate::error::Error;
use crate::{correspondence, simuls};

/// Tournaments by their ids.
pub(super) struct Tournaments {
    simuls: HashMap<String, SimulInfo>,
    correspondence: HashMap<String, CorrespondenceInfo>,
}

impl Tournaments {
    pub(super) async fn read(app: &App, rows: &[Row]) -> Result<Self, Error> {
        use NotificationKind::{SimulAccepted, SimulBegun, SimulSoon, StageBegun};
        let is_wanted = |row: &&Row| {
            let kind = NotificationKind::by_code(&row.kind);
            matches!(kind, Some(SimulAccepted | SimulBegun | SimulSoon | StageBegun))
        };
        let mut ids: Vec<TournamentId> =
            rows.iter().filter(is_wanted).filter_map(|row| row.subject.parse().ok()).collect();
        ids.sort_unstable();
        ids.dedup();
        let found = tournaments::by_ids(&*app.database, &ids).await?.into_iter();
        let (simuls, others): (Vec<_>, Vec<_>) = found.partition(|row| row.kind == TournamentKind::Simul);
        let others: Vec<_> = others.into_iter().filter(|row| row.kind == TournamentKind::Correspondence).collect();
        let simuls = simuls::infos(app, &simuls).await?;
        let correspondence = correspondence::infos(app, &others).await?;
        Ok(Self {
            simuls: simuls.into_iter().map(|info| (info.id.clone(), info)).collect(),
            correspondence: correspondence.into_iter().map(|info| (info.id.clone(), info)).collect(),
        })
    }

    /// What a notification is about, and whether what it asks for was done or is over.
    pub(super) fn about(&self, kind: NotificationKind, row: &Row) -> Option<(NotificationAbout, bool)> {
        if kind == NotificationKind::StageBegun {
            let info = self.correspondence.get(&row.subject)?;
            let about = NotificationAbout::StageBegun {
                tournament: info.id.clone(),
                variant: info.settings.variant.clone(),
                name: info.settings.name.clone(),
                stage: row.data.parse().ok()?,
            };
            return Some((about, info.status == CorrespondenceStatus::Over));
        }
        let info = self.simuls.get(&row.subject)?;
        let (simul, variant, name) = (info.id.clone(), info.settings.variant.clone(), info.settings.name.clone());
        let has_begun = info.status != SimulStatus::Open;
        Some(match kind {
            NotificationKind::SimulSoon => {
                let starts_at = row.data.parse().ok()?;
                (NotificationAbout::SimulSoon { simul, variant, name, starts_at }, has_begun)
            }
            NotificationKind::SimulBegun => {
                let is_over = info.status != SimulStatus::Running;
                (NotificationAbout::SimulBegun { simul, game: row.data.clone(), variant, name }, is_over)
            }
            _ => (NotificationAbout::SimulAccepted { simul, variant, name }, has_begun),
        })
    }
}

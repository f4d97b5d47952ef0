//! Reports as moderators see them.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use saffron_protocol::moderation::{Report, Reports};
use saffron_store::moderation;

use crate::account::viewer::Viewer;
use crate::app::App;
use crate::http::answer::{Answer, answer};
use crate::live::info::accounts_of;
use crate::moderation::moderator::{called, moderator, name_of};
use crate::moderation::reasons::reason_of;

/// Reports that are shown: open and closed ones.
const OPEN: u32 = 200;
const CLOSED: u32 = 50;

/// The route of reports.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/moderation/reports", get(reports))
}

async fn reports(State(app): State<Arc<App>>, viewer: Viewer) -> Answer<Reports> {
    moderator(&app, &viewer).await?;
    let database = &*app.database;
    let open = moderation::open_reports(database, OPEN).await?;
    let closed = moderation::handled_reports(database, CLOSED).await?;
    let concerned = open.iter().chain(&closed);
    let ids = concerned.flat_map(|report| [Some(report.reporter), Some(report.about), report.handled_by]);
    let accounts = accounts_of(database, ids.flatten().collect()).await?;
    let shown = |report: moderation::Report| Report {
        id: report.id.to_string(),
        by: name_of(&accounts, report.reporter),
        about: called(&accounts, report.about),
        reason: reason_of(&report.reason),
        text: report.details,
        game: report.game.map(|game| game.to_string()),
        at: report.at,
        closed_at: report.handled_at,
        closed_by: report.handled_by.map(|by| called(&accounts, by)),
    };
    answer(Reports { open: open.into_iter().map(shown).collect(), closed: closed.into_iter().map(shown).collect() })
}

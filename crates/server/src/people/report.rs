//! Reports to the moderators.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use saffron_live::{DAY, Millis};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::moderation::ReportRequest;
use saffron_store::{AccountId, GameId, ReportId, games, moderation};

use crate::account::viewer::Viewer;
use crate::app::App;
use crate::error::Error;
use crate::http::answer::{Done, done};
use crate::http::body::JsonBody;
use crate::http::origin_check::SameOrigin;
use crate::http::parameters::Path;
use crate::marks::piles_up_marks;
use crate::moderation::reason_id;
use crate::people::names::named;

/// The longest text (bytes).
const LONGEST: usize = 1000;

/// Reports of one account in a day, and open ones of one account about the same other one.
const IN_A_DAY: usize = 10;
const ABOUT_ONE: usize = 2;

/// The route of reports.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/users/{name}/report", post(report))
}

async fn report(
    State(app): State<Arc<App>>,
    viewer: Viewer,
    _same_origin: SameOrigin,
    Path(name): Path<String>,
    JsonBody(request): JsonBody<ReportRequest>,
) -> Done {
    let text = request.text.trim();
    if text.len() > LONGEST {
        return Err(ErrorCode::TooLong { field: "text".to_owned(), limit: LONGEST }.into());
    }
    if text.chars().any(|letter| letter.is_control() && letter != '\n' && letter != '\t') || piles_up_marks(text) {
        return Err(ErrorCode::InvalidField { field: "text".to_owned() }.into());
    }
    let about = named(&app, &name).await?;
    if about.id == viewer.account {
        return Err(ErrorCode::Oneself.into());
    }
    let game = match request.game {
        Some(game) => Some(existing_game(&app, &game).await?),
        None => None,
    };
    let now = app.clock.now();
    if !app.config.quotas_off {
        check_number(&app, viewer.account, about.id, now).await?;
    }
    let report = moderation::Report {
        id: ReportId::from_random(app.random.bits()),
        reporter: viewer.account,
        about: about.id,
        reason: reason_id(request.reason).to_owned(),
        details: text.to_owned(),
        game,
        at: now,
        handled_at: None,
        handled_by: None,
        outcome: None,
    };
    app.database.transact(vec![moderation::insert_report(&report)]).await?;
    done()
}

/// Whether somebody may report somebody once more.
async fn check_number(app: &App, by: AccountId, about: AccountId, now: Millis) -> Result<(), Error> {
    let limit = u32::try_from(IN_A_DAY).unwrap_or(u32::MAX);
    let before = moderation::reports_by(&*app.database, by, limit).await?;
    if before.iter().filter(|report| now - report.at < DAY).count() >= IN_A_DAY {
        return Err(ErrorCode::TooMany { limit: IN_A_DAY }.into());
    }
    let same = before.iter().filter(|report| report.about == about && report.handled_at.is_none());
    if same.count() >= ABOUT_ONE {
        return Err(ErrorCode::TooMany { limit: ABOUT_ONE }.into());
    }
    Ok(())
}

async fn existing_game(app: &App, id: &str) -> Result<GameId, Error> {
    let invalid = || ErrorCode::InvalidField { field: "game".to_owned() };
    let id: GameId = id.parse().map_err(|_| invalid())?;
    let found = games::by_id(&*app.database, id).await?;
    Ok(found.map(|game| game.id).ok_or_else(invalid)?)
}

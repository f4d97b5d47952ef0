//! Reports to the moderators: filing and listing.

use std::collections::HashMap;

use saffron_live::{DAY, Millis};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::moderation::{Report, ReportReason, ReportRequest, Reports};
use saffron_store::messages::{self, Message};
use saffron_store::{AccountId, GameId, ReportId, games, moderation};

use crate::app::App;
use crate::config::limits::{
    MAX_CLOSED_REPORTS, MAX_OPEN_REPORTS, MAX_REPORT_TEXT, MAX_REPORTS_A_DAY, MAX_REPORTS_ABOUT_ONE,
    REPORTED_MESSAGES_PAGE,
};
use crate::error::Error;
use crate::games::info::accounts_of;
use crate::moderation::{called, moderator, name_of};
use crate::people::named;
use crate::session::Viewer;
use crate::text::piles_up_marks;

/// Files a report about an account.
///
/// # Errors
/// `TooLong` or `InvalidField` for the text, `InvalidField` for messages that the account has not written, `NotFound` if the account or game does not exist, `Oneself` for the
/// viewer's own account, `TooMany` if the viewer has filed too many.
pub async fn report(app: &App, viewer: &Viewer, name: &str, request: &ReportRequest) -> Result<(), Error> {
    let text = request.text.trim();
    if text.len() > MAX_REPORT_TEXT {
        return Err(ErrorCode::TooLong { field: "text".to_owned(), limit: MAX_REPORT_TEXT }.into());
    }
    if text.chars().any(|letter| letter.is_control() && letter != '\n' && letter != '\t') || piles_up_marks(text) {
        return Err(ErrorCode::InvalidField { field: "text".to_owned() }.into());
    }
    let about = named(app, name).await?;
    if about.id == viewer.account {
        return Err(ErrorCode::Oneself.into());
    }
    let game = match &request.game {
        Some(game) => Some(existing_game(app, game).await?),
        None => None,
    };
    let now = app.clock.now();
    if !app.config.quotas_off {
        check_number(app, viewer.account, about.id, now).await?;
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
    let mut statements = vec![moderation::insert_report(&report)];
    if request.messages {
        statements.extend(messages::attach(report.id, &evidence(app, viewer.account, about.id).await?));
    }
    app.database.transact(statements).await?;
    Ok(())
}

/// Last messages of a conversation in order, as the account that reports it has it.
///
/// # Errors
/// `InvalidField` if the other account has written none of them.
async fn evidence(app: &App, by: AccountId, about: AccountId) -> Result<Vec<Message>, Error> {
    let mut last = messages::between(&*app.database, by, about, None, REPORTED_MESSAGES_PAGE).await?;
    if last.iter().all(|message| message.sender == by) {
        return Err(ErrorCode::InvalidField { field: "messages".to_owned() }.into());
    }
    last.reverse();
    Ok(last)
}

/// Checks that a user may file another report about an account.
///
/// # Errors
/// `TooMany` with the limit that is reached.
async fn check_number(app: &App, by: AccountId, about: AccountId, now: Millis) -> Result<(), Error> {
    let limit = u32::try_from(MAX_REPORTS_A_DAY).unwrap_or(u32::MAX);
    let before = moderation::reports_by(&*app.database, by, limit).await?;
    if before.iter().filter(|report| now - report.at < DAY).count() >= MAX_REPORTS_A_DAY {
        return Err(ErrorCode::TooMany { limit: MAX_REPORTS_A_DAY }.into());
    }
    let same = before.iter().filter(|report| report.about == about && report.handled_at.is_none());
    if same.count() >= MAX_REPORTS_ABOUT_ONE {
        return Err(ErrorCode::TooMany { limit: MAX_REPORTS_ABOUT_ONE }.into());
    }
    Ok(())
}

async fn existing_game(app: &App, id: &str) -> Result<GameId, Error> {
    let invalid = || ErrorCode::InvalidField { field: "game".to_owned() };
    let id: GameId = id.parse().map_err(|_| invalid())?;
    let found = games::by_id(&*app.database, id).await?;
    Ok(found.map(|game| game.id).ok_or_else(invalid)?)
}

/// Open and closed reports, for moderators.
///
/// # Errors
/// `Forbidden` if the viewer is not a moderator.
pub async fn list(app: &App, viewer: &Viewer) -> Result<Reports, Error> {
    moderator(app, viewer).await?;
    let database = &*app.database;
    let open = moderation::open_reports(database, MAX_OPEN_REPORTS).await?;
    let closed = moderation::handled_reports(database, MAX_CLOSED_REPORTS).await?;
    let concerned = open.iter().chain(&closed);
    let ids = concerned.clone().flat_map(|report| [Some(report.reporter), Some(report.about), report.handled_by]);
    let accounts = accounts_of(database, ids.flatten().collect()).await?;
    let ids: Vec<ReportId> = concerned.map(|report| report.id).collect();
    let counts: HashMap<ReportId, u32> = messages::counts_of_reports(database, &ids).await?.into_iter().collect();
    let shown = |report: moderation::Report| Report {
        id: report.id.to_string(),
        by: name_of(&accounts, report.reporter),
        about: called(&accounts, report.about),
        reason: reason_of(&report.reason),
        text: report.details,
        game: report.game.map(|game| game.to_string()),
        messages: counts.get(&report.id).copied().unwrap_or(0),
        at: report.at,
        closed_at: report.handled_at,
        closed_by: report.handled_by.map(|by| called(&accounts, by)),
    };
    Ok(Reports { open: open.into_iter().map(shown).collect(), closed: closed.into_iter().map(shown).collect() })
}

const ALL: [ReportReason; 5] =
    [ReportReason::Cheating, ReportReason::Abuse, ReportReason::Stalling, ReportReason::Name, ReportReason::Other];

/// Stored code of a reason.
pub fn reason_id(reason: ReportReason) -> &'static str {
    match reason {
        ReportReason::Cheating => "cheating",
        ReportReason::Abuse => "abuse",
        ReportReason::Stalling => "stalling",
        ReportReason::Name => "name",
        ReportReason::Other => "other",
    }
}

/// Reason with a stored code; `Other` for an unknown one.
pub fn reason_of(id: &str) -> ReportReason {
    ALL.into_iter().find(|reason| reason_id(*reason) == id).unwrap_or(ReportReason::Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_read_back() {
        assert_eq!(ALL.map(|reason| reason_of(reason_id(reason))), ALL);
        assert_eq!(reason_of("new"), ReportReason::Other);
    }
}

//! Actions of moderators.

use std::sync::Arc;

use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::messages::{ReportedMessage, ReportedMessages};
use saffron_protocol::moderation::{Action, ActionRequest};
use saffron_rules::Color;
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::teams::{self as stored_teams, TeamRole};
use saffron_store::{AccountId, ReportId, Statement, contests, elo_lists, messages, moderation, tournaments};

use crate::app::App;
use crate::config::limits::{MAX_BAN_HOURS, MAX_NOTE};
use crate::error::Error;
use crate::games::info::accounts_of;
use crate::games::live_game::LiveGame;
use crate::lobby::seeks;
use crate::moderation::entry::{AuditAction, AuditEntry};
use crate::moderation::{called, moderator};
use crate::people::named;
use crate::session::{self, Viewer};
use crate::teams;
use crate::text::piles_up_marks;

const HOUR: Millis = 3_600_000;

/// Carries out an action and records it in the audit log.
///
/// # Errors
/// `Forbidden` if the viewer is not a moderator or the action concerns a moderator or computer, `TooLong` or
/// `InvalidField` for the note or the duration, `NotFound` if the account, game or report does not exist, `Oneself` for
/// the moderator's own account, `Gone` if there is nothing left to do.
pub async fn act(app: &App, viewer: &Viewer, request: &ActionRequest) -> Result<(), Error> {
    let by = moderator(app, viewer).await?;
    let note = request.note.trim();
    if note.len() > MAX_NOTE {
        return Err(ErrorCode::TooLong { field: "note".to_owned(), limit: MAX_NOTE }.into());
    }
    // Closing a report explains itself; every other action needs a reason.
    if piles_up_marks(note) || note.is_empty() && !matches!(request.action, Action::CloseReport { .. }) {
        return Err(ErrorCode::InvalidField { field: "note".to_owned() }.into());
    }
    let note = Note { by, action: AuditAction::new(&request.action), note: note.to_owned() };
    match &request.action {
        Action::Mute { name, hours } => {
            let (account, until) = (target(app, by, name).await?, until(app, *hours)?);
            carry_out(app, note, account.id, vec![accounts::mute(account.id, until)]).await?;
            session::changed(app, account.id);
        }
        Action::Suspend { name, hours } => {
            let (account, until) = (target(app, by, name).await?, until(app, *hours)?);
            carry_out(app, note, account.id, vec![accounts::ban(account.id, until)]).await?;
            session::changed(app, account.id);
            if until.is_some() {
                seeks::withdraw_all(app, account.id).await;
            }
        }
        Action::Forfeit { game, side } => forfeit(app, note, game, *side).await?,
        Action::CloseReport { id } => close(app, note, id).await?,
        // The request for the messages records it.
        Action::ReadMessages { .. } => return Err(ErrorCode::InvalidField { field: "action".to_owned() }.into()),
        Action::RemoveContest { contest } => remove_contest(app, note, contest).await?,
        Action::RemoveTournament { tournament } => remove_tournament(app, note, tournament).await?,
        Action::RemoveTeam { team } => remove_team(app, note, team).await?,
        Action::RemoveTeamMessage { team, message } => remove_team_message(app, note, team, *message).await?,
        Action::RemoveEloList { list } => remove_elo_list(app, note, list).await?,
    }
    Ok(())
}

/// Audit log entry to be written.
struct Note {
    by: AccountId,
    action: AuditAction,
    note: String,
}

impl Note {
    fn statement(self, about: Option<AccountId>, at: Millis) -> Statement {
        let action = self.action.id().to_owned();
        let entry = AuditEntry { action: self.action, note: self.note };
        // Serialising plain data with string keys cannot fail.
        let details = serde_json::to_string(&entry).unwrap_or_default();
        moderation::note(&moderation::Action { at, moderator: self.by, action, about, details })
    }
}

/// Applies an action on an account and records it, in one transaction.
async fn carry_out(app: &App, note: Note, about: AccountId, mut what: Vec<Statement>) -> Result<(), Error> {
    what.push(note.statement(Some(about), app.clock.now()));
    if app.transact_if_unchanged(what).await? { Ok(()) } else { Err(ErrorCode::Gone.into()) }
}

/// Account that an action concerns. Moderators and computers are refused.
async fn target(app: &App, by: AccountId, name: &str) -> Result<Account, Error> {
    let account = named(app, name).await?;
    if account.id == by {
        return Err(ErrorCode::Oneself.into());
    }
    if account.moderator || account.kind != Kind::Person {
        return Err(ErrorCode::Forbidden.into());
    }
    Ok(account)
}

/// Time in this many hours; `None` for 0 hours.
fn until(app: &App, hours: u32) -> Result<Option<Millis>, ErrorCode> {
    match hours {
        0 => Ok(None),
        1..=MAX_BAN_HOURS => Ok(Some(app.clock.now() + Millis::from(hours) * HOUR)),
        _ => Err(ErrorCode::InvalidField { field: "hours".to_owned() }),
    }
}

/// Ends a running game and records it, in one transaction.
async fn forfeit(app: &App, note: Note, game: &str, side: char) -> Result<(), Error> {
    let loser = match side {
        'w' => Color::White,
        'b' => Color::Black,
        _ => return Err(ErrorCode::InvalidField { field: "side".to_owned() }.into()),
    };
    let live_game = app.games.open(game.parse().map_err(|_| ErrorCode::NotFound)?).await?;
    let ended = forfeit_at(app, note, &live_game, loser).await;
    app.games.forget_idle(&live_game);
    ended
}

async fn forfeit_at(app: &App, note: Note, live_game: &Arc<LiveGame>, loser: Color) -> Result<(), Error> {
    let about = {
        let state = live_game.lock();
        if state.live.outcome().is_some() {
            return Err(ErrorCode::Gone.into());
        }
        state.players[loser.index()]
    };
    let note = note.statement(about, app.clock.now());
    let ended = app.games.by_server(live_game, vec![note], |live, now| live.forfeit(loser, now)).durable().await?;
    if ended { Ok(()) } else { Err(ErrorCode::Gone.into()) }
}

/// Messages that a report is about. Reading them is recorded in the audit log.
///
/// # Errors
/// `Forbidden` if the viewer is not a moderator, `NotFound` if there is no such report, or it is about no messages.
pub async fn read_messages(app: &App, viewer: &Viewer, id: &str) -> Result<ReportedMessages, Error> {
    let by = moderator(app, viewer).await?;
    let report: ReportId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let database = &*app.database;
    let about = moderation::report_by_id(database, report).await?.ok_or(ErrorCode::NotFound)?.about;
    let read = messages::of_report(database, report).await?;
    if read.is_empty() {
        return Err(ErrorCode::NotFound.into());
    }
    let note = Note { by, action: AuditAction::ReadMessages { id: report.to_string() }, note: String::new() };
    carry_out(app, note, about, Vec::new()).await?;
    let accounts = accounts_of(database, read.iter().map(|message| message.sender).collect()).await?;
    let messages = read.into_iter().map(|message| ReportedMessage {
        by: called(&accounts, message.sender),
        at: message.at,
        text: message.text,
    });
    Ok(ReportedMessages { messages: messages.collect() })
}

async fn close(app: &App, note: Note, id: &str) -> Result<(), Error> {
    let id = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let report = moderation::report_by_id(&*app.database, id).await?.ok_or(ErrorCode::NotFound)?;
    let close = moderation::handle_report(id, note.by, app.clock.now(), "closed");
    carry_out(app, note, report.about, vec![close]).await
}

async fn remove_contest(app: &App, note: Note, id: &str) -> Result<(), Error> {
    let id = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let contest = contests::find(&*app.database, id).await?.ok_or(ErrorCode::NotFound)?;
    carry_out(app, note, contest.organiser, contests::remove(id)).await
}

async fn remove_tournament(app: &App, note: Note, id: &str) -> Result<(), Error> {
    let id = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let tournament = tournaments::find(&*app.database, id).await?.ok_or(ErrorCode::NotFound)?;
    carry_out(app, note, tournament.organiser, tournaments::remove(id)).await
}

async fn remove_team(app: &App, note: Note, id: &str) -> Result<(), Error> {
    let id = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let leader = stored_teams::with_role(&*app.database, id, TeamRole::Leader, 1).await?.pop();
    let leader = leader.ok_or(ErrorCode::NotFound)?.account;
    carry_out(app, note, leader, teams::removed(app, id)).await
}

async fn remove_team_message(app: &App, note: Note, id: &str, message: i64) -> Result<(), Error> {
    let id = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let team = stored_teams::find(&*app.database, id).await?.ok_or(ErrorCode::NotFound)?;
    let sent = stored_teams::find_message(&*app.database, id, message).await?.ok_or(ErrorCode::NotFound)?;
    carry_out(app, note, sent.author, teams::unsend(app, &team, message).await?).await
}

async fn remove_elo_list(app: &App, note: Note, id: &str) -> Result<(), Error> {
    let id = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let list = elo_lists::find_head(&*app.database, id).await?.ok_or(ErrorCode::NotFound)?;
    carry_out(app, note, list.organiser, vec![elo_lists::remove(id, app.jobs.epoch)]).await
}

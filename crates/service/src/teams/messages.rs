//! Messages of leaders to all members, and the job that notifies these of them.

use std::sync::Arc;

use saffron_live::DAY;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_TEAM_MESSAGES_A_DAY, MAX_TEAM_TEXT};
use saffron_protocol::teams::TeamMessages;
use saffron_store::jobs::{Job, NewJob, enqueue};
use saffron_store::teams::{self as stored, Team, TeamMessage};
use saffron_store::{AccountId, Statement, StoreError, TeamId};

use super::change::{Change, Step, after, carry_out, check_muted};
use super::settings::TeamData;
use super::{Loaded, hidden_from, load, view};
use crate::app::App;
use crate::client::Client;
use crate::config::limits::{TEAM_MESSAGE_BATCH, TEAM_MESSAGE_PAGE};
use crate::error::Error;
use crate::games::notices::NOTIFICATIONS;
use crate::jobs::{Effect, Failure};
use crate::notifications::{NewNotification, NotificationKind, announce, done, statements};
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::text;

/// Kind of the jobs that notify members.
pub(crate) const MESSAGE_JOB: &str = "team-message";

/// Writes a message to all members of a team that the viewer leads.
///
/// # Errors
/// `NotFound` if there is no such team, `Forbidden` if the viewer does not lead it, `Muted` for a muted account, `RateLimited` after as
/// many messages in a day, or if the client or the account has used up its budget; `TooLong` or `InvalidField` for the text.
pub async fn write(app: &App, client: Client, viewer: &Viewer, id: &str, text: &str) -> Result<(), Error> {
    check_muted(app, viewer)?;
    let text = text::paragraphs(text, "text", MAX_TEAM_TEXT)?;
    if text.is_empty() {
        return Err(ErrorCode::InvalidField { field: "text".to_owned() }.into());
    }
    let loaded = load(app, client, Some(viewer.account), id).await?;
    loaded.leader()?;
    check_number(app, &loaded)?;
    // Each member gets a notification.
    let cost = Cost::of_messages(text.len(), loaded.team.members as usize);
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], cost)?;
    carry_out(app, client, viewer, id, &Change::Write { text: &text }).await
}

/// Refuses more messages in a day than there may be.
fn check_number(app: &App, loaded: &Loaded) -> Result<(), ErrorCode> {
    let now = app.clock.now();
    let of_day = loaded.data.messages_at.iter().filter(|at| (now - DAY..=now).contains(*at));
    let (count, first) = (of_day.clone().count(), of_day.min());
    match first {
        Some(first) if count >= MAX_TEAM_MESSAGES_A_DAY as usize && !app.config.quotas_off => {
            let wait = u64::try_from(first + DAY - now).unwrap_or(0) / 1000 + 1;
            Err(ErrorCode::RateLimited { retry_after: wait })
        }
        _ => Ok(()),
    }
}

pub(super) fn write_step(app: &App, loaded: &Loaded, text: &str) -> Result<Step, ErrorCode> {
    let own = loaded.leader()?;
    check_number(app, loaded)?;
    let (team, now) = (&loaded.team, app.clock.now());
    let mut next = after(team, 0);
    let mut messages_at = loaded.data.messages_at.clone();
    messages_at.push(now);
    let surplus = messages_at.len().saturating_sub(MAX_TEAM_MESSAGES_A_DAY as usize);
    messages_at.drain(..surplus);
    next.data = TeamData { messages_at, newest_message: Some(next.version), ..loaded.data.clone() }.text();
    let statements = vec![
        stored::update(&next, team.version, app.jobs.epoch),
        stored::insert_message(team.id, own.account, now, text),
        notify_after(app, team.id, next.version, None),
    ];
    Ok(Step { statements, ..Step::default() })
}

/// Statement that enqueues the notifications of a message, which came with a version of its team, to the members after an account.
fn notify_after(app: &App, team: TeamId, version: u32, account: Option<AccountId>) -> Statement {
    let now = app.clock.now();
    enqueue(&NewJob {
        queue: NOTIFICATIONS,
        kind: MESSAGE_JOB,
        key: format!("{team}-{version}"),
        payload: account.map(|account| account.to_string()).unwrap_or_default(),
        account: None,
        created_at: now,
        run_at: now,
        expires_at: Some(now + DAY),
    })
}

/// Notifies a batch of members, and enqueues the next one in the same transaction: after a stop no member is notified twice, and none
/// is left out.
pub(crate) async fn deliver(app: &Arc<App>, job: &Job) -> Result<Effect, Failure> {
    let never = || Failure::Never("its key is no message of a team".to_owned());
    let (team, version) = job.key.split_once('-').ok_or_else(never)?;
    let (id, version): (TeamId, u32) = (team.parse().map_err(|_| never())?, version.parse().map_err(|_| never())?);
    let Some(team) = stored::find(&*app.database, id).await? else { return Ok(Effect::default()) };
    let data = TeamData::read(&team).map_err(|_| Failure::Never("its team cannot be read".to_owned()))?;
    let newest = stored::messages(&*app.database, id, None, 1).await?.pop();
    // The job of a newer message notifies all members of that one; a removed one is no news.
    let Some(message) = newest.filter(|_| data.newest_message == Some(version)) else {
        return Ok(Effect::default());
    };
    let after = job.payload.parse().ok();
    let batch = stored::readers(&*app.database, id, after, TEAM_MESSAGE_BATCH).await?;
    let mut hidden = hidden_from(app, message.author).await?;
    hidden.insert(message.author);
    let accounts: Vec<AccountId> = batch.iter().copied().filter(|account| !hidden.contains(account)).collect();
    let mut write = Vec::new();
    for account in &accounts {
        let new = NewNotification {
            account: *account,
            kind: NotificationKind::TeamMessage,
            subject: id.to_string(),
            state: version.to_string(),
            seen: false,
        };
        write.extend(statements(app, new).await?);
    }
    if batch.len() == TEAM_MESSAGE_BATCH as usize {
        write.push(notify_after(app, id, version, batch.last().copied()));
    }
    let app = Arc::clone(app);
    let then = move || {
        drop(tokio::spawn(async move {
            for account in accounts {
                announce(&app, account).await;
            }
        }));
    };
    Ok(Effect { statements: write, then: Some(Box::new(then)) })
}

/// Newest message of a team that an account may read; `None` if there is none, or it is no member.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn newest(app: &App, team: TeamId, account: AccountId) -> Result<Option<TeamMessage>, StoreError> {
    let role = stored::member_of(&*app.database, team, account).await?.map(|member| member.role);
    if !role.is_some_and(stored::TeamRole::is_member) {
        return Ok(None);
    }
    let hidden = hidden_from(app, account).await?;
    let messages = stored::messages(&*app.database, team, None, TEAM_MESSAGE_PAGE).await?;
    Ok(messages.into_iter().find(|message| message.author != account && !hidden.contains(&message.author)))
}

/// Messages of a team for its members and for moderators, the newest first.
///
/// # Errors
/// `NotFound` if there is no such team; `Forbidden` if the viewer is no member; `RateLimited` if the client has used up its processor
/// time.
pub async fn list(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    before: Option<i64>,
) -> Result<TeamMessages, Error> {
    let loaded = load(app, client, Some(viewer.account), id).await?;
    if !loaded.role().is_some_and(stored::TeamRole::is_member) && !viewer.moderator {
        return Err(ErrorCode::Forbidden.into());
    }
    let rows = stored::messages(&*app.database, loaded.team.id, before, TEAM_MESSAGE_PAGE).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(rows.len()));
    let next = rows.last().filter(|_| rows.len() == TEAM_MESSAGE_PAGE as usize).map(|row| row.position);
    let hidden = hidden_from(app, viewer.account).await?;
    let shown: Vec<TeamMessage> = rows.into_iter().filter(|row| !hidden.contains(&row.author)).collect();
    Ok(TeamMessages { messages: view::messages(app, &shown).await?, next })
}

/// Removes a message of a team that the viewer leads.
///
/// # Errors
/// `NotFound` if there is no such team or message; `Forbidden` if the viewer does not lead it.
pub async fn remove(app: &App, client: Client, viewer: &Viewer, id: &str, position: i64) -> Result<(), Error> {
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(0))?;
    carry_out(app, client, viewer, id, &Change::RemoveMessage { position }).await
}

pub(super) async fn remove_step(app: &App, loaded: &Loaded, position: i64) -> Result<Step, Error> {
    loaded.leader()?;
    Ok(Step { statements: unsend(app, &loaded.team, position).await?, ..Step::default() })
}

/// Statements that remove a message of a team, and its notifications if it is the newest one.
///
/// # Errors
/// `NotFound` if there is no such message.
pub(crate) async fn unsend(app: &App, team: &Team, position: i64) -> Result<Vec<Statement>, Error> {
    let newest = stored::messages(&*app.database, team.id, None, 1).await?.pop();
    stored::find_message(&*app.database, team.id, position).await?.ok_or(ErrorCode::NotFound)?;
    let is_newest = newest.is_some_and(|newest| newest.position == position);
    let mut next = after(team, 0);
    let mut statements = Vec::new();
    if is_newest {
        next.data = TeamData { newest_message: None, ..TeamData::read(team)? }.text();
        statements.push(done(app, None, NotificationKind::TeamMessage, team.id.as_str()));
    }
    statements.push(stored::update(&next, team.version, app.jobs.epoch));
    statements.push(stored::remove_message(team.id, position));
    Ok(statements)
}

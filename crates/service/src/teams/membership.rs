//! Members of teams and requests to join them.

use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{
    MAX_TEAM_LEADERS, MAX_TEAM_MEMBERS, MAX_TEAM_REQUEST, MAX_TEAM_REQUESTS, MAX_TEAMS_LED,
};
use saffron_protocol::teams::{Team, TeamAction};
use saffron_store::teams::{self as stored, TeamMember, TeamRole};
use saffron_store::{AccountId, Statement, StoreError};

use super::change::{Change, Step, after, carry_out, check_muted, check_numbers, member};
use super::{Loaded, hidden_from, load, show};
use crate::app::App;
use crate::client::Client;
use crate::config::limits::MAX_TEAM_BLOCKED;
use crate::error::Error;
use crate::notifications::{NewNotification, NotificationKind, done, statements};
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;
use crate::text;

/// Joins a team that is open, or asks to join it. Again it changes nothing.
///
/// # Errors
/// `AccountRequired` for guests, `NotFound` if there is no such team, `Forbidden` for an account that may not ask again, `Muted` for the
/// text of a muted account, `TooMany` if the account has as many teams or the team as many members or requests, `RateLimited` if the
/// client or the account has used up its budget; `TooLong` or `InvalidField` for the text.
pub async fn join(app: &App, client: Client, viewer: &Viewer, id: &str, text: &str) -> Result<Team, Error> {
    let text = text::paragraphs(text, "text", MAX_TEAM_REQUEST)?;
    if !text.is_empty() {
        check_muted(app, viewer)?;
    }
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(text.len()))?;
    carry_out(app, client, viewer, id, &Change::Join { text: &text }).await?;
    show(app, client, Some(viewer), id).await
}

fn too_many(limit: u32) -> ErrorCode {
    ErrorCode::TooMany { limit: limit as usize }
}

pub(super) async fn join_step(
    app: &App,
    account: AccountId,
    loaded: &Loaded,
    text: &str,
) -> Result<Option<Step>, Error> {
    let (team, open) = (&loaded.team, loaded.data.open);
    match loaded.role() {
        Some(TeamRole::Leader | TeamRole::Member) => return Ok(None),
        Some(TeamRole::Blocked) => return Err(ErrorCode::Forbidden.into()),
        Some(TeamRole::Request) if !open => return Ok(None),
        Some(TeamRole::Request) => {}
        None => check_numbers(app, account, false).await?,
    }
    let now = app.clock.now();
    if open {
        if team.members >= MAX_TEAM_MEMBERS {
            return Err(too_many(MAX_TEAM_MEMBERS).into());
        }
        let new = member(team.id, account, TeamRole::Member, now);
        let statements = vec![stored::update(&after(team, 1), team.version, app.jobs.epoch), stored::set_member(&new)];
        return Ok(Some(Step { statements, ..Step::default() }));
    }
    if stored::count(&*app.database, team.id, TeamRole::Request).await? >= MAX_TEAM_REQUESTS {
        return Err(too_many(MAX_TEAM_REQUESTS).into());
    }
    let new = TeamMember { note: text.to_owned(), ..member(team.id, account, TeamRole::Request, now) };
    let mut step = Step {
        statements: vec![stored::update(&after(team, 0), team.version, app.jobs.epoch), stored::set_member(&new)],
        ..Step::default()
    };
    let hidden = hidden_from(app, account).await?;
    for leader in stored::with_role(&*app.database, team.id, TeamRole::Leader, MAX_TEAM_LEADERS).await? {
        if !hidden.contains(&leader.account) {
            let state = format!("{account}-{now}");
            let new = notification(loaded, leader.account, NotificationKind::TeamRequest, state);
            step.statements.extend(statements(app, new).await?);
            step.notified.push(leader.account);
        }
    }
    Ok(Some(step))
}

fn notification(loaded: &Loaded, account: AccountId, kind: NotificationKind, state: String) -> NewNotification {
    NewNotification { account, kind, subject: loaded.team.id.to_string(), state, seen: false }
}

/// Leaves a team, or withdraws a request to join it.
///
/// # Errors
/// `NotFound` if there is no such team, `LastLeader` for its only leader.
pub async fn leave(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<Team, Error> {
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(0))?;
    carry_out(app, client, viewer, id, &Change::Leave).await?;
    show(app, client, Some(viewer), id).await
}

pub(super) async fn leave_step(app: &App, account: AccountId, loaded: &Loaded) -> Result<Option<Step>, Error> {
    let Some(own) = &loaded.own else { return Ok(None) };
    match own.role {
        TeamRole::Blocked => return Ok(None),
        TeamRole::Leader => check_not_last(app, loaded).await?,
        TeamRole::Member | TeamRole::Request => {}
    }
    let mut statements = without(app, loaded, own).await?;
    statements.push(stored::remove_member(loaded.team.id, account));
    Ok(Some(Step { statements, ..Step::default() }))
}

async fn check_not_last(app: &App, loaded: &Loaded) -> Result<(), Error> {
    let leaders = stored::count(&*app.database, loaded.team.id, TeamRole::Leader).await?;
    if leaders > 1 { Ok(()) } else { Err(ErrorCode::LastLeader.into()) }
}

/// Statements that count a member or request less, and mark the notifications about it as done.
async fn without(app: &App, loaded: &Loaded, gone: &TeamMember) -> Result<Vec<Statement>, StoreError> {
    let (team, subject) = (&loaded.team, loaded.team.id.as_str());
    let change = if gone.role.is_member() { -1 } else { 0 };
    let mut statements = vec![stored::update(&after(team, change), team.version, app.jobs.epoch)];
    let kinds = [NotificationKind::TeamMessage, NotificationKind::TeamRequest, NotificationKind::TeamAccepted];
    statements.extend(kinds.map(|kind| done(app, Some(gone.account), kind, subject)));
    statements.extend(answered(app, loaded, gone).await?);
    Ok(statements)
}

/// Statement that marks the leaders' notifications as done, if no other request is open.
async fn answered(app: &App, loaded: &Loaded, gone: &TeamMember) -> Result<Option<Statement>, StoreError> {
    if gone.role != TeamRole::Request {
        return Ok(None);
    }
    let open = stored::count(&*app.database, loaded.team.id, TeamRole::Request).await?;
    Ok((open <= 1).then(|| done(app, None, NotificationKind::TeamRequest, loaded.team.id.as_str())))
}

/// Carries out a leader's action on an account.
///
/// # Errors
/// `NotFound` if there is no such team, or the account has not the role that the action is for; `Forbidden` if the viewer does not lead
/// the team, or has led it for a shorter time than the account; `LastLeader` and `Oneself` for actions on oneself; `TooMany` for more
/// members, leaders or teams of the account than there may be.
pub async fn act(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    account: &str,
    action: TeamAction,
) -> Result<(), Error> {
    let account = account.parse().map_err(|_| ErrorCode::NotFound)?;
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(0))?;
    carry_out(app, client, viewer, id, &Change::Act { account, action }).await
}

pub(super) async fn act_step(
    app: &App,
    loaded: &Loaded,
    account: AccountId,
    action: TeamAction,
) -> Result<Step, Error> {
    let own = loaded.leader()?;
    let team = &loaded.team;
    let target = stored::member_of(&*app.database, team.id, account).await?.ok_or(ErrorCode::NotFound)?;
    let is_self = account == own.account;
    if is_self && action != TeamAction::Demote {
        return Err(ErrorCode::Oneself.into());
    }
    let is_leader = target.role == TeamRole::Leader;
    let senior = (own.since, own.account) < (target.since, target.account);
    if is_leader && !is_self && !senior {
        return Err(ErrorCode::Forbidden.into());
    }
    let fits = match action {
        TeamAction::Accept | TeamAction::Decline => target.role == TeamRole::Request,
        TeamAction::Promote => target.role == TeamRole::Member,
        TeamAction::Demote => is_leader,
        TeamAction::Remove => target.role.is_member(),
        TeamAction::Block => target.role != TeamRole::Blocked,
        TeamAction::Unblock => target.role == TeamRole::Blocked,
    };
    if !fits {
        return Err(ErrorCode::NotFound.into());
    }
    let (now, database) = (app.clock.now(), &*app.database);
    let as_now = |role| TeamMember { quiet: target.quiet, ..member(team.id, account, role, now) };
    let unchanged = || stored::update(&after(team, 0), team.version, app.jobs.epoch);
    let mut step = Step::default();
    match action {
        TeamAction::Accept => {
            if team.members >= MAX_TEAM_MEMBERS {
                return Err(too_many(MAX_TEAM_MEMBERS).into());
            }
            step.statements.push(stored::update(&after(team, 1), team.version, app.jobs.epoch));
            step.statements.push(stored::set_member(&as_now(TeamRole::Member)));
            step.statements.extend(answered(app, loaded, &target).await?);
            let new = notification(loaded, account, NotificationKind::TeamAccepted, now.to_string());
            step.statements.extend(statements(app, new).await?);
            step.notified.push(account);
        }
        TeamAction::Promote => {
            if stored::count(database, team.id, TeamRole::Leader).await? >= MAX_TEAM_LEADERS {
                return Err(too_many(MAX_TEAM_LEADERS).into());
            }
            let roles = stored::of_account(database, account, u32::MAX).await?;
            if roles.iter().filter(|role| role.role == TeamRole::Leader).count() >= MAX_TEAMS_LED {
                return Err(ErrorCode::TooMany { limit: MAX_TEAMS_LED }.into());
            }
            step.statements.extend([unchanged(), stored::set_member(&as_now(TeamRole::Leader))]);
        }
        TeamAction::Demote => {
            check_not_last(app, loaded).await?;
            step.statements.extend([unchanged(), stored::set_member(&as_now(TeamRole::Member))]);
            step.statements.push(done(app, Some(account), NotificationKind::TeamRequest, team.id.as_str()));
        }
        TeamAction::Decline | TeamAction::Remove => {
            step.statements.extend(without(app, loaded, &target).await?);
            step.statements.push(stored::remove_member(team.id, account));
        }
        TeamAction::Block => {
            if stored::count(database, team.id, TeamRole::Blocked).await? >= MAX_TEAM_BLOCKED {
                return Err(too_many(MAX_TEAM_BLOCKED).into());
            }
            step.statements.extend(without(app, loaded, &target).await?);
            step.statements.push(stored::set_member(&member(team.id, account, TeamRole::Blocked, now)));
        }
        TeamAction::Unblock => {
            step.statements.extend([unchanged(), stored::remove_member(team.id, account)]);
        }
    }
    Ok(step)
}

/// Switches the messages of a team off or on for the viewer.
///
/// # Errors
/// `NotFound` if there is no such team; `Forbidden` if the viewer is no member.
pub async fn set_quiet(app: &App, client: Client, viewer: &Viewer, id: &str, quiet: bool) -> Result<(), Error> {
    let loaded = load(app, client, Some(viewer.account), id).await?;
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(0))?;
    let mut statements = vec![stored::set_quiet(loaded.team.id, viewer.account, quiet)];
    if quiet {
        statements.push(done(app, Some(viewer.account), NotificationKind::TeamMessage, loaded.team.id.as_str()));
    }
    if app.transact_if_unchanged(statements).await? { Ok(()) } else { Err(ErrorCode::Forbidden.into()) }
}

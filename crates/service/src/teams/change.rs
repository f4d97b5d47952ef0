//! The one way in which changes of teams are stored; creating, changing and closing teams.

use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_TEAMS, MAX_TEAMS_LED};
use saffron_protocol::teams::{TeamAction, TeamInfo, TeamSettings};
use saffron_store::teams::{self as stored, Team, TeamMember, TeamRole};
use saffron_store::{AccountId, Statement, StoreError, TeamId};

use super::settings::{TeamData, check, key_of};
use super::{Loaded, load, membership, messages, view};
use crate::app::App;
use crate::client::Client;
use crate::config::limits::{MAX_TEAM_ATTEMPTS, TEAM_RENAME_TTL};
use crate::error::Error;
use crate::notifications::{NotificationKind, announce, done};
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;

/// Change of a team by an account.
pub(super) enum Change<'a> {
    Settings(&'a TeamSettings),
    Close,
    Join { text: &'a str },
    Leave,
    Act { account: AccountId, action: TeamAction },
    Write { text: &'a str },
    RemoveMessage { position: i64 },
}

/// What a change stores, and whom it notifies.
#[derive(Default)]
pub(super) struct Step {
    pub(super) statements: Vec<Statement>,
    pub(super) notified: Vec<AccountId>,
}

/// Team after a change of its number of members.
pub(super) fn after(team: &Team, members: i32) -> Team {
    Team { members: team.members.saturating_add_signed(members), version: team.version + 1, ..team.clone() }
}

/// Carries out a change, deciding it again if another one came in between.
///
/// # Errors
/// Those of the decision; `NotFound` if there is no such team, `NameTaken` for the name of another one, `Changed` if others are always
/// faster.
pub(super) async fn carry_out(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    change: &Change<'_>,
) -> Result<(), Error> {
    viewer.require_account()?;
    for _ in 0..MAX_TEAM_ATTEMPTS {
        let loaded = load(app, client, Some(viewer.account), id).await?;
        let Some(step) = decide(app, viewer, &loaded, change).await? else { return Ok(()) };
        match app.transact_if_unchanged(step.statements).await {
            Ok(true) => {
                app.jobs.notifications.wake();
                for account in step.notified {
                    announce(app, account).await;
                }
                return Ok(());
            }
            Ok(false) => {}
            Err(StoreError::Unique(_)) => return Err(ErrorCode::NameTaken.into()),
            Err(error) => return Err(error.into()),
        }
    }
    Err(ErrorCode::Changed.into())
}

/// Step of a change; `None` if there is nothing to do.
async fn decide(app: &App, viewer: &Viewer, loaded: &Loaded, change: &Change<'_>) -> Result<Option<Step>, Error> {
    match change {
        Change::Settings(settings) => settings_step(app, loaded, settings).map_err(Error::from),
        Change::Close => close_step(app, loaded).await.map(Some),
        Change::Join { text } => membership::join_step(app, viewer.account, loaded, text).await,
        Change::Leave => membership::leave_step(app, viewer.account, loaded).await,
        Change::Act { account, action } => membership::act_step(app, loaded, *account, *action).await.map(Some),
        Change::Write { text } => messages::write_step(app, loaded, text).map(Some).map_err(Error::from),
        Change::RemoveMessage { position } => messages::remove_step(app, loaded, *position).await.map(Some),
    }
}

/// Refuses texts of a muted account.
pub(super) fn check_muted(app: &App, viewer: &Viewer) -> Result<(), ErrorCode> {
    let is_muted = viewer.muted_until.is_some_and(|until| app.clock.now() < until);
    if is_muted { Err(ErrorCode::Muted) } else { Ok(()) }
}

/// Creates a team, which the account leads.
///
/// # Errors
/// `AccountRequired` for guests, `Muted` for a muted account, `NameTaken` for a name that is another team's or looks like it, `TooMany`
/// if the account leads or belongs to as many teams, `RateLimited` if the client or the account has used up its budget; `TooLong` or
/// `InvalidField` for the texts.
pub async fn create(app: &App, client: Client, viewer: &Viewer, settings: &TeamSettings) -> Result<TeamInfo, Error> {
    viewer.require_account()?;
    check_muted(app, viewer)?;
    app.budgets.may_use_processor(Payer::Client(client))?;
    let settings = check(settings)?;
    check_numbers(app, viewer.account, true).await?;
    let data = TeamData { description: settings.description, open: settings.open, ..TeamData::default() };
    let now = app.clock.now();
    let team = Team {
        id: TeamId::from_random(app.random.bits()),
        name_key: key_of(&settings.name),
        name: settings.name,
        created_at: now,
        members: 1,
        version: 1,
        data: data.text(),
    };
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(team.data.len()))?;
    let leader = member(team.id, viewer.account, TeamRole::Leader, now);
    let statements = vec![stored::insert(&team, app.jobs.epoch), stored::set_member(&leader)];
    match app.database.transact(statements).await {
        Ok(_) => Ok(view::info(&team)?),
        Err(StoreError::Unique(_)) => Err(ErrorCode::NameTaken.into()),
        Err(error) => Err(error.into()),
    }
}

/// Account with a role from now on.
pub(super) fn member(team: TeamId, account: AccountId, role: TeamRole, since: saffron_live::Millis) -> TeamMember {
    TeamMember { team, account, role, since, note: String::new(), quiet: false }
}

/// Refuses an account that has as many teams as one may belong to, or may lead.
pub(super) async fn check_numbers(app: &App, account: AccountId, leading: bool) -> Result<(), Error> {
    let roles = stored::of_account(&*app.database, account, u32::MAX).await?;
    let count = |wanted: &dyn Fn(TeamRole) -> bool| roles.iter().filter(|own| wanted(own.role)).count();
    if leading && count(&|role| role == TeamRole::Leader) >= MAX_TEAMS_LED {
        return Err(ErrorCode::TooMany { limit: MAX_TEAMS_LED }.into());
    }
    if count(&|role| role != TeamRole::Blocked) >= MAX_TEAMS {
        return Err(ErrorCode::TooMany { limit: MAX_TEAMS }.into());
    }
    Ok(())
}

/// Changes the settings of a team that the viewer leads. Some days after its creation the name keeps its letters: only their spelling
/// may change.
///
/// # Errors
/// `NotFound` if there is no such team, `Forbidden` if the viewer does not lead it, `Muted` for a muted account, `InvalidField` for a
/// name that may no longer be given; otherwise as those of [`create`].
pub async fn set(
    app: &App,
    client: Client,
    viewer: &Viewer,
    id: &str,
    settings: &TeamSettings,
) -> Result<saffron_protocol::teams::Team, Error> {
    check_muted(app, viewer)?;
    let settings = check(settings)?;
    let bytes = settings.name.len() + settings.description.len();
    app.budgets.charge(&[Payer::Client(client), Payer::Account(viewer.account)], Cost::of_message(bytes))?;
    carry_out(app, client, viewer, id, &Change::Settings(&settings)).await?;
    super::show(app, client, Some(viewer), id).await
}

/// Returns whether a team may get any name.
pub(super) fn is_renamable(app: &App, team: &Team) -> bool {
    app.clock.now() - team.created_at < TEAM_RENAME_TTL
}

fn settings_step(app: &App, loaded: &Loaded, settings: &TeamSettings) -> Result<Option<Step>, ErrorCode> {
    loaded.leader()?;
    let (team, name_key) = (&loaded.team, key_of(&settings.name));
    if name_key != team.name_key && !is_renamable(app, team) {
        return Err(ErrorCode::InvalidField { field: "name".to_owned() });
    }
    let data =
        TeamData { description: settings.description.clone(), open: settings.open, ..loaded.data.clone() }.text();
    if settings.name == team.name && data == team.data {
        return Ok(None);
    }
    let next = Team { name: settings.name.clone(), name_key, data, ..after(team, 0) };
    let statements = vec![stored::update(&next, team.version, app.jobs.epoch)];
    Ok(Some(Step { statements, ..Step::default() }))
}

/// Closes a team: removes it with its members and messages. Its arenas stay, and no one else can join those.
///
/// # Errors
/// `NotFound` if there is no such team, `Forbidden` if another account has led it longer.
pub async fn close(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<(), Error> {
    carry_out(app, client, viewer, id, &Change::Close).await
}

async fn close_step(app: &App, loaded: &Loaded) -> Result<Step, Error> {
    let own = loaded.leader()?;
    let first = stored::with_role(&*app.database, loaded.team.id, TeamRole::Leader, 1).await?.pop();
    if first.is_none_or(|first| first.account != own.account) {
        return Err(ErrorCode::Forbidden.into());
    }
    // Not after a change that its leader has not seen, such as a new member.
    let mut statements = vec![stored::update(&after(&loaded.team, 0), loaded.team.version, app.jobs.epoch)];
    statements.extend(removed(app, loaded.team.id));
    Ok(Step { statements, ..Step::default() })
}

/// Statements that remove a team, and mark what its notifications ask for as done.
pub(crate) fn removed(app: &App, id: TeamId) -> Vec<Statement> {
    let mut statements = stored::remove(id, app.jobs.epoch);
    let kinds = [NotificationKind::TeamMessage, NotificationKind::TeamRequest, NotificationKind::TeamAccepted];
    statements.extend(kinds.map(|kind| done(app, None, kind, id.as_str())));
    statements
}

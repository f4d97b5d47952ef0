//! Teams: leaders, members, requests to join, messages to all members.
//!
//! A change is decided on what is stored, and stored with the version that it was decided on; if another one came in between, it is
//! decided again. A leader acts on leaders only who have led for a shorter time, and who has led longest may close the team.

mod change;
mod membership;
mod messages;
mod settings;
mod view;

use std::collections::HashSet;

use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_TEAM_REQUESTS;
use saffron_protocol::teams::{Team, TeamMembers, TeamName, TeamOfAccount, TeamRequests, Teams};
use saffron_store::teams::{self as stored, TeamMember, TeamRole};
use saffron_store::{AccountId, StoreError, TeamId, relations};

pub(crate) use change::removed;
pub use change::{close, create, set};
pub use membership::{act, join, leave, set_quiet};
pub(crate) use messages::{MESSAGE_JOB, deliver, newest, unsend};
pub use messages::{list as messages, remove as remove_message, write};
use settings::{TeamData, key_of};

use crate::app::App;
use crate::client::Client;
use crate::config::limits::{TEAM_MEMBER_PAGE, TEAM_PAGE};
use crate::error::Error;
use crate::parts::budgets::{Cost, Payer};
use crate::session::Viewer;

/// Team as it is stored, and the role of an account in it.
struct Loaded {
    team: stored::Team,
    data: TeamData,
    own: Option<TeamMember>,
}

impl Loaded {
    /// Role of the account.
    fn role(&self) -> Option<TeamRole> {
        self.own.as_ref().map(|own| own.role)
    }

    /// The account as a leader.
    fn leader(&self) -> Result<&TeamMember, ErrorCode> {
        self.own.as_ref().filter(|own| own.role == TeamRole::Leader).ok_or(ErrorCode::Forbidden)
    }
}

/// Team of a path with the role of an account, for which the client pays.
async fn load(app: &App, client: Client, account: Option<AccountId>, id: &str) -> Result<Loaded, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let id: TeamId = id.parse().map_err(|_| ErrorCode::NotFound)?;
    let team = stored::find(&*app.database, id).await?.ok_or(ErrorCode::NotFound)?;
    let own = match account {
        Some(account) => stored::member_of(&*app.database, id, account).await?,
        None => None,
    };
    app.budgets.owe(Payer::Client(client), Cost::of_rows(2));
    let data = TeamData::read(&team)?;
    Ok(Loaded { team, data, own })
}

/// Accounts that an account has blocked or is blocked by.
async fn hidden_from(app: &App, account: AccountId) -> Result<HashSet<AccountId>, StoreError> {
    Ok(relations::blocks_around(&*app.database, account).await?.into_iter().collect())
}

/// Page of teams after those of the pages before, the largest first; or those whose name begins with a text.
///
/// # Errors
/// `InvalidField` for a page that no answer has named; `RateLimited` if the client has used up its processor time.
pub async fn list(
    app: &App,
    client: Client,
    viewer: Option<&Viewer>,
    search: Option<&str>,
    after: Option<&str>,
) -> Result<Teams, Error> {
    app.budgets.may_use_processor(Payer::Client(client))?;
    let cursor = |text: &str| {
        let (members, id) = text.split_once('-')?;
        Some((members.parse().ok()?, id.parse().ok()?))
    };
    let invalid = || ErrorCode::InvalidField { field: "after".to_owned() };
    let after = after.map(|text| cursor(text).ok_or_else(invalid)).transpose()?;
    let key = search.map(|text| key_of(&text.chars().take(crate::config::limits::MAX_NAME).collect::<String>()));
    let (rows, next) = match key.filter(|key| !key.is_empty()) {
        Some(key) => (stored::search(&*app.database, &key, TEAM_PAGE).await?, None),
        None => {
            let rows = stored::largest(&*app.database, after, TEAM_PAGE).await?;
            let is_full = rows.len() == TEAM_PAGE as usize;
            let next = rows.last().filter(|_| is_full).map(|row| format!("{}-{}", row.members, row.id));
            (rows, next)
        }
    };
    app.budgets.owe(Payer::Client(client), Cost::of_rows(rows.len()));
    let own = match viewer.filter(|viewer| !viewer.is_guest() && after.is_none()) {
        Some(viewer) => view::own(app, viewer.account).await?,
        None => Vec::new(),
    };
    Ok(Teams { teams: rows.iter().map(view::info).collect::<Result<_, _>>()?, next, own })
}

/// Teams whose member an account is, the largest first.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn of_account(app: &App, account: AccountId) -> Result<Vec<TeamOfAccount>, Error> {
    let mut teams = view::own(app, account).await?;
    teams.retain(|team| team.role != saffron_protocol::teams::TeamRole::Request);
    teams.sort_by(|one, other| {
        other.team.members.cmp(&one.team.members).then_with(|| one.team.name.cmp(&other.team.name))
    });
    Ok(teams)
}

/// Names of teams by their ids. A team that was closed has an empty name.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn names(app: &App, ids: &[TeamId]) -> Result<Vec<TeamName>, StoreError> {
    let found = if ids.is_empty() { Vec::new() } else { stored::by_ids(&*app.database, ids).await? };
    let name = |id: &TeamId| found.iter().find(|team| team.id == *id).map(|team| team.name.clone()).unwrap_or_default();
    Ok(ids.iter().map(|id| TeamName { id: id.to_string(), name: name(id) }).collect())
}

/// Role of an account in a team with an id; `None` if it has none, or there is no such team.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn role_in(app: &App, team: &str, account: AccountId) -> Result<Option<TeamRole>, StoreError> {
    let Ok(id) = team.parse() else { return Ok(None) };
    Ok(stored::member_of(&*app.database, id, account).await?.map(|member| member.role))
}

/// Team as a viewer sees it.
///
/// # Errors
/// `NotFound` if there is no such team; `RateLimited` if the client has used up its processor time.
pub async fn show(app: &App, client: Client, viewer: Option<&Viewer>, id: &str) -> Result<Team, Error> {
    let loaded = load(app, client, viewer.map(|viewer| viewer.account), id).await?;
    view::team(app, client, &loaded).await
}

/// Page of a team's members, from 1.
///
/// # Errors
/// `NotFound` if there is no such team; `RateLimited` if the client has used up its processor time.
pub async fn members(app: &App, client: Client, id: &str, page: Option<u32>) -> Result<TeamMembers, Error> {
    let Loaded { team, .. } = load(app, client, None, id).await?;
    let page = page.unwrap_or(1).max(1);
    let offset = (page - 1).saturating_mul(TEAM_MEMBER_PAGE);
    let rows = stored::members(&*app.database, team.id, offset, TEAM_MEMBER_PAGE).await?;
    // The database skips the rows of the pages before.
    app.budgets.owe(Payer::Client(client), Cost::of_rows(rows.len() + offset.min(team.members) as usize));
    Ok(TeamMembers {
        page,
        pages: team.members.div_ceil(TEAM_MEMBER_PAGE).max(1),
        members: view::members(app, &rows).await?,
    })
}

/// Number of requests to join a team that an account may answer: 0 if it does not lead it.
///
/// # Errors
/// Failures of the store.
pub(crate) async fn open_requests(app: &App, team: TeamId, account: AccountId) -> Result<u32, StoreError> {
    let role = stored::member_of(&*app.database, team, account).await?.map(|member| member.role);
    if role != Some(TeamRole::Leader) {
        return Ok(0);
    }
    let hidden = hidden_from(app, account).await?;
    let open = stored::with_role(&*app.database, team, TeamRole::Request, MAX_TEAM_REQUESTS).await?;
    let count = open.iter().filter(|request| !hidden.contains(&request.account)).count();
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Requests to join a team of the viewer, and the accounts that may not ask again.
///
/// # Errors
/// `NotFound` if there is no such team, `Forbidden` if the viewer does not lead it; `RateLimited` if the client has used up its processor
/// time.
pub async fn requests(app: &App, client: Client, viewer: &Viewer, id: &str) -> Result<TeamRequests, Error> {
    let loaded = load(app, client, Some(viewer.account), id).await?;
    loaded.leader()?;
    view::requests(app, client, viewer.account, loaded.team.id).await
}

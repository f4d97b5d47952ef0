//! Teams as lists and pages show them.

use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::{MAX_TEAM_LEADERS, MAX_TEAM_REQUESTS};
use saffron_protocol::teams::{
    Team, TeamBlocked, TeamInfo, TeamMember, TeamMessage, TeamOfAccount, TeamRequest, TeamRequests, TeamRole, TeamYou,
};
use saffron_store::teams as stored;
use saffron_store::{AccountId, TeamId};

use super::change::is_renamable;
use super::settings::TeamData;
use super::{Loaded, hidden_from, open_requests};
use crate::app::App;
use crate::client::Client;
use crate::config::limits::MAX_TEAM_BLOCKED;
use crate::error::Error;
use crate::games::info::{accounts_of, player};
use crate::parts::budgets::{Cost, Payer};
use crate::{arenas, simuls};

/// Team as it is listed.
pub(super) fn info(team: &stored::Team) -> Result<TeamInfo, ErrorCode> {
    let open = TeamData::read(team)?.open;
    Ok(TeamInfo { id: team.id.to_string(), name: team.name.clone(), members: team.members, open })
}

/// Role as others see it; `None` for an account that may not ask to join.
fn shown_role(role: stored::TeamRole) -> Option<TeamRole> {
    match role {
        stored::TeamRole::Leader => Some(TeamRole::Leader),
        stored::TeamRole::Member => Some(TeamRole::Member),
        stored::TeamRole::Request => Some(TeamRole::Request),
        stored::TeamRole::Blocked => None,
    }
}

/// Teams of an account with its roles, by their names.
pub(super) async fn own(app: &App, account: AccountId) -> Result<Vec<TeamOfAccount>, Error> {
    let roles = stored::of_account(&*app.database, account, u32::MAX).await?;
    let ids: Vec<TeamId> = roles.iter().map(|own| own.team).collect();
    let teams = stored::by_ids(&*app.database, &ids).await?;
    let mut shown = Vec::new();
    for own in roles {
        let team = teams.iter().find(|team| team.id == own.team);
        if let (Some(team), Some(role)) = (team, shown_role(own.role)) {
            shown.push(TeamOfAccount { team: info(team)?, role });
        }
    }
    shown.sort_by_cached_key(|own| (own.team.name.to_lowercase(), own.team.id.clone()));
    Ok(shown)
}

/// Team as the account that it was loaded for sees it.
pub(super) async fn team(app: &App, client: Client, loaded: &Loaded) -> Result<Team, Error> {
    let Loaded { team, data, own } = loaded;
    let leaders = stored::with_role(&*app.database, team.id, stored::TeamRole::Leader, MAX_TEAM_LEADERS).await?;
    let arenas = arenas::of_team(app, team.id).await?;
    let simuls = simuls::of_team(app, team.id).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(leaders.len() + arenas.len() + simuls.len()));
    let leads = own.as_ref().filter(|own| own.role == stored::TeamRole::Leader);
    let requests = match leads {
        Some(own) => open_requests(app, team.id, own.account).await?,
        None => 0,
    };
    Ok(Team {
        info: info(team)?,
        description: data.description.clone(),
        created_at: team.created_at,
        leaders: members(app, &leaders).await?,
        you: own
            .as_ref()
            .and_then(|own| Some(TeamYou { role: shown_role(own.role)?, since: own.since, quiet: own.quiet })),
        requests,
        renamable: leads.is_some() && is_renamable(app, team),
        arenas,
        simuls,
    })
}

/// Members with their names. Those whose account is not there are left out.
pub(super) async fn members(app: &App, rows: &[stored::TeamMember]) -> Result<Vec<TeamMember>, Error> {
    let accounts = accounts_of(&*app.database, rows.iter().map(|row| row.account).collect()).await?;
    let shown = rows.iter().filter_map(|row| {
        Some(TeamMember {
            account: row.account.to_string(),
            name: accounts.get(&row.account)?.name.clone()?,
            leader: row.role == stored::TeamRole::Leader,
            online: app.online.is_online(row.account),
            since: row.since,
        })
    });
    Ok(shown.collect())
}

/// Requests to join a team that a leader may answer, and the accounts that may not ask again.
pub(super) async fn requests(
    app: &App,
    client: Client,
    leader: AccountId,
    team: TeamId,
) -> Result<TeamRequests, Error> {
    let database = &*app.database;
    let mut open = stored::with_role(database, team, stored::TeamRole::Request, MAX_TEAM_REQUESTS).await?;
    let hidden = hidden_from(app, leader).await?;
    open.retain(|request| !hidden.contains(&request.account));
    let blocked = stored::with_role(database, team, stored::TeamRole::Blocked, MAX_TEAM_BLOCKED).await?;
    app.budgets.owe(Payer::Client(client), Cost::of_rows(open.len() + blocked.len()));
    let accounts = accounts_of(database, open.iter().chain(&blocked).map(|row| row.account).collect()).await?;
    let name = |account: AccountId| accounts.get(&account).and_then(|account| account.name.clone());
    let request = |row: stored::TeamMember| {
        let name = name(row.account)?;
        Some(TeamRequest { account: row.account.to_string(), name, text: row.note, at: row.since })
    };
    let kept_out =
        |row: &stored::TeamMember| Some(TeamBlocked { account: row.account.to_string(), name: name(row.account)? });
    Ok(TeamRequests {
        blocked: blocked.iter().filter_map(kept_out).collect(),
        requests: open.into_iter().filter_map(request).collect(),
    })
}

/// Messages with the names of their authors.
pub(super) async fn messages(app: &App, rows: &[stored::TeamMessage]) -> Result<Vec<TeamMessage>, Error> {
    let accounts = accounts_of(&*app.database, rows.iter().map(|row| row.author).collect()).await?;
    let shown = rows.iter().map(|row| TeamMessage {
        id: row.position,
        author: accounts.get(&row.author).and_then(|account| player(account, None, false).name),
        at: row.at,
        text: row.text.clone(),
    });
    Ok(shown.collect())
}

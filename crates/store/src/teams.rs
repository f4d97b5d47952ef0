//! Teams: their members, requests to join them, and messages of their leaders.
//!
//! Every change of a team or of who belongs to it goes with an [`update`] in the same transaction, which checks the version of the
//! team and that the server still owns the database. So the number of members is right, and of two changes that were decided on the
//! same state one conflicts.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, TeamId};
use crate::statement::Statement;
use crate::text_enum::text_enum;
use crate::value::{Row, Value};

/// Team without its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    pub id: TeamId,
    pub name: String,
    /// Form of the name in which it is unique, as the caller makes it.
    pub name_key: String,
    pub created_at: Millis,
    /// Number of members, leaders included.
    pub members: u32,
    /// Number of changes.
    pub version: u32,
    /// Settings in the caller's form.
    pub data: String,
}

text_enum!(
    /// Role of an account in a team.
    TeamRole {
        /// Leader, who is a member, too.
        Leader = "leader",
        /// Member.
        Member = "member",
        /// Account that asks to join.
        Request = "request",
        /// Account that may not ask again.
        Blocked = "blocked",
    }
);

impl TeamRole {
    /// Returns whether an account with the role counts as a member.
    pub fn is_member(self) -> bool {
        matches!(self, Self::Leader | Self::Member)
    }
}

/// Account with a role in a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamMember {
    pub team: TeamId,
    pub account: AccountId,
    pub role: TeamRole,
    /// Time from which it has the role.
    pub since: Millis,
    /// Text of a request.
    pub note: String,
    /// True if the member gets no messages.
    pub quiet: bool,
}

/// Message of a leader to all members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamMessage {
    /// Number in the table of messages; new ones get theirs from the database.
    pub position: i64,
    pub team: TeamId,
    pub author: AccountId,
    pub at: Millis,
    pub text: String,
}

const COLUMNS: &str = "id, name, name_key, created_at, members, version, data";
const MEMBER: &str = "team, account, role, since, note, quiet";
const MESSAGE: &str = "position, team, author, at, text";

fn team(row: Row) -> Result<Team, StoreError> {
    let mut columns = row.columns();
    Ok(Team {
        id: columns.take()?,
        name: columns.take()?,
        name_key: columns.take()?,
        created_at: columns.take()?,
        members: columns.take()?,
        version: columns.take()?,
        data: columns.take()?,
    })
}

fn member(row: Row) -> Result<TeamMember, StoreError> {
    let mut columns = row.columns();
    Ok(TeamMember {
        team: columns.take()?,
        account: columns.take()?,
        role: columns.take()?,
        since: columns.take()?,
        note: columns.take()?,
        quiet: columns.take()?,
    })
}

fn message(row: Row) -> Result<TeamMessage, StoreError> {
    let mut columns = row.columns();
    Ok(TeamMessage {
        position: columns.take()?,
        team: columns.take()?,
        author: columns.take()?,
        at: columns.take()?,
        text: columns.take()?,
    })
}

/// Statement that adds a team. It conflicts if the epoch is not the current one; a name that is taken is [`StoreError::Unique`].
pub fn insert(team: &Team, epoch: i64) -> Statement {
    let sql = format!(
        "INSERT INTO teams ({COLUMNS}) SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT), \
         CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS TEXT) FROM server WHERE id = 1 AND epoch = $8"
    );
    Statement::new(sql)
        .with(team.id)
        .with(team.name.as_str())
        .with(team.name_key.as_str())
        .with(team.created_at)
        .with(team.members)
        .with(team.version)
        .with(team.data.as_str())
        .with(epoch)
        .expecting(1)
}

/// Statement that stores a team as it is after the version `before`. It conflicts if the stored version is another one, if there is no
/// such team, or if the epoch is not the current one; a name that is taken is [`StoreError::Unique`].
pub fn update(team: &Team, before: u32, epoch: i64) -> Statement {
    let sql = "UPDATE teams SET name = $1, name_key = $2, members = $3, version = $4, data = $5 \
               WHERE id = $6 AND version = $7 AND EXISTS (SELECT 1 FROM server WHERE id = 1 AND epoch = $8)";
    Statement::new(sql)
        .with(team.name.as_str())
        .with(team.name_key.as_str())
        .with(team.members)
        .with(team.version)
        .with(team.data.as_str())
        .with(team.id)
        .with(before)
        .with(epoch)
        .expecting(1)
}

/// Statements that remove a team with its members, requests and messages. They conflict if there is none, or if the epoch is not the
/// current one.
pub fn remove(id: TeamId, epoch: i64) -> Vec<Statement> {
    let sql = "DELETE FROM teams WHERE id = $1 AND EXISTS (SELECT 1 FROM server WHERE id = 1 AND epoch = $2)";
    vec![
        Statement::new(sql).with(id).with(epoch).expecting(1),
        Statement::new("DELETE FROM team_members WHERE team = $1").with(id),
        Statement::new("DELETE FROM team_messages WHERE team = $1").with(id),
    ]
}

/// Statement that gives an account a role in a team, in place of another one. It conflicts if the account is no person's, such as one
/// that was closed meanwhile.
pub fn set_member(member: &TeamMember) -> Statement {
    let sql = format!(
        "INSERT INTO team_members ({MEMBER}) SELECT CAST($1 AS TEXT), id, CAST($2 AS TEXT), CAST($3 AS BIGINT), \
         CAST($4 AS TEXT), CAST($5 AS BIGINT) FROM accounts WHERE id = $6 AND kind = 'person' \
         ON CONFLICT (team, account) DO UPDATE SET role = excluded.role, since = excluded.since, note = excluded.note, \
         quiet = excluded.quiet"
    );
    Statement::new(sql)
        .with(member.team)
        .with(member.role)
        .with(member.since)
        .with(member.note.as_str())
        .with(member.quiet)
        .with(member.account)
        .expecting(1)
}

/// Statement that takes an account's role in a team. It conflicts if it has none.
pub fn remove_member(team: TeamId, account: AccountId) -> Statement {
    Statement::new("DELETE FROM team_members WHERE team = $1 AND account = $2").with(team).with(account).expecting(1)
}

/// Statement that sets whether a member gets messages. It conflicts if the account is no member.
pub fn set_quiet(team: TeamId, account: AccountId, quiet: bool) -> Statement {
    let sql = "UPDATE team_members SET quiet = $1 WHERE team = $2 AND account = $3 AND role IN ('leader', 'member')";
    Statement::new(sql).with(quiet).with(team).with(account).expecting(1)
}

/// Statement that adds a message, which gets its position from the database.
pub fn insert_message(team: TeamId, author: AccountId, at: Millis, text: &str) -> Statement {
    Statement::new("INSERT INTO team_messages (team, author, at, text) VALUES ($1, $2, $3, $4)")
        .with(team)
        .with(author)
        .with(at)
        .with(text)
        .expecting(1)
}

/// Statement that removes a message of a team. It conflicts if there is none.
pub fn remove_message(team: TeamId, position: i64) -> Statement {
    let sql = "DELETE FROM team_messages WHERE position = $1 AND team = $2";
    Statement::new(sql).with(position).with(team).expecting(1)
}

/// Statements that take an account out of its teams when it is closed. The longest-standing member of a team without another leader
/// leads it from then on; a team without another member is removed.
pub(crate) fn leave_all(account: AccountId) -> Vec<Statement> {
    let sql = [
        "UPDATE team_members SET role = 'leader' WHERE role = 'member' \
         AND team IN (SELECT team FROM team_members WHERE account = $1 AND role = 'leader') \
         AND NOT EXISTS (SELECT 1 FROM team_members AS other \
         WHERE other.team = team_members.team AND other.role = 'leader' AND other.account <> $1) \
         AND NOT EXISTS (SELECT 1 FROM team_members AS other WHERE other.team = team_members.team \
         AND other.role = 'member' AND (other.since, other.account) < (team_members.since, team_members.account))",
        "UPDATE teams SET members = members - 1, version = version + 1 \
         WHERE id IN (SELECT team FROM team_members WHERE account = $1 AND role IN ('leader', 'member'))",
        "DELETE FROM team_members WHERE account = $1",
    ];
    let emptied = [
        "DELETE FROM team_members WHERE team IN (SELECT id FROM teams WHERE members = 0)",
        "DELETE FROM team_messages WHERE team IN (SELECT id FROM teams WHERE members = 0)",
        "DELETE FROM teams WHERE members = 0",
    ];
    sql.map(|sql| Statement::new(sql).with(account)).into_iter().chain(emptied.map(Statement::new)).collect()
}

async fn read(database: &dyn Database, statement: Statement) -> Result<Vec<Team>, StoreError> {
    database.read(statement).await?.into_iter().map(team).collect()
}

/// Team by its id.
///
/// # Errors
///
/// Failures of the database.
pub async fn find(database: &dyn Database, id: TeamId) -> Result<Option<Team>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM teams WHERE id = $1");
    Ok(read(database, Statement::new(sql).with(id)).await?.pop())
}

/// Several teams, in any order. Ids without a team are left out.
///
/// # Errors
///
/// Failures of the database.
pub async fn by_ids(database: &dyn Database, ids: &[TeamId]) -> Result<Vec<Team>, StoreError> {
    let mut found = Vec::new();
    for chunk in ids.chunks(crate::games::IDS_PER_STATEMENT) {
        let sql = format!("SELECT {COLUMNS} FROM teams WHERE id IN ({})", crate::games::PLACEHOLDERS);
        let parameters = crate::games::padded(chunk.iter().map(|id| Value::from(*id)));
        found.extend(read(database, Statement { parameters, ..Statement::new(sql) }).await?);
    }
    Ok(found)
}

/// Teams, the largest first, after one with this number of members and id.
///
/// # Errors
///
/// Failures of the database.
pub async fn largest(
    database: &dyn Database,
    after: Option<(u32, TeamId)>,
    limit: u32,
) -> Result<Vec<Team>, StoreError> {
    let order = "ORDER BY members DESC, id DESC";
    let statement = match after {
        Some((members, id)) => {
            let sql = format!("SELECT {COLUMNS} FROM teams WHERE (members, id) < ($1, $2) {order} LIMIT $3");
            Statement::new(sql).with(members).with(id).with(limit)
        }
        None => Statement::new(format!("SELECT {COLUMNS} FROM teams {order} LIMIT $1")).with(limit),
    };
    read(database, statement).await
}

/// Teams whose name begins like this, in the form in which names are unique, by that form.
///
/// # Errors
///
/// Failures of the database.
pub async fn search(database: &dyn Database, name_key: &str, limit: u32) -> Result<Vec<Team>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM teams WHERE name_key >= $1 AND name_key < $2 ORDER BY name_key LIMIT $3");
    let statement = Statement::new(sql).with(name_key).with(format!("{name_key}\u{10ffff}")).with(limit);
    read(database, statement).await
}

/// Role of an account in a team; `None` if it has none.
///
/// # Errors
///
/// Failures of the database.
pub async fn member_of(
    database: &dyn Database,
    team: TeamId,
    account: AccountId,
) -> Result<Option<TeamMember>, StoreError> {
    let sql = format!("SELECT {MEMBER} FROM team_members WHERE team = $1 AND account = $2");
    database.read(Statement::new(sql).with(team).with(account)).await?.pop().map(member).transpose()
}

/// Accounts of a team with a role, those that have it longest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn with_role(
    database: &dyn Database,
    team: TeamId,
    role: TeamRole,
    limit: u32,
) -> Result<Vec<TeamMember>, StoreError> {
    let sql =
        format!("SELECT {MEMBER} FROM team_members WHERE team = $1 AND role = $2 ORDER BY since, account LIMIT $3");
    let rows = database.read(Statement::new(sql).with(team).with(role).with(limit)).await?;
    rows.into_iter().map(member).collect()
}

/// Page of a team's members: leaders first, then those who have been it longest.
///
/// # Errors
///
/// Failures of the database.
pub async fn members(
    database: &dyn Database,
    team: TeamId,
    offset: u32,
    limit: u32,
) -> Result<Vec<TeamMember>, StoreError> {
    let sql = format!(
        "SELECT {MEMBER} FROM team_members WHERE team = $1 AND role IN ('leader', 'member') \
         ORDER BY role, since, account LIMIT $2 OFFSET $3"
    );
    let rows = database.read(Statement::new(sql).with(team).with(limit).with(offset)).await?;
    rows.into_iter().map(member).collect()
}

/// Members that get messages, in the order of their ids, from the one after `after`.
///
/// # Errors
///
/// Failures of the database.
pub async fn readers(
    database: &dyn Database,
    team: TeamId,
    after: Option<AccountId>,
    limit: u32,
) -> Result<Vec<AccountId>, StoreError> {
    let sql = "SELECT account FROM team_members WHERE team = $1 AND account > $2 AND role IN ('leader', 'member') \
               AND quiet = 0 ORDER BY account LIMIT $3";
    let after = after.map(|id| id.to_string()).unwrap_or_default();
    let rows = database.read(Statement::new(sql).with(team).with(after).with(limit)).await?;
    rows.into_iter().map(Row::first).collect()
}

/// Number of accounts with a role in a team.
///
/// # Errors
///
/// Failures of the database.
pub async fn count(database: &dyn Database, team: TeamId, role: TeamRole) -> Result<u32, StoreError> {
    let sql = "SELECT COUNT(*) FROM team_members WHERE team = $1 AND role = $2";
    let rows = database.read(Statement::new(sql).with(team).with(role)).await?;
    rows.into_iter().next().map_or(Ok(0), Row::first)
}

/// Roles of an account in its teams, the oldest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_account(
    database: &dyn Database,
    account: AccountId,
    limit: u32,
) -> Result<Vec<TeamMember>, StoreError> {
    let sql = format!("SELECT {MEMBER} FROM team_members WHERE account = $1 ORDER BY since, team LIMIT $2");
    let rows = database.read(Statement::new(sql).with(account).with(limit)).await?;
    rows.into_iter().map(member).collect()
}

/// Messages of a team, the newest first, before one with this position.
///
/// # Errors
///
/// Failures of the database.
pub async fn messages(
    database: &dyn Database,
    team: TeamId,
    before: Option<i64>,
    limit: u32,
) -> Result<Vec<TeamMessage>, StoreError> {
    let sql = format!(
        "SELECT {MESSAGE} FROM team_messages WHERE team = $1 AND position < $2 ORDER BY position DESC LIMIT $3"
    );
    let statement = Statement::new(sql).with(team).with(before.unwrap_or(i64::MAX)).with(limit);
    database.read(statement).await?.into_iter().map(message).collect()
}

/// Message of a team by its position.
///
/// # Errors
///
/// Failures of the database.
pub async fn find_message(
    database: &dyn Database,
    team: TeamId,
    position: i64,
) -> Result<Option<TeamMessage>, StoreError> {
    let sql = format!("SELECT {MESSAGE} FROM team_messages WHERE position = $1 AND team = $2");
    database.read(Statement::new(sql).with(position).with(team)).await?.pop().map(message).transpose()
}

/// Messages that an account has written, the newest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn messages_by(
    database: &dyn Database,
    author: AccountId,
    limit: u32,
) -> Result<Vec<TeamMessage>, StoreError> {
    let sql = format!("SELECT {MESSAGE} FROM team_messages WHERE author = $1 ORDER BY position DESC LIMIT $2");
    database.read(Statement::new(sql).with(author).with(limit)).await?.into_iter().map(message).collect()
}

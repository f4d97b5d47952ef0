//! Teams: members, requests to join, and messages of leaders to all members.

use saffron_live::Millis;
use serde::{Deserialize, Serialize};

use crate::arenas::ArenaInfo;
use crate::simuls::SimulInfo;

/// Role of an account in a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TeamRole {
    /// It leads the team, and is a member.
    Leader,
    /// It is a member.
    Member,
    /// It asks to join.
    Request,
}

/// Settings of a team.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamSettings {
    /// The name: 3 to 40 characters. No other team has it, in any spelling that looks alike.
    pub name: String,
    /// The description: paragraphs of plain text, at most 2,000 characters; may be empty.
    pub description: String,
    /// True if everyone may join; otherwise a leader accepts requests.
    pub open: bool,
}

/// Team among others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamInfo {
    /// The id: ten letters and digits.
    pub id: String,
    /// The name.
    pub name: String,
    /// The number of members, leaders included.
    pub members: u32,
    /// True if everyone may join.
    pub open: bool,
}

/// Team of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamOfAccount {
    /// The team.
    pub team: TeamInfo,
    /// The role of the account in it.
    pub role: TeamRole,
}

/// Name of a team, for what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamName {
    /// The id of the team.
    pub id: String,
    /// The name; empty if the team was closed.
    pub name: String,
}

/// Page of teams.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Teams {
    /// The teams: the largest first, or those that were searched for by name.
    pub teams: Vec<TeamInfo>,
    /// What the next page is asked for with; `None` if there is none.
    pub next: Option<String>,
    /// On the first page the teams of the requesting account, with those that it asks to join.
    pub own: Vec<TeamOfAccount>,
}

/// Member of a team.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamMember {
    /// The id of the account.
    pub account: String,
    /// The name of the account.
    pub name: String,
    /// True if the account leads the team.
    pub leader: bool,
    /// True if the account is connected.
    pub online: bool,
    /// The time from which it has its role.
    pub since: Millis,
}

/// The requesting account in a team.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamYou {
    /// The role.
    pub role: TeamRole,
    /// The time from which it has the role.
    pub since: Millis,
    /// True if it gets no messages of the team.
    pub quiet: bool,
}

/// Team with what its page shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Team {
    /// The team as it is listed.
    pub info: TeamInfo,
    /// The description.
    pub description: String,
    /// The time of its creation.
    pub created_at: Millis,
    /// The leaders, those who have led longest first.
    pub leaders: Vec<TeamMember>,
    /// The requesting account; `None` if it has no role in the team.
    pub you: Option<TeamYou>,
    /// The number of requests that the requesting account may answer.
    pub requests: u32,
    /// True if the requesting account may give the team any free name; later a leader may change its spelling only.
    pub renamable: bool,
    /// The arenas of the team: those that are played or will be, the next ones first, then those that are over, the last ones first.
    pub arenas: Vec<ArenaInfo>,
    /// The simuls of the team: those that are not over, the last changed first, then the others.
    pub simuls: Vec<SimulInfo>,
}

/// Page of a team's members.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamMembers {
    /// The page, from 1.
    pub page: u32,
    /// The number of pages.
    pub pages: u32,
    /// The members, at most 50: leaders first, then those who have been it longest.
    pub members: Vec<TeamMember>,
}

/// Body of a request to join a team.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamJoin {
    /// A text for the leaders, at most 500 characters; may be empty. Only a team that is not open keeps it.
    pub text: String,
}

/// Request to join a team.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamRequest {
    /// The id of the account.
    pub account: String,
    /// The name of the account.
    pub name: String,
    /// The text.
    pub text: String,
    /// The time of the request.
    pub at: Millis,
}

/// Account that may not ask to join a team again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamBlocked {
    /// The id of the account.
    pub account: String,
    /// The name of the account.
    pub name: String,
}

/// Requests to join a team, for its leaders.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamRequests {
    /// The requests, the oldest first. Those of accounts that have blocked the leader, or that the leader has blocked, are left out.
    pub requests: Vec<TeamRequest>,
    /// The accounts that may not ask again.
    pub blocked: Vec<TeamBlocked>,
}

/// Action of a leader on an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TeamAction {
    /// Accepts a request.
    Accept,
    /// Declines a request.
    Decline,
    /// Makes a member a leader.
    Promote,
    /// Makes a leader a member again.
    Demote,
    /// Removes a member, who may join or ask again.
    Remove,
    /// Removes a member or declines a request; the account may not ask again.
    Block,
    /// Lets an account ask again.
    Unblock,
}

/// Body of an action of a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamActionRequest {
    /// The action.
    pub action: TeamAction,
}

/// Body that switches the messages of a team off or on for the account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamQuiet {
    /// True for no messages.
    pub quiet: bool,
}

/// Message of a leader to all members.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamMessage {
    /// The number of the message, by which it is removed.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: i64,
    /// The name of its author; `None` if the account is closed.
    pub author: Option<String>,
    /// The time of the message.
    pub at: Millis,
    /// The text: paragraphs of plain text.
    pub text: String,
}

/// Page of a team's messages, for its members and for moderators.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamMessages {
    /// The messages, the newest first. Those of accounts that have blocked the reader, or that the reader has blocked, are left out.
    pub messages: Vec<TeamMessage>,
    /// What the next page is asked for with; `None` if there is none.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub next: Option<i64>,
}

/// Body of a message to all members.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NewTeamMessage {
    /// The text: paragraphs of plain text, at most 2,000 characters.
    pub text: String,
}

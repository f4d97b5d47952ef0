//! Reports and the actions of moderators.

use saffron_live::Millis;
use serde::{Deserialize, Serialize};

/// Reason of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ReportReason {
    /// Use of an engine.
    Cheating,
    /// Insults, threats, spam.
    Abuse,
    /// Leaving games, letting time run out.
    Stalling,
    /// An offensive name.
    Name,
    /// Another reason.
    Other,
}

/// Body of a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReportRequest {
    /// The reason of the report.
    pub reason: ReportReason,
    /// A description of what happened, at most 1,000 bytes.
    pub text: String,
    /// The game in which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub game: Option<String>,
    /// True if moderators may read the last messages of the conversation with the reported account.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub messages: bool,
}

/// Report as moderators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Report {
    /// The id of the report.
    pub id: String,
    /// The name of the account that reports; `None` for a guest or a closed account.
    pub by: Option<String>,
    /// The name of the reported account, or its id if it has no name.
    pub about: String,
    /// The reason of the report.
    pub reason: ReportReason,
    /// A description of what happened.
    pub text: String,
    /// The game.
    pub game: Option<String>,
    /// The number of messages that moderators may read.
    pub messages: u32,
    /// The time of the report.
    pub at: Millis,
    /// The time at which a moderator closed it; `None` while it is open.
    pub closed_at: Option<Millis>,
    /// The name of the moderator who closed it.
    pub closed_by: Option<String>,
}

/// Reports for moderators.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reports {
    /// The open reports, oldest first.
    pub open: Vec<Report>,
    /// Recently closed reports, latest first.
    pub closed: Vec<Report>,
}

/// Action of a moderator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Action {
    /// Bars an account from chats for a number of hours; 0 lifts the bar.
    Mute {
        /// The name of the account.
        name: String,
        /// The number of hours.
        hours: u32,
    },
    /// Bars an account from new games for a number of hours; 0 lifts the bar.
    Suspend {
        /// The name of the account.
        name: String,
        /// The number of hours.
        hours: u32,
    },
    /// Ends a running game as a forfeit of one side.
    Forfeit {
        /// The id of the game.
        game: String,
        /// The side that loses: `w` or `b`.
        side: char,
    },
    /// Closes a report.
    CloseReport {
        /// The id of the report.
        id: String,
    },
    /// Reads the messages that a report is about. It is in the log only: the request for them records it.
    ReadMessages {
        /// The id of the report.
        id: String,
    },
    /// Removes a solving contest with its results, for example because of its name.
    RemoveContest {
        /// The id of the contest.
        contest: String,
    },
    /// Removes a tournament with its results, for example because of its name.
    RemoveTournament {
        /// The id of the tournament.
        tournament: String,
    },
    /// Removes a team with its messages, for example because of its name or description.
    RemoveTeam {
        /// The id of the team.
        team: String,
    },
    /// Removes a message to the members of a team.
    RemoveTeamMessage {
        /// The id of the team.
        team: String,
        /// The number of the message.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        message: i64,
    },
    /// Removes an Elo list, for example because of its name.
    RemoveEloList {
        /// The id of the list.
        list: String,
    },
}

/// Body of a request for a moderator's action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ActionRequest {
    /// The action.
    pub action: Action,
    /// The moderator's reason, for the audit log.
    pub note: String,
}

/// Line of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AuditLine {
    /// The time of the action.
    pub at: Millis,
    /// The name of the moderator, or the id of the account if it has no name.
    pub by: String,
    /// The action.
    pub action: Action,
    /// The moderator's reason.
    pub note: String,
}

/// Page of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AuditLog {
    /// The lines, latest first.
    pub lines: Vec<AuditLine>,
    /// Value of `before` in the request for the next page; `None` on the last one.
    pub next: Option<String>,
}

/// Lag of the moves of a game. Moves whose time was not charged are left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameLag {
    /// The lag of White.
    pub white: SideLag,
    /// The lag of Black.
    pub black: SideLag,
    /// The lag of each move, moves taken back included.
    pub moves: Vec<MoveLag>,
}

/// Lag of a side, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SideLag {
    /// The number of moves whose time was charged.
    pub moves: u32,
    /// The total compensated lag.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub lag: u64,
    /// The median of the measured round trips; 0 if none was measured.
    pub usual_round_trip: u32,
    /// The longest measured round trip.
    pub longest_round_trip: u32,
}

/// Lag of a move, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveLag {
    /// The number of the move's event.
    pub seq: u32,
    /// The side that moved: `w` or `b`.
    pub side: char,
    /// The time charged.
    pub spent: u32,
    /// The compensated lag.
    pub lag: u32,
    /// The upper bound of the lag by the server's own measurements.
    pub round_trip: u32,
}

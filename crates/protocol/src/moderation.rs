//! Reports, and what moderators do.

use saffron_live::Millis;
use serde::{Deserialize, Serialize};

/// What a report is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ReportReason {
    /// Help of an engine.
    Cheating,
    /// Insults, threats, spam.
    Abuse,
    /// Leaving games, letting time run out.
    Stalling,
    /// An offending name.
    Name,
    /// Anything else.
    Other,
}

/// The body of a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReportRequest {
    /// What it is about.
    pub reason: ReportReason,
    /// What happened: at most 1,000 bytes.
    pub text: String,
    /// The game in which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub game: Option<String>,
}

/// A report as moderators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Report {
    /// The id.
    pub id: String,
    /// Who reports; `None` for a guest or a closed account.
    pub by: Option<String>,
    /// Whom, by the name; the id of the account where it has none.
    pub about: String,
    /// What it is about.
    pub reason: ReportReason,
    /// What happened.
    pub text: String,
    /// The game.
    pub game: Option<String>,
    /// When.
    pub at: Millis,
    /// When a moderator closed it; `None` while it is open.
    pub closed_at: Option<Millis>,
    /// The moderator.
    pub closed_by: Option<String>,
}

/// Reports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reports {
    /// The open ones, the oldest first.
    pub open: Vec<Report>,
    /// Some closed ones, the latest first.
    pub closed: Vec<Report>,
}

/// What a moderator does to an account, or to a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Action {
    /// No chat for so many hours; 0 ends it.
    Mute {
        /// The name of the account.
        name: String,
        /// Hours.
        hours: u32,
    },
    /// No games for so many hours; 0 ends it.
    Suspend {
        /// The name of the account.
        name: String,
        /// Hours.
        hours: u32,
    },
    /// Ends a running game by forfeit of a side.
    Forfeit {
        /// The game.
        game: String,
        /// The side: `w` or `b`.
        side: char,
    },
    /// Closes a report.
    CloseReport {
        /// Its id.
        id: String,
    },
}

/// The body of an action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ActionRequest {
    /// What is done.
    pub action: Action,
    /// Why: for the audit log.
    pub note: String,
}

/// A line of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AuditLine {
    /// When.
    pub at: Millis,
    /// The moderator, by the name; the id of the account where it has none.
    pub by: String,
    /// What was done.
    pub action: Action,
    /// Why.
    pub note: String,
}

/// The audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AuditLog {
    /// The latest first.
    pub lines: Vec<AuditLine>,
    /// What to ask for the next page with (`before`); `None` on the last one.
    pub next: Option<String>,
}

/// The lag of a game's moves. Moves whose time was not charged are left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameLag {
    /// White's.
    pub white: SideLag,
    /// Black's.
    pub black: SideLag,
    /// Each move, taken-back ones included.
    pub moves: Vec<MoveLag>,
}

/// The lag of a side (milliseconds).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SideLag {
    /// Moves whose time was charged.
    pub moves: u32,
    /// What was given back, all together.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub lag: u64,
    /// The median of the measured round trips; 0 where none was measured.
    pub usual_round_trip: u32,
    /// The longest measured round trip.
    pub longest_round_trip: u32,
}

/// The lag of a move (milliseconds).
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
    /// The lag given back.
    pub lag: u32,
    /// The most that the lag could be by the server's own measurements.
    pub round_trip: u32,
}

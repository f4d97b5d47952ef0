//! Round robins by correspondence, with groups and finals.

use saffron_live::Millis;
use saffron_tournament::correspondence::CorrespondenceSettings;
use serde::{Deserialize, Serialize};

use crate::game::Player;

/// Status of a round robin by correspondence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum CorrespondenceStatus {
    /// Players can enter.
    Open,
    /// It is played.
    Running,
    /// The final is over.
    Over,
    /// It was cancelled, or too few had entered at its start.
    Cancelled,
}

/// Round robin by correspondence in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CorrespondenceInfo {
    /// The id: ten letters and digits.
    pub id: String,
    /// The name of the organiser; `None` if the account is closed.
    pub organiser: Option<String>,
    /// The settings; name and description are empty if the account of the organiser was erased.
    pub settings: CorrespondenceSettings,
    /// The status.
    pub status: CorrespondenceStatus,
    /// The number of players who have entered.
    pub players: u32,
    /// The number of the stage, from 1; 0 before the start.
    pub stage: u32,
}

/// Round robins by correspondence of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CorrespondenceTournaments {
    /// Those that are open or played, the last changed first, at most 50.
    pub current: Vec<CorrespondenceInfo>,
    /// Those that are over, the last ones first, at most 50.
    pub past: Vec<CorrespondenceInfo>,
}

/// Round robin by correspondence with its groups.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CorrespondenceTournament {
    /// The tournament as it is listed.
    pub info: CorrespondenceInfo,
    /// The number of its events.
    pub version: u32,
    /// The time of the server.
    pub now: Millis,
    /// All players who have ever entered; other fields name them by their places here, from 0.
    pub players: Vec<CorrespondencePlayer>,
    /// The stages of groups, the first one first. A later stage with one group is the final.
    pub stages: Vec<Vec<CorrespondenceGroup>>,
    /// The requesting account's place among the players; `None` if it has not entered.
    pub you: Option<u32>,
    /// True if the requesting account may change or cancel the tournament and take players out.
    pub editable: bool,
}

/// Player of a round robin by correspondence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CorrespondencePlayer {
    /// The player, with the rating on entering.
    pub player: Player,
    /// True if the player left before the start, or withdrew.
    pub withdrawn: bool,
}

/// Group of a stage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CorrespondenceGroup {
    /// The standings.
    pub rows: Vec<CorrespondenceRow>,
    /// The games.
    pub games: Vec<CorrespondenceGame>,
}

/// Row of the standings of a group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CorrespondenceRow {
    /// The player.
    pub player: u32,
    /// The rank, from 1; `None` for a player who withdrew so early that the games count for no one.
    pub rank: Option<u32>,
    /// The points in quarters.
    pub points: i32,
    /// Sonneborn-Berger, the number of wins, and the rank among those who are tied before (direct encounter), such as `14.5`.
    pub values: Vec<String>,
    /// The number of games that are over.
    pub played: u32,
    /// True if the player has a place in the next stage.
    pub promoted: bool,
}

/// Game of a group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CorrespondenceGame {
    /// The id of the game.
    pub game: String,
    /// The player of the white pieces.
    pub white: u32,
    /// The player of the black pieces.
    pub black: u32,
    /// The points of White and Black in quarters; `None` while the game is played, and if it counts for neither player.
    pub points: Option<[i32; 2]>,
    /// True if it is over.
    pub over: bool,
    /// False if a player withdrew so early that the game does not count.
    pub counted: bool,
}

/// Request to take a player out of a round robin by correspondence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CorrespondenceWithdrawal {
    /// The id of the account.
    pub account: String,
}

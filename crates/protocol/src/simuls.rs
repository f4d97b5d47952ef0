//! Simultaneous displays (simuls): one host against many opponents.

use saffron_live::{Millis, Speed};
use saffron_rules::Color;
use saffron_tournament::simul::SimulSettings;
use serde::{Deserialize, Serialize};

use crate::game::{GameSummary, Player};
use crate::teams::TeamName;

/// Status of a simul.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SimulStatus {
    /// Players can apply.
    Open,
    /// It is played.
    Running,
    /// All games are over.
    Over,
    /// It was cancelled before its start.
    Cancelled,
}

/// Score of the host of a simul.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SimulScore {
    /// Games that the host has won: those with more points than the opponent has.
    pub wins: u32,
    /// Games with equal points.
    pub draws: u32,
    /// Games that the host has lost.
    pub losses: u32,
    /// The points of the host in quarters.
    pub points: i32,
}

/// Simul in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SimulInfo {
    /// The id: ten letters and digits.
    pub id: String,
    /// The host.
    pub host: Player,
    /// The settings; name and description are empty if the account of the host was erased.
    pub settings: SimulSettings,
    /// The class of the time control.
    pub speed: Speed,
    /// The team whose members may apply; `None` for all.
    pub team: Option<TeamName>,
    /// The status.
    pub status: SimulStatus,
    /// The number of players who have applied or are accepted.
    pub applicants: u32,
    /// The number of those who are accepted: the boards.
    pub accepted: u32,
    /// The number of games that are over.
    pub over: u32,
    /// The score of the host.
    pub score: SimulScore,
}

/// Simuls of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Simuls {
    /// Those that are open or played, the last changed first, at most 50; those of the computers come last.
    pub current: Vec<SimulInfo>,
    /// Those that are over, the last ones first, at most 50.
    pub past: Vec<SimulInfo>,
}

/// Simul with its players and games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Simul {
    /// The simul as it is listed.
    pub info: SimulInfo,
    /// The number of its events.
    pub version: u32,
    /// The time of the server.
    pub now: Millis,
    /// All players who have ever applied; other fields name them by their places here, from 0.
    pub players: Vec<SimulPlayer>,
    /// The games in the order of the boards; empty before the start.
    pub games: Vec<SimulGame>,
    /// The requesting account's place among the players; `None` if it has not applied.
    pub you: Option<u32>,
    /// True if the requesting account is the host.
    pub hosting: bool,
}

/// Status of a player's entry in a simul.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SimulEntry {
    /// The player waits for the host.
    Applied,
    /// The player has a board.
    Accepted,
    /// The player has withdrawn.
    Withdrawn,
    /// The host has removed the player.
    Removed,
}

/// Player of a simul.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SimulPlayer {
    /// The player, with the rating on applying.
    pub player: Player,
    /// The status of the entry.
    pub entry: SimulEntry,
}

/// Game of a simul.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SimulGame {
    /// The id of the game.
    pub game: String,
    /// The opponent.
    pub player: u32,
    /// The side of the host.
    #[serde(with = "saffron_live::side")]
    #[cfg_attr(feature = "typescript", ts(type = "Side"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
    pub host: Color,
    /// The game with its position; `None` if it has not begun yet or never did.
    pub board: Option<GameSummary>,
    /// True if the host is to move.
    pub waits: bool,
    /// True if it is over.
    pub over: bool,
    /// The points of host and opponent in quarters; `None` while the game is played, and if it counts for neither.
    pub points: Option<[i32; 2]>,
}

/// Request about a player of a simul.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SimulPlayerRequest {
    /// The id of the account.
    pub account: String,
}

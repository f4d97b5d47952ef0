//! Arenas: players join and leave at any time and are paired as long as it lasts.

use saffron_live::{Millis, Speed};
use saffron_tournament::arena::{ArenaSettings, GamePoints};
use serde::{Deserialize, Serialize};

use crate::game::{GameSummary, Player};
use crate::teams::TeamName;

/// Stage of an arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ArenaStage {
    /// It has not begun.
    Upcoming,
    /// It is played.
    Running,
    /// Its time is over.
    Over,
    /// It was cancelled before its start.
    Cancelled,
}

/// Arena in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArenaInfo {
    /// The id: ten letters and digits.
    pub id: String,
    /// The name of the organiser; `None` if the account is closed, and for an arena of the server itself.
    pub organiser: Option<String>,
    /// True if the server itself holds the arena. Its name is that of the variant with the time control.
    pub official: bool,
    /// The id of its series; `None` if it is in none.
    pub series: Option<String>,
    /// The settings; name and description are empty if the account of the organiser was erased.
    pub settings: ArenaSettings,
    /// The class of the time control.
    pub speed: Speed,
    /// The stage.
    pub stage: ArenaStage,
    /// The number of players.
    pub players: u32,
    /// The team whose members alone may join; `None` if everyone may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub team: Option<TeamName>,
}

/// Arenas of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Arenas {
    /// The arenas that are played or will be, the next ones first.
    pub current: Vec<ArenaInfo>,
    /// The arenas that are over, the last ones first, at most 50.
    pub past: Vec<ArenaInfo>,
}

/// Arena with a page of its standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Arena {
    /// The arena as it is listed.
    pub info: ArenaInfo,
    /// The number of its events.
    pub version: u32,
    /// The time of the server.
    pub now: Millis,
    /// The page of the standings, from 1.
    pub page: u32,
    /// The rows of the page, at most 20.
    pub standings: Vec<ArenaStanding>,
    /// Games that are played: those of the best players, at most 4.
    pub games: Vec<GameSummary>,
    /// The requesting account as a player; `None` if it has not joined.
    pub you: Option<ArenaYou>,
    /// True if the requesting account may change or cancel the arena and take players out.
    pub editable: bool,
}

/// Row of the standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArenaStanding {
    /// The rank, from 1.
    pub rank: u32,
    /// The player, with the rating on joining.
    pub player: Player,
    /// The points.
    pub score: u32,
    /// What each game gave, in the order of their ends.
    pub sheet: Vec<GamePoints>,
    /// True if the next game counts twice.
    pub streak: bool,
    /// True if the player pauses.
    pub paused: bool,
    /// The id of the game that the player plays.
    pub game: Option<String>,
    /// The performance; `None` before the first game has ended.
    pub performance: Option<i32>,
}

/// The requesting account as a player of an arena.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArenaYou {
    /// The rank, from 1; `None` if the player was taken out.
    pub rank: Option<u32>,
    /// The page of the standings with the player.
    pub page: u32,
    /// The points.
    pub score: u32,
    /// True if the player pauses.
    pub paused: bool,
    /// The id of the game that the player plays.
    pub game: Option<String>,
}

/// Player of an arena with the games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArenaPlayerGames {
    /// The row of the standings.
    pub standing: ArenaStanding,
    /// The games that count, the last one first.
    pub games: Vec<ArenaPlayerGame>,
}

/// Game of a player of an arena.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArenaPlayerGame {
    /// The id of the game.
    pub game: String,
    /// The opponent, with the rating on joining.
    pub opponent: Player,
    /// True if the player had the white pieces.
    pub white: bool,
    /// What the game gave.
    pub points: GamePoints,
}

/// Request to take a player out of an arena.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ArenaDisqualification {
    /// The id of the account.
    pub account: String,
}

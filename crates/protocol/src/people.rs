//! Profiles, ratings, and relations between accounts.

use saffron_live::{Millis, Speed};
use serde::{Deserialize, Serialize};

use crate::game::PlayerKind;

/// Rating in one variant and speed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RatingView {
    /// The id of the variant.
    pub variant: String,
    /// The speed.
    pub speed: Speed,
    /// The rating, rounded.
    pub rating: i32,
    /// The rating deviation, rounded.
    pub deviation: i32,
    /// True if the deviation is 110 or more.
    pub provisional: bool,
    /// The number of rated games.
    pub games: u32,
    /// The rank in the leaderboard, from 1; `None` without one.
    pub rank: Option<u32>,
}

/// Rating from games against computers in one variant, at all speeds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComputerRating {
    /// The id of the variant.
    pub variant: String,
    /// The rating, rounded.
    pub rating: i32,
    /// The rating deviation, rounded.
    pub deviation: i32,
    /// True if the deviation is 110 or more.
    pub provisional: bool,
    /// The number of rated games.
    pub games: u32,
}

/// Public profile of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Profile {
    /// The id of the account.
    pub account: String,
    /// The name.
    pub name: String,
    /// The kind of the account.
    pub kind: PlayerKind,
    /// The time of the account's creation.
    pub created_at: Millis,
    /// True if the account is connected.
    pub online: bool,
    /// The ratings from games against people, most played first.
    pub ratings: Vec<RatingView>,
    /// The ratings from games against computers, most played first. Each variant has a separate pool for these games. A
    /// computer player has only these ratings.
    pub computer_ratings: Vec<ComputerRating>,
    /// The number of ended games.
    pub games: u32,
    /// The number of games won.
    pub wins: u32,
    /// The number of games neither won nor lost.
    pub draws: u32,
    /// The number of games lost.
    pub losses: u32,
    /// The relation of the requesting account to this one; `None` without an account and for oneself.
    pub relation: Option<Relation>,
    /// The end of the account's vacation; `None` without a vacation.
    pub vacation_until: Option<Millis>,
}

/// Relation of the requesting account to another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Relation {
    /// True if the requesting account follows this one.
    pub following: bool,
    /// True if the requesting account has blocked this one.
    pub blocked: bool,
}

/// Point of a rating history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RatingPoint {
    /// The time of the game.
    pub at: Millis,
    /// The rating after the game, rounded.
    pub rating: i32,
}

/// History of a rating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RatingHistory {
    /// The points, oldest first: one for the last game of each day.
    pub points: Vec<RatingPoint>,
}

/// Row of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LeaderboardRow {
    /// The rank, from 1.
    pub rank: u32,
    /// The name.
    pub name: String,
    /// The kind of the account.
    pub kind: PlayerKind,
    /// The rating, rounded.
    pub rating: i32,
    /// The number of rated games.
    pub games: u32,
}

/// Leaderboard of a variant and speed, without provisional ratings and accounts that have not played for a year.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Leaderboard {
    /// People, best first.
    pub people: Vec<LeaderboardRow>,
    /// Computer players, by their ratings from games of the variant against people, at all speeds.
    pub computers: Vec<LeaderboardRow>,
}

/// Account in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PersonRow {
    /// The name.
    pub name: String,
    /// True if the account is connected.
    pub online: bool,
}

/// Accounts that the requesting account follows or has blocked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct People {
    /// The accounts, by name.
    pub people: Vec<PersonRow>,
}

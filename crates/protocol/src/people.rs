//! Profiles, ratings, relations.

use saffron_live::{Millis, Speed};
use serde::{Deserialize, Serialize};

use crate::game::PlayerKind;

/// A rating in one variant and speed.
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
    /// Its deviation, rounded.
    pub deviation: i32,
    /// Whether the deviation is 110 or more.
    pub provisional: bool,
    /// Rated games.
    pub games: u32,
    /// The place in the leaderboard, from 1; `None` for those who have none.
    pub rank: Option<u32>,
}

/// A rating in the games with computers of one variant, at all speeds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComputerRating {
    /// The id of the variant.
    pub variant: String,
    /// The rating, rounded.
    pub rating: i32,
    /// Its deviation, rounded.
    pub deviation: i32,
    /// Whether the deviation is 110 or more.
    pub provisional: bool,
    /// Rated games.
    pub games: u32,
}

/// The public side of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Profile {
    /// The id.
    pub account: String,
    /// The name.
    pub name: String,
    /// What kind of account it is.
    pub kind: PlayerKind,
    /// When it was made.
    pub created_at: Millis,
    /// Whether it is connected.
    pub online: bool,
    /// Its ratings against people, the most played first.
    pub ratings: Vec<RatingView>,
    /// Its ratings in games with computers, which have a pool of their own in each variant, the most played first. A
    /// computer has only these.
    pub computer_ratings: Vec<ComputerRating>,
    /// Ended games.
    pub games: u32,
    /// Of these won.
    pub wins: u32,
    /// Of these neither won nor lost.
    pub draws: u32,
    /// Of these lost.
    pub losses: u32,
    /// What it has to do with whoever asks; `None` for one without an account and for oneself.
    pub relation: Option<Relation>,
    /// Until when it is on vacation.
    pub vacation_until: Option<Millis>,
}

/// What one account has to do with another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Relation {
    /// The asking account follows this one.
    pub following: bool,
    /// The asking account has blocked this one.
    pub blocked: bool,
}

/// A point of the history of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RatingPoint {
    /// When.
    pub at: Millis,
    /// The rating after the game, rounded.
    pub rating: i32,
}

/// The history of a rating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RatingHistory {
    /// The oldest first; the last game of each day.
    pub points: Vec<RatingPoint>,
}

/// A row of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LeaderboardRow {
    /// The place, from 1.
    pub rank: u32,
    /// The name.
    pub name: String,
    /// What kind of account it is.
    pub kind: PlayerKind,
    /// The rating, rounded.
    pub rating: i32,
    /// Rated games.
    pub games: u32,
}

/// The best of a variant and speed, without provisional ratings and those of a year ago.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Leaderboard {
    /// People, the best first.
    pub people: Vec<LeaderboardRow>,
    /// Computers, apart: by their ratings in the games of the variant with people, at all speeds.
    pub computers: Vec<LeaderboardRow>,
}

/// An account in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PersonRow {
    /// The name.
    pub name: String,
    /// Whether it is connected.
    pub online: bool,
}

/// Accounts that the asking one follows or has blocked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct People {
    /// By name.
    pub people: Vec<PersonRow>,
}

//! Elo lists of clubs: players, rated tournaments, and the ratings that follow from them.

use saffron_live::Millis;
use saffron_tournament::elo::{EloChange, EloCommand, EloEntry, EloList as StoredEloList, EloSettings};
use serde::{Deserialize, Serialize};

use crate::team_tournaments::TeamTournamentInfo;
use crate::tournaments::TournamentInfo;

/// Elo list among others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloListInfo {
    /// The id: ten letters and digits.
    pub id: String,
    /// The name; empty if the account of its organiser was erased.
    pub name: String,
    /// The name of the organiser; `None` if the account is closed.
    pub organiser: Option<String>,
    /// The id of the variant; `None` for all variants.
    pub variant: Option<String>,
    /// The number of players.
    pub players: u32,
    /// The number of rated tournaments.
    pub tournaments: u32,
    /// The time of the last change.
    pub updated_at: Millis,
}

/// Page of Elo lists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloLists {
    /// The lists, those that changed last first.
    pub lists: Vec<EloListInfo>,
    /// What the next page is asked for with; `None` if there is none.
    pub next: Option<String>,
}

/// Elo list with its ratings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloList {
    /// The list among others.
    pub info: EloListInfo,
    /// The number of its changes.
    pub version: u32,
    /// The settings.
    pub settings: EloSettings,
    /// The players by rating, the best first; those without one follow by name.
    pub players: Vec<EloPlayer>,
    /// The tournaments in the order in which they are rated.
    pub tournaments: Vec<EloTournamentInfo>,
    /// True if the requesting account may change the list.
    pub editable: bool,
}

/// Player of an Elo list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloPlayer {
    /// The number of the entry.
    pub entry: u32,
    /// The entry.
    pub fields: EloEntry,
    /// The rank, from 1; equal ratings have the same. `None` without a rating.
    pub rank: Option<u32>,
    /// The rating; `None` without one.
    pub rating: Option<u16>,
    /// The number of rated games, with those before the list.
    pub games: u32,
    /// The coefficient K of the next game, by the year of the last tournament; `None` without a rating.
    pub k: Option<u8>,
    /// How the last tournament of the list changed the rating; `None` if the player was not in it, or had no rating before or after.
    pub change: Option<i32>,
    /// The number of tournaments of the list that the player was in.
    pub tournaments: u32,
}

/// Rated tournament of an Elo list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloTournamentInfo {
    /// The id of the tournament on this server; empty if it came from another one.
    pub id: String,
    /// The name.
    pub name: String,
    /// The day of its end, such as `2026-11-29`.
    pub date: String,
    /// True if it is a team tournament.
    pub of_teams: bool,
    /// The number of players who played a game.
    pub players: u32,
    /// The number of games that were played over the board.
    pub games: u32,
}

/// Tournaments of a player of an Elo list, with every number that the rating follows from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloHistory {
    /// The number of the entry.
    pub entry: u32,
    /// The changes, the first tournament first.
    pub changes: Vec<EloChange>,
}

/// Request to carry out a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloCommandRequest {
    /// The version for which the command was made: if the list has changed since, it is refused with `changed`.
    pub version: u32,
    /// The command.
    pub command: EloCommand,
}

/// Tournaments of the account that a list may rate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloCandidates {
    /// The tournaments that are over and of the variant of the list, those that changed last first.
    pub tournaments: Vec<TournamentInfo>,
    /// The team tournaments, likewise.
    pub team_tournaments: Vec<TeamTournamentInfo>,
}

/// What is proposed for a tournament that is to be added to an Elo list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloProposal {
    /// The day of its end, such as `2026-11-29`: the last one of its dates, or the day of its last change.
    pub date: String,
    /// The number of games that were played over the board.
    pub games: u32,
    /// The players who played a game.
    pub players: Vec<ProposedMatch>,
}

/// Player of a tournament, and the entry that has the same name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProposedMatch {
    /// The player of the tournament.
    pub player: u32,
    /// What a new entry would be.
    pub fields: EloEntry,
    /// The entry; `None` if no entry has the name, or several have.
    pub entry: Option<u32>,
}

/// File of an Elo list with all that its ratings follow from, by which it moves to another server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloListFile {
    /// The version of the form: 1.
    pub saffron_elo_list: u32,
    /// The list.
    pub list: StoredEloList,
}

/// Request to take over an Elo list from a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloListImport {
    /// The text of the file.
    pub text: String,
}

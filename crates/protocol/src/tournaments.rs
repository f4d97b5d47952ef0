//! Tournaments over the board: an organiser enters players and results, the server pairs and ranks.

use saffron_live::Millis;
use saffron_tournament::Bye;
use saffron_tournament::state::{Command, Entrant, Event, PairedRound, Settings, System};
use serde::{Deserialize, Serialize};

/// Tournament in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TournamentInfo {
    /// The id: ten letters and digits.
    pub id: String,
    /// The name; empty if the account of its organiser was erased.
    pub name: String,
    /// The name of the organiser; `None` if the account is closed.
    pub organiser: Option<String>,
    /// The id of the variant.
    pub variant: String,
    /// The system of pairings.
    pub system: System,
    /// Where it is played; may be empty.
    pub place: String,
    /// The days as people write them; may be empty.
    pub dates: String,
    /// The number of players.
    pub players: u32,
    /// The number of rounds that are planned.
    pub rounds: u32,
    /// The number of rounds that are paired.
    pub paired: u32,
    /// True if it has ended.
    pub over: bool,
    /// The time of the last change.
    pub updated_at: Millis,
}

/// Tournaments of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tournaments {
    /// The tournaments that are not over, at most 50, those that changed last first.
    pub current: Vec<TournamentInfo>,
    /// The tournaments that are over, at most 50, those that changed last first.
    pub past: Vec<TournamentInfo>,
}

/// Tournament with its players, rounds and standings. Players are named by their ids: their places in `players`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tournament {
    /// The tournament as it is listed.
    pub info: TournamentInfo,
    /// The number of its events.
    pub version: u32,
    /// The settings.
    pub settings: Settings,
    /// All players that were ever entered.
    pub players: Vec<TournamentPlayer>,
    /// The paired rounds.
    pub rounds: Vec<PairedRound>,
    /// The boards, numbered from 1, whose games are known, by rounds.
    pub games: Vec<Vec<u32>>,
    /// The number of rounds after which the standings are.
    pub ranked: u32,
    /// The players who were not removed, the best first.
    pub standings: Vec<TournamentStanding>,
    /// The pairs of players who must not meet.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Vec<u32>>))]
    pub forbidden: Vec<(u32, u32)>,
    /// The arbiters, who may give commands as the organiser does.
    pub arbiters: Vec<TournamentArbiter>,
    /// True if the requesting account may give commands.
    pub editable: bool,
    /// True if the requesting account is the organiser, who appoints arbiters and can remove the tournament.
    pub organised: bool,
}

/// Games of a tournament, by rounds and boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TournamentGames {
    /// The games.
    pub games: Vec<TournamentGame>,
}

/// Arbiter of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TournamentArbiter {
    /// The id of the account.
    pub account: String,
    /// The name; `None` if the account is closed.
    pub name: Option<String>,
}

/// Game of a tournament. Its result is that of its board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TournamentGame {
    /// The round, from 1.
    pub round: u32,
    /// The board, from 1.
    pub board: u32,
    /// The moves from the start of the variant in short notation with English letters, with a space between two.
    pub moves: String,
}

/// Player of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TournamentPlayer {
    /// The entry.
    pub entrant: Entrant,
    /// The pairing number; `None` before numbers are given.
    pub number: Option<u32>,
    /// False after a withdrawal.
    pub present: bool,
    /// True if the entry was removed.
    pub removed: bool,
    /// True if none of the games counts: withdrawn from a round robin before half of them were played.
    pub annulled: bool,
    /// The byes that were requested.
    pub requests: Vec<RequestedBye>,
    /// The penalties and bonuses.
    pub corrections: Vec<PointCorrection>,
}

/// Requested bye.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RequestedBye {
    /// The round, from 1.
    pub round: u32,
    /// The bye.
    pub bye: Bye,
}

/// Penalty or bonus.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PointCorrection {
    /// The round from which on it counts, from 1.
    pub round: u32,
    /// The points in quarters: negative for a penalty.
    pub points: i32,
}

/// Row of the standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TournamentStanding {
    /// The player.
    pub player: u32,
    /// The rank, from 1; those whom the tie-breaks leave tied have the same.
    pub rank: u32,
    /// The points in quarters.
    pub points: i32,
    /// The values of the tie-breaks in their order, such as `14.5`.
    pub values: Vec<String>,
}

/// Request to carry out a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TournamentCommandRequest {
    /// The version for which the command was made: if the tournament has changed since, it is refused with `changed`. Without one
    /// the command holds for any version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub version: Option<u32>,
    /// The command.
    pub command: Command,
}

/// Request to take over a tournament from a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TournamentImport {
    /// The text: a Tournament Report File, or a file of events, which has everything.
    pub text: String,
    /// The id of the variant, which a report does not name.
    pub variant: String,
}

/// File of a tournament with all its events, by which it moves to another server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TournamentFile {
    /// The version of the form: 1.
    pub saffron_tournament: u32,
    /// The events from the first one.
    pub events: Vec<LoggedEvent>,
}

/// Event with its time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoggedEvent {
    /// The time.
    pub at: Millis,
    /// The name of the account that gave the command; `None` if it is closed, or the event came from a file.
    #[serde(default)]
    pub author: Option<String>,
    /// The name of the account that became an arbiter, or is none any more; `None` for other events, and if it is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arbiter: Option<String>,
    /// The event.
    pub event: Event,
}

/// How the values of a player's tie-breaks come about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TieBreakExplanations {
    /// The tie-breaks in their order.
    pub tie_breaks: Vec<TieBreakExplanation>,
}

/// How the value of a tie-break comes about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TieBreakExplanation {
    /// The code, such as `BH-C1`.
    pub code: String,
    /// The value.
    pub value: String,
    /// What the rounds give; empty for values that are counted.
    pub parts: Vec<TieBreakPart>,
}

/// Part of the value of a tie-break.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TieBreakPart {
    /// The round, from 1.
    pub round: u32,
    /// The opponent; `None` for rounds without one.
    pub opponent: Option<u32>,
    /// What the round gives.
    pub value: String,
    /// True if it is left out as the least or the most significant value.
    pub cut: bool,
    /// True if an unplayed round counts as a game against a dummy.
    pub dummy: bool,
}

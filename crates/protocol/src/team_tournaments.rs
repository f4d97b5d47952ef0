//! Team tournaments over the board: an organiser enters teams and the results of boards, the server pairs and ranks.

use saffron_live::Millis;
use saffron_tournament::state::GameResult;
use saffron_tournament::teams::{
    TeamEntry, TeamRoundBye, TeamSystem, TeamTournamentCommand, TeamTournamentEvent, TeamTournamentSettings,
};
use serde::{Deserialize, Serialize};

use crate::tournaments::{RequestedBye, TournamentArbiter};

/// Team tournament in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentInfo {
    /// The id: ten letters and digits.
    pub id: String,
    /// The name; empty if the account of its organiser was erased.
    pub name: String,
    /// The name of the organiser; `None` if the account is closed.
    pub organiser: Option<String>,
    /// The id of the variant.
    pub variant: String,
    /// The system of pairings.
    pub system: TeamSystem,
    /// The number of boards of a match.
    pub boards: u32,
    /// Where it is played; may be empty.
    pub place: String,
    /// The days as people write them; may be empty.
    pub dates: String,
    /// The number of teams.
    pub teams: u32,
    /// The number of rounds that are planned.
    pub rounds: u32,
    /// The number of rounds that are paired.
    pub paired: u32,
    /// True if it has ended.
    pub over: bool,
    /// The time of the last change.
    pub updated_at: Millis,
}

/// Team tournaments of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournaments {
    /// The tournaments that are not over, at most 50, those that changed last first.
    pub current: Vec<TeamTournamentInfo>,
    /// The tournaments that are over, at most 50, those that changed last first.
    pub past: Vec<TeamTournamentInfo>,
}

/// Team tournament with its teams, rounds and standings. Teams are named by their places in `teams`, players by their places in the
/// entries of their teams.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournament {
    /// The tournament as it is listed.
    pub info: TeamTournamentInfo,
    /// The number of its events.
    pub version: u32,
    /// The settings.
    pub settings: TeamTournamentSettings,
    /// All teams that were ever entered.
    pub teams: Vec<TeamTournamentTeam>,
    /// The paired rounds.
    pub rounds: Vec<TeamTournamentRound>,
    /// The number of rounds after which the standings are.
    pub ranked: u32,
    /// The teams that were not removed, the best first.
    pub standings: Vec<TeamTournamentStanding>,
    /// The players who had a board with a known result in these rounds, those with the most points first.
    pub players: Vec<TeamTournamentScore>,
    /// The arbiters, who may give commands as the organiser does.
    pub arbiters: Vec<TournamentArbiter>,
    /// True if the requesting account may give commands.
    pub editable: bool,
    /// True if the requesting account is the organiser, who appoints arbiters and can remove the tournament.
    pub organised: bool,
}

/// Team of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentTeam {
    /// The entry.
    pub entry: TeamEntry,
    /// The pairing number; `None` before numbers are given.
    pub number: Option<u32>,
    /// False after a withdrawal.
    pub present: bool,
    /// True if the entry was removed.
    pub removed: bool,
    /// True if none of the matches counts: withdrawn from a round robin before half of them were played.
    pub annulled: bool,
    /// The players who are marked as absent.
    pub absent: Vec<u32>,
    /// The byes that were requested.
    pub requests: Vec<RequestedBye>,
    /// The penalties and bonuses.
    pub corrections: Vec<TeamPointCorrection>,
}

/// Penalty or bonus of a team.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamPointCorrection {
    /// The round from which on it counts, from 1.
    pub round: u32,
    /// The match points in quarters: negative for a penalty.
    pub match_points: i32,
    /// The game points in quarters.
    pub game_points: i32,
    /// The reason.
    pub reason: String,
}

/// Round of a team tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentRound {
    /// The matches from the first table.
    pub matches: Vec<TeamTournamentMatch>,
    /// The team with the pairing-allocated bye.
    pub bye: Option<u32>,
    /// The teams with other byes: requested, or given for a round without a match.
    pub byes: Vec<TeamRoundBye>,
}

/// Match of two teams.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentMatch {
    /// The team that has White on board 1; colours alternate by boards.
    pub first: u32,
    /// The other team.
    pub second: u32,
    /// The boards from the first one.
    pub boards: Vec<TeamTournamentBoard>,
    /// The game points of the first and the second team so far, in quarters.
    pub game_points: [i32; 2],
    /// Their match points in quarters; `None` while results are missing.
    pub match_points: Option<[i32; 2]>,
}

/// Board of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentBoard {
    /// The player of the first team; `None` without one, and for a team without entered players.
    pub first: Option<u32>,
    /// The player of the second team.
    pub second: Option<u32>,
    /// The result, with the points of the first team's player first; `None` if it is not known.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub result: Option<GameResult>,
    /// True if the moves of its game are known.
    pub game: bool,
}

/// Games of a team tournament, by rounds, tables and boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentGames {
    /// The games.
    pub games: Vec<TeamTournamentGame>,
}

/// Game of a team tournament. Its result is that of its board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentGame {
    /// The round, from 1.
    pub round: u32,
    /// The place of the match among those of the round, from 1.
    pub table: u32,
    /// The board, from 1.
    pub board: u32,
    /// The moves from the start of the variant in short notation with English letters, with a space between two.
    pub moves: String,
}

/// Row of the standings of teams.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentStanding {
    /// The team.
    pub team: u32,
    /// The rank, from 1; those that the tie-breaks leave tied have the same.
    pub rank: u32,
    /// The match points in quarters.
    pub match_points: i32,
    /// The game points in quarters.
    pub game_points: i32,
    /// The values of the tie-breaks in their order, such as `14.5`.
    pub values: Vec<String>,
}

/// Score of a player on boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentScore {
    /// The team of the player.
    pub team: u32,
    /// The player.
    pub player: u32,
    /// The rank, from 1, by points and performance.
    pub rank: u32,
    /// The points in quarters, also of forfeits.
    pub points: i32,
    /// The number of boards with a known result.
    pub boards: u32,
    /// The number of games that were played.
    pub games: u32,
    /// The performance rating against rated opponents; `None` without one.
    pub performance: Option<u16>,
}

/// Request to carry out a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentCommandRequest {
    /// The version for which the command was made: if the tournament has changed since, it is refused with `changed`. Without one
    /// the command holds for any version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub version: Option<u32>,
    /// The command.
    pub command: TeamTournamentCommand,
}

/// Request to take over a team tournament from a file of events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentImport {
    /// The text of the file.
    pub text: String,
}

/// File of a team tournament with all its events, by which it moves to another server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentFile {
    /// The version of the form: 1.
    pub saffron_team_tournament: u32,
    /// The events from the first one.
    pub events: Vec<LoggedTeamEvent>,
}

/// Event of a team tournament with its time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoggedTeamEvent {
    /// The time.
    pub at: Millis,
    /// The name of the account that gave the command; `None` if it is closed, or the event came from a file.
    #[serde(default)]
    pub author: Option<String>,
    /// The name of the account that became an arbiter, or is none any more; `None` for other events, and if it is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arbiter: Option<String>,
    /// The event.
    pub event: TeamTournamentEvent,
}

/// How the values of a team's tie-breaks come about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTieBreakExplanations {
    /// The penalties and bonuses that the points of the standings have in them.
    pub corrections: Vec<TeamPointCorrection>,
    /// The tie-breaks in their order.
    pub tie_breaks: Vec<TeamTieBreakExplanation>,
}

/// How the value of a team's tie-break comes about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTieBreakExplanation {
    /// The code, such as `EMGSB-C1`.
    pub code: String,
    /// The value.
    pub value: String,
    /// What the rounds or boards give; empty for values that are counted.
    pub parts: Vec<TeamTieBreakPart>,
}

/// Part of the value of a team's tie-break.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTieBreakPart {
    /// The round, from 1; `None` for a board.
    pub round: Option<u32>,
    /// The board, from 1; `None` for a round.
    pub board: Option<u32>,
    /// The opponent; `None` for rounds without one, and for boards.
    pub opponent: Option<u32>,
    /// What the round or the board gives.
    pub value: String,
    /// True if it is left out as the least or the most significant value.
    pub cut: bool,
    /// True if an unplayed round counts as a match against a dummy.
    pub dummy: bool,
}

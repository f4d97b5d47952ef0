//! Solving contests: rounds of puzzles that each solver begins in their own time, and the table.

use saffron_live::Millis;
use serde::{Deserialize, Serialize};

use crate::game::PlayerKind;
use crate::puzzles::MinedPuzzle;

/// Request to set a contest. The server chooses the puzzles, which no one sees before they begin a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContestRequest {
    /// The name: at most 80 characters.
    pub name: String,
    /// The id of the variant.
    pub variant: String,
    /// The time from which rounds can be begun; a time in the past means now.
    pub opens_at: Millis,
    /// The time at which the last round ends: at most a year from now.
    pub closes_at: Millis,
    /// The rounds in their order, at most 10.
    pub rounds: Vec<RoundRequest>,
}

/// Round of a contest that is to be set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RoundRequest {
    /// The number of puzzles, from 1 to 20.
    pub puzzles: u32,
    /// The time that each solver has from the beginning of the round, in minutes: from 1 to 10,080, a week.
    pub minutes: u32,
    /// The id of the theme that all puzzles have; `None` for any.
    pub theme: Option<String>,
    /// The least rating of the puzzles.
    pub least: u32,
    /// The greatest rating of the puzzles.
    pub most: u32,
}

/// Contest in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContestInfo {
    /// The id: ten letters and digits.
    pub id: String,
    /// The name; empty if the account of its organiser was erased.
    pub name: String,
    /// The id of the variant.
    pub variant: String,
    /// The name of the organiser; `None` if the account is closed.
    pub organiser: Option<String>,
    /// The time from which rounds can be begun.
    pub opens_at: Millis,
    /// The time at which the last round ends.
    pub closes_at: Millis,
    /// The rounds in their order.
    pub rounds: Vec<RoundInfo>,
    /// The number of accounts that have begun the first round.
    pub solvers: u32,
}

/// Round of a contest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RoundInfo {
    /// The number of puzzles.
    pub puzzles: u32,
    /// The time that each solver has from the beginning of the round, in minutes.
    pub minutes: u32,
    /// The id of the theme that all puzzles have; `None` for any.
    pub theme: Option<String>,
}

/// Contests of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Contests {
    /// The contests that are not over, at most 50, those that close first first.
    pub current: Vec<ContestInfo>,
    /// The contests that are over, at most 50, the latest first.
    pub past: Vec<ContestInfo>,
}

/// Contest with its table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Contest {
    /// The contest.
    pub info: ContestInfo,
    /// The server's time of the reply.
    pub now: Millis,
    /// All solvers, the best first: by points, then by solved puzzles, then by the time of these.
    pub table: Vec<ContestRow>,
    /// The rounds that the requesting account has begun, in their order.
    pub own: Vec<OwnRound>,
    /// True if the requesting account may remove the contest.
    pub removable: bool,
    /// The puzzles of each round; empty before the contest is over.
    pub solutions: Vec<Vec<ContestSolution>>,
}

/// Solver in the table of a contest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContestRow {
    /// The rank, from 1; equal results have the same.
    pub rank: u32,
    /// The name; `None` if the account is closed.
    pub name: Option<String>,
    /// The kind of the account.
    pub kind: PlayerKind,
    /// The points.
    pub points: u32,
    /// The number of solved puzzles.
    pub solved: u32,
    /// The sum of the times of the solved puzzles, each from the beginning of its round, in milliseconds.
    pub took: Millis,
    /// The points of the rounds that the solver has begun, in their order.
    pub rounds: Vec<u32>,
}

/// Round that the requesting account has begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OwnRound {
    /// The time at which the account began it.
    pub started_at: Millis,
    /// The time at which it ends for the account.
    pub ends_at: Millis,
    /// The puzzles, as far as the account has solved them.
    pub puzzles: Vec<ContestPuzzle>,
}

/// Puzzle of a round that an account has begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContestPuzzle {
    /// The position before the first move.
    pub fen: String,
    /// The moves so far in UCI form: the opponent's mistake, if the puzzle begins with one, and the moves that were found with
    /// the replies.
    pub moves: Vec<String>,
    /// The number of moves that are to be found.
    pub length: u32,
    /// The number of moves that were found.
    pub found: u32,
    /// What is asked for.
    pub task: ContestTask,
    /// True if all moves were found, false after a wrong one, `None` while moves are missing.
    pub solved: Option<bool>,
    /// The points.
    pub points: u32,
}

/// What a puzzle asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ContestTask {
    /// The moves that win.
    Win,
    /// Mate with the last move.
    Mate,
    /// Stalemate where that is worth more than a draw.
    Stalemate,
}

/// Request to play a move of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContestMove {
    /// The number of moves that were found before it. A move that was answered already changes nothing.
    pub found: u32,
    /// The move in UCI form.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Puzzle of a contest that is over, with its solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContestSolution {
    /// The puzzle.
    pub puzzle: MinedPuzzle,
    /// The number of solvers who tried it.
    pub tried: u32,
    /// The number of solvers who solved it.
    pub solved: u32,
}

//! Puzzles: what the server knows of them, results of accounts, votes, and best scores.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What the server knows of a variant's puzzles beyond those that are part of the page.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleNews {
    /// The puzzles that the server has mined from its games.
    pub mined: Vec<MinedPuzzle>,
    /// The ratings of puzzles that accounts have tried, by their ids.
    pub ratings: BTreeMap<String, u32>,
    /// The ids of puzzles that too many have voted against; they are not proposed.
    pub withdrawn: Vec<String>,
}

/// Puzzle that the server has mined.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MinedPuzzle {
    /// The id within the variant: ten letters and digits.
    pub id: String,
    /// The position before the first move.
    pub fen: String,
    /// The moves in UCI form. The solver makes the last one: an even number begins with the opponent's mistake.
    pub moves: Vec<String>,
    /// The rating: Elo.
    pub rating: u32,
    /// The ids of the themes.
    pub themes: Vec<String>,
}

/// Request to add results of puzzles, the earliest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleResults {
    /// The results, at most 100.
    pub results: Vec<NewPuzzleResult>,
}

/// Result of a puzzle. The first one of an account with a puzzle counts for the ratings of both; it may be sent again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NewPuzzleResult {
    /// The id of the puzzle.
    pub id: String,
    /// True if it was solved without a mistake.
    pub solved: bool,
    /// False if it counts for no rating: it was solved with a hint.
    pub counts: bool,
    /// The day on which it was tried, in days since 1970-01-01 by the solver's calendar.
    pub day: u32,
    /// True if it was the puzzle of that day.
    pub daily: bool,
}

/// Rating of an account by its puzzles of a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleRating {
    /// Glicko-2 rating.
    pub rating: u32,
    /// Its deviation.
    pub deviation: u32,
    /// The number of results that counted.
    pub results: u32,
}

/// Results of an account with the puzzles of a variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleRecord {
    /// The rating of the account.
    pub rating: PuzzleRating,
    /// The last result with each puzzle, the latest day first.
    pub results: Vec<PuzzleResult>,
    /// The results of the puzzles of the day, the latest first, at most 400.
    pub days: Vec<PuzzleDay>,
}

/// Last result of an account with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleResult {
    /// The id of the puzzle.
    pub id: String,
    /// True if it was solved without a mistake.
    pub solved: bool,
    /// The day on which it was tried, in days since 1970-01-01 by the solver's calendar.
    pub day: u32,
    /// The account's vote on the puzzle: 1, -1, or 0 for none.
    pub vote: i8,
}

/// Result of the puzzle of a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleDay {
    /// The day, in days since 1970-01-01 by the solver's calendar.
    pub day: u32,
    /// True if the puzzle was solved without a mistake.
    pub solved: bool,
}

/// Request to vote on a puzzle that the account has tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleVote {
    /// 1 for a good puzzle, -1 for a bad one, 0 to take the vote back.
    pub vote: i8,
}

/// Best scores of an account, and the request to add some: the higher one of each name is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Scores {
    /// Scores by their names, which the page gives: at most 64 letters, digits, slashes and hyphens; 2,000 names.
    pub scores: BTreeMap<String, u32>,
}

//! Profiles, ratings, and relations between accounts.

use saffron_live::{Millis, Speed};
use serde::{Deserialize, Serialize};

use crate::arenas::ArenaInfo;
use crate::correspondence::CorrespondenceInfo;
use crate::game::{GameSummary, Player, PlayerKind};
use crate::simuls::SimulInfo;
use crate::teams::TeamOfAccount;

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

/// Rating in one variant that no speed belongs to: from games against computers, or from puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VariantRating {
    /// The id of the variant.
    pub variant: String,
    /// The rating, rounded.
    pub rating: i32,
    /// The rating deviation, rounded.
    pub deviation: i32,
    /// True if the deviation is 110 or more.
    pub provisional: bool,
    /// The number of rated games, or puzzles.
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
    /// The strength level of a computer, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub level: Option<u8>,
    /// The time of the account's creation.
    pub created_at: Millis,
    /// True if the account is connected.
    pub online: bool,
    /// The ratings from games against people, most played first.
    pub ratings: Vec<RatingView>,
    /// The ratings from games against computers, most played first. Each variant has a separate pool for these games. A
    /// computer player has only these ratings.
    pub computer_ratings: Vec<VariantRating>,
    /// The ratings from puzzles, most tried first.
    pub puzzle_ratings: Vec<VariantRating>,
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
    /// The score of the requesting account against this one; `None` without an account, for oneself and before the first game.
    pub score: Option<ScoreAgainst>,
    /// The end of the account's vacation; `None` without a vacation.
    pub vacation_until: Option<Millis>,
    /// The teams of the account, the largest first.
    pub teams: Vec<TeamOfAccount>,
}

/// Score of the requesting account against another one, in all ended games of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ScoreAgainst {
    /// The number of games.
    pub games: u32,
    /// The points of the requesting account in quarters: 4 for a win.
    pub points: u32,
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

/// What an account has played in the last half year, and its best win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerSummary {
    /// The last half year.
    pub half_year: HalfYear,
    /// The win against the highest-rated opponent, by ratings at the start of the games: in a rated game, or in a casual one if
    /// the account has won no rated game. `None` without a win against an opponent with a rating.
    pub best_win: Option<BestWin>,
}

/// Figures of the games that an account has begun in 26 weeks, this one included, and that have a result. Weeks begin on
/// Monday; all days are in UTC.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HalfYear {
    /// The beginning of the first day, a Monday.
    pub from: Millis,
    /// The number of games on each day, the last of which is today.
    pub days: Vec<u32>,
    /// The number of days with a game.
    pub active_days: u32,
    /// The greatest number of consecutive days with a game.
    pub longest_streak: u32,
    /// The number of games won.
    pub wins: u32,
    /// The number of games neither won nor lost.
    pub draws: u32,
    /// The number of games lost.
    pub losses: u32,
    /// The variant with the most games; `None` without a game.
    pub favourite: Option<VariantCount>,
    /// The most frequent first move with White in the favourite variant, from its start position; `None` without one.
    pub first_move: Option<FirstMove>,
    /// The most frequent opponent with a name; `None` without one.
    pub opponent: Option<OpponentCount>,
    /// False if the account has played more games than are counted: all figures are then about its latest games.
    pub complete: bool,
}

/// Number of games of a variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VariantCount {
    /// The id of the variant.
    pub variant: String,
    /// The number of games.
    pub games: u32,
}

/// First move of several games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FirstMove {
    /// The move in UCI form.
    pub uci: String,
    /// The move in short notation with English letters.
    pub san: String,
    /// The number of games that began with it.
    pub games: u32,
    /// The number of games that began with any move.
    pub of: u32,
}

/// Number of games against an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OpponentCount {
    /// The opponent, without a rating.
    pub player: Player,
    /// The number of games.
    pub games: u32,
}

/// Win of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BestWin {
    /// The game.
    pub game: GameSummary,
    /// The last move in short notation with English letters; `None` without a move.
    pub san: Option<String>,
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

/// Accounts that the requesting account follows or has blocked, or whose names begin with a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct People {
    /// The accounts, by name; of a search the best matches first.
    pub people: Vec<PersonRow>,
}

/// Participation of an account in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Participation {
    /// In an arena.
    Arena {
        /// The arena.
        arena: ArenaInfo,
        /// The rank, from 1; `None` before the end.
        rank: Option<u32>,
    },
    /// In a round robin by correspondence that has begun.
    Correspondence {
        /// The tournament.
        tournament: CorrespondenceInfo,
        /// The rank in the final, from 1; `None` before the end, and for those who were not in the final or withdrew from it.
        rank: Option<u32>,
        /// The score in all stages.
        score: ParticipationScore,
    },
    /// In a simul that has begun.
    Simul {
        /// The simul.
        simul: SimulInfo,
        /// True if the account is the host.
        hosting: bool,
        /// The points of the account and of the host in quarters; `None` for the host, while the game is played, and if it counts for
        /// neither.
        points: Option<[i32; 2]>,
    },
}

/// Score of an account in the games of a tournament that are over and count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ParticipationScore {
    /// The points in quarters.
    pub points: i32,
    /// The number of the games.
    pub games: u32,
}

/// Page of an account's tournaments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Participations {
    /// The tournaments, the last ones first: arenas by the time of joining, others by their starts.
    pub participations: Vec<Participation>,
    /// The value of `before` for the next page; `None` on the last one.
    pub next: Option<String>,
}

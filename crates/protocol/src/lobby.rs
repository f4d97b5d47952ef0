//! Ways to find an opponent: seeks, challenges, computer players.

use saffron_live::{Millis, Speed, TimeControl};
use serde::{Deserialize, Serialize};

use crate::game::{GameSummary, Player};

/// Preferred side of a game offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SideChoice {
    /// The white pieces.
    White,
    /// The black pieces.
    Black,
    /// Either, at random.
    #[default]
    Random,
}

/// Game offer: variant, time control and side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameOffer {
    /// The id of the variant.
    pub variant: String,
    /// The time control.
    pub control: TimeControl,
    /// True if the game counts for the ratings. Not with a guest, without a time limit, or from a custom start position.
    pub rated: bool,
    /// The side of the player who offers; `random` if absent.
    #[serde(default)]
    pub side: SideChoice,
    /// A custom start position as a FEN: only in challenges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub fen: Option<String>,
}

/// Body of a new seek.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeekRequest {
    /// The game offer.
    pub offer: GameOffer,
    /// The minimum rating of the opponent; `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rating_from: Option<i32>,
    /// The maximum rating of the opponent; `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rating_to: Option<i32>,
    /// True if a seek without a clock ends with your last connection, instead of after 14 days. `false` if absent.
    #[serde(default)]
    pub quick: bool,
}

/// Seek in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Seek {
    /// The id of the seek.
    pub id: String,
    /// The player who seeks.
    pub player: Player,
    /// The game offer.
    pub offer: GameOffer,
    /// The speed class of the time control.
    pub speed: Speed,
    /// The minimum rating of the opponent.
    pub rating_from: Option<i32>,
    /// The maximum rating of the opponent.
    pub rating_to: Option<i32>,
    /// The time of its creation.
    pub created_at: Millis,
    /// The time at which the seek expires; `None` if it ends with the last connection of its owner.
    pub expires_at: Option<Millis>,
}

/// Reply to a seek: it waits in the lobby, or a game began at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SeekAnswer {
    /// No other seek matches yet: the seek waits in the lobby. A `started` message announces the game.
    Waiting {
        /// The seek.
        seek: Seek,
    },
    /// Another seek matched: a game has begun.
    Started {
        /// The id of the game.
        game: String,
    },
}

/// Reply to a request that began a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameStarted {
    /// The id of the game.
    pub game: String,
}

/// Body of a new challenge: to a user, or to anyone who opens its link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChallengeRequest {
    /// The game offer.
    pub offer: GameOffer,
    /// The name of the challenged account; absent for an open challenge by link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub to: Option<String>,
    /// The id of the game that this is a rematch of. Variant, time control and position are then those of that game, and the
    /// sides change. If the other player has offered the same rematch, it is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rematch_of: Option<String>,
}

/// Challenge to a user or by link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Challenge {
    /// The id of the challenge: `/challenge/ID` is its page.
    pub id: String,
    /// The player who challenges.
    pub from: Player,
    /// The challenged player; `None` for an open challenge by link.
    pub to: Option<Player>,
    /// The game offer.
    pub offer: GameOffer,
    /// The speed class of the time control.
    pub speed: Speed,
    /// The id of the game that this is a rematch of.
    pub rematch_of: Option<String>,
    /// The status of the challenge.
    pub status: ChallengeStatus,
    /// The id of the game that began with the challenge.
    pub game: Option<String>,
    /// The time of its creation.
    pub created_at: Millis,
    /// The time at which the challenge expires: after a day with a clock, after 14 days without; a rematch after 10 minutes or 7 days.
    pub expires_at: Millis,
}

/// Status of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ChallengeStatus {
    /// The challenge waits for an answer.
    Open,
    /// The challenge was accepted and a game began.
    Accepted,
    /// The challenge was declined.
    Declined,
    /// The challenge was withdrawn.
    Cancelled,
    /// The challenge was not answered in time.
    Expired,
}

/// Open challenges of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Challenges {
    /// Open challenges to the account.
    pub incoming: Vec<Challenge>,
    /// Open challenges from the account.
    pub outgoing: Vec<Challenge>,
}

/// Body of a request for a game against a computer player of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComputerRequest {
    /// The game offer.
    pub offer: GameOffer,
    /// The strength level, from 0 to 10.
    pub level: u8,
}

/// Contents of the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Lobby {
    /// The open seeks, latest first, 300 at most.
    pub seeks: Vec<Seek>,
    /// The number of connected accounts, guests included.
    pub players: u32,
    /// The number of games in progress.
    pub games: u32,
}

/// TV: the featured running game of each variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tv {
    /// The featured games, at most one for each variant.
    pub games: Vec<GameSummary>,
}

/// File with variants that the operator of the server has added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VariantFile {
    /// The name of the file.
    pub name: String,
    /// The text of the file, as docs/variants.md describes it.
    pub text: String,
}

/// Variants that the operator of the server has added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VariantFiles {
    /// The files in the order in which they were added.
    pub files: Vec<VariantFile>,
}

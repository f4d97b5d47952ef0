//! Finding an opponent: seeks, challenges, computers.

use saffron_live::{Millis, Speed, TimeControl};
use serde::{Deserialize, Serialize};

use crate::game::{GameSummary, Player};

/// Which side somebody wants.
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

/// What somebody wants to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameOffer {
    /// The id of the variant.
    pub variant: String,
    /// The time control.
    pub control: TimeControl,
    /// Whether it is to count for the ratings. Not with a guest, without a limit of time, or from a start position of your
    /// own.
    pub rated: bool,
    /// The side of the one who offers; `random` where it is absent.
    #[serde(default)]
    pub side: SideChoice,
    /// A start position of your own, as a FEN: only in challenges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub fen: Option<String>,
}

/// The body of a new seek.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeekRequest {
    /// What is offered.
    pub offer: GameOffer,
    /// The lowest rating that may accept; `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rating_from: Option<i32>,
    /// The highest rating that may accept; `None` for any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rating_to: Option<i32>,
    /// Whether a seek without a clock ends with your last connection, too, and does not stand for 14 days. `false` where it is
    /// absent.
    #[serde(default)]
    pub quick: bool,
}

/// A seek in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Seek {
    /// The id of the seek.
    pub id: String,
    /// Who seeks.
    pub player: Player,
    /// What is offered.
    pub offer: GameOffer,
    /// The class of its time control.
    pub speed: Speed,
    /// The lowest rating that may accept.
    pub rating_from: Option<i32>,
    /// The highest rating that may accept.
    pub rating_to: Option<i32>,
    /// When it was made.
    pub created_at: Millis,
    /// When it ends by itself; `None` where it ends with the last connection of its owner.
    pub expires_at: Option<Millis>,
}

/// The answer to a seek: it waits, or it found a game at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SeekAnswer {
    /// No seek fits yet: it waits in the lobby. `started` tells of the game.
    Waiting {
        /// The seek.
        seek: Seek,
    },
    /// A seek was there that fits: a game has begun.
    Started {
        /// The id of the game.
        game: String,
    },
}

/// A game that has begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameStarted {
    /// The id of the game.
    pub game: String,
}

/// The body of a new challenge: to a user, or to whoever opens its link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChallengeRequest {
    /// What is offered.
    pub offer: GameOffer,
    /// The name of the account that is challenged; absent for whoever opens the link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub to: Option<String>,
    /// The id of the game that this is a rematch of: then variant, time control and position are those of the game, and the sides
    /// change. Where the other player has asked for the same, it is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rematch_of: Option<String>,
}

/// A challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Challenge {
    /// The id of the challenge: `/challenge/ID` is its page.
    pub id: String,
    /// Who challenges.
    pub from: Player,
    /// Who is challenged; `None` for whoever opens the link.
    pub to: Option<Player>,
    /// What is offered.
    pub offer: GameOffer,
    /// The class of its time control.
    pub speed: Speed,
    /// The id of the game that this is a rematch of.
    pub rematch_of: Option<String>,
    /// What became of it.
    pub status: ChallengeStatus,
    /// The id of the game that it became.
    pub game: Option<String>,
    /// When it was made.
    pub created_at: Millis,
    /// When it ends by itself: after a day with a clock, after 14 days without; a rematch after 10 minutes or 7 days.
    pub expires_at: Millis,
}

/// What became of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ChallengeStatus {
    /// It waits for an answer.
    Open,
    /// It became a game.
    Accepted,
    /// It was declined.
    Declined,
    /// It was withdrawn.
    Cancelled,
    /// No one answered in time.
    Expired,
}

/// The challenges of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Challenges {
    /// Open challenges to the account.
    pub incoming: Vec<Challenge>,
    /// Open challenges from the account.
    pub outgoing: Vec<Challenge>,
}

/// The body of a game against a computer of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComputerRequest {
    /// The game.
    pub offer: GameOffer,
    /// The strength level, from 1 to 10.
    pub level: u8,
}

/// What the lobby shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Lobby {
    /// The open seeks, the latest first, 300 at most.
    pub seeks: Vec<Seek>,
    /// Accounts that are connected, guests included.
    pub players: u32,
    /// Games in progress.
    pub games: u32,
}

/// The best running game of each variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tv {
    /// One game a variant at most.
    pub games: Vec<GameSummary>,
}

/// A file with variants that the operator of the server has added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VariantFile {
    /// The name of the file.
    pub name: String,
    /// Its text, as docs/variants.md describes it.
    pub text: String,
}

/// The variants that the operator of the server has added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VariantFiles {
    /// In the order in which they were added.
    pub files: Vec<VariantFile>,
}

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
    /// White.
    White,
    /// Black.
    Black,
    /// Either, by lot.
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
    /// Whether it is to count for the ratings.
    pub rated: bool,
    /// The side of whoever offers.
    #[serde(default)]
    pub side: SideChoice,
    /// An own start position: challenges only, and casual.
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
    /// Quick pairing: accept a matching seek at once, else wait for one while the page is open. Otherwise the seek stands in
    /// the lobby: for days when it is for correspondence.
    #[serde(default)]
    pub quick: bool,
}

/// A seek in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Seek {
    /// The id.
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
    /// When it ends by itself; `None` where it stands while its owner is connected.
    pub expires_at: Option<Millis>,
}

/// The answer to a seek: it waits, or it found a game at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SeekAnswer {
    /// The seek stands.
    Waiting {
        /// It.
        seek: Seek,
    },
    /// A game has begun.
    Started {
        /// Its id.
        game: String,
    },
}

/// A game that has begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameStarted {
    /// Its id.
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
    /// The name of the user; absent for a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub to: Option<String>,
    /// The game that this is a rematch of: then variant, time control and position are that game's, and colours change.
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
    /// The id: `/challenge/ID` is its page.
    pub id: String,
    /// Who challenges.
    pub from: Player,
    /// Who is challenged; `None` for whoever opens the link.
    pub to: Option<Player>,
    /// What is offered.
    pub offer: GameOffer,
    /// The class of its time control.
    pub speed: Speed,
    /// The game that this is a rematch of.
    pub rematch_of: Option<String>,
    /// Where it stands.
    pub status: ChallengeStatus,
    /// The game that it became.
    pub game: Option<String>,
    /// When it was made.
    pub created_at: Millis,
    /// When it ends by itself.
    pub expires_at: Millis,
}

/// Where a challenge stands.
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
    /// Nobody answered in time.
    Expired,
}

/// The challenges of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Challenges {
    /// To the account.
    pub incoming: Vec<Challenge>,
    /// From it.
    pub outgoing: Vec<Challenge>,
}

/// The body of a game against a computer of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComputerRequest {
    /// What is to be played.
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
    /// The open seeks, the latest first.
    pub seeks: Vec<Seek>,
    /// People connected.
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

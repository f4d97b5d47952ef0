//! Commands and events of a round robin by correspondence, and the reasons for which commands are refused.

use serde::{Deserialize, Serialize};

use super::CorrespondenceSettings;
use crate::Points;

/// Command to a round robin by correspondence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CorrespondenceCommand {
    /// Replaces the settings before the start.
    ChangeSettings {
        /// The settings.
        settings: CorrespondenceSettings,
    },
    /// An account enters.
    Join {
        /// The account, as the caller names it.
        account: String,
        /// The rating; `None` without one.
        rating: Option<u16>,
    },
    /// A player leaves before the start, or withdraws after it. The caller resigns the games that are played.
    Withdraw {
        /// The player.
        player: u32,
    },
    /// Cancels before the start.
    Cancel,
}

/// Event of a round robin by correspondence, as it is stored and replayed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CorrespondenceEvent {
    /// The settings: always the first event, and later ones before the start.
    Settings {
        /// The settings.
        settings: CorrespondenceSettings,
    },
    /// An account entered and became the player of this id: the number of players before, or its own if it had left.
    Joined {
        /// The player.
        player: u32,
        /// The account, as the caller names it.
        account: String,
        /// The rating; `None` without one.
        rating: Option<u16>,
    },
    /// A player left before the start, or withdrew.
    Withdrawn {
        /// The player.
        player: u32,
    },
    /// A stage began. Its games begin next.
    StageBegun {
        /// The players of each group by their places in the Berger table.
        groups: Vec<Vec<u32>>,
        /// The games.
        games: Vec<CorrespondencePair>,
    },
    /// A game ended.
    Ended {
        /// The id of the game.
        game: String,
        /// The end.
        result: CorrespondenceResult,
    },
    /// It was cancelled, or too few had entered at its start.
    Cancelled,
    /// The final is over.
    Finished,
}

/// Game that was paired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CorrespondencePair {
    /// Id of the game, chosen by the caller.
    pub game: String,
    /// Group of the stage, from 0.
    pub group: u32,
    /// Round of the Berger table, from 0.
    pub round: u32,
    /// Player of the white pieces.
    pub white: u32,
    /// Player of the black pieces.
    pub black: u32,
}

/// End of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CorrespondenceResult {
    /// It was played.
    Played {
        /// Points of White.
        white: Points,
        /// Points of Black.
        black: Points,
    },
    /// A player did not make the first move, or aborted the game: the opponent has won.
    NotBegun {
        /// The player who lost by that.
        absent: u32,
    },
    /// The server ended the game: it counts for neither player.
    Void,
}

/// Reason for which a command is refused. The tournament does not change.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum CorrespondenceRefusal {
    /// A setting is outside its limits.
    #[error("{field} is outside its limits")]
    InvalidCorrespondence {
        /// The name of the field.
        field: String,
    },
    /// The tournament has begun, so this can no longer be done.
    #[error("the tournament has begun")]
    CorrespondenceBegun,
    /// The tournament is over.
    #[error("the tournament is over")]
    CorrespondenceOver,
    /// All places are taken.
    #[error("there are at most {limit} players")]
    CorrespondenceFull {
        /// The number of places.
        limit: u32,
    },
    /// The account does not take part.
    #[error("the account does not take part")]
    NotInCorrespondence,
}

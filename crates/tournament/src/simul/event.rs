//! Commands and events of a simul, and the reasons for which commands are refused.

use serde::{Deserialize, Serialize};

use super::SimulSettings;
use crate::Points;

/// Command to a simul.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SimulCommand {
    /// Replaces the settings before the start, but for the variant and the team.
    ChangeSettings {
        /// The settings.
        settings: SimulSettings,
    },
    /// An account applies for a board.
    Apply {
        /// The account, as the caller names it.
        account: String,
        /// The rating; `None` without one.
        rating: Option<u16>,
    },
    /// An account withdraws its application.
    Withdraw {
        /// The account, as the caller names it.
        account: String,
    },
    /// The host accepts a player.
    Accept {
        /// The player.
        player: u32,
    },
    /// The host removes a player.
    Remove {
        /// The player.
        player: u32,
    },
    /// The host cancels it before the start.
    Cancel,
}

/// Event of a simul, as it is stored and replayed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SimulEvent {
    /// The settings: always the first event, and later ones before the start.
    Settings {
        /// The settings.
        settings: SimulSettings,
    },
    /// An account applied and became the player of this id: the number of players before, or its own if it had withdrawn.
    Applied {
        /// The player.
        player: u32,
        /// The account, as the caller names it.
        account: String,
        /// The rating; `None` without one.
        rating: Option<u16>,
    },
    /// A player withdrew.
    Withdrawn {
        /// The player.
        player: u32,
    },
    /// The host accepted a player.
    Accepted {
        /// The player.
        player: u32,
    },
    /// The host removed a player.
    Removed {
        /// The player.
        player: u32,
    },
    /// The simul began. Its games begin next.
    Started {
        /// The games, one for each accepted player.
        games: Vec<SimulPair>,
    },
    /// A game ended.
    Ended {
        /// The id of the game.
        game: String,
        /// The end.
        result: SimulResult,
    },
    /// It was cancelled before its start.
    Cancelled,
}

/// Game of a simul that was started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SimulPair {
    /// Id of the game, chosen by the caller.
    pub game: String,
    /// The opponent.
    pub player: u32,
    /// True if the host has the white pieces.
    pub host_is_white: bool,
}

/// End of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SimulResult {
    /// It was played.
    Played {
        /// Points of the host.
        host: Points,
        /// Points of the opponent.
        opponent: Points,
    },
    /// It was aborted or could not begin: it counts for neither side.
    Void,
}

/// Reason for which a command is refused. The simul does not change.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SimulRefusal {
    /// A setting is outside its limits.
    #[error("{field} is outside its limits")]
    InvalidSimul {
        /// The name of the field.
        field: String,
    },
    /// The simul has begun, so this can no longer be done.
    #[error("the simul has begun")]
    SimulBegun,
    /// The simul is over.
    #[error("the simul is over")]
    SimulOver,
    /// All places are taken, or as many players as possible have applied.
    #[error("there are at most {limit} players")]
    SimulFull {
        /// The number of places.
        limit: u32,
    },
    /// The account or player does not take part.
    #[error("the account does not take part")]
    NotInSimul,
    /// The host has removed the account from the simul.
    #[error("the host has removed the account")]
    RemovedFromSimul,
    /// No player is accepted, so the simul cannot start.
    #[error("no player is accepted")]
    NoOpponents,
}

//! Commands and events of an arena, and the reasons for which commands are refused.

use serde::{Deserialize, Serialize};

use super::ArenaSettings;

/// Command to an arena.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArenaCommand {
    /// Replaces the settings before the start.
    ChangeSettings {
        /// The settings.
        settings: ArenaSettings,
    },
    /// An account joins, for the first time or after a pause.
    Join {
        /// The account, as the caller names it.
        account: String,
        /// The rating; `None` without one.
        rating: Option<u16>,
    },
    /// A player pauses: a running game continues, but no other one begins.
    Pause {
        /// The account, as the caller names it.
        account: String,
    },
    /// Takes a player out for good; the points so far are lost.
    Disqualify {
        /// The player.
        player: u32,
    },
    /// Cancels the arena before its start.
    Cancel,
}

/// Event of an arena, as it is stored and replayed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ArenaEvent {
    /// The settings: always the first event, and later ones before the start.
    Settings {
        /// The settings.
        settings: ArenaSettings,
    },
    /// An account joined and became the player of this id: the number of players before.
    Joined {
        /// The player.
        player: u32,
        /// The account, as the caller names it.
        account: String,
        /// The rating; `None` without one.
        rating: Option<u16>,
    },
    /// A player pauses.
    Paused {
        /// The player.
        player: u32,
    },
    /// A player is back after a pause.
    Returned {
        /// The player.
        player: u32,
        /// The rating; `None` without one.
        rating: Option<u16>,
    },
    /// A player was taken out.
    Disqualified {
        /// The player.
        player: u32,
    },
    /// Games were paired. They begin next.
    Paired {
        /// The pairs.
        pairs: Vec<ArenaPair>,
    },
    /// A game ended.
    Ended {
        /// The id of the game.
        game: String,
        /// The end.
        result: ArenaResult,
    },
    /// The arena was cancelled before its start.
    Cancelled,
    /// The time is over. Games that are not over do not count.
    Finished,
}

/// Pair with the id of its game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArenaPair {
    /// Id of the game, chosen by the caller.
    pub game: String,
    /// Player of the white pieces.
    pub white: u32,
    /// Player of the black pieces.
    pub black: u32,
}

/// End of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ArenaResult {
    /// One side has won, with more than half of the point.
    Won {
        /// The winner.
        winner: u32,
        /// The number of plies.
        plies: u16,
        /// True if the winner played with half of the time.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        berserk: bool,
    },
    /// A draw.
    Drawn {
        /// The number of plies.
        plies: u16,
    },
    /// A player did not make the first move, or aborted the game.
    NotBegun {
        /// The player who lost by that.
        absent: u32,
    },
    /// The server ended the game: it counts for neither player.
    Void,
}

/// Reason for which a command is refused. The arena does not change.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ArenaRefusal {
    /// A setting is outside its limits.
    #[error("{field} is outside its limits")]
    InvalidArena {
        /// The name of the field.
        field: String,
    },
    /// The arena has begun, so this can no longer be changed.
    #[error("the arena has begun")]
    ArenaBegun,
    /// The arena is over.
    #[error("the arena is over")]
    ArenaOver,
    /// The arena has as many players as it may have.
    #[error("there are at most {limit} players")]
    ArenaFull {
        /// The greatest number.
        limit: usize,
    },
    /// The account does not take part, or is no longer allowed to.
    #[error("the account does not take part")]
    NotInArena,
}

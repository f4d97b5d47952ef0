//! Times, time controls and speeds.

use serde::{Deserialize, Serialize};

/// Time in milliseconds: since the Unix epoch, or as a duration.
pub type Millis = i64;

/// One day in milliseconds.
pub const DAY: Millis = 24 * 60 * 60 * 1000;

/// Days for a move that a correspondence game can have.
pub const CORRESPONDENCE_DAYS: [u8; 7] = [1, 2, 3, 5, 7, 10, 14];

/// Time control of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TimeControl {
    /// A clock for each side, with an increment after each of its moves (Fischer).
    Clock {
        /// Seconds at the start, 0 to 10,800. With 0 a side starts with its increment, and at least with 3 seconds.
        initial: u32,
        /// Seconds added after each move, 0 to 180.
        increment: u32,
    },
    /// A number of days for every move.
    Correspondence {
        /// Days for each move: 1, 2, 3, 5, 7, 10 or 14.
        days: u8,
    },
    /// No limit.
    Unlimited,
}

/// Class of time controls by their estimated duration. Each has its own ratings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Speed {
    /// Below three minutes.
    Bullet,
    /// Below eight minutes.
    Blitz,
    /// Below 25 minutes.
    Rapid,
    /// 25 minutes and more.
    Classical,
    /// Days for a move, or no limit.
    Correspondence,
}

impl Speed {
    /// All speeds, fastest first.
    pub const ALL: [Self; 5] = [Self::Bullet, Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence];

    /// Name in files and protocols, such as `blitz`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }

    /// Returns the speed with this [`id`](Self::id).
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.id() == id)
    }
}

impl TimeControl {
    /// Maximum initial time of a clock, in seconds.
    pub const MAX_INITIAL: u32 = 3 * 60 * 60;
    /// Maximum increment, in seconds.
    pub const MAX_INCREMENT: u32 = 180;

    /// Returns whether the numbers are within their ranges. A clock needs an initial time or an increment.
    pub fn is_valid(self) -> bool {
        match self {
            Self::Clock { initial, increment } => {
                initial <= Self::MAX_INITIAL && increment <= Self::MAX_INCREMENT && initial + increment > 0
            }
            Self::Correspondence { days } => CORRESPONDENCE_DAYS.contains(&days),
            Self::Unlimited => true,
        }
    }

    /// Time of a side at the start, in milliseconds: on its clock, or for each move by correspondence. `None` without a time
    /// limit.
    pub fn starting_time(self) -> Option<Millis> {
        match self {
            Self::Clock { initial: 0, increment } => Some(Millis::from(increment.max(3)) * 1000),
            Self::Clock { initial, .. } => Some(Millis::from(initial) * 1000),
            Self::Correspondence { days } => Some(Millis::from(days) * DAY),
            Self::Unlimited => None,
        }
    }

    /// Estimated time that a side uses, in seconds: the initial time plus 40 increments, as in lila. `None` without clocks.
    pub const fn estimated_seconds(self) -> Option<u32> {
        match self {
            Self::Clock { initial, increment } => Some(initial.saturating_add(increment.saturating_mul(40))),
            _ => None,
        }
    }

    /// Speed class of the time control.
    pub const fn speed(self) -> Speed {
        match self.estimated_seconds() {
            None => Speed::Correspondence,
            Some(..180) => Speed::Bullet,
            Some(..480) => Speed::Blitz,
            Some(..1500) => Speed::Rapid,
            Some(_) => Speed::Classical,
        }
    }

    /// Returns whether the game has clocks, so that both players stay at the board.
    pub const fn is_real_time(self) -> bool {
        matches!(self, Self::Clock { .. })
    }
}

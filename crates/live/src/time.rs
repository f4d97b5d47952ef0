//! Times, time controls, and what follows from them.

use serde::{Deserialize, Serialize};

/// A moment: milliseconds since the Unix epoch.
pub type Millis = i64;

/// Milliseconds of a day.
pub const DAY: Millis = 24 * 60 * 60 * 1000;

/// The days for a move that correspondence games can have.
pub const CORRESPONDENCE_DAYS: [u8; 7] = [1, 2, 3, 5, 7, 10, 14];

/// How the time of a game is controlled.
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
    /// So many days for every move.
    Correspondence {
        /// Days for each move: 1, 2, 3, 5, 7, 10 or 14.
        days: u8,
    },
    /// No limit.
    Unlimited,
}

/// A class of time controls, each with ratings of its own.
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
    /// All speeds, the fastest first.
    pub const ALL: [Self; 5] = [Self::Bullet, Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence];

    /// The name in files and protocols, such as `blitz`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }

    /// The speed with this [`id`](Self::id).
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.id() == id)
    }
}

impl TimeControl {
    /// The most seconds that a clock can start with.
    pub const MAX_INITIAL: u32 = 3 * 60 * 60;
    /// The most seconds of an increment.
    pub const MAX_INCREMENT: u32 = 180;

    /// Whether there can be a game with these numbers. A clock needs some time at the start or an increment.
    pub fn is_valid(self) -> bool {
        match self {
            Self::Clock { initial, increment } => {
                initial <= Self::MAX_INITIAL && increment <= Self::MAX_INCREMENT && initial + increment > 0
            }
            Self::Correspondence { days } => CORRESPONDENCE_DAYS.contains(&days),
            Self::Unlimited => true,
        }
    }

    /// The time that a side has at the start (milliseconds): on its clock, or for each move by correspondence. `None` without a
    /// limit.
    pub fn starting_time(self) -> Option<Millis> {
        match self {
            Self::Clock { initial: 0, increment } => Some(Millis::from(increment.max(3)) * 1000),
            Self::Clock { initial, .. } => Some(Millis::from(initial) * 1000),
            Self::Correspondence { days } => Some(Millis::from(days) * DAY),
            Self::Unlimited => None,
        }
    }

    /// The seconds that a side is expected to use in a game of 40 moves: initial time and 40 increments, as lila estimates
    /// it. `None` without clocks.
    pub const fn estimated_seconds(self) -> Option<u32> {
        match self {
            Self::Clock { initial, increment } => Some(initial.saturating_add(increment.saturating_mul(40))),
            _ => None,
        }
    }

    /// The class of the time control.
    pub const fn speed(self) -> Speed {
        match self.estimated_seconds() {
            None => Speed::Correspondence,
            Some(..180) => Speed::Bullet,
            Some(..480) => Speed::Blitz,
            Some(..1500) => Speed::Rapid,
            Some(_) => Speed::Classical,
        }
    }

    /// Whether both players sit at the board for the whole game: there are clocks.
    pub const fn is_real_time(self) -> bool {
        matches!(self, Self::Clock { .. })
    }
}

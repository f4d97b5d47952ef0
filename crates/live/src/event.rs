//! What happened in a game: stored, sent and replayed.

use saffron_rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

use crate::command::CommandId;
use crate::digest::CommandDigest;
use crate::time::{Millis, Speed, TimeControl};

/// What a game is played by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Settings {
    /// The id of the variant.
    pub variant: String,
    /// The position before the first move; `None` for the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub start_fen: Option<String>,
    /// The time control.
    pub control: TimeControl,
    /// Whether the result counts for the ratings. Not with an own start position, nor without a limit of time.
    pub rated: bool,
    /// Seconds that each side has for its first move, 1 to 3600, in a game with clocks; `None` for the usual time of the speed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub first_move_time: Option<u32>,
}

impl Settings {
    /// The settings of a game between people that begins by a challenge. Whoever made the challenge or opened its link may have
    /// to find the board first, so with clocks each side has minutes for its first move: 5 (bullet, blitz), 10 (rapid) or 15
    /// (classical).
    #[must_use]
    pub fn by_challenge(self) -> Self {
        let minutes = match self.control.speed() {
            Speed::Bullet | Speed::Blitz => 5,
            Speed::Rapid => 10,
            Speed::Classical | Speed::Correspondence => 15,
        };
        let first_move_time = self.control.is_real_time().then_some(minutes * 60);
        Self { first_move_time, ..self }
    }
}

/// The time left to both sides (milliseconds): of the side to move, when its turn began.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Clocks {
    /// White's time in milliseconds.
    pub w: i64,
    /// Black's time in milliseconds.
    pub b: i64,
}

impl Clocks {
    /// The time of one side.
    pub const fn of(self, side: Color) -> i64 {
        match side {
            Color::White => self.w,
            Color::Black => self.b,
        }
    }

    /// The same with another time for one side.
    #[must_use]
    pub const fn with(self, side: Color, time: i64) -> Self {
        match side {
            Color::White => Self { w: time, ..self },
            Color::Black => Self { b: time, ..self },
        }
    }
}

/// Why a game was aborted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum AbortCause {
    /// A side did not make its first move in time.
    NoFirstMove {
        /// This side.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
    },
    /// A side aborted it.
    Player {
        /// This side.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
    },
    /// The server aborted it.
    Server,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Event {
    /// The game began: always event 0, and only there.
    Created {
        /// What it is played by.
        settings: Settings,
    },
    /// A move. It ends a proposed takeback, and the other side's offer of a draw; an offer of its own side stands.
    Moved {
        /// The move in UCI form.
        uci: String,
        /// The time that it took, as charged: without the lag that was compensated (milliseconds; at most some 49 days, which
        /// stand for more). Absent where it was not charged: the first move of each side in a game with clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        spent: Option<u32>,
        /// The lag that was compensated (milliseconds).
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
        lag: u32,
        /// The most that the lag could be by the server's own measurements (milliseconds): the longest round trip to the player
        /// of late, and the time that the server took to show the turn. 0 where nothing was measured or charged.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
        round_trip: u32,
        /// Both clocks after it, increment included; absent without clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        clocks: Option<Clocks>,
        /// Whether it was a conditional move, played by the server.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        conditional: bool,
    },
    /// A side offered a draw.
    DrawOffered {
        /// The side that did it.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
    },
    /// A side declined the offer of a draw, or withdrew its own.
    DrawDeclined {
        /// The side that did it.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
    },
    /// A side proposed a takeback.
    TakebackProposed {
        /// The side that did it.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
    },
    /// A side declined the proposal of a takeback, or withdrew its own.
    TakebackDeclined {
        /// The side that did it.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
    },
    /// Moves were taken back, and with them every offer and all conditional moves. The turn begins again. On a clock, time that
    /// was used stays used; by correspondence both sides have all days of a move again.
    TakenBack {
        /// How many plies: 1 or 2.
        plies: u8,
        /// Both clocks after it; absent without clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        clocks: Option<Clocks>,
    },
    /// A side was given time by the other one.
    TimeAdded {
        /// The side that got it.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        to: Color,
        /// The time in milliseconds.
        ms: i64,
    },
    /// The server gave a side more time for its next move, such as vacation days.
    Extended {
        /// The side that got it.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        to: Color,
        /// The time in milliseconds.
        ms: i64,
    },
    /// A side replaced its conditional moves. Sent to that side only.
    ConditionalMovesSet {
        /// The side whose moves they are.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
        /// The lines in UCI form, from the position then. Of those that were replaced later none is kept.
        lines: Vec<Vec<String>>,
    },
    /// The server was away: the time until now does not count for either side.
    Resumed {
        /// When it went.
        stopped_at: Millis,
    },
    /// The game ended.
    Ended {
        /// How it ended.
        #[cfg_attr(feature = "typescript", ts(type = "OutcomeData"))]
        #[cfg_attr(feature = "openapi", schema(value_type = OutcomeSchema))]
        outcome: Outcome,
        /// Both clocks at the end; absent without clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        clocks: Option<Clocks>,
        /// Why it was aborted; absent where it was not, and in games of versions that did not keep it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        abort: Option<AbortCause>,
    },
}

impl Event {
    /// The side whose conditional moves this event sets: those that the same side has set before count for nothing any more,
    /// and a game is the same without the lines of their events.
    pub const fn sets_conditional_moves_of(&self) -> Option<Color> {
        match self {
            Self::ConditionalMovesSet { by, .. } => Some(*by),
            _ => None,
        }
    }

    /// The event as it is kept when its conditional moves count for nothing: without their lines.
    #[must_use]
    pub fn without_lines(&self) -> Self {
        match self {
            Self::ConditionalMovesSet { by, .. } => Self::ConditionalMovesSet { by: *by, lines: Vec::new() },
            other => other.clone(),
        }
    }
}

/// [`Outcome`] in OpenAPI documents, of which the rules know nothing.
#[cfg(feature = "openapi")]
#[derive(Debug, utoipa::ToSchema)]
#[schema(as = Outcome)]
pub struct OutcomeSchema {
    /// Why the game is over, such as `Checkmate` or `TimeForfeit`: docs/protocol.md has all reasons.
    pub reason: String,
    /// White's score in quarter points, 0 to 4; Black has the rest of 4. `null` where the game was aborted.
    pub white_quarters: Option<u8>,
}

/// An event with its place in the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Recorded {
    /// The number of the event in its game, from 0.
    pub seq: u32,
    /// When it happened; never before the event before it.
    pub at: Millis,
    /// The command that caused it; absent where time or the server did. Only on the first event of a command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub command: Option<CommandId>,
    /// The digest of that command: stored, and no part of what is sent.
    #[serde(skip)]
    pub digest: Option<CommandDigest>,
    /// What happened.
    pub event: Event,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

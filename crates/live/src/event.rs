//! Events of a game, as they are stored, sent and replayed.

use saffron_rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

use crate::command::CommandId;
use crate::digest::CommandDigest;
use crate::time::{Millis, Speed, TimeControl};

/// Settings of a game: variant, start position, time control.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Settings {
    /// The id of the variant.
    pub variant: String,
    /// The start position as a FEN; `None` for that of the variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub start_fen: Option<String>,
    /// The time control.
    pub control: TimeControl,
    /// True if the result counts for the ratings. Not with a custom start position, nor without a time limit.
    pub rated: bool,
    /// Time of each side for its first move in a game with clocks, 1 to 3600 seconds; `None` for the default of the speed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub first_move_time: Option<u32>,
    /// True if a side may play with half of its time: see [`Command::Berserk`](crate::Command::Berserk). Only with a clock that has
    /// an initial time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub berserk: bool,
    /// True if moves cannot be taken back and no time can be given to the other side, as in tournaments.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub strict: bool,
    /// Side that plays several games at the same time; `None` for neither. Only in games with clocks, and not in rated ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub host: Option<Host>,
}

/// Side that plays several games at the same time, as in a simultaneous display. Its absence from one board gives the other side no
/// claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Host {
    /// The side.
    #[serde(with = "crate::side")]
    #[cfg_attr(feature = "typescript", ts(type = "Side"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
    pub side: Color,
    /// Seconds that it has at the start in addition to the initial time, 0 to 10,800; with a clock that has an initial time.
    #[serde(default)]
    pub extra: u32,
}

impl Settings {
    /// Settings of a casual game from the variant's own start position, with takebacks and without berserk.
    #[must_use]
    pub fn casual(variant: impl Into<String>, control: TimeControl) -> Self {
        Self {
            variant: variant.into(),
            start_fen: None,
            control,
            rated: false,
            first_move_time: None,
            berserk: false,
            strict: false,
            host: None,
        }
    }

    /// Returns the settings of a game between people that begins with a challenge. Either player may have to find the board
    /// first, so with clocks each side has minutes for its first move: 5 (bullet, blitz), 10 (rapid) or 15 (classical).
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

/// Time left to both sides, in milliseconds; for the side to move, as of the start of its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Clocks {
    /// Time of White in milliseconds.
    pub w: i64,
    /// Time of Black in milliseconds.
    pub b: i64,
}

impl Clocks {
    /// Returns the time of one side.
    pub const fn of(self, side: Color) -> i64 {
        match side {
            Color::White => self.w,
            Color::Black => self.b,
        }
    }

    /// Returns these clocks with the time of one side replaced.
    #[must_use]
    pub const fn with(self, side: Color, time: i64) -> Self {
        match side {
            Color::White => Self { w: time, ..self },
            Color::Black => Self { b: time, ..self },
        }
    }
}

/// Cause of an abort.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum AbortCause {
    /// A side did not make its first move in time.
    NoFirstMove {
        /// The side.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
    },
    /// A side aborted it.
    Player {
        /// The side.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
    },
    /// The server aborted it.
    Server,
}

/// Event of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Event {
    /// The game began: always event 0, and only there.
    Created {
        /// The settings of the game.
        settings: Settings,
    },
    /// A move. It cancels takeback proposals and the other side's draw offer; a draw offer of the side that moved stays open.
    Moved {
        /// The move in UCI form.
        uci: String,
        /// The time charged for the move, without compensated lag, in milliseconds. It is capped at about 49 days. Absent if no
        /// time was charged: the first move of each side in a game with clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        spent: Option<u32>,
        /// The compensated lag in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
        lag: u32,
        /// The upper bound of the lag by the server's own measurements, in milliseconds: the longest recent round trip to the
        /// player plus the time that the server took to show the turn. 0 if no time was measured or charged.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
        round_trip: u32,
        /// Both clocks after the move, increment included; absent without a time limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        clocks: Option<Clocks>,
        /// True if it was a conditional move, played by the server.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        conditional: bool,
    },
    /// A side offered a draw.
    DrawOffered {
        /// The side that acted.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
    },
    /// A side declined a draw offer, or withdrew its own.
    DrawDeclined {
        /// The side that acted.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
    },
    /// A side proposed a takeback.
    TakebackProposed {
        /// The side that acted.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
    },
    /// A side declined a takeback proposal, or withdrew its own.
    TakebackDeclined {
        /// The side that acted.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
    },
    /// Moves were taken back; all offers and conditional moves are dropped, and the turn begins again. On a clock, used time
    /// stays used; by correspondence both sides have the full days of a move again.
    TakenBack {
        /// The number of plies taken back: 1 or 2.
        plies: u8,
        /// Both clocks after the takeback; absent without a time limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        clocks: Option<Clocks>,
    },
    /// A side gave time to the other one.
    TimeAdded {
        /// The side that got the time.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        to: Color,
        /// The added time in milliseconds.
        ms: i64,
    },
    /// A side gave up half of its time and all its increments.
    Berserked {
        /// The side that acted.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
        /// Both clocks afterwards.
        clocks: Clocks,
    },
    /// The server gave a side more time for its next move, such as vacation days.
    Extended {
        /// The side that got the time.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        to: Color,
        /// The added time in milliseconds.
        ms: i64,
    },
    /// A side replaced its conditional moves. Sent to that side only.
    ConditionalMovesSet {
        /// The side whose moves they are.
        #[serde(with = "crate::side")]
        #[cfg_attr(feature = "typescript", ts(type = "Side"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
        by: Color,
        /// The lines in UCI form, from the position at that time. Empty if the lines were replaced later: these are not kept.
        lines: Vec<Vec<String>>,
    },
    /// The server was down: the time until this event does not count for either side.
    Resumed {
        /// The time at which the server stopped.
        stopped_at: Millis,
    },
    /// The game ended.
    Ended {
        /// The outcome.
        #[cfg_attr(feature = "typescript", ts(type = "OutcomeData"))]
        #[cfg_attr(feature = "openapi", schema(value_type = OutcomeSchema))]
        outcome: Outcome,
        /// Both clocks at the end; absent without a time limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        clocks: Option<Clocks>,
        /// The cause of an abort; absent if the game was not aborted, and in games of versions that did not keep it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        abort: Option<AbortCause>,
    },
}

impl Event {
    /// Returns the side whose conditional moves this event sets. It replaces those that the side set before, so a game replays
    /// identically without the lines of the earlier events.
    pub const fn sets_conditional_moves_of(&self) -> Option<Color> {
        match self {
            Self::ConditionalMovesSet { by, .. } => Some(*by),
            _ => None,
        }
    }

    /// Returns the event in the form in which it is kept once its conditional moves are replaced: without their lines.
    #[must_use]
    pub fn without_lines(&self) -> Self {
        match self {
            Self::ConditionalMovesSet { by, .. } => Self::ConditionalMovesSet { by: *by, lines: Vec::new() },
            other => other.clone(),
        }
    }
}

/// Schema of [`Outcome`] in OpenAPI documents. The rules crate does not depend on OpenAPI.
#[cfg(feature = "openapi")]
#[derive(Debug, utoipa::ToSchema)]
#[schema(as = Outcome)]
pub struct OutcomeSchema {
    /// The reason, such as `Checkmate` or `TimeForfeit`: docs/protocol.md has all of them.
    pub reason: String,
    /// The score of White in quarter points, 0 to 4; Black has the rest of 4. `null` if the game was aborted.
    pub white_quarters: Option<u8>,
}

/// Event with its number and time in the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Recorded {
    /// The number of the event in its game, from 0.
    pub seq: u32,
    /// The time of the event, never earlier than that of the previous event.
    pub at: Millis,
    /// The id of the command that caused the event; absent if time or the server did. Only on the first event of a command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub command: Option<CommandId>,
    /// The digest of that command: stored, but not sent.
    #[serde(skip)]
    pub digest: Option<CommandDigest>,
    /// The event itself.
    pub event: Event,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

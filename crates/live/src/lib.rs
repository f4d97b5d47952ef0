//! One game between two seats as a pure state machine: (state, command, time) to events.
//!
//! The state, [`Live`], is the fold of the events. Nothing here does input or output, waits, or asks a clock: whoever calls
//! says what time it is.
//!
//! # What is decided here
//!
//! - **First moves** cost no time. With clocks each side must make its own within 15 s (bullet), 20 s (blitz), 30 s (rapid) or
//!   35 s (classical), by correspondence within the days of a move; otherwise the game is aborted. A game
//!   between people that begins by a challenge gives each side 5 minutes (bullet, blitz), 10 (rapid) or 15 (classical): one of
//!   them may have to find the board first. With clocks first moves add no increment. An abort has its cause with it.
//! - **Clocks** run from the third half-move on. Lag is given back within the round trip that the
//!   server has measured, and within a quota; a flag falls later than the clock is out by
//!   what is left of the quota, at most 2 s, and a move that comes meanwhile counts if its lag accounts for it.
//! - **What a side can still score**: after a fallen flag, a resignation, a claimed abandonment or a forfeit the other side gets
//!   the most that its material can still bring, as the variant judges that (`Position::max_score`): a win, or a draw against a
//!   bare king. An end that was recorded stays as it is.
//! - **By correspondence** every move has all its days from the moment when the turn begins.
//! - **Abort** before both sides have moved, **resignation** and **draw offers** after that. A side does not offer a draw again
//!   within 20 half-moves; a move of the other side declines.
//! - **Claims** (threefold, 50 moves) are made in the own turn. Mate, stalemate, dead positions, the fifth repetition and 75
//!   moves end the game with the last move.
//! - **Takebacks** take the proposer's last move back: one half-move in the other side's turn, two in its own. A side proposes
//!   at most three times in one position.
//! - **More time**: 15 s to the other side as long as that has no more than three hours then, or a day up to 14 beyond those of
//!   a move.
//! - **Abandonment** is claimed with clocks only, in the other side's turn, when it has been away for 40 s (bullet, blitz), 80 s
//!   (rapid), 120 s (classical), or 10 s after its page was closed.
//! - **Conditional moves** are set in the other side's turn, in games without clocks. An answer is played at once, with the move
//!   that it answers.
//! - **Time that the server was away** counts for nobody.

mod abandonment;
mod clock;
mod command;
mod conditional;
mod decide;
mod digest;
mod event;
mod game;
mod lag;
mod moves;
mod offers;
mod replay;
mod round_trip;
mod seen;
mod settings;
pub mod side;
mod time;
mod timing;
mod view;

pub use command::{Command, CommandId, Context, Presence, Refusal};
pub use digest::CommandDigest;
#[cfg(feature = "openapi")]
pub use event::OutcomeSchema;
pub use event::{AbortCause, Clocks, Event, Recorded, Settings};
pub use game::Live;
pub use replay::{Fault, ReplayError};
pub use round_trip::{RoundTrip, RoundTrips};
pub use settings::SettingsError;
pub use time::{CORRESPONDENCE_DAYS, DAY, Millis, Speed, TimeControl};

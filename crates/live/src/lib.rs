//! Pure state machine of a game between two seats: (state, command, time) to events.
//!
//! The state, [`Live`], is the fold of the events. This crate does no input or output, never waits, and reads no clock: the caller
//! passes the time.
//!
//! # Rules of a live game
//!
//! - **First moves** cost no time. With clocks each side must make its first move within 15 s (bullet), 20 s (blitz), 30 s
//!   (rapid) or 35 s (classical), by correspondence within the days of a move; otherwise the game is aborted. A game
//!   between people that begins with a challenge gives each side 5 minutes (bullet, blitz), 10 (rapid) or 15 (classical), as one
//!   of them may have to find the board first. With clocks first moves add no increment. The abort event records its cause.
//! - **Clocks** run from the third ply. Lag is compensated up to the round trip that the server has measured, and up to a
//!   quota. The flag falls after the clock has run out, later by the rest of the quota, at most 2 s; a move that arrives in
//!   between counts if its lag accounts for the delay.
//! - **Score after a concession**: after a fallen flag, a resignation, a claimed abandonment or a forfeit the other side gets
//!   the best result that its material allows, as the variant judges that (`Position::max_score`): a win, or a draw against a
//!   bare king. A recorded end is never judged again.
//! - **By correspondence** every move has its full number of days from the moment when the turn begins.
//! - **Abort** before both sides have moved, **resignation** and **draw offers** after that. A side does not offer a draw again
//!   within 20 plies; a move of the other side declines.
//! - **Claims** (threefold, 50 moves) are made by the side to move. Mate, stalemate, dead positions, the fifth repetition and 75
//!   moves end the game with the last move.
//! - **Takebacks** take the proposer's last move back: one ply in the other side's turn, two in its own. A side proposes
//!   at most three times in one position.
//! - **More time**: 15 s for the other side, up to three hours on its clock; by correspondence a day, up to 14 days more than a
//!   move has.
//! - **Abandonment** is claimed with clocks only, in the other side's turn, when it has been away for 40 s (bullet, blitz), 80 s
//!   (rapid), 120 s (classical), or 10 s after its page was closed.
//! - **A host** plays several games at the same time: it can have more time at the start, and its absence gives no claim.
//! - **Conditional moves** are set in the other side's turn, in games without clocks. An answer is played at once, together with
//!   the move that it answers.
//! - **Berserk**: in games that allow it a side gives up half of its time and all its increments before its first move.
//! - **Server downtime** does not count for either side.

mod abandonment;
mod clock;
mod command;
mod command_log;
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
mod settings;
pub mod side;
mod time;
mod timing;
mod view;

pub use command::{Command, CommandId, Context, Presence, Refusal};
pub use digest::CommandDigest;
#[cfg(feature = "openapi")]
pub use event::OutcomeSchema;
pub use event::{AbortCause, Clocks, Event, Host, Recorded, Settings};
pub use game::Live;
pub use replay::{Fault, ReplayError};
pub use round_trip::{RoundTrip, RoundTrips};
pub use settings::SettingsError;
pub use time::{CORRESPONDENCE_DAYS, DAY, Millis, Speed, TimeControl};

//! One game between two seats as a pure state machine: (state, command, time) to events.
//!
//! The state is the fold of the events. Nothing here does input or output, waits, or asks a clock: whoever calls says what
//! time it is.

mod command;
mod event;
pub mod side;
mod time;

pub use command::{Command, CommandId, Context, Presence, Refusal};
pub use event::{Clocks, Event, Recorded, Settings};
pub use time::{CORRESPONDENCE_DAYS, DAY, Millis, Speed, TimeControl};

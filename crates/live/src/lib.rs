//! One game between two seats as a pure state machine: (state, command, time) to events.
//!
//! The state, [`Live`], is the fold of the events. Nothing here does input or output, waits, or asks a clock: whoever calls
//! says what time it is.

mod abandonment;
mod clock;
mod command;
mod conditional;
mod decide;
mod event;
mod game;
mod lag;
mod moves;
mod offers;
mod replay;
mod seen;
mod settings;
pub mod side;
mod time;
mod timing;
mod view;

pub use command::{Command, CommandId, Context, Presence, Refusal};
pub use event::{Clocks, Event, Recorded, Settings};
pub use game::Live;
pub use replay::{Fault, ReplayError};
pub use settings::SettingsError;
pub use time::{CORRESPONDENCE_DAYS, DAY, Millis, Speed, TimeControl};

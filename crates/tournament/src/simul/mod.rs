//! Simultaneous display (simul) as a pure state machine: a host plays against many opponents at the same time, each at a board of
//! its own.
//!
//! The state, [`SimulEvent`]s folded, has no clock. Players apply, the host accepts some of them and starts, and all games begin at
//! once. It is over when all games are.
//!
//! - The host chooses the start: the time in the settings is a plan.
//! - A player whom the host has removed cannot apply again, but can be accepted.
//! - A game that was aborted counts for neither side.
//! - Points are those of the variant, in quarters: a game is won by the side with more of them.

mod decide;
mod event;
mod settings;
mod state;

pub use event::{SimulCommand, SimulEvent, SimulPair, SimulRefusal, SimulResult};
pub use settings::{HostColor, MAX_SIMUL_APPLICANTS, MAX_SIMUL_OPPONENTS, SimulSettings};
pub use state::{SimulEntry, SimulGame, SimulPlayer, SimulScore, SimulState};

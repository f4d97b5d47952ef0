//! Tournament as a pure state machine: (state, command) to events. The state, [`Event`]s folded, has no clock and no randomness.

mod decide;
mod event;
mod fold;
mod report;
mod result;
pub(crate) mod settings;
mod text;

pub use event::{Board, Command, Event, PairedRound, PlayerId, RoundBye, TournamentRefusal};
pub use fold::{Fault, Player, State};
pub use result::{GameResult, ResultError};
pub use settings::{
    Entrant, MAX_ARBITERS, MAX_GAME, MAX_GAMES, MAX_NAME, MAX_PLAYERS, MAX_ROUND_ROBIN, MAX_ROUNDS, MAX_TEXT,
    MAX_TIE_BREAKS, Settings, System,
};

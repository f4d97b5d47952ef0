//! Load on a server of Saffron: so many games at once, a legal move every so often in each, and how long a move takes from one
//! player to the other.
//!
//! The games are played by guests that the run makes, through the same requests and messages as the page uses. The number of
//! games, of moves a second and of seconds is bounded by the caller.

mod addresses;
mod error;
mod game;
mod http;
mod kill;
mod lines;
mod measure;
mod random;
mod run;
mod seats;

pub use error::LoadError;
pub use kill::{KillOptions, KillReport, kill_again_and_again};
pub use measure::{Latencies, Process};
pub use run::{Options, Progress, Report, run};

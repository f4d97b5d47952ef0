//! Load test of a Saffron server: concurrent games with legal moves at a fixed interval. It measures the latency of a move from
//! one player to the other.
//!
//! Guests play the games through the same requests and messages as the page. The caller sets the number of games, the interval
//! between moves and the duration.
#![allow(missing_docs, reason = "an internal crate: names that say enough need no comment")]

mod addresses;
mod arena;
mod error;
mod game;
mod http;
mod kill;
mod lines;
mod measure;
mod run;
mod seats;

pub use arena::{ArenaOptions, ArenaReport, run_arena};
pub use error::LoadError;
pub use kill::{KillOptions, KillReport, kill_again_and_again};
pub use measure::{Latencies, Process};
pub use run::{Options, Progress, Report, run};

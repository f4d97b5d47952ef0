//! Simulation of the server with faults, of live play or of tournaments: its real code on a simulated disk, network and clock. The seed determines
//! everything, so that a failure can be reproduced.
//!
//! `docs/simulation.md` describes the simulation and its checks.
#![allow(missing_docs, reason = "an internal crate: names that say enough need no comment")]

mod checks;
mod client;
mod clocks;
mod final_views;
mod history;
mod http;
mod logs;
mod plan;
mod played;
mod random;
mod run;
mod server;
mod setup;
mod tournaments;
mod world;

pub use history::Totals;
pub use run::{Mode, Report, run_seed};

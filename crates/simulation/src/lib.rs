//! Simulation of the server of live play with faults: its real code on a simulated disk, network and clock. A seed decides
//! everything, so that a failure can be seen again.
//!
//! `docs/simulation.md` says what is simulated and what is checked.

mod checks;
mod client;
mod clocks;
mod final_views;
mod history;
mod http;
mod logs;
mod plan;
mod random;
mod run;
mod server;
mod setup;
mod world;

pub use history::Totals;
pub use run::{Report, run_seed};

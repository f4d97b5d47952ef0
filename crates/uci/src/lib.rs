//! The engine over the UCI protocol, and the fixed searches of its bench.
//!
//! [`serve`] answers the commands of a GUI, a match runner or a test framework; [`bench()`] prints the engine's signature.
//!
//! | module | contents |
//! |---|---|
//! | `bench` | fixed searches |
//! | `openings` | `genfens`: openings for a test framework's self-play |
//! | `identity` | the engine's name, with commit and network |
//! | `opening_book`, `tables`, `parameters` | groups of options |
//! | `parse` | words of commands |
//! | `output` | lines of output, shared by two threads |
//! | `session` | dialogue: state, options, commands |
//! | `worker` | thread that runs the searches |
#![allow(missing_docs, reason = "an internal crate: names that say enough need no comment")]

mod bench;
mod identity;
mod opening_book;
mod openings;
mod output;
mod parameters;
mod parse;
mod session;
mod tables;
mod worker;

pub use crate::bench::bench;
pub use crate::identity::version;
pub use crate::session::{Options, clock_seed, run_commands, serve};

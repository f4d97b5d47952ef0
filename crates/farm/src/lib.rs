//! Test farm: tests of strength that are long enough to decide.
//!
//! A [`Queue`] is a folder of tests. Each is played in shards of a hundred pairs of games, whose results are stored game by game, so
//! a run can be stopped at any time, and shards can be copied from other machines. A finished test is one row of `results.tsv`.
//!
//! | module | contents |
//! |---|---|
//! | `test` | description of a test: engines, openings, limits, and what decides it |
//! | `queue` | folder of tests, in the order in which they were added |
//! | `rows` | files with a line for each result |
//! | `shard` | results of the games of a shard, in a file |
//! | `run` | playing the games of a test |
//! | `results` | row of a finished test |
//! | `spsa` | tuning of parameters: the algorithm |
//! | `tune` | tuning of parameters: playing its pairs |
//! | `openings` | openings balanced by deep search |
#![allow(missing_docs, reason = "an internal crate: names that say enough need no comment")]

mod openings;
mod queue;
mod results;
mod rows;
mod run;
mod shard;
mod spsa;
mod test;
mod tune;

pub use crate::openings::{Balance, BalancedOpenings, Progress as OpeningsProgress};
pub use crate::queue::{Queue, QueuedTest};
pub use crate::run::{Status, Update, Watcher};
pub use crate::test::{Goal, SpsaSettings, Test};
pub use crate::tune::TunedParameter;

//! Solver: retrograde analysis of an ending in memory, and the table file made of it.
//!
//! [`solver`] solves endings, each after those that its captures and promotions lead to ([`conversion`]). An analysis begins
//! with the legal positions, mates and stalemates ([`beginning`]) and works backwards from them ([`analysis`],
//! [`predecessors`]); [`zeroing`] does the same under the 50-move rule. [`build`], [`encode`] and [`write`](mod@write) make
//! the file, [`verify`](mod@verify) compares every value with one ply of the rules' own move generator.

mod analysis;
mod beginning;
mod build;
mod clusters;
mod conversion;
mod depths;
mod encode;
mod grow;
mod pending;
mod position_set;
mod predecessors;
mod sets;
mod solver;
mod table;
mod verify;
mod write;
mod zeroing;

pub use analysis::Analysis;
pub use build::{Built, StreamSize};
pub use depths::LongMates;
pub use position_set::PositionSet;
pub use solver::{SolveError, Solver};
pub use table::Table;
pub use verify::{Verified, verify, verify_file, verify_file_zeroing, verify_zeroing};

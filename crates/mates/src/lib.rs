//! Forced mates, proved: an exhaustive solver that shares nothing with the engine but the rules, the suite of positions that it
//! makes to test the engine with, and positions in which a move can allow a quiet mate in one.
//!
//! ```
//! use saffron_mates::Solver;
//! use saffron_rules::{Position, Variant};
//!
//! let glinski = Variant::by_id("glinski").unwrap();
//! let position = Position::from_fen(glinski, "k/3/5/5Q1/2K6/11/11/11/11/11/11 w - - 0 1")?;
//! assert_eq!(Solver::new().mate_in(&position, 3), Ok(Some(1)));
//! # Ok::<(), saffron_rules::FenError>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `solver` | [`Solver`]: mate in how many moves |
//! | `checks` | the moves that may give check |
//! | `sources` | where positions come from: random games, few pieces put at random |
//! | `suite` | [`Suite`]: which of them are kept, and the file of them |
//! | `quiet_mates` | [`QuietMate`]: positions in which a move can allow a quiet mate in one, and the file of them |
//! | `random` | reproducible random numbers |

mod checks;
mod quiet_mates;
mod random;
mod solver;
mod sources;
mod suite;

pub use crate::quiet_mates::{AllowedMates, QuietMate, mates_in_one};
pub use crate::solver::{Exhausted, MOST_MOVES, Solver};
pub use crate::suite::{LineError, Problem, Suite, Value};

//! Proofs of forced mates: an exhaustive solver that shares only the rules with the engine, the suite of positions that tests
//! the engine, and positions in which a move can allow a quiet mate in one.
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
//! | module | contents |
//! |---|---|
//! | `solver` | [`Solver`]: mate in how many moves |
//! | `checks` | the moves that may give check |
//! | `sources` | sources of positions: random games, random placements of few pieces |
//! | `suite` | [`Suite`]: their selection and file format |
//! | `quiet_mates` | [`QuietMate`]: positions in which a move can allow a quiet mate in one, and their file format |
//! | `random` | reproducible random numbers |
#![allow(missing_docs, reason = "an internal crate: names that say enough need no comment")]

mod checks;
mod quiet_mates;
mod random;
mod solver;
mod sources;
mod suite;

pub use crate::quiet_mates::{AllowedMates, QuietMate, mates_in_one};
pub use crate::solver::{Exhausted, MAX_MOVES, Solver};
pub use crate::suite::{LineError, Problem, Suite, Value};

//! Endgame tables: the value of every position with few pieces, with best play of both sides.
//!
//! [`Solver`] computes tables in memory and makes their files; [`Tables`] looks positions up in files.
//!
//! | module | what it holds |
//! |---|---|
//! | `format` | endings, the numbering of their positions, values, and the files that store them |
//! | `probe` | [`Tables`]: a position, each of its moves, and the 50-move rule, looked up in files |
//! | `solve` | [`Solver`]: retrograde analysis in memory, and making files; only with the feature `solver` |

// Geometry and index serve the solver, too.
#![cfg_attr(not(feature = "solver"), allow(dead_code))]

mod format;
mod probe;
#[cfg(feature = "solver")]
mod solve;

pub use format::counts::Counts;
pub use format::ending::{Ending, EndingError, MAX_PIECES};
pub use format::geometry::Geometry;
pub use format::layout::{FRAME, FileError, HEADER, ReadError, beginning};
pub use format::suitable::Unsuitable;
pub use format::value::{FiftyMoves, Value, Wdl, Zeroing};
pub use probe::moves::{Known, KnownMove, Needed, Part};
pub use probe::tables::{OpenError, Tables};
#[cfg(feature = "solver")]
pub use solve::*;

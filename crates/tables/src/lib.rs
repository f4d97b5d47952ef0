//! Endgame tables: the value of every position with few pieces, with best play of both sides.
//!
//! [`Solver`] computes tables in memory and makes their files; [`Tables`] looks positions up in files.
//!
//! | module | content |
//! |---|---|
//! | `format` | endings, the numbering of their positions, values, and the files that store them |
//! | `probe` | [`Tables`]: a position, each of its moves, and the 50-move rule, looked up in files |
//! | `solve` | [`Solver`]: retrograde analysis in memory, and making files; only with the feature `solver` |
//!
//! # Design
//!
//! A value is the result for the side to move and the plies to the end; Gliński's stalemate is a result of its own, between win and
//! draw. The index counts pairs of kings that are equal by a symmetry of the board once, which are up to twelve on 91 cells; the
//! other pieces stand on any cells.
//!
//! The solver holds positions as bits: one word of 128 bits for each placement of all pieces but the last, whose cells are the bits.
//! A move of the last piece is a step of whole words, a move of another one the same after an exchange of rows and columns, and a
//! king's move leads to the words of another pair, turned by a symmetry. So a step of retrograde analysis looks at all cells of a
//! piece at once, and each pair of kings is written by one thread from the words of others: the result does not depend on the
//! number of threads. Captures and promotions lead into endings solved before. A pawn that passes one that can take it leads to a
//! position that no index has; those moves are searched one by one. Every index is verified against one ply of the rules' own move
//! generator.
//!
//! A file has a stream of results and a stream of half distances for each side to move; `docs/tables.md` has the format. What a
//! capture gives need not be stored: a stored result may be any that is no better, and probing takes the better of both, as Syzygy
//! does. Illegal positions have no symbol. Symbols are coded by rANS; a decision tree chooses the model of each. Frames of 4 KiB have
//! checksums, so a file can be read in parts. Decoded rows are kept in a table that threads share by sequence locks. Probing never
//! locks, allocates only a buffer for each thread, and returns no value from bytes whose checksum was not verified. Files hold
//! positions without captures en passant; probing compares those with the whole value, never with a result or distance alone.

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

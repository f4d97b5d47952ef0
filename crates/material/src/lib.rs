//! Computes by enumeration with which material a game of hexagonal chess can still be decided.
//!
//! | module | contents |
//! |---|---|
//! | `piece_list` | placements of a list of pieces, their indices, moves and unmoves |
//! | `bitbase` | [`Bitbase`]: the state of every position of a list of pieces |
//! | `counts`, `king_pawn` | [`Counts`]: the number of positions by state |
//! | `census` | [`census`]: the counts of every small material of a variant |
//! | `bishops` | proofs for any number of bishops from the placement of the kings |
//! | `table` | the tables of `saffron-rules` from a census, and their verification |
//!
//! `crates/rules/MATERIAL.md` describes the method and the results.

pub mod bishops;
mod bit_set;
mod bitbase;
mod census;
mod counts;
pub mod helpmates;
mod king_pawn;
mod piece_list;
pub mod table;

pub use bitbase::{Bitbase, State};
pub use census::{Census, Extent, census};
pub use counts::Counts;
pub use piece_list::{MAX_PIECES, PieceList, Placement};

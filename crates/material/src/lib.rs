//! Computes with which material a game of hexagonal chess can still be decided, by enumeration of positions.
//!
//! | module | what it does |
//! |---|---|
//! | `piece_list` | placements of a list of pieces, their indices, moves and unmoves |
//! | `bitbase` | [`Bitbase`]: the state of every position of a list of pieces |
//! | `counts`, `king_pawn` | [`Counts`]: how many positions of each state there are |
//! | `census` | [`census`]: the counts of every small material of a variant |
//! | `bishops` | proofs for any number of bishops from the placement of the kings |
//! | `table` | the tables of `saffron-rules` from a census, and their comparison |
//!
//! `crates/rules/MATERIAL.md` has the method and the results.

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

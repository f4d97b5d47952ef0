//! Works out with which material a game of hexagonal chess can still come to an end that is not
//! a draw: by enumeration of positions.
//!
//! [`Solved`] has all positions of some men; [`census`] counts those of all small material of a
//! variant; [`table`] makes the library's tables from the counts and holds them against each
//! other. `crates/rules/MATERIAL.md` tells what was found.

mod bits;
mod field;
mod figures;
pub mod kings;
mod pawn;
mod solve;
pub mod table;

pub use field::{Field, MOST_MEN, Stand};
pub use figures::{Census, Extent, Figures, census};
pub use solve::{Solved, State};

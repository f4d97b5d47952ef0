//! Tablebase probe: the value of a position, of each of its moves, and what the 50-move rule makes of them, from table files.

mod data;
mod fifty;
pub(crate) mod moves;
pub(crate) mod tables;

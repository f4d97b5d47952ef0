//! Tablebase probe: values of a position and of each of its moves, with their outcomes under the 50-move rule, from table files.

mod data;
mod fifty;
pub(crate) mod moves;
pub(crate) mod tables;

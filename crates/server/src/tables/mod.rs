//! Endgame tables: results of positions with few pieces, and the files of the tables.

mod exercise;
mod files;
mod list;
mod lookup;
mod opened;
mod ranges;
mod routes;

pub(crate) use opened::OpenedTables;
pub(crate) use routes::routes;

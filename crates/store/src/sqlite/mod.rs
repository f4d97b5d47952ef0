//! SQLite, built in.
//!
//! One thread writes. While it waits for the disk, calls queue up; it takes all of them into the next transaction (group
//! commit). Reads have threads and connections of their own, and see the last commit (WAL).

pub(crate) mod batch;
pub(crate) mod connection;
pub(crate) mod readers;
mod threads;

pub use connection::create_private_file;
pub use threads::{Sqlite, SqliteOptions};

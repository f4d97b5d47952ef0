//! PostgreSQL.
//!
//! One task writes, over a connection of its own: what queues up while it waits goes into its next transaction, the
//! entries of the log in one statement. The connection holds an advisory lock, so that only one server writes; after a
//! broken connection the lock says that the old one is gone, and the number of its transaction what became of it.

mod connection;
mod database;
mod pool;
mod target;
mod writer;

pub use database::{Postgres, PostgresOptions};

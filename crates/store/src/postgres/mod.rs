//! PostgreSQL.
//!
//! One task writes, over a connection of its own: tasks that queue up while it waits go into its next transaction, the
//! entries of the log in one statement. The connection holds an advisory lock, so that only one server writes. After a
//! broken connection, getting the lock shows that the old connection is gone, and the number of its transaction shows
//! whether it was committed.

mod connection;
mod database;
mod pool;
mod target;
mod writer;

pub use database::{Postgres, PostgresOptions};

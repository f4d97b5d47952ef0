//! Analysis by the engines of the server.

pub(crate) mod engine_pool;
pub mod protocol;
pub(crate) mod search;

//! Analysis by the engines of the server: the pool of engines, searches, and their messages.

pub mod engine_pool;
pub mod protocol;
pub mod search;

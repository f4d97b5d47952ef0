//! Analysis on the server: the pool of engines, the searches, and their JSON.

pub mod engine_pool;
pub mod protocol;
pub mod search;

//! What the server tells its operator: metrics, and whether it is ready.

pub(crate) mod measured;
pub(crate) mod metrics;
pub(crate) mod requests;
pub(crate) mod routes;

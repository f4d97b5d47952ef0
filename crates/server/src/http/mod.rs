//! What all requests have in common: connections, clients, quotas, headers, answers.

pub(crate) mod client;
pub(crate) mod connections;
mod error;
pub(crate) mod headers;
pub(crate) mod quota;
pub(crate) mod reply;

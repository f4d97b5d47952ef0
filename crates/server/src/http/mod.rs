//! What all requests have in common: connections, clients, quotas, headers, answers.

pub(crate) mod answer;
pub(crate) mod body;
pub(crate) mod client;
pub(crate) mod connections;
pub(crate) mod error;
pub(crate) mod headers;
pub(crate) mod origin_check;
pub(crate) mod pace;
pub(crate) mod parameters;
mod places;
pub(crate) mod quota;
pub(crate) mod reply;

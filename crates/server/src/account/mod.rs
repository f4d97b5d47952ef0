//! Accounts, sessions, and whoever a request comes from.

pub(crate) mod viewer;

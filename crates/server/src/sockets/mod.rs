//! The WebSocket: one connection for all games that a page shows.

mod connection;
mod limits;
mod upgrade;

pub(crate) use limits::{Allowance, SocketCounts};
pub(crate) use upgrade::routes;

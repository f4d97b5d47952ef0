//! Messages, error codes and limits of the protocol between the server, the page and other programs.
//!
//! [`socket`] has the messages of the WebSocket, the other modules have the bodies of HTTP requests and replies. All of them are
//! JSON. The doc comments of types and fields are the text of the tables in docs/protocol.md, which `cargo xtask types` writes.
//! Field names are in camel case; times are milliseconds since the Unix epoch ([`Millis`](saffron_live::Millis)); ids of games,
//! accounts, seeks and challenges are ten letters and digits.
//!
//! The version is in the URL of the socket (`/api/socket?v=1`). Within a version, fields and kinds of messages may be added: a
//! client ignores unknown ones.

pub mod account;
pub mod arena_series;
pub mod arenas;
pub mod contests;
pub mod correspondence;
pub mod elo;
pub mod error;
pub mod game;
pub mod library;
pub mod limits;
pub mod lobby;
pub mod messages;
pub mod moderation;
pub mod notifications;
pub mod people;
pub mod puzzles;
pub mod simuls;
pub mod socket;
pub mod tables;
pub mod team_tournaments;
pub mod teams;
pub mod tournaments;

/// Version of the messages of the socket.
pub const VERSION: u32 = 1;

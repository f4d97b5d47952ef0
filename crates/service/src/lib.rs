//! What Saffron's site does: accounts, lobby, live games, computers, archive, moderation. It knows no HTTP and no sockets: the
//! server does.
//!
//! [`Service`] is the running site and [`App`] its state. Functions on `&App` carry out what visitors ask for and return
//! [`Error`]. The layers, each of which uses those before it only:
//!
//! | modules | contents |
//! |---|---|
//! | `clock`, `random`, `config`, `calendar`, `client`, `text`, `content`, `metrics`, `storage` | ground |
//! | `analysis`, `error` | engines for analysis; the error |
//! | `names`, `tokens`, `tables` | names and their keys, secret tokens, endgame tables |
//! | `games` | live games in memory |
//! | `parts` | limits, caches, queues, books in memory |
//! | `app` | the state |
//! | `jobs`, `session`, `chat`, `mail`, `people`, `lobby`, `accounts`, ... | what visitors and the clock ask for |
//! | `start`, `admin` | start, background tasks, end; tasks of the operator |
#![allow(missing_docs, reason = "a crate of this workspace only; a comment that says nothing is worse than none")]

pub mod accounts;
pub mod admin;
pub mod analysis;
pub mod app;
pub mod archive;
pub mod calendar;
pub mod chat;
pub mod client;
pub mod clock;
pub mod computers;
pub mod config;
pub mod content;
pub mod error;
pub mod games;
pub mod housekeeping;
pub mod jobs;
pub mod lobby;
pub mod mail;
pub mod metrics;
pub mod moderation;
pub mod names;
pub mod parts;
pub mod people;
pub mod random;
pub mod ratings;
pub mod session;
pub mod start;
pub mod storage;
pub mod tables;
pub mod text;
pub mod tokens;
pub mod vacation;

pub use app::App;
pub use clock::Clock;
pub use error::Error;
pub use start::{Ending, Service, StartError};

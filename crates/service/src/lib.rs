//! What Saffron's site does: accounts, lobby, live games, computers, archive, moderation. It knows neither HTTP nor
//! sockets; `saffron-server` adds them.
//!
//! [`Service`] is the running site and [`App`] its state. Functions on `&App` carry out requests and return [`Error`].
//! Each layer uses only those above it in this table:
//!
//!  modules | contents |
//! ---|---|
//!  `clock`, `random`, `config`, `calendar`, `client`, `text`, `content`, `metrics`, `storage` | foundations |
//!  `analysis`, `error` | engines for analysis; the error type |
//!  `names`, `tokens`, `tables` | names and their keys, secret tokens, endgame tables |
//!  `games` | live games in memory |
//!  `parts` | limits, caches, queues and the seek book, in memory |
//!  `app` | the state |
//!  `jobs`, `session`, `chat`, `mail`, `people`, `puzzles`, `contests`, `tournaments`, `tournament_log`, `arenas`, `correspondence`, `simuls`, `tournament_jobs`, `upcoming`, `elo_lists`, `teams`, `lobby`, `accounts`, `messages`, ... | requests of visitors and background work |
//!  `start`, `admin` | start, background tasks, stop; the operator's tasks |
#![allow(missing_docs, reason = "a crate of this workspace only; a comment that says nothing is worse than none")]

pub mod accounts;
pub mod admin;
pub mod analysis;
pub mod app;
pub mod archive;
pub mod arenas;
pub mod calendar;
pub mod chat;
pub mod client;
pub mod clock;
pub mod computers;
pub mod config;
pub mod content;
pub mod contests;
pub mod correspondence;
pub mod csv;
pub mod elo_lists;
pub mod error;
pub mod games;
pub mod housekeeping;
pub mod jobs;
pub mod library;
pub mod lobby;
pub mod mail;
pub mod messages;
pub mod metrics;
pub mod moderation;
pub mod names;
pub mod notifications;
pub mod organisers;
pub mod parts;
pub mod people;
pub mod puzzles;
pub mod random;
pub mod ratings;
pub mod scores;
pub mod session;
pub mod simuls;
pub mod start;
pub mod storage;
pub mod tables;
pub mod team_tournaments;
pub mod teams;
pub mod text;
pub mod tokens;
pub mod tournament_games;
mod tournament_jobs;
pub mod tournament_log;
pub mod tournaments;
pub mod upcoming;
pub mod vacation;

pub use app::App;
pub use clock::Clock;
pub use error::Error;
pub use start::{Ending, Service, StartError};

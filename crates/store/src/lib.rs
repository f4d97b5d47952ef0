//! The durable data of the Saffron server.
//!
//! [`Database`] is the interface of a database: statements in the SQL that SQLite and PostgreSQL share, transactions, and
//! the log of events. [`Sqlite`], [`Postgres`] and [`Memory`] implement it. One module per subject builds on it, with
//! functions that take and return plain records. Some functions return a [`Statement`] instead of running it; the caller
//! combines them into one transaction, such as the end of a game with its last event and the new ratings.
//!
//! Variants, results, positions and events are opaque to the store: texts and bytes of the caller.
//!
//! # The log
//!
//! The events of all games go into one table in the order of their arrival, which is the fastest way to make them
//! durable ([`Database::append`]). At its end, a game gets all of its events into its row. Events of running games are
//! moved into their rows from time to time, and the log is trimmed.

#![allow(missing_docs)]
#![forbid(unsafe_code)]

pub mod accounts;
pub mod admin;
pub mod arena_series;
pub mod challenges;
pub mod chat;
pub mod compaction;
pub mod conditional_moves;
pub mod contests;
mod database;
pub mod elo_lists;
mod entry;
pub mod erasure;
mod error;
mod events;
pub mod feeds;
pub mod games;
mod id;
mod job;
pub mod jobs;
pub mod library;
mod memory;
pub mod messages;
mod migrations;
pub mod moderation;
pub mod names;
mod new_game;
pub mod notifications;
mod postgres;
pub mod push;
pub mod puzzles;
pub mod ratings;
pub mod relations;
pub mod scores;
pub mod seeks;
mod sequence;
pub mod server;
pub mod sessions;
mod sqlite;
mod statement;
pub mod teams;
mod text_enum;
pub mod tokens;
pub mod tournament_players;
pub mod tournaments;
mod value;

pub use database::{Answer, Database, Epoch};
pub use entry::{Completion, LogEntry, Millis};
pub use error::StoreError;
pub use events::Event;
pub use id::{
    AccountId, ArenaSeriesId, ChallengeId, ContestId, EloListId, GameId, ID_LENGTH, InvalidId, ReportId, SeekId,
    SessionId, TeamId, TournamentId,
};
pub use memory::{Memory, MemoryDisk, MemoryOptions};
pub use postgres::{Postgres, PostgresOptions};
pub use sqlite::{Sqlite, SqliteOptions, create_private_file};
pub use statement::{Expect, Statement};
pub use value::{Columns, FromValue, Row, Value};

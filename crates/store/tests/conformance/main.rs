//! Conformance of every database, and of the subjects above it.

mod activity;
mod arena_series;
mod contests;
mod elo_lists;
mod jobs;
mod library;
mod log;
mod messages;
mod notifications;
mod people;
mod play;
#[path = "../shared/postgres.rs"]
mod postgres;
mod puzzles;
mod ratings;
mod support;
mod teams;
mod tournaments;
mod words;

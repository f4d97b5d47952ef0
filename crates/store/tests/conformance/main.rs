//! What every database must do, and the subjects above it.

mod jobs;
mod log;
mod people;
mod play;
#[path = "../shared/postgres.rs"]
mod postgres;
mod ratings;
mod support;
mod words;

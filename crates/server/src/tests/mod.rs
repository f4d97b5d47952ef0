//! Tests of the API with the service, through the router and by direct calls.

mod accounts;
mod archive;
mod arena_series;
mod arenas;
mod challenges;
mod chat;
mod computers;
mod contests;
mod correspondence;
mod elo_lists;
pub(crate) mod games;
mod jobs;
mod library;
mod moderation;
mod notifications;
mod people;
mod puzzles;
mod ratings;
mod rematches;
mod seeks;
pub(crate) mod site;
mod summary;
mod time;
mod tournament_games;
mod tournaments;
mod watching;

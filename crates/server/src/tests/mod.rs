//! Tests of the API on the service, through the router and beside it.

mod accounts;
mod archive;
mod challenges;
mod chat;
mod computers;
pub(crate) mod games;
mod jobs;
mod moderation;
mod people;
mod ratings;
mod rematches;
mod seeks;
pub(crate) mod site;
mod time;
mod watching;

//! Tests of the lobby through the router.

mod challenges;
mod rematches;
mod seeks;
mod watching;

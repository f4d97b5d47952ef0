//! Ratings: computed after each rated game, once.

mod current;
#[cfg(test)]
mod tests;
pub(crate) mod worker;

pub(crate) use current::{current, pool_id};

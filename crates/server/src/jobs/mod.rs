//! Background work: e-mails, ratings. The jobs are in the store ([`saffron_store::jobs`]), so they outlast the server.

mod state;
#[cfg(test)]
mod tests;
mod worker;

pub(crate) use state::Jobs;
pub(crate) use worker::{Effect, Failure, Queue, Work, run};

//! Running games in memory: commands in, durable events out to those who watch.

mod asleep;
mod conditional;
pub(crate) mod detached;
pub(crate) mod followers;
pub(crate) mod games;
pub(crate) mod info;
pub(crate) mod news;
pub(crate) mod online;
pub(crate) mod outbox;
pub(crate) mod seat;
pub(crate) mod stored;
pub(crate) mod table;
#[cfg(test)]
mod time_tests;
mod timers;
mod waiting;
mod waking;

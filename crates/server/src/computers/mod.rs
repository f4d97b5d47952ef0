//! Computer players: their accounts, and a bounded pool of engines that plays their moves.
//!
//! | file | contents |
//! |---|---|
//! | `accounts` | one account for each level |
//! | `queue` | the games in which a computer has something to do, fair to those that play |
//! | `thinking` | times, and what a computer does with draws and hopeless positions |
//! | `search` | the search for a move |
//! | `state` | what of this is in memory |
//! | `player` | one look at a game, and what follows from it |
//! | `pool` | the tasks that look at games, and who tells them |
//! | `showcase` | games between computers, for those who watch when nobody plays |
//! | `routes` | a new game against a computer |

mod accounts;
mod player;
mod pool;
mod queue;
mod routes;
mod search;
mod showcase;
mod state;
#[cfg(test)]
mod tests;
mod thinking;

pub(crate) use accounts::ensure;
pub(crate) use pool::{heard, run};
pub(crate) use routes::routes;
pub(crate) use state::Computers;

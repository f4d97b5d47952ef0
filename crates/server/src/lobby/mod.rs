//! Finding an opponent, and what there is to watch.

mod challenge_routes;
pub(crate) mod challenges;
mod current;
pub(crate) mod offers;
pub(crate) mod players;
mod rates;
mod relations;
mod rematch;
mod routes;
mod seek_book;
mod seek_routes;
pub(crate) mod seeks;
pub(crate) mod start;
mod state;
#[cfg(test)]
mod tests;
pub(crate) mod tv;
mod variants;
pub(crate) mod watch;

pub(crate) use routes::routes;
pub(crate) use state::LobbyState;
pub(crate) use watch::watch;

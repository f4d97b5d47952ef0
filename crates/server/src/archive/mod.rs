//! Games as lists and as PGN.

mod calendar;
mod filter;
mod list;
mod pgn;
mod pgn_routes;
mod state;
mod summary;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;

use crate::app::App;

pub(crate) use state::ArchiveState;

/// The routes of lists of games, and of PGN.
pub(crate) fn routes() -> Router<Arc<App>> {
    list::routes().merge(pgn_routes::routes())
}

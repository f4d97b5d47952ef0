//! Accounts as others see them: profiles, ratings, leaderboards, relations, reports.

mod cache;
mod leaderboard;
mod names;
mod profile;
mod related;
mod report;
mod state;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;

use crate::app::App;

pub(crate) use names::named;
pub(crate) use state::PeopleState;

/// The routes of people.
pub(crate) fn routes() -> Router<Arc<App>> {
    profile::routes().merge(leaderboard::routes()).merge(related::routes()).merge(report::routes())
}

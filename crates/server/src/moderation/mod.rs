//! What moderators see and do. Everything that they do is in the audit log.

mod actions;
mod audit;
mod lag;
mod moderator;
mod noted;
mod reasons;
mod reports;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;

use crate::app::App;

pub(crate) use reasons::reason_id;

/// The routes of moderators.
pub(crate) fn routes() -> Router<Arc<App>> {
    reports::routes().merge(actions::routes()).merge(audit::routes()).merge(lag::routes())
}
